/** Verdicts on an engine, from all that it did in the games of a check. Pure. */
import type { EngineError } from '@arena/host'
import { MODES } from '@arena/protocol'
import { characterName, EventReader, FIRST_FRAME, SlpError, stageName, type SlpEvent } from '@arena/slp'
import { fail, notTried, pass, warn } from '../conformance/verdicts.ts'
import { count, duration } from '../words.ts'
import type { PlayedGame } from './engine.ts'
import { ENGINE_RULES, type EngineRuleName, type EngineVerdict } from './rules.ts'
import { readGame, type GameReading } from './stream-reader.ts'

const { frameMs, lagMs } = MODES.live
/** Answers later than the next frame's time: more than these are no chance. */
const MANY_LATE = 0.05
/** The last frame of a game that time ends, and by how much an engine may see it otherwise. */
const LAST_FRAME = 8 * 60 * 60
const CLOSE = 5
const PORTS = [0, 1] as const
const METHOD = { time: 1, stocks: 2, noContest: 7 } as const

/** The games of a check by what they are for; null for one that was not played. */
export interface Games {
  /** On the arena's clock, in a process of its own. */
  readonly live: PlayedGame
  /** The same again, in the same process; null where the engine does not rest. */
  readonly second: PlayedGame | null
  /** The same again, in another process. */
  readonly again: PlayedGame | null
  /** From another seed. */
  readonly other: PlayedGame | null
  /** The same, but a port stands still, by port. */
  readonly still: readonly [PlayedGame | null, PlayedGame | null]
  readonly casts: readonly PlayedGame[]
  readonly stocks: PlayedGame | null
  /** Null with a reason where that takes too long. */
  readonly time: PlayedGame | null
  readonly whyNoTime: string
  /** A step of it came in pieces. */
  readonly pieces: PlayedGame | null
  /** Its start had members that no version has. */
  readonly members: PlayedGame | null
}

/** A request that an engine has to refuse, and what it did; null where it did nothing. */
export interface Provocation {
  readonly rule: EngineRuleName
  /** `a step that is too short` */
  readonly what: string
  /** Whether the game had begun in which it was to come. */
  readonly hasStarted: boolean
  readonly reaction: EngineError | null
}

/** The rule that says what a failure of the engine was, by the request that it failed. */
function ruleOf({ failure, during }: NonNullable<PlayedGame['error']>): EngineRuleName {
  if (failure === 'output') return 'stdout'
  if (failure === 'answer') return 'answers'
  if (failure === 'events') return 'events'
  if (failure === 'silence' && during === 'step') return 'step-time'
  return during === 'start' ? 'start' : during === 'end' ? 'game-end' : 'survives'
}

/** What readings of the events of a game find. */
const STREAM_RULES = [
  'payloads',
  'events',
  'fighters',
  'game-start',
  'own-characters',
  'inputs',
  'values',
  'stocks',
  'percent',
  'blast-zone',
  'standing',
] as const satisfies readonly EngineRuleName[]

export function judgeGames(games: Games): EngineVerdict[] {
  const { live, second, again, other, still, casts, stocks, time } = games
  const played = [live, second, again, other, ...still, ...casts, stocks, time].filter((game) => game !== null)
  const readings = new Map(played.map((game) => [game, readGame(game)]))
  const broken = new Map<EngineRuleName, string>()
  const note = (rule: EngineRuleName, what: string): void => {
    if (!broken.has(rule)) broken.set(rule, what)
  }
  for (const game of played) {
    const { error } = game
    const failed = error === null ? null : ruleOf(error)
    // A second game, and a character that is not there, have rules of their own.
    const isNamed = game === second || (failed === 'start' && casts.includes(game))
    if (failed !== null && !isNamed) note(failed, `${placeOf(game)}: ${error!.message}`)
    for (const [rule, what] of readings.get(game)!.faults) note(rule, `${placeOf(game)}: ${what}`)
  }
  const wrongEnds = played.flatMap((game) => endFaultOf(game, readings.get(game)!) ?? [])
  if (wrongEnds[0] !== undefined) note('game-end', wrongEnds[0])

  const frames = played.reduce((sum, game) => sum + game.frames.length, 0)
  const total = `in ${count(played.length, 'game')} of ${frames} frames`
  const seen = (rule: EngineRuleName, isTried: boolean, found: string): EngineVerdict => {
    const what = broken.get(rule)
    if (what !== undefined) return broke(rule, what)
    return isTried ? pass(rule, found) : notTried(rule, 'the game did not come to it')
  }
  const hasStarted = live.start !== null
  const hasPlayed = live.frames.length > 0
  const sameSeed = judgeAgain(live, again)
  return [
    seen('start', hasStarted, `the slowest start took ${seconds(Math.max(...played.map(({ startMs }) => startMs)))}`),
    seen('stdout', hasStarted, total),
    seen('answers', hasPlayed, total),
    seen('survives', hasPlayed, total),
    seen('step-time', hasPlayed, `the slowest answer took ${seconds(Math.max(0, ...live.pace.answerMs))}`),
    judgePace(live),
    judgeQuick('pieces', games.pieces, 'it waits for the rest'),
    judgeQuick('unknown-members', games.members, 'it plays on'),
    ...STREAM_RULES.map((rule) => seen(rule, hasPlayed, total)),
    judgeFields(stocks === null ? [] : [...readings.values()]),
    judgeSeed(live, other, readings),
    sameSeed,
    judgeRest(live, second, sameSeed.status === 'fail'),
    judgePads(live, still, broken.has('inputs') ? 'inputs' : sameSeed.status === 'fail' ? 'same-seed' : null),
    judgeCasts(casts),
    broken.has('stocks') ? notTried('stocks-end', 'see stocks') : judgeStocks(stocks),
    judgeTime(time, games.whyNoTime),
    seen('game-end', live.end !== null, 'after a forfeit of each port, of both, and after games that ended'),
  ]
}

