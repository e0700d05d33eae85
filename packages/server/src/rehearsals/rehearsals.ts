/**
 * The rehearsals that this machine plays, in room that its ladder leaves. It takes those that wait, the oldest first, gives them to its
 * hosts, and hears what these report of them before anyone else does: recorder, live list, spectators, capacity and metrics know nothing
 * of a rehearsal. Where the ladder needs the room, and where the machine is hard pressed or ends, rehearsals are broken off at once and
 * wait again, so that no seat is ever delayed.
 *
 * While no rehearsal is open it asks the database nothing. What a crash leaves is compared as matches are: one that this machine holds on
 * record and does not play waits again, and so does one whose machine is dead; one that it plays and does not hold is broken off.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { hasForfeited, passingOn, INCOMPLETE_REPLAY } from '@arena/host'
import type { HostListener, HostPool, MatchResult } from '@arena/host'
import { isId } from '../db/ids.ts'
import { ReceiptFacts } from '@arena/protocol'
import { isRefusal } from '../db/refusal.ts'
import { abortReason } from '../history/abort-reason.ts'
import { inTime } from '../in-time.ts'
import type { Logger } from '../log.ts'
import { SeatLimit } from '../matches/playing/seat-limit.ts'
import type { SeatLimitOptions } from '../matches/playing/seat-limit.ts'
import type { MachineProcess } from '../matches/taking/store.ts'
import { Rounds } from '../rounds.ts'
import type { RehearsalHouse } from './house-server.ts'
import { LeftRoom } from './room.ts'
import type {
  HeldRehearsal,
  Interruption,
  OpenRehearsal,
  PackedReplay,
  RehearsalStore,
  TakenRehearsal,
} from './store.ts'

const LOOK_MS = 500
/** From one look at the record to the next while rehearsals are open, where nothing tells of changes. */
const TURN_MS = 2_000
/** After one that could not be begun, or whose house bot did not play. */
const PAUSE_MS = 10_000
/** How long the machine's end waits for a database that is away. */
const PATIENCE_MS = 10_000
/** A replay that is larger is not kept: the longest game of two Ice Climbers takes a third of it. */
const MOST_PACKED_BYTES = 16_000_000

export interface RehearsalsParts {
  readonly store: RehearsalStore
  readonly machine: MachineProcess
  readonly house: RehearsalHouse
  readonly replayDir: string
  readonly log: Logger
  /** The same number as long as no rehearsal has changed; null while that is not known. */
  readonly revision: () => number | null
  /** How many matches of both kinds the machine may play, for the limit that rehearsals have beside the ladder's. */
  readonly limits: SeatLimitOptions
  /** For how long the ladder has to have left room. */
  readonly windowMs: number
  readonly seed: () => Uint8Array
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number
}

/** The machine that plays, as rehearsals see it. */
export interface Stage {
  readonly pool: Pick<HostPool, 'play' | 'abort'>
  /** Matches that its hosts have, of both kinds. */
  readonly running: () => number
  /** Matches that it may play at once, whatever runs: what is beyond gives way. */
  readonly limit: () => number
  /** Whether one may begin, apart from room. */
  readonly mayBegin: () => Promise<boolean>
  /** Whether it has more than it can play in time. */
  readonly isPressed: () => boolean
}

interface Played {
  readonly taken: TakenRehearsal
  /** It is on a host whose result has not come. */
  isOnHost: boolean
  /** Why it is being broken off; null where it is not. */
  brokenOff: Interruption | null
}

export class Rehearsals {
  readonly #parts: RehearsalsParts
  readonly #elapsed: () => number
  /** In the order in which they were taken; until their end is on record. */
  readonly #played = new Map<string, Played>()
  readonly #left: LeftRoom
  readonly #limit: SeatLimit
  readonly #writing = new Set<Promise<void>>()
  #stage: Stage | null = null
  #rounds: Rounds | null = null
  #isDraining = false
  #seen: number | null = null
  #lookedAt = -Infinity
  #pausedUntil = -Infinity
  /** As of the last look. */
  #open: readonly OpenRehearsal[] = []
  /** Whether there was none to take since the last look. */
  #hasTakenAll = false

  constructor(parts: RehearsalsParts) {
    this.#parts = parts
    this.#elapsed = parts.elapsed ?? (() => performance.now())
    this.#left = new LeftRoom(parts.windowMs)
    this.#limit = new SeatLimit(parts.limits)
  }

