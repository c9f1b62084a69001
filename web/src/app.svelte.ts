// What the client knows: who I am, the tables I watch, the rooms there are, how the connection stands.

import { seen } from './fair/live'
import { cutTaken, nonceOf, promised, witnessed } from './net/kept'
import { api } from './net/api'
import { asksMe, company, followed, HELD } from './net/held'
import { newId, Link, type Answer, type Command, type LinkState } from './net/link'
import { take } from './net/tables'
import type { ClientOut, GameEvent, Person, RoomLine, SeatedAt, TableView } from './protocol'
import { line, settings } from './settings.svelte'

interface App {
  link: LinkState
  me: Person | null
  seated: SeatedAt[]
  rooms: RoomLine[]
  tables: Record<string, TableView>
  toast: string
  /** The server has become another version since this client was loaded: load it again between hands. */
  stale: boolean
  /** Neither storage nor cookie is kept here: after a reload nobody knows who this was. */
  unkept: boolean
}

export const app: App = $state({ link: 'connecting', me: null, seated: [], rooms: [], tables: {}, toast: '', stale: false, unkept: false })

export type Listener = (table: string, events: GameEvent[]) => void
const listeners = new Set<Listener>()
/** Hear the events of all tables; returns the way to stop. */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const TOKEN = 'erqishi.token'
let held: string | null = null
/** Tables whose seat was given up here. */
const left = new Set<string>()
/** Codes of the tables that were looked at, the last one last. */
let visited: string[] = []

let link: Link | null = null
let server = ''
let roomsWatched = false
let toastTimer = 0

export function start(): void {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  link = new Link({
    url: `${scheme}://${location.host}/ws`,
    token,
    tables: () => Object.fromEntries(Object.values(app.tables).map((view) => [view.table, view.v])),
    hear,
    state: (state) => {
      app.link = state
    },
  })
}

/** Server time minus the clock of this device. */
export const offset = (): number => link?.offset ?? 0

/** Send a command; a refusal is shown as a toast unless the caller wants to show it itself. */
export async function command(message: Command, quiet = false): Promise<Answer> {
  if (!link) throw new Error('not started')
  const answer = await link.command(message)
  if (answer.t === 'refused') {
    if (answer.view) show(answer.view)
    if (!quiet) toast(line(answer))
  }
  if (message.t === 'leave' && answer.t !== 'refused') {
    left.add(message.table)
    app.seated = app.seated.filter((seat) => seat.table !== message.table)
  } else if (answer.t === 'table') left.delete(answer.view.table)
  return answer
}

export function toast(text: string): void {
  app.toast = text
  clearTimeout(toastTimer)
  toastTimer = window.setTimeout(() => {
    app.toast = ''
  }, 5_000)
}

/** Keep `app.rooms` up to date, or stop doing so. */
export function watchRooms(on: boolean): void {
  roomsWatched = on
  if (app.link === 'open') void command({ t: 'watch_rooms', on }, true)
}

/** The lobby leads back to a table where I have a seat. */
function offer(view: TableView): void {
  const { table } = view
  if ((view.me.seat ?? null) === null || view.head.phase === 'ended' || left.has(table)) return
  const seat = { table, code: view.room.code, phase: view.head.phase, name: view.room.options.name ?? '' }
  app.seated = [...app.seated.filter((one) => one.table !== table), seat]
}

/** Stop watching a table without leaving its seat. */
function forget(view: TableView): void {
  delete app.tables[view.table]
  link?.tell({ t: 'close_table', table: view.table })
}

/**
 * Where one goes: in the lobby, or at another table, the tables of before are left, and the server need not tell of them (it lets nobody
 * watch more than a few). Those where others would see me gone are followed from there. Settings, rules, a replay are on the way: one
 * comes back, and nothing is closed.
 */
export function went(path: string): void {
  const code = codeOf(path)
  if (code !== undefined) visited = [...visited.filter((one) => one !== code), code]
  else if (path !== '/') return
  const others = Object.values(app.tables).filter((view) => view.room.code !== code)
  const kept = followed(others, left, visited)
  for (const view of others) {
    offer(view)
    if (!kept.has(view.table)) forget(view)
  }
}

/** A page that was loaded anew, wherever, follows the tables at which others see my seat. */
async function follow(seats: readonly SeatedAt[]): Promise<void> {
  const away = seats.filter((seat) => !app.tables[seat.table] && seat.code !== codeOf(location.pathname) && seat.phase !== 'ended')
  for (const { code, table } of away.slice(-HELD)) {
    const answer = await command({ t: 'peek', code }, true)
    if (answer.t === 'room' && company(answer.line.phase, answer.line.people) && !app.tables[table] && !left.has(table)) link?.tell({ t: 'resume', table, v: 0 })
  }
}

