// The connection to the server: says hello, keeps alive, comes back, and never loses or repeats a command.

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
  sent: number
  resolve(answer: Answer): void
}

const PING_MS = 12_000
const RESEND_MS = 5_000
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
  private lastPing = 0
  private best = Infinity
  private retry = 0
  private stopped = false
  /** How long the server that goes down asks us to wait, milliseconds. */
  private asked: number | null = null
  /** Server clock minus ours, milliseconds. */
  offset = 0

  constructor(private readonly options: LinkOptions) {
    window.setInterval(() => this.beat(), 1_000)
    window.addEventListener('online', () => this.wake())
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
      this.open.set(cmd_id, { frame, sent: this.welcomed ? Date.now() : 0, resolve })
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
    const socket = new WebSocket(this.options.url)
    this.socket = socket
    this.welcomed = false
    this.pings.clear()
    socket.onopen = () => {
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
    if (message.t === 'pong') {
      const sent = this.pings.get(message.n)
      if (sent === undefined) return
      this.pings.clear()
      const trip = performance.now() - sent
      if (trip < this.best) {
        this.best = trip
        this.offset = message.now - trip / 2 - Date.now()
      }
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

  private greeted(welcome: Welcome): void {
    if (this.best === Infinity) this.offset = welcome.now - Date.now()
    this.welcomed = true
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
    // too old for the server, or it could not read what this page sends: the same page would only be turned away again
    if (code === 4001 || code === 4000) {
      this.stopped = true
      this.options.state(code === 4001 ? 'upgrade' : 'broken')
      return
    }
    const wait = this.asked ?? backoff(this.attempt++, Math.random())
    this.options.state(this.asked !== null || code === 1012 ? 'restart' : 'lost')
    this.asked = null
    this.retry = window.setTimeout(() => this.connect(), wait)
  }

  private ping(): void {
    const n = Math.floor(performance.now())
    this.lastPing = performance.now()
    this.pings.set(n, this.lastPing)
    this.socket?.send(JSON.stringify({ t: 'ping', n }))
  }

  private beat(): void {
    if (!this.welcomed || !this.socket) return
    if (this.pings.size >= 2) {
      this.drop()
      return
    }
    if (performance.now() - this.lastPing >= PING_MS) this.ping()
    for (const waiting of this.open.values()) {
      if (Date.now() - waiting.sent > RESEND_MS) {
        waiting.sent = Date.now()
        this.socket.send(waiting.frame)
      }
    }
  }

  /** The device woke or came online: find out at once whether the connection still lives. */
  private wake(): void {
    if (this.welcomed) this.ping()
    else if (!this.socket || this.socket.readyState === WebSocket.CLOSED) {
      this.attempt = 0
      this.connect()
    }
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
