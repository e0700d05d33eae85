/**
 * One match over all of its sockets. The arena has one at a time, and dials another 250 ms or more after it has lost that. But a
 * handshake names no bot, so the opponent can open sockets of the match too, with those that the arena has sent it. So
 *
 *   - a socket that opens with a pick request begins a match of its own (serve.ts), and any other goes on with one;
 *   - the match listens, and answers, to the oldest of its sockets that is live: one that has brought something lately;
 *   - a socket beside an older one that stays live is not the arena's, and is closed.
 *
 * A socket that is replaced is kept for as long as it is open: where the arena was only slow, it is the one that goes on.
 */
import { EVENT_PAYLOADS } from '@arena/slp'
import type { WebSocket } from 'ws'
import type { Line, Session } from './session.ts'

/** Live without a message, in a stream of 60 in a second. */
const STREAM_QUIET_MS = 500
/** The same between the pick and the first message, where only pings come, one in 5 s. */
const PICK_QUIET_MS = 10_000
/** How long a second socket may wait for the first to fall quiet. */
const WAIT_MS = 1_000
/** How long a match without a socket waits for the next; the arena dials every 2 s. */
const REDIAL_MS = 30_000
/** The close code of a match that is over. */
const GOODBYE = 1000

/** A socket of the match. */
export interface Carrier {
  readonly socket: WebSocket
  readonly line: Line
}

interface Member {
  readonly carrier: Carrier
  readonly since: number
  /** Brought the pick request. */
  readonly isAsked: boolean
  liveUntil: number
  /** What its stream began with. */
  first: Uint8Array | null
}

export class Match {
  readonly key: string
  readonly #session: Session
  readonly #onOver: (match: Match) => void
  /** In the order in which they came. */
  #members: Member[] = []
  #listened: Member | null = null
  #overSoon: NodeJS.Timeout | undefined
  /** The arena has taken its leave, if that was the arena: a stream that goes on shows that it was not. */
  #saidGoodbye = false
  #isOver = false

  constructor(key: string, session: Session, onOver: (match: Match) => void) {
    this.key = key
    this.#session = session
    this.#onOver = onOver
  }

  get isLive(): boolean {
    return this.#members.some(isLive)
  }

  /** Another socket of the match, with what it brings first. */
  join(carrier: Carrier, data: Buffer, isBinary: boolean): void {
    if (this.#isOver) return
    clearTimeout(this.#overSoon)
    const since = performance.now()
    const member: Member = { carrier, since, isAsked: !isBinary, liveUntil: since, first: null }
    this.#members.push(member)
    carrier.socket.on('message', (more: Buffer, isMoreBinary: boolean) => this.#take(member, more, isMoreBinary))
    carrier.socket.on('ping', () => this.#live(member))
    carrier.socket.on('close', (code: number) => this.#leave(member, code))
    this.#take(member, data, isBinary)
  }

  /** Lets go of the sockets and of the bot. */
  close(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#overSoon)
    for (const { carrier } of this.#members) carrier.socket.terminate()
    this.#session.close()
    this.#onOver(this)
  }

  #take(member: Member, data: Buffer, isBinary: boolean): void {
    if (this.#isOver) return
    if (isBinary && data[0] === EVENT_PAYLOADS) member.first = data
    if (isBinary) member.liveUntil = performance.now() + STREAM_QUIET_MS
    else this.#live(member)
    const place = this.#members.indexOf(member)
    if (this.#members.slice(0, place).some(isLive)) return
    for (const newer of this.#members.slice(place + 1)) if (hasWaited(newer)) newer.carrier.socket.terminate()
    this.#saidGoodbye = false
    if (this.#listened !== member) this.#listenTo(member, data)
    if (isBinary) this.#session.binary(data)
    else void this.#session.text(data.toString())
  }

  /** A sign of life that is no part of the stream: it counts before the stream begins. */
  #live(member: Member): void {
    if (member.isAsked && member.first === null) member.liveUntil = performance.now() + PICK_QUIET_MS
  }

  #listenTo(member: Member, data: Buffer): void {
    const isFirst = this.#listened === null
    this.#listened = member
    if (isFirst) return
    this.#session.redialled(member.carrier.line)
    if (member.first !== null && member.first !== data) this.#session.binary(member.first)
  }

  #leave(member: Member, code: number): void {
    const place = this.#members.indexOf(member)
    this.#members.splice(place, 1)
    if (this.#isOver) return
    if (member === this.#listened && code === GOODBYE) this.#saidGoodbye = true
    // Where an older one is still open, that may be the arena's.
    if (this.#saidGoodbye && place === 0) this.close()
    else if (this.#members.length === 0) this.#overSoon = setTimeout(() => this.close(), REDIAL_MS)
  }
}

const isLive = ({ liveUntil }: Member): boolean => performance.now() < liveUntil
const hasWaited = ({ since }: Member): boolean => performance.now() - since > WAIT_MS
