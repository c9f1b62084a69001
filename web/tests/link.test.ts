import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Link, newId, type LinkState } from '../src/net/link'
import type { ClientOut } from '../src/protocol'

/** A connection that the test holds the other end of. */
class Socket {
  static made: Socket[] = []
  sent: string[] = []
  onopen: () => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined
  onclose: (event: { code: number }) => void = () => undefined
  constructor() {
    Socket.made.push(this)
  }
  send(frame: string): void {
    this.sent.push(frame)
  }
  close(): void {}
  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
}

let states: LinkState[] = []
let link: Link
const last = (): Socket => Socket.made.at(-1) as Socket
const WELCOME = { t: 'welcome', now: 0, me: {}, tables: [], token: 'x' }

beforeEach(() => {
  vi.useFakeTimers()
  Socket.made = []
  states = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('window', { setInterval, setTimeout, addEventListener: () => undefined })
  vi.stubGlobal('document', { addEventListener: () => undefined, hidden: false })
  link = new Link({ url: 'ws://x', token: () => null, tables: () => ({}), hear: (_message: ClientOut) => undefined, state: (state) => states.push(state) })
  last().onopen()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a page whose frames cannot be read, or that is too old, does not come back', () => {
  for (const [code, state] of [[4000, 'broken'], [4001, 'upgrade']] as const) {
    const before = Socket.made.length
    link = new Link({ url: 'ws://x', token: () => null, tables: () => ({}), hear: () => undefined, state: (now) => states.push(now) })
    last().hear(WELCOME)
    last().onclose({ code })
    vi.advanceTimersByTime(60_000)
    expect([states.at(-1), Socket.made.length]).toEqual([state, before + 1])
  }
})

it('after any other end it comes back within four seconds, and sends again what was not answered', () => {
  last().hear(WELCOME)
  void link.command({ t: 'peek', code: '123456' })
  const frame = last().sent.at(-1)
  last().onclose({ code: 1006 })
  expect(states.at(-1)).toBe('lost')
  vi.advanceTimersByTime(4_000)
  expect(Socket.made.length).toBe(2)
  last().onopen()
  last().hear(WELCOME)
  expect(last().sent).toContain(frame)
})

it('a server that goes down says when to come back', () => {
  last().hear(WELCOME)
  last().hear({ t: 'closing', zh: '', en: '', retry_ms: 9_000 })
  last().onclose({ code: 1012 })
  expect(states.at(-1)).toBe('restart')
  vi.advanceTimersByTime(8_900)
  expect(Socket.made.length).toBe(1)
  vi.advanceTimersByTime(200)
  expect(Socket.made.length).toBe(2)
})

it('ids differ', () => {
  expect(newId()).toMatch(/^[0-9a-f]{24}$/)
  expect(newId()).not.toBe(newId())
})

it('a misspelt field of a command does not compile', () => {
  // @ts-expect-error: it is `code`
  const misspelt = (): unknown => link.command({ t: 'peek', cod: '123456' })
  // @ts-expect-error: there is no such command
  const unknown = (): unknown => link.command({ t: 'peep', code: '123456' })
  expect([typeof misspelt, typeof unknown]).toEqual(['function', 'function'])
})
