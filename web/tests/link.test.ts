import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Link, newId, type LinkState } from '../src/net/link'
import { signal } from '../src/net/signal.svelte'
import type { ClientOut } from '../src/protocol'

/** A connection that the test holds the other end of. */
class Socket {
  static made: Socket[] = []
  closed = false
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
  close(): void {
    this.closed = true
  }
  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) })
  }
}

let states: LinkState[] = []
let told: Record<string, () => void> = {}
let link: Link
const last = (): Socket => Socket.made.at(-1) as Socket
const WELCOME = { t: 'welcome', now: 0, me: {}, tables: [], token: 'x' }

beforeEach(() => {
  vi.useFakeTimers()
  Socket.made = []
  states = []
  vi.stubGlobal('WebSocket', Socket)
  told = {}
  const addEventListener = (name: string, hear: () => void): void => {
    told[name] = hear
  }
  vi.stubGlobal('window', { setInterval, setTimeout, addEventListener })
  vi.stubGlobal('document', { addEventListener, hidden: false })
  link = new Link({ url: 'ws://x', token: () => null, tables: () => ({}), hear: (_message: ClientOut) => undefined, state: (state) => states.push(state) })
  last().onopen()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a page whose frames cannot be read, or that is too old, does not come back', () => {
  last().onclose({ code: 4001 })
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

/** The other end answers every ping, for so long. */
function lively(ms: number): void {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    const before = last().sent.length
    vi.advanceTimersByTime(500)
    for (const frame of last().sent.slice(before)) {
      const { t, n } = JSON.parse(frame) as { t: string; n: number }
      if (t === 'ping') last().hear({ t: 'pong', n, now: Date.now() })
    }
  }
}

it('a network that swallows everything is noticed: amber first, a new attempt within ten seconds, then red', () => {
  last().hear(WELCOME)
  last().hear({ t: 'pong', n: 0, now: 0 })
  lively(20_000)
  expect([Socket.made.length, signal.level]).toEqual([1, ''])
  vi.advanceTimersByTime(7_500)
  expect([Socket.made.length, signal.level]).toEqual([1, 'weak'])
  vi.advanceTimersByTime(3_000)
  expect([states.at(-1), signal.level]).toEqual(['lost', 'weak'])
  vi.advanceTimersByTime(6_000)
  expect([Socket.made.length, signal.level]).toEqual([2, 'gone'])
  last().onopen()
  last().hear(WELCOME)
  expect([states.at(-1), signal.level]).toEqual(['open', ''])
})

it('no attempt hangs for ever: after eight seconds it is given up, before the hello or after it', () => {
  vi.advanceTimersByTime(7_900)
  expect([Socket.made.length, Socket.made[0]?.closed]).toEqual([1, false])
  vi.advanceTimersByTime(1_500)
  expect([Socket.made.length, Socket.made[0]?.closed, signal.level]).toEqual([2, true, 'gone'])
  Socket.made[0]?.onopen() // too late: it says nothing any more
  Socket.made[0]?.hear(WELCOME)
  expect([Socket.made[0]?.sent.length, states.at(-1)]).toEqual([1, 'lost'])
  vi.advanceTimersByTime(9_500)
  expect(Socket.made.length).toBe(3)
})

it.each(['online', 'visibilitychange'])('%s begins a fresh attempt at once, whatever hangs', (name) => {
  const hanging = last()
  told[name]?.()
  expect([Socket.made.length, hanging.closed]).toEqual([2, true])
  last().onopen()
  last().hear(WELCOME)
  told[name]?.()
  expect(Socket.made.length).toBe(2) // one that lives is only asked
  vi.advanceTimersByTime(6_500)
  expect(states.at(-1)).toBe('lost')
})

it('the device without a network is told at once, and not when the server is reached all the same', () => {
  last().hear(WELCOME)
  told['offline']?.()
  expect(signal.level).toBe('gone')
  const { n } = JSON.parse(last().sent.at(-1) ?? '') as { n: number }
  last().hear({ t: 'pong', n, now: 0 })
  expect(signal.level).toBe('')
})

it('what was pressed and is not acknowledged is said to be so after a second and a half, and sent again; what the page asks for is not', () => {
  last().hear(WELCOME)
  void link.command({ t: 'watch_rooms', on: true })
  vi.advanceTimersByTime(2_000)
  expect(signal.unsent).toBe(false)
  void link.command({ t: 'manage', table: 'x', on: false })
  const frame = last().sent.at(-1) ?? ''
  const sent = (): number => last().sent.filter((one) => one === frame).length
  vi.advanceTimersByTime(1_000)
  expect([signal.unsent, sent()]).toEqual([false, 1])
  vi.advanceTimersByTime(1_500)
  expect([signal.unsent, sent()]).toEqual([true, 2])
  last().hear({ t: 'ack', cmd_id: (JSON.parse(frame) as { cmd_id: string }).cmd_id })
  expect(signal.unsent).toBe(false)
})

it('a page that slept hears what lies in the queue before it gives its connection up', () => {
  last().hear(WELCOME)
  last().hear({ t: 'pong', n: 0, now: 0 })
  vi.advanceTimersByTime(5_000)
  expect(last().sent.length).toBe(3) // the hello, and two pings, the last of which waits
  vi.setSystemTime(Date.now() + 60_000)
  lively(10_000)
  expect([Socket.made.length, signal.level]).toEqual([1, ''])
})

const pong = (now: () => number, after: number): void => {
  const asked = last().sent.map((frame) => JSON.parse(frame) as { t: string; n: number }).filter((frame) => frame.t === 'ping').at(-1)
  vi.advanceTimersByTime(after)
  last().hear({ t: 'pong', n: asked?.n, now: now() })
}

it('the quickest answer tells the time of the server, a slower one only if a clock has been set', () => {
  last().hear({ ...WELCOME, now: Date.now() + 5_000 })
  pong(() => Date.now() + 5_000, 20)
  const close = link.offset
  expect(Math.abs(close - 5_000)).toBeLessThanOrEqual(20)
  link['measure'](Date.now() + 5_090, 200)
  expect(link.offset).toBe(close)
  vi.setSystemTime(Date.now() - 3_600_000)
  link['measure'](Date.now() + 3_605_000, 40)
  expect(Math.abs(link.offset - 3_605_000)).toBeLessThan(60)
})

it('another start of the server may have another clock', () => {
  last().hear({ ...WELCOME, now: Date.now() })
  pong(() => Date.now(), 2)
  last().onclose({ code: 1006 })
  vi.advanceTimersByTime(4_000)
  last().onopen()
  last().hear({ ...WELCOME, now: Date.now() + 3_600_000 })
  expect(Math.abs(link.offset - 3_600_000)).toBeLessThan(10)
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