const broke = (rule: EngineRuleName, what: string): EngineVerdict => fail(rule, what, ENGINE_RULES[rule].advice)

const seconds = (ms: number): string =>
  ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`

/** `Fox against Marth on Battlefield` */
export function placeOf({ setup: { stage, players } }: Pick<PlayedGame, 'setup'>): string {
  return `${players.map(({ character }) => characterName(character)).join(' against ')} on ${stageName(stage)}`
}

function judgePace({ pace: { answerMs, behindMs }, frames, most, error }: PlayedGame): EngineVerdict {
  if (answerMs.length === 0) return notTried('pace', 'no frame was played')
  const sorted = answerMs.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  const late = sorted.filter((ms) => ms > frameMs).length
  const behind = Math.max(0, ...behindMs)
  const figures =
    `${seconds(at(0.5))} in the median, ${seconds(at(0.99))} at 99 %, ${seconds(sorted.at(-1)!)} at most; ` +
    `${late} of ${sorted.length} after the next frame was due, at most ${seconds(behind)} behind the clock`
  // A machine that stops for a moment catches up again; what is too slow does not.
  if (at(0.5) > frameMs || behindMs.at(-1)! > lagMs) return broke('pace', figures)
  if (late > MANY_LATE * sorted.length) return warn('pace', figures, ENGINE_RULES.pace.advice)
  if (error === null && frames.length < most) return pass('pace', `${figures}; the game was over early`)
  return pass('pace', figures)
}

/** A game that fails for one thing alone: without that, others have gone well. */
function judgeQuick(rule: EngineRuleName, game: PlayedGame | null, found: string): EngineVerdict {
  if (game === null) return notTried(rule, 'a game before it failed')
  return game.error === null ? pass(rule, found) : broke(rule, game.error.message)
}

/** Only frames that both have played can differ, but for a game that ends on another. */
function judgeAgain(live: PlayedGame, again: PlayedGame | null): EngineVerdict {
  if (again === null || live.error !== null || again.error !== null)
    return notTried('same-seed', 'a game was not played to its end')
  const difference = differenceOf(live, again)
  if (difference === null) return pass('same-seed', `the same ${live.frames.length} frames, in two processes`)
  return broke('same-seed', `in another process ${difference}`)
}

function judgeRest(live: PlayedGame, second: PlayedGame | null, isUnsteady: boolean): EngineVerdict {
  if (second === null) {
    const why =
      live.end === null ? 'the first game did not end' : 'it answers `ended`: each game has a process of its own'
    return notTried('rest', why)
  }
  if (isUnsteady) return notTried('rest', 'see same-seed')
  if (second.error !== null) return broke('rest', second.error.message)
  const difference = differenceOf(live, second)
  if (difference === null) return pass('rest', `the same ${live.frames.length} frames again`)
  return broke('rest', `in the second game of a process ${difference}`)
}

/** A field that some game has is written: a short one may not come to it. */
function judgeFields(readings: readonly GameReading[]): EngineVerdict {
  const [first, ...others] = readings
  if (first === undefined) return notTried('fields', 'the games did not come to all of them')
  const empty = [...first.empty].filter((field) => others.every((reading) => reading.empty.has(field)))
  if (empty.length === 0) return pass('fields', 'none is 0 on all frames')
  return warn('fields', `0 on every frame: ${empty.join(', ')}`, ENGINE_RULES.fields.advice)
}

function judgeSeed(
  live: PlayedGame,
  other: PlayedGame | null,
  readings: ReadonlyMap<PlayedGame, GameReading>,
): EngineVerdict {
  const { seeds, drawn } = readings.get(live)!
  if (seeds.length === 0) return notTried('seed', 'no frame was played')
  if (seeds.length > 1 && new Set(seeds).size === 1) {
    return broke('seed', `Frame Start has the seed ${seeds[0]} on each of ${seeds.length} frames`)
  }
  const others = other === null ? [] : readings.get(other)!.seeds
  if (others.length > 0 && others.every((seed, frame) => seed === seeds[frame])) {
    return broke('seed', `a game from another seed has the same seeds on all ${others.length} frames`)
  }
  if (drawn === seeds.length) return pass('seed', `${drawn} draws of the match seed`)
  const what = `${seeds.length - drawn} of ${seeds.length} frames begin with another seed than the draw of theirs`
  return warn('seed', what, ENGINE_RULES.seed.advice)
}

/** An engine that has not got a character, or a stage, says so at the start. */
function judgeCasts(casts: readonly PlayedGame[]): EngineVerdict {
  const unstarted = casts.filter(({ start }) => start === null)
  if (unstarted.length > 0) {
    const [first, ...others] = unstarted.map((game) => placeOf(game))
    const more = others.length === 0 ? '' : `; nor ${others.join(', nor ')}`
    return broke('characters', `no game of ${first} (${unstarted[0]!.error?.message})${more}`)
  }
  const unplayed = casts.find(({ error }) => error !== null)
  if (casts.length === 0 || unplayed !== undefined) return notTried('characters', 'a game was not played to its end')
  return pass('characters', `${count(casts.length, 'game')} of two`)
}

function judgePads(live: PlayedGame, still: Games['still'], unclear: EngineRuleName | null): EngineVerdict {
  if (unclear !== null) return notTried('pads', `see ${unclear}`)
  for (const port of PORTS) {
    const game = still[port]
    if (game === null || game.error !== null) return notTried('pads', 'a game was not played to its end')
    const changed = firstChange(live, game)
    if (changed === null) {
      return broke('pads', `port ${port} stands still in place of pressing much, and no Post-Frame is another`)
    }
    if (!changed.ports.includes(port)) {
      return broke(
        'pads',
        `other pads of port ${port} change port ${changed.ports[0]} first, on frame ${changed.frame}`,
      )
    }
  }
  return pass('pads', 'other pads of a port change its fighter')
}

function judgeStocks(game: PlayedGame | null): EngineVerdict {
  if (game === null || game.error !== null) return notTried('stocks-end', 'the game was not played to its end')
  const { standing, frame } = game.frames.at(-1)!
  const [first, second] = standing.players
  const left = `stocks are ${first.stocks} to ${second.stocks}`
  if (standing.ending === 'stocks') return pass('stocks-end', `on frame ${frame}, port ${standing.winner} wins`)
  if (standing.ending === 'time') return broke('stocks-end', `time is up on frame ${frame}; ${left}`)
  if (first.stocks === 0) return broke('stocks-end', `the game goes on, long after ${left}`)
  return broke('stocks-end', `port 0 holds the stick to the left until ${duration(frame)}, and ${left}`)
}

function judgeTime(game: PlayedGame | null, why: string): EngineVerdict {
  if (game === null) return notTried('time-end', why)
  if (game.error !== null) return notTried('time-end', 'the game was not played to its end')
  const { standing, frame } = game.frames.at(-1)!
  if (standing.ending !== 'time') {
    return standing.ending === null
      ? broke('time-end', `the game goes on, on frame ${frame}`)
      : notTried('time-end', 'the game ended by stocks before')
  }
  if (Math.abs(frame - LAST_FRAME) > CLOSE) {
    return broke(
      'time-end',
      `time is up on frame ${frame}, ${duration(frame)} after the first of play; not ${LAST_FRAME}`,
    )
  }
  const [first, second] = standing.players
  const lead = first.stocks - second.stocks || second.percent - first.percent
  const winner = lead === 0 ? null : lead > 0 ? 0 : 1
  const found = `on frame ${frame}, stocks ${first.stocks} to ${second.stocks}, percent ${first.percent} to ${second.percent}`
  if (standing.winner === winner) return pass('time-end', found)
  const wins = standing.winner === null ? 'nobody wins' : `port ${standing.winner} wins`
  return broke('time-end', `${wins} ${found}`)
}

function endFaultOf(game: PlayedGame, { gameEnd }: GameReading): string | null {
  if (game.end === null || gameEnd === null) return null
  const { reason, standing } = game.end
  const isForfeit = reason.kind === 'forfeit'
  const asked = isForfeit
    ? `a forfeit of ${reason.port === null ? 'both' : `port ${reason.port}`}`
    : `the end by ${standing.ending ?? 'nothing'}`
  const claims: readonly (readonly [what: string, found: unknown, right: unknown])[] = [
    ['the method', gameEnd.gameEndMethod, isForfeit ? METHOD.noContest : METHOD[standing.ending ?? 'stocks']],
    ['the port that quit', gameEnd.lrasInitiatorIndex, isForfeit ? (reason.port ?? -1) : -1],
    ...(isForfeit || standing.winner === null
      ? []
      : [
          ['the placement of the winner', gameEnd.placements[standing.winner], 0] as const,
          ['the placement of the loser', gameEnd.placements[1 - standing.winner], 1] as const,
        ]),
  ]
  const wrong = claims.find(([, found, right]) => found !== right)
  return wrong === undefined ? null : `after ${asked}, ${wrong[0]} is ${String(wrong[1])}, not ${String(wrong[2])}`
}

/** Where the second of two games differs first from the first, in words. Both began from the same. */
export function differenceOf(first: PlayedGame, second: PlayedGame): string | null {
  const from = placeOfDifference(first.start!.events, second.start!.events)
  if (from !== null) return `the answer to start differs at byte ${from}`
  const readers = [eventsIn(first.start!.events), eventsIn(second.start!.events)] as const
  for (const [at, { frame, events }] of first.frames.entries()) {
    const other = second.frames[at]
    if (other === undefined) return `the game is over before frame ${frame}`
    const offset = placeOfDifference(events, other.events)
    if (offset === null) {
      for (const reader of readers) reader(events)
      continue
    }
    const event = readers[0](events).findLast((each) => each.offset <= offset)
    const whose = event !== undefined && 'playerIndex' in event.record ? ` of port ${event.record.playerIndex}` : ''
    return `frame ${frame} differs, first in ${event?.name ?? 'its length'}${whose}`
  }
  return second.frames.length > first.frames.length
    ? `the game goes on after frame ${first.frames.at(-1)!.frame}`
    : null
}

function placeOfDifference(one: Uint8Array, other: Uint8Array): number | null {
  if (Buffer.compare(one, other) === 0) return null
  const at = one.findIndex((byte, i) => byte !== other[i])
  return at === -1 ? one.length : at
}

/** Reads the events of one frame after the other, with offsets from the beginning of its own bytes. */
function eventsIn(start: Uint8Array): (bytes: Uint8Array) => SlpEvent[] {
  let events: SlpEvent[] = []
  let read = 0
  const reader = new EventReader((event) => events.push({ ...event, offset: event.offset - read }))
  const next = (bytes: Uint8Array): SlpEvent[] => {
    events = []
    try {
      reader.push(bytes)
    } catch (error) {
      // Such events are the fault of another rule.
      if (!(error instanceof SlpError)) throw error
    }
    read += bytes.length
    return events
  }
  next(start)
  return next
}

/** The first frame on which a leader's Post-Frame is another, and the ports of those. */
function firstChange(one: PlayedGame, other: PlayedGame): { frame: number; ports: number[] } | null {
  const [first, second] = [eventsIn(one.start!.events), eventsIn(other.start!.events)]
  for (let at = 0; at < Math.min(one.frames.length, other.frames.length); at++) {
    const posts = [first(one.frames[at]!.events), second(other.frames[at]!.events)].map((events) =>
      PORTS.map((port) => JSON.stringify(postOf(events, port))),
    )
    const ports = PORTS.filter((port) => posts[0]![port] !== posts[1]![port])
    if (ports.length > 0) return { frame: FIRST_FRAME + at, ports }
  }
  return null
}

const postOf = (events: readonly SlpEvent[], port: number): object | undefined =>
  events.find(({ name, record }) => name === 'postFrame' && record.playerIndex === port && record.isFollower === 0)
    ?.record

const REFUSALS: readonly EngineError['failure'][] = ['failed', 'exit']

/** A rule with several provocations is broken by the first that is not refused. */
export function judgeProvocations(provocations: readonly Provocation[]): EngineVerdict[] {
  const rules = [...new Set(provocations.map(({ rule }) => rule))]
  return rules.map((rule) => {
    const all = provocations.filter((one) => one.rule === rule)
    for (const { what, hasStarted, reaction } of all) {
      if (!hasStarted) return notTried(rule, `the start before ${what} failed`)
      if (reaction === null) return broke(rule, `after ${what} it goes on, and says nothing`)
      if (!REFUSALS.includes(reaction.failure)) return broke(rule, `after ${what}: ${reaction.message}`)
    }
    return pass(rule, all.map(({ what, reaction }) => `${what}: ${reaction!.message}`).join('; '))
  })
}
