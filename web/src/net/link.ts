// The connection to the server: says hello, keeps alive, comes back, and never loses or repeats a command.

import { signal, type Level } from './signal.svelte'
import { PROTOCOL, type ClientIn, type ClientOut, type CloseTable, type Resume, type Welcome } from '../protocol'

/** Each of a union without one of its fields. */
type Without<All, Field extends PropertyKey> = All extends unknown ? Omit<All, Field> : never
/** A command as the pages write it: its `cmd_id` is added here. */
export type Command = Without<Extract<ClientIn, { cmd_id: string }>, 'cmd_id'>
export type Answer = Exclude<ClientOut, { t: 'pong' | 'update' | 'upgrade' | 'fault' | 'closing' | 'gone' }>
/** `upgrade` and `broken`: this page will not connect again, it has to be loaded anew. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'upgrade' | 'broken' | 'restart'

export interface LinkOptions {
  url: string
  token(): string | null
  /** Versions of the views that are shown, for the hello. */
  tables(): Record<string, number>
  hear(message: ClientOut): void
  state(state: LinkState): void
}

interface Waiting {
  frame: string
  /** When it was pressed, and when it was last sent (0: not yet). */
  since: number
  sent: number
  /** A player pressed it; not what the page asks for by itself. */
  pressed: boolean
  resolve(answer: Answer): void
}

/** So long nothing is heard before it is asked whether the other end lives; the two below count from that question. */
const PING_MS = 4_000
const WEAK_MS = 2_500
const DEAD_MS = 5_500
/** So long an attempt to connect may take, the welcome included. A network that swallows all it is given never says no. */
const CONNECT_MS = 8_000
/** A lost connection is amber so long, then red. */
const RED_MS = 5_000
/** The first connection of a page may take so long before anything is said. */
const FIRST_MS = 3_000
/** What was pressed and not acknowledged is said to be so, and sent again; from then on less often. */
const UNSENT_MS = 1_500
const RESEND_MS = 4_000
/** The page slept, or its processor was taken: what it has not heard meanwhile may lie in the queue. */
const ASLEEP_MS = 3_000
const QUIET = new Set<ClientIn['t']>(['watch_rooms', 'peek', 'cut'])
/** Clocks count in milliseconds, and a frame waits a little for its turn. */
const CLOCK_GRAIN = 50
const FIRST_WAIT = 400
const LONGEST_WAIT = 4_000

/** How long to wait before the next attempt: doubling to four seconds, with a random part. */
export function backoff(attempt: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.6 + 0.4 * random)
}

export class Link {
  private socket: WebSocket | null = null
  private welcomed = false
  private attempt = 0
  private readonly open = new Map<string, Waiting>()
  private pings = new Map<number, number>()
  /** When a ping was sent to which nothing was heard; 0 if none waits. */
  private asking = 0
  private heard = 0
  private began = 0
  /** Since when there is no connection; 0 while there is one. */
  private lost: number
  private everWelcomed = false
  /** The device said that it has no network, and nothing was heard since. */
  private offline = false
  private beaten = Date.now()
  private best = Infinity
  private retry = 0
  private stopped = false
  /** How long the server that goes down asks us to wait, milliseconds. */
  private asked: number | null = null
  /** Server clock minus ours, milliseconds. */
  offset = 0

