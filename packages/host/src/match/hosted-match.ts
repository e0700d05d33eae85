/**
 * A match's life on its host.
 *
 *   joining    both bots are dialled and asked for their picks, each on its own; an engine is made ready meanwhile
 *   starting   the engine is given seed, stage and picks; the replay file is opened
 *   playing    the clock polls, the engine steps, the frame is stored and streamed, until something concludes the match
 *   ending     Game End is stored and streamed, the sockets are closed, the replay is completed
 *
 * A match is concluded once, by whatever comes first: the game's own ending, a forfeit, or one of the causes that abort
 * it. Before `playing` there is no game: no stream, no replay, and no record of stage and picks.
 */
import { join } from 'node:path'
// Not the whole engine: a host has no use for it.
import { drawCharacter } from '@arena/engine/seed'
import { MODES, STOCKS, type GameSummary, type ModeRules, type ReceiptFacts } from '@arena/protocol'
import { FIRST_FRAME, GameMetadata } from '@arena/slp'
import { traceOf, wordsOf } from '@arena/protocol/words-of'
import { BotLink, MAX_MESSAGES_PER_SECOND, type Dial, type Joined } from './bot-link.ts'
import type { Awaited, Clock, Paced, Pacing } from './clock.ts'
import { keepFault, lastStep } from '../engine/engine-fault.ts'
import { EngineLag } from './engine-lag.ts'
import type { EnginePool, GameEngine } from '../engine/engine-pool.ts'
import { createAnswer, createStep, setStepFrame, STEP_PADS_OFFSET } from '../engine/engine-protocol.ts'
import type { Answer, EndReason, Standing } from '../engine/engine-protocol.ts'
import { ForfeitCounter, type Forfeit } from './forfeit.ts'
import { packPads } from './landed-pads.ts'
import { Sight } from './lead.ts'
import type {
  BranchResult,
  EndCause,
  Ignored,
  MatchOrder,
  MatchProgress,
  MatchResult,
  MatchStarted,
  NoPick,
  Pair,
  Pick,
  Versions,
} from '../order.ts'
import { PadBuffer } from './pad-buffer.ts'
import { RecordedPart } from './recorded-part.ts'
import { MatchReceipts } from './receipt/match-receipts.ts'
import { ReplayError, ReplayFile, type FinishedReplay } from './replay-file.ts'
import { isDecided, summaryOf, summaryOfAbsence } from './summary.ts'
import type { MatchTiming } from './timing.ts'

export interface MatchContext {
  readonly dial: Dial
  /** For bots that the machine serves itself; by default the same. */
  readonly dialOwn?: Dial
  readonly clock: Clock
  readonly engines: EnginePool
  /** An existing folder. */
  readonly replayDir: string
  /** Where games that their engine broke are kept; by default nowhere. */
  readonly faultDir?: string
  readonly timing: MatchTiming
  readonly onStarted: (match: MatchStarted) => void
  /** A frame was polled; `missed` of its two pads had not landed. */
  readonly onPoll: (missed: number) => void
  /** The match was behind its clock for too long, and was forgiven. */
  readonly onForgiven: () => void
}

/** What concludes a match, before its consequences are drawn. */
interface Conclusion {
  readonly cause: EndCause
  readonly detail: string
  /** How the game ends; null when it is broken off. */
  readonly reason: EndReason | null
}

/** A game in play. */
interface Game {
  readonly picks: Pair<Pick>
  readonly replay: ReplayFile
  readonly metadata: GameMetadata
  readonly startedAt: number
  /** The first message of the stream. */
  readonly first: Uint8Array
}

/** A bot that has missed this many polls in a row is not waited for by a clock that follows the bots. */
const SILENT_POLLS = 2

const PORTS = [0, 1] as const

export class HostedMatch implements Paced {
  readonly #order: MatchOrder
  readonly #context: MatchContext
  readonly #rules: ModeRules
  readonly #pads: Pair<PadBuffer>
  readonly #sights: Pair<Sight>
  readonly #links: Pair<BotLink>
  readonly #receipts: MatchReceipts
  #forfeits: ForfeitCounter
  readonly #lag: EngineLag
  readonly #engine: GameEngine
  readonly #wallClockAt: number
  /** The step request, filled anew for each frame. */
  readonly #step = createStep()
  readonly #standing: Standing = createAnswer()
  readonly #concluded: Promise<Conclusion>
  #settle: ((conclusion: Conclusion) => void) | null
  /** Null where the match is no branch. */
  readonly #recorded: RecordedPart | null
  /** What the bots picked. */
  #answers: BranchResult['picks'] = [null, null]
  #game: Game | null = null
  #pacing: Pacing | null = null
  /** The forfeit that the poll now being played completes. */
  #forfeit: Forfeit | null = null

