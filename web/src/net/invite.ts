// The address of a room as it is given to others.

/** Whether an address leads only to the machine itself. */
const own = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

export interface Invitation {
  link: string
  /** The link goes through the home network: only phones in it can open it. */
  wifi: boolean
}

/** Where others find the room. `lan`: the address of this machine in its network, if the server told one. */
export function invitation(here: { hostname: string; origin: string }, lan: string | null, code: string): Invitation {
  const wifi = lan !== null && own(here.hostname)
  return { link: new URL(`/t/${code}`, wifi ? lan : here.origin).href, wifi }
}