  /** How many are on the hosts. */
  get running(): number {
    return [...this.#played.values()].filter(({ isOnHost }) => isOnHost).length
  }

  /** Hears the reports of hosts before anyone else. */
  listeningTo(listener: HostListener): HostListener {
    return passingOn(listener, {
      started: (match) => {
        if (!isOne(match.matchId)) return listener.started(match)
        const played = this.#played.get(match.matchId)
        if (played === undefined) return
        const { store } = this.#parts
        this.#track(store.begun(played.taken, match.stage), 'the start of a rehearsal was not written')
      },
      progress: (reports) => {
        const others = reports.filter(({ matchId }) => !isOne(matchId))
        if (others.length > 0) listener.progress(others)
      },
      finished: (result) => {
        if (!isOne(result.matchId)) return listener.finished(result)
        this.#finished(result)
      },
      forgiven: (matchId, host) => {
        if (!isOne(matchId)) listener.forgiven(matchId, host)
      },
    })
  }

  /** Where they are played, from here on. */
  playOn(stage: Stage): void {
    this.#stage = stage
  }

  /** Has a turn twice in a second. */
  start(): void {
    this.#rounds = new Rounds({
      failure: 'rehearsals could not be looked after',
      everyMs: LOOK_MS,
      log: this.#parts.log,
      work: () => this.turn(),
    })
  }

  /** Gives way, compares, and takes what waits. */
  async turn(): Promise<void> {
    const { revision, house } = this.#parts
    this.giveWay()
    const stage = this.#stage
    if (stage === null || this.#isDraining) return
    const now = this.#elapsed()
    const known = revision()
    const isDue = (this.#open.length > 0 || known === null) && now - this.#lookedAt >= TURN_MS
    if (known !== this.#seen || isDue) {
      await this.#look()
      this.#seen = known
      this.#lookedAt = now
    }
    await this.#takeAll(stage)
    if (this.#played.size === 0) await house.end()
  }

  /** The ladder has begun a match, or may play fewer than before: rehearsals give way, those that were taken last first. */
  giveWay(): void {
    const stage = this.#stage
    if (stage === null) return
    const now = this.#elapsed()
    const ladder = this.#ladder(stage)
    this.#left.saw(now, ladder)
    const staying = [...this.#played.values()].filter(({ brokenOff }) => brokenOff === null)
    if (staying.length === 0) return
    const isPressed = stage.isPressed()
    if (isPressed) this.#limit.fellBehind(now, ladder + staying.length)
    // One alone disturbs nobody, however busy the machine is with other work.
    const most = this.#isDraining ? 0 : isPressed ? Number(ladder === 0) : stage.limit() - ladder
    const excess = staying.length - most
    const why = this.#isDraining ? 'machine' : isPressed ? 'busy' : 'ladder'
    for (const played of staying.toReversed().slice(0, Math.max(0, excess))) this.#breakOff(played, why)
  }

  /** Takes none any more, and gives back those that it plays. */
  async drain(): Promise<void> {
    this.#isDraining = true
    this.giveWay()
    await this.#rounds?.stop()
    while (this.#played.size > 0) {
      await this.settled()
      if (this.running > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }

  /** Takes none any more. */
  async stop(): Promise<void> {
    this.#isDraining = true
    await this.#rounds?.stop()
  }

  /** Resolves when what the hosts have reported is on record, or the database has been away for too long, and no house bot is up. */
  async close(): Promise<void> {
    await inTime(this.settled(), PATIENCE_MS, null)
    await this.#parts.house.end()
  }

  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing)
  }

  #ladder({ running }: Stage): number {
    return running() - this.running
  }

  /** Whether one waits that this machine might take, as far as the last look tells. */
  get #isAnyWaiting(): boolean {
    return !this.#hasTakenAll && this.#open.some(({ machineId }) => machineId === null)
  }

  #room(stage: Stage): number {
    const now = this.#elapsed()
    const total = this.#ladder(stage) + this.#played.size
    if (now < this.#pausedUntil || !this.#limit.mayPlay(now, total)) return 0
    return this.#left.of(now, Math.min(stage.limit(), this.#limit.limit)) - this.#played.size
  }

  /** Compares what is on record with what is played. */
  async #look(): Promise<void> {
    const { store, machine } = this.#parts
    // Before the record is read: what ends meanwhile is no mismatch.
    const played = new Map(this.#played)
    this.#open = await store.open()
    this.#hasTakenAll = false
    for (const each of this.#open) {
      const isLost = each.machineId === machine.id && !holds(played.get(each.id), each)
      if (isLost || each.isLeft) await store.giveBack(each, 'machine')
    }
    for (const one of played.values()) {
      const isHeld = this.#open.some((each) => each.machineId === machine.id && holds(one, each))
      if (!isHeld && one.brokenOff === null) this.#breakOff(one, 'machine')
    }
  }

  async #takeAll(stage: Stage): Promise<void> {
    const { store, machine, seed } = this.#parts
    while (this.#isAnyWaiting && this.#room(stage) > 0 && !this.#isDraining) {
      if (!(await stage.mayBegin())) return
      const taken = await store.take(machine, seed())
      this.#hasTakenAll = taken === null
      if (taken === null) return
      this.#open = this.#open.filter(({ id }) => id !== taken.id)
      await this.#begin(stage, taken)
    }
  }

  async #begin({ pool }: Stage, taken: TakenRehearsal): Promise<void> {
    const { house, store, log } = this.#parts
    const { id, order, port, opponent } = taken
    const played: Played = { taken, isOnHost: false, brokenOff: null }
    this.#played.set(id, played)
    try {
      const url = (await house.address()) + opponent.path
      // The ladder may have needed its place meanwhile.
      if (played.brokenOff === null) {
        const [first, second] = order.bots
        pool.play({ ...order, bots: port === 0 ? [first, { ...second, url }] : [{ ...first, url }, second] })
        played.isOnHost = true
        log.info({ rehearsal: id, bots: order.bots.map(({ name }) => name) }, 'rehearsal begun')
        return
      }
    } catch (error) {
      played.brokenOff ??= 'start'
      this.#pausedUntil = this.#elapsed() + PAUSE_MS
      log.error({ err: error, rehearsal: id }, 'a rehearsal could not be begun; it waits again')
    }
    await store.giveBack(taken, played.brokenOff).finally(() => this.#played.delete(id))
  }

  #breakOff(played: Played, why: Interruption): void {
    played.brokenOff = why
    if (played.isOnHost) this.#stage?.pool.abort(played.taken.id, 'shutdown')
  }

  #finished(result: MatchResult): void {
    const played = this.#played.get(result.matchId)
    if (played !== undefined) played.isOnHost = false
    // One that is not written waits again by the next look.
    this.#track(this.#conclude(played, result), 'the end of a rehearsal was not written')
  }

  async #conclude(played: Played | undefined, result: MatchResult): Promise<void> {
    try {
      if (played !== undefined) await this.#write(played, result)
    } finally {
      await removeFiles(this.#parts.replayDir, result.matchId)
      this.#played.delete(result.matchId)
    }
  }

  async #write({ taken, brokenOff }: Played, result: MatchResult): Promise<void> {
    const { store, log } = this.#parts
    const { status, cause, detail, summary } = result
    const fields = { rehearsal: taken.id, status, cause, detail }
    const isWalkover = hasForfeited(summary, taken.port === 0 ? 1 : 0) && !hasForfeited(summary, taken.port)
    // The house ends once it plays none, and another process serves the next.
    if (isWalkover) this.#pausedUntil = this.#elapsed() + PAUSE_MS
    if (isWalkover || cause === 'shutdown') {
      const isWaiting = await store.giveBack(taken, isWalkover ? 'house' : (brokenOff ?? 'machine'))
      log.info(fields, isWaiting ? 'rehearsal broken off; it waits again' : 'rehearsal broken off')
      return
    }
    const version = result.versions?.[taken.port] ?? null
    const end = { status, detail: status === 'aborted' ? abortReason(cause) : null, summary, version }
    const stage = result.played && summary !== null ? summary.stage : null
    const facts = this.#soundFacts(taken, result)
    try {
      const replay = result.replayBytes === null ? null : await this.#readReplay(taken, result.replayBytes)
      await store.end(taken, { ...end, stage, facts, replay })
    } catch (error) {
      if (!isRefusal(error)) throw error
      // It would be refused again, and the rehearsal played for ever.
      log.error({ err: error, ...fields }, 'the database refused the end of a rehearsal')
      const fault = { status: 'aborted', detail: abortReason('arena-fault') } as const
      await store.end(taken, { ...fault, stage, summary: null, facts: null, version, replay: null })
    }
    log.info(fields, 'rehearsal ended')
  }

  /** Facts that could not be read again are left out. */
  #soundFacts({ id, port }: TakenRehearsal, { receipts }: MatchResult): ReceiptFacts | null {
    if (receipts === undefined) return null
    const { data = null, error } = ReceiptFacts.safeParse(receipts[port])
    if (error !== undefined) this.#parts.log.error({ err: error, rehearsal: id }, 'a receipt was not valid')
    return data
  }

  async #readReplay({ id }: HeldRehearsal, bytes: number): Promise<PackedReplay | null> {
    const { replayDir, log } = this.#parts
    try {
      const packed = await promisify(gzip)(await readFile(join(replayDir, `${id}.slp`)))
      if (packed.length <= MOST_PACKED_BYTES) return { bytes, packed }
      log.warn({ rehearsal: id, bytes: packed.length }, 'the replay of a rehearsal is too large to be kept')
    } catch (error) {
      log.error({ err: error, rehearsal: id }, 'the replay of a rehearsal could not be read')
    }
    return null
  }

  #track(work: Promise<unknown>, complaint: string): void {
    const { log } = this.#parts
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, complaint))
      .then(() => void this.#writing.delete(tracked))
    this.#writing.add(tracked)
  }
}

const isOne = (matchId: string): boolean => isId('rehearsal', matchId)

function holds(played: Played | undefined, { id, attempt }: OpenRehearsal): boolean {
  return played?.taken.id === id && played.taken.attempt === attempt
}

/** Removing what is not there is no mistake. */
async function removeFiles(replayDir: string, id: string): Promise<void> {
  for (const ending of ['', ...INCOMPLETE_REPLAY]) await rm(join(replayDir, `${id}.slp${ending}`), { force: true })
}