const codeOf = (path: string): string | undefined => /^\/t\/([^/]+)/.exec(path)?.[1]

/** A table that waits for my answer while I look at another page: its code. */
export const called = (path: string): string | null => Object.values(app.tables).find((view) => view.room.code !== codeOf(path) && asksMe(view))?.room.code ?? null

/** Who I am to the server; as long as the page lives, where nothing can be stored. */
export const token = (): string | null => stored(TOKEN) ?? held

function hear(message: ClientOut): void {
  switch (message.t) {
    case 'welcome':
      app.me = message.me
      if (!token()) greetGuest(message.me)
      app.seated = message.tables
      held = message.token
      if (!store(TOKEN, held)) void keepOtherwise(message.token)
      if (server && server !== message.server) app.stale = true
      server = message.server
      // a new connection knows nothing of what the old one watched
      if (roomsWatched) queueMicrotask(() => void command({ t: 'watch_rooms', on: true }, true))
      void follow(message.tables)
      break
    case 'me':
      app.me = message.me
      break
    case 'rooms':
      app.rooms = message.rooms
      break
    case 'table':
      show(message.view)
      break
    case 'update': {
      const view = app.tables[message.table]
      if (!view) break
      const taken = take(view, message)
      if ('missing' in taken) link?.tell({ t: 'resume', table: view.table, v: view.v })
      else if (taken.took) {
        app.tables[message.table] = taken.view
        const seat = app.seated.find((one) => one.table === message.table)
        if (seat) seat.phase = taken.view.head.phase
        cut(taken.view)
        note(taken.view, message.events ?? [])
        for (const listener of listeners) listener(message.table, message.events ?? [])
      }
      break
    }
    case 'gone':
      delete app.tables[message.table]
      toast(line(message))
      app.seated = app.seated.filter((seat) => seat.table !== message.table)
      break
    case 'fault':
      toast(line(message))
      break
    case 'closing':
      app.link = 'restart'
      break
  }
}

/** A guest who reads no Chinese is not named in it: the number stays. */
function greetGuest(me: Person): void {
  const number = /^游客(\d+)$/.exec(me.name)?.[1]
  if (number && settings.language === 'en') queueMicrotask(() => void command({ t: 'set_profile', name: `Guest ${number}` }, true))
}

function show(view: TableView): void {
  app.tables[view.table] = view
  cut(view)
  note(view, [])
  for (const listener of listeners) listener(view.table, [])
}

/** How long the deck waits for my hand before it is cut for me; the table itself waits four seconds. */
export const CUT_WAIT = 2_500
const cutting = new Set<string>()

/** What I see of a hand stays on this device, to hold its proof against. */
function note(view: TableView, events: readonly GameEvent[]): void {
  if (view.head.hand_id !== null) witnessed(view.head.hand_id, (before) => seen(view, events, before))
}

/** 切牌 is due: note what was promised, and cut by itself after a while, or at once where that is set. */
function cut(view: TableView): void {
  const { phase, commitment, hand_id: id, cut: done, active } = view.head
  const seat = view.me.seat
  if (phase !== 'cutting' || !commitment || id === null) return
  promised(id, view.table, commitment)
  if (seat === null || seat === undefined || done.includes(seat) || (active.length > 0 && !active.includes(seat))) return
  const key = `${view.table}:${commitment.hand}`
  if (cutting.has(key)) return
  cutting.add(key)
  const self = settings.cut === 'auto' || view.head.seats[seat]?.managed || document.visibilityState === 'hidden'
  window.setTimeout(() => cutNow(view, null), self ? 0 : CUT_WAIT)
}

const cutDone = new Set<string>()

/**
 * My share in the shuffle: where I cut (null: nobody touched the deck, and no place is claimed), and chance from this device; kept to
 * check the proof with. The first cut of a hand counts.
 */
export function cutNow(view: TableView, at: number | null): void {
  const { commitment, hand_id: id } = view.head
  const seat = view.me.seat
  const key = `${view.table}:${commitment?.hand}`
  if (!commitment || id === null || seat === null || seat === undefined || cutDone.has(key)) return
  cutDone.add(key)
  const nonce = at === null ? newId() : nonceOf(at, newId())
  void command({ t: 'cut', table: view.table, hand: commitment.hand, nonce }, true).then((answer) => {
    // a cut that came too late, or after that of another window of mine, is in no shuffle
    if (answer.t === 'ack') cutTaken(id, view.table, commitment.hand, nonce, seat)
  })
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether it was kept. */
function store(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

let tried = ''
/** Where nothing can be stored a cookie may still know us; where that is refused too, the player is told, once. */
async function keepOtherwise(token: string): Promise<void> {
  if (tried === token) return
  tried = token
  const known = await api.session(token).then(() => api.hands(null)).then(() => true, () => false)
  app.unkept = !known
}