  /** The match began `ranMs` ago; less than 0 where the clock that says so was set back since then. */
  constructor(order: MatchOrder, context: MatchContext, ranMs = 0) {
    const rules = MODES[order.mode]
    this.#order = order
    this.#context = context
    this.#rules = rules
    this.#wallClockAt = performance.now() + rules.wallClockMs - Math.max(0, ranMs)
    this.#forfeits = new ForfeitCounter(rules.forfeitPolls)
    this.#recorded = order.branch ? new RecordedPart(order.branch) : null
    this.#lag = new EngineLag(rules)
    this.#standing.frame = FIRST_FRAME - 1
    for (const player of this.#standing.players) player.stocks = STOCKS
    this.#receipts = new MatchReceipts(() => context.clock.now())
    const { arrivals } = this.#receipts
    this.#pads = [
      new PadBuffer(FIRST_FRAME - 1, rules.padWindow, arrivals[0]),
      new PadBuffer(FIRST_FRAME - 1, rules.padWindow, arrivals[1]),
    ]
    this.#sights = [new Sight(context.clock.followsTime), new Sight(context.clock.followsTime)]
    this.#links = [this.#link(0), this.#link(1)]
    let settle!: (conclusion: Conclusion) => void
    this.#concluded = new Promise((resolve) => (settle = resolve))
    this.#settle = settle
    this.#engine = context.engines.take({
      stepped: (answer) => this.#stepped(answer),
      failed: (error) => this.#conclude('engine-failed', error.message),
    })
  }

  /** Plays the match to its end, whatever that is; never rejects. */
  async play(): Promise<MatchResult> {
    try {
      const joined = await Promise.race([this.#concluded, Promise.all(this.#links.map((link) => link.join()))])
      if (!Array.isArray(joined)) return this.#notPlayed(joined)
      const [first, second] = joined as [Joined, Joined]
      this.#answers = [answerOf(first), answerOf(second)]
      const picks: Pair<Pick> = this.#order.branch?.picks ?? [this.#pickOf(first, 0), this.#pickOf(second, 1)]
      if (!first.present || !second.present) return this.#absent([first, second], picks)
      const game = await this.#start(picks, [whyDrawn(first.pick), whyDrawn(second.pick)])
      if (game === null) return this.#notPlayed(await this.#concluded, picks)
      return await this.#end(game, await this.#concluded)
    } catch (error) {
      // A fault of this program: it costs this match, not the host. The replay is completed at the next start.
      const fault = { cause: 'arena-fault', detail: traceOf(error), reason: null } as const
      if (this.#game === null) return this.#notPlayed(fault)
      const summary = this.#summary(this.#game.picks, null)
      return this.#result({ status: 'aborted', ...fault, summary, played: true, replayBytes: null })
    } finally {
      this.#settle = null
      this.#pacing?.stop()
      this.#engine.giveBack()
      for (const link of this.#links) link.close()
    }
  }

  /** Breaks the match off. */
  abort(cause: EndCause, detail: string): void {
    this.#conclude(cause, detail)
  }

  /** To be called several times a second; `now` of `performance.now()`. */
  watch(now: number): void {
    for (const link of this.#links) link.watch(now)
    if (now >= this.#wallClockAt) {
      this.#conclude('wall-clock', `The wall clock of ${this.#rules.wallClockMs / 60_000} minutes has run out.`)
    }
    const lagMs = this.lagMs()
    if (lagMs !== null && this.#lag.observe(now, lagMs)) this.#fellBehind()
  }

  #fellBehind(): void {
    if (this.#context.timing.whenBehind === 'abort') {
      this.#conclude('engine-lag', `The game has been more than ${this.#rules.lagMs} ms behind its clock for too long.`)
    } else if (this.#settle !== null) {
      this.#pacing?.forgive()
      this.#context.onForgiven()
    }
  }

  /** How far the game is behind its clock; null until it has begun, and once it is over: to store its end may take a while. */
  lagMs(): number | null {
    return this.#settle === null ? null : (this.#pacing?.lagMs() ?? null)
  }

  /** Null until the game has begun. */
  progress(): MatchProgress | null {
    if (this.#game === null) return null
    const { frame, players } = this.#standing
    const live = ({ stocks, percent, x, y }: Standing['players'][0]) => ({ stocks, percent, x, y })
    return {
      matchId: this.#order.matchId,
      frame: Math.max(frame, FIRST_FRAME),
      players: [live(players[0]), live(players[1])],
      answered: this.#answered(),
      missed: [this.#forfeits.missed[0], this.#forfeits.missed[1]],
    }
  }

  poll(now: number, lateMs: number): void {
    const frame = this.#standing.frame + 1
    setStepFrame(this.#step, frame)
    const landed0 = this.#pads[0].poll(frame, this.#step, STEP_PADS_OFFSET[0])
    const landed1 = this.#pads[1].poll(frame, this.#step, STEP_PADS_OFFSET[1])
    this.#recorded?.fill(frame, this.#step)
    this.#forfeit = this.#recorded?.precedes(frame) ? this.#follow() : this.#forfeits.poll(landed0, landed1)
    this.#receipts.polled(frame, now, lateMs, landed0, landed1)
    this.#context.onPoll(Number(!landed0) + Number(!landed1))
  }

  /** Before the branch point no pad counts, and none is missed: a bot follows as long as it answers. */
  #follow(): null {
    const frame = this.#standing.frame
    const isHidden = this.#recorded!.hides(frame)
    this.#forfeits.poll(isHidden || this.#hasAnswered(0), isHidden || this.#hasAnswered(1))
    // From now on pads count.
    if (!this.#recorded!.precedes(frame + 2)) this.#forfeits = new ForfeitCounter(this.#rules.forfeitPolls)
    return null
  }

  #hasAnswered(port: 0 | 1): boolean {
    return this.#pads[port].hasAnswered(this.#sights[port].newestSent)
  }

  step(): void {
    this.#engine.step(this.#step, this.#standing.frame + 1)
  }

  awaits(): Awaited {
    const frame = this.#standing.frame + 1
    let awaited: Awaited = 'nobody'
    for (const port of PORTS) {
      const pads = this.#pads[port]
      // The fast clock would otherwise play a pad, or its correction, by which of them is quicker.
      if (this.#recorded?.precedes(frame) && (this.#recorded.hides(frame - 1) || this.#hasAnswered(port))) continue
      if (pads.has(frame) && !pads.awaitsCorrection(this.#sights[port].newestSent)) continue
      if (this.#links[port].connected && this.#forfeits.streak(port) < SILENT_POLLS) return 'player'
      awaited = 'silent'
    }
    return awaited
  }

  #link(port: 0 | 1): BotLink {
    const { matchId, toldId = matchId, mode, bots } = this.#order
    const opponent = bots[port === 0 ? 1 : 0]
    const { url, isOwn = false } = bots[port]
    const { dial, dialOwn = dial, timing, clock } = this.#context
    return new BotLink({
      dial: isOwn ? dialOwn : dial,
      url,
      request: {
        id: 0,
        kind: 'pick',
        matchId: toldId,
        mode,
        port,
        opponent: { botId: opponent.botId, name: opponent.name },
        deadlineMs: timing.pickMs,
        inputDelayFrames: this.#rules.inputDelayFrames,
      },
      pads: this.#pads[port],
      sight: this.#sights[port],
      journal: this.#receipts.journals[port],
      timing,
      maxMessagesPerSecond: clock.followsTime ? MAX_MESSAGES_PER_SECOND : Infinity,
      onPad: () => this.#pacing?.heard(),
    })
  }

  #pickOf(joined: Joined, port: 0 | 1): Pick {
    return answerOf(joined) ?? { character: drawCharacter(Buffer.from(this.#order.seed, 'hex'), port), costume: 0 }
  }

  /** Gives the picks to the engine and begins to play. Null when the match was concluded before that. */
  async #start(picks: Pair<Pick>, drawn: MatchStarted['drawn']): Promise<Game | null> {
    const { matchId, seed, stage, bots, branch } = this.#order
    const first = await Promise.race([
      this.#concluded.then(() => null),
      // A failure concludes the match by itself.
      this.#engine
        .start({ seed, stage, players: this.#players(picks), ...(branch && { seeds: branch.seeds }) })
        .catch(() => null),
    ])
    if (first === null) return null
    const replay = this.#openReplay(first.events)
    if (replay === null) return null
    const metadata = new GameMetadata([bots[0].name, bots[1].name])
    this.#game = { picks, replay, metadata, startedAt: Date.now(), first: first.events }
    this.#context.onStarted({ matchId, stage, picks, drawn, versions: this.#versions() })
    this.#recorded?.take(first.events)
    if (!this.#recorded?.hides(FIRST_FRAME)) this.#begin(first.events)
    this.#pacing = this.#context.clock.begin(this)
    return this.#game
  }

  #begin(first: Uint8Array): void {
    for (const link of this.#links) link.begin(first)
  }

  /** As the engine gets them. */
  #players(picks: Pair<Pick>) {
    const player = (port: 0 | 1) => ({ ...picks[port], name: this.#order.bots[port].name })
    return [player(0), player(1)] as const
  }

  #openReplay(first: Uint8Array): ReplayFile | null {
    try {
      const replay = new ReplayFile(this.#context.replayDir, this.#order.matchId)
      const failure = store(replay, first)
      if (failure === null) return replay
      replay.discard()
      throw failure
    } catch (error) {
      this.#conclude('replay-failed', wordsOf(error))
      return null
    }
  }

  /** A frame has been played. */
  #stepped(answer: Answer): void {
    const game = this.#game
    if (game === null || this.#settle === null) return
    // Stored before it is streamed: whatever a bot has seen is in the replay, even if this process dies here.
    const failure = store(game.replay, answer.events)
    if (failure !== null) return this.#conclude('replay-failed', failure.message)
    this.#receipts.stepped(this.#context.clock.now())
    this.#recorded?.take(answer.events)
    if (!this.#recorded?.hides(answer.frame)) {
      if (this.#recorded?.hides(answer.frame - 1)) this.#begin(game.first)
      const first = (answer.frame & 1) === 0 ? 0 : 1
      this.#stream(first, answer)
      this.#stream(first === 0 ? 1 : 0, answer)
    }
    this.#stand(answer)
    game.metadata.frame(answer.frame, answer.players[0].character, answer.players[1].character)
    if (answer.ending !== null) {
      this.#conclude(answer.ending, `Ended by ${answer.ending} on frame ${answer.frame}.`, { kind: 'natural' })
    } else if (this.#forfeit !== null) {
      this.#concludeForfeit(this.#forfeit)
    } else if (this.#recorded?.isOver(this.#standing)) {
      this.#conclude('branch-over', `The branch ends with frame ${answer.frame}.`, { kind: 'aborted' })
    } else {
      this.#pacing?.next()
    }
  }

  #stream(port: 0 | 1, { events, frame }: Answer): void {
    const link = this.#links[port]
    link.send(events)
    if (!link.connected) return
    const now = this.#context.clock.now()
    this.#sights[port].sent(frame, now)
    this.#receipts.arrivals[port].sent(frame, now)
  }

  #stand(answer: Answer): void {
    const standing = this.#standing
    standing.frame = answer.frame
    standing.ending = answer.ending
    standing.winner = answer.winner
    for (const port of PORTS) {
      const from = answer.players[port]
      const to = standing.players[port]
      to.stocks = from.stocks
      to.character = from.character
      to.percent = from.percent
      to.x = from.x
      to.y = from.y
    }
  }

  #concludeForfeit({ port }: Forfeit): void {
    const { forfeitPolls } = this.#rules
    if (port === null) {
      const detail = `No pad of either bot landed for ${forfeitPolls} polls.`
      this.#conclude('double-forfeit', detail, { kind: 'forfeit', port })
    } else {
      const detail = `No pad of ${this.#order.bots[port].botId} landed for ${forfeitPolls} polls.`
      this.#conclude('forfeit', detail, { kind: 'forfeit', port })
    }
  }

  #conclude(cause: EndCause, detail: string, reason: EndReason | null = null): void {
    this.#settle?.({ cause, detail, reason })
    this.#settle = null
    this.#pacing?.stop()
  }

  /** Ends a game that was begun. */
  async #end(game: Game, conclusion: Conclusion): Promise<MatchResult> {
    this.#receipts.over()
    let { cause, detail, reason } = conclusion
    let gameEnd: Uint8Array
    try {
      gameEnd = reason === null ? this.#engine.abortedGameEnd() : (await this.#engine.end(reason)).events
    } catch (error) {
      cause = 'engine-failed'
      detail = wordsOf(error)
      reason = null
      gameEnd = this.#engine.abortedGameEnd()
    }
    let failure = store(game.replay, gameEnd)
    for (const link of this.#links) {
      link.send(gameEnd)
      link.close()
    }
    let replay: FinishedReplay | null = null
    // A branch is no match: nobody can play it again from a seed and pads.
    const engine = this.#recorded ? null : this.#context.engines.revision
    const metadata = game.metadata.build(game.startedAt, engine)
    try {
      if (failure === null) replay = await game.replay.complete(metadata)
      else game.replay.discard()
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error
      failure = error
    }
    if (failure !== null) {
      // The replay is the record that a result can be checked by: without it there is none.
      cause = 'replay-failed'
      detail = failure.message
      reason = null
    }
    const landed = this.#recorded
      ? null
      : await packPads(FIRST_FRAME, this.#standing.frame - FIRST_FRAME + 1, this.#pads)
    return this.#result({
      status: isDecided(reason) ? 'completed' : 'aborted',
      cause,
      detail,
      summary: this.#summary(game.picks, reason),
      played: true,
      replayBytes: replay?.bytes ?? null,
      ...(landed && { landed }),
      ...(replay && { replaySha256: replay.sha256 }),
      ...(engine !== null && { engine }),
      startAt: metadata.startAt,
      ...(this.#recorded && { branch: { recordedUntil: this.#recorded.until, picks: this.#answers } }),
      ...(cause === 'engine-failed' && (await this.#keepFault(game.picks, detail))),
    })
  }

  /** The match is over and its replay complete: the operator, and the engine's maintainer, want to know why. */
  async #keepFault(picks: Pair<Pick>, detail: string): Promise<{ fault?: string }> {
    const { faultDir, replayDir } = this.#context
    if (faultDir === undefined) return {}
    const { matchId, seed, stage } = this.#order
    const fault = { matchId, detail, seed, stage, players: this.#players(picks), ...lastStep(this.#step) }
    return { fault: await keepFault(faultDir, fault, join(replayDir, `${matchId}.slp`)) }
  }

  #summary(picks: Pair<Pick>, reason: EndReason | null): GameSummary {
    const { missed } = this.#forfeits
    const leads = [this.#pads[0].lead, this.#pads[1].lead] as const
    return summaryOf({ stage: this.#order.stage, picks, missed, leads }, this.#standing, reason)
  }

  /** One bot, or none, was there: a forfeit before the game is run, or nothing at all. */
  #absent(joined: Pair<Joined>, picks: Pair<Pick>): MatchResult {
    const why = PORTS.flatMap((port) => {
      const bot = joined[port]
      return bot.present ? [] : [`${this.#order.bots[port].botId} never connected (${bot.why})`]
    }).join('; ')
    const winner = joined[0].present ? 0 : 1
    if (!joined[winner].present) {
      return this.#notPlayed({ cause: 'nobody-connected', detail: `${why}.`, reason: null })
    }
    return this.#result({
      status: 'completed',
      cause: 'absent',
      detail: `${why}.`,
      summary: summaryOfAbsence(this.#order.stage, picks, winner),
      played: false,
      replayBytes: null,
    })
  }

  /** Aborted before Game Start. The summary says of an engine that failed then that it did, once both bots have picked. */
  #notPlayed({ cause, detail }: Conclusion, picks: Pair<Pick> | null = null): MatchResult {
    const summary = cause === 'engine-failed' && picks !== null ? this.#summary(picks, null) : null
    return this.#result({ status: 'aborted', cause, detail, summary, played: false, replayBytes: null })
  }

  #result(
    result: Omit<MatchResult, 'matchId' | 'answered' | 'ignored' | 'versions' | 'missedPads' | 'receipts'>,
  ): MatchResult {
    const ignored = [this.#links[0].ignored, this.#links[1].ignored] as const
    const missedPads = [this.#pads[0].missed.text(), this.#pads[1].missed.text()] as const
    const { matchId } = this.#order
    const versions = this.#versions()
    return {
      matchId,
      answered: this.#answered(),
      ignored,
      versions,
      missedPads,
      ...this.#receiptsOf(ignored),
      ...result,
    }
  }

  /** Where frames follow the bots, there is nothing to say of their time. */
  #receiptsOf(ignored: Pair<Ignored>): { receipts?: Pair<ReceiptFacts> } {
    if (!this.#context.clock.followsTime) return {}
    for (const link of this.#links) link.close()
    const facts = (port: 0 | 1) => {
      const { received, corrections, leads } = this.#pads[port]
      const { heard, unansweredPings } = this.#links[port]
      return this.#receipts.facts(port, {
        ignored: ignored[port],
        received,
        corrections,
        leads,
        heard,
        unansweredPings,
      })
    }
    return { receipts: [facts(0), facts(1)] }
  }

  #versions(): Versions {
    return [this.#links[0].version, this.#links[1].version]
  }

  #answered(): Pair<boolean> {
    return [this.#links[0].heard, this.#links[1].heard]
  }
}

/** What a bot picked; null where it made no pick. */
const answerOf = (joined: Joined): Pick | null => (joined.present && !('kind' in joined.pick) ? joined.pick : null)

const whyDrawn = (pick: Pick | NoPick): NoPick | null => ('kind' in pick ? pick : null)

/** A disk may be full at any time: that is an outcome, not an exception. */
function store(replay: ReplayFile, events: Uint8Array): ReplayError | null {
  try {
    replay.append(events)
    return null
  } catch (error) {
    if (error instanceof ReplayError) return error
    throw error
  }
}