  constructor(private readonly options: LinkOptions) {
    this.lost = Date.now()
    window.setInterval(() => this.beat(), 500)
    window.addEventListener('online', () => {
      this.offline = false
      this.wake()
    })
    window.addEventListener('offline', () => {
      this.offline = true
      if (this.welcomed) this.ping() // a server on this very device is still reached
      this.show()
    })
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.wake()
    })
    this.connect()
  }

  /** Send a command and wait for its answer. It is sent again, under the same id, until it is answered. */
  command(command: Command): Promise<Answer> {
    const cmd_id = newId()
    return new Promise((resolve) => {
      const frame = JSON.stringify({ ...command, cmd_id })
      this.open.set(cmd_id, { frame, since: Date.now(), sent: this.welcomed ? Date.now() : 0, pressed: !QUIET.has(command.t), resolve })
      if (this.welcomed) this.socket?.send(frame)
    })
  }

  /** Send what needs no answer (`resume`, `close_table`). */
  tell(message: Resume | CloseTable): void {
    if (this.welcomed) this.socket?.send(JSON.stringify(message))
  }

  private connect(): void {
    if (this.stopped) return
    clearTimeout(this.retry)
    this.began = Date.now()
    const socket = new WebSocket(this.options.url)
    this.socket = socket
    this.welcomed = false
    this.pings.clear()
    this.asking = 0
    socket.onopen = () => {
      if (socket !== this.socket) return // it came after it was given up
      const token = this.options.token()
      socket.send(
        JSON.stringify({
          t: 'hello',
          protocol: PROTOCOL,
          client: 'erqishi-web',
          ...(token ? { token } : {}),
          tables: this.options.tables(),
        }),
      )
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data) as ClientOut)
    }
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code)
    }
  }

  private receive(message: ClientOut): void {
    this.heard = Date.now()
    this.asking = 0
    this.offline = false
    this.take(message)
    this.show()
  }

  private take(message: ClientOut): void {
    if (message.t === 'pong') {
      const sent = this.pings.get(message.n)
      if (sent === undefined) return
      this.pings.clear()
      this.measure(message.now, performance.now() - sent)
      return
    }
    if (message.t === 'closing') this.asked = message.retry_ms
    if (message.t === 'upgrade') this.options.state('upgrade')
    if (message.t === 'welcome') this.greeted(message)
    this.options.hear(message)
    const id = 'cmd_id' in message ? message.cmd_id : null
    const waiting = id ? this.open.get(id) : undefined
    if (id && waiting) {
      this.open.delete(id)
      waiting.resolve(message as Answer)
    }
  }

  /** The quickest answer tells the server's clock best, until one contradicts it: then a clock has been set, theirs or ours. */
  private measure(now: number, trip: number): void {
    const offset = now - trip / 2 - Date.now()
    if (trip < this.best || Math.abs(offset - this.offset) > (trip + this.best) / 2 + CLOCK_GRAIN) {
      this.best = trip
      this.offset = offset
    }
  }

  private greeted(welcome: Welcome): void {
    // perhaps another start of the server: what was measured before is about another clock
    this.best = Infinity
    this.offset = welcome.now - Date.now()
    this.welcomed = true
    this.everWelcomed = true
    this.lost = 0
    this.attempt = 0
    this.options.state('open')
    this.ping()
    for (const waiting of this.open.values()) {
      waiting.sent = Date.now()
      this.socket?.send(waiting.frame)
    }
  }

  private closed(code: number): void {
    this.socket = null
    this.welcomed = false
    this.asking = 0
    this.lost ||= Date.now()
    // too old for the server, or it could not read what this page sends: the same page would only be turned away again
    if (code === 4001 || code === 4000) {
      this.stopped = true
      this.options.state(code === 4001 ? 'upgrade' : 'broken')
      this.show()
      return
    }
    const wait = this.asked ?? backoff(this.attempt++, Math.random())
    this.options.state(this.asked !== null || code === 1012 ? 'restart' : 'lost')
    this.asked = null
    this.retry = window.setTimeout(() => this.connect(), wait)
    this.show()
  }

  private ping(): void {
    const now = performance.now()
    const n = Math.floor(now)
    this.pings.set(n, now)
    this.asking ||= Date.now()
    this.socket?.send(JSON.stringify({ t: 'ping', n }))
  }

  private beat(): void {
    const now = Date.now()
    const slept = now - this.beaten > ASLEEP_MS
    this.beaten = now
    if (this.welcomed) this.listen(now, slept)
    else if (this.socket && !slept && now - this.began > CONNECT_MS) this.drop()
    this.show()
  }

  private listen(now: number, slept: boolean): void {
    if (slept && this.asking) {
      this.asking = 0
      this.ping()
    } else if (this.asking && now - this.asking > DEAD_MS) {
      this.drop()
      return
    } else if (!this.asking && now - this.heard >= PING_MS) this.ping()
    for (const waiting of this.open.values()) {
      if (now - waiting.sent > (waiting.sent - waiting.since < UNSENT_MS ? UNSENT_MS : RESEND_MS)) {
        waiting.sent = now
        this.socket?.send(waiting.frame)
      }
    }
  }

  /** The device woke or came online: find out at once whether the connection still lives, or make a new one. */
  private wake(): void {
    if (this.welcomed) {
      this.asking = 0 // what was asked before it slept says nothing
      this.ping()
    } else if (!this.stopped) {
      // an attempt that was begun in the old network may hang until its time is over
      const hanging = this.socket
      this.socket = null
      hanging?.close()
      this.attempt = 0
      this.connect()
    }
    this.show()
  }

  /** Tell the player how it stands. */
  private show(): void {
    const now = Date.now()
    signal.level = this.stopped ? '' : this.level(now)
    signal.unsent = [...this.open.values()].some((one) => one.pressed && now - one.since > UNSENT_MS)
  }

  private level(now: number): Level {
    if (this.offline) return 'gone'
    if (this.welcomed) return this.asking && now - this.asking > WEAK_MS ? 'weak' : ''
    const since = now - this.lost
    if (since > RED_MS) return 'gone'
    return this.everWelcomed || since > FIRST_MS ? 'weak' : ''
  }

  private drop(): void {
    const socket = this.socket
    this.socket = null
    socket?.close()
    this.closed(0)
  }
}

/** Twelve random bytes as 24 hex digits; works without a secure context too. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
