/** A bot's record, counted from the matches that it played. Pure. */
import type { StageId } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import type { Outcome, Rating } from '@arena/ratings'

/** A completed match as one of its bots saw it. */
export interface PlayedMatch {
  readonly matchId: string
  /** Unix milliseconds. */
  readonly startedAt: number
  readonly outcome: Outcome
  readonly ratingDelta: number
  /** After the match; null in older matches. */
  readonly rating: Rating | null
  /** Null where no game was played, as is the stage. */
  readonly character: number | null
  readonly stage: StageId | null
  /** From frame 0 on. */
  readonly frames: number
  /** Frames polled without a pad from this bot. */
  readonly missed: number
  /** What it said of its version; null for nothing. */
  readonly version: string | null
  readonly opponent: { readonly botId: string; readonly name: string; readonly character: number | null }
}

export interface Tally {
  wins: number
  losses: number
  draws: number
}

interface OpponentTally extends Tally {
  readonly botId: string
  readonly name: string
  readonly lastMatchId: string
}

interface VersionTally extends Tally {
  readonly version: string
  readonly first: Pick<PlayedMatch, 'matchId' | 'startedAt'>
  readonly last: Pick<PlayedMatch, 'matchId' | 'startedAt'>
  /** The mean change of the rating in its matches. */
  readonly meanDelta: number
}

export interface BotRecord {
  /** Matches that were counted. */
  readonly matches: number
  /** The outcomes of the last matches, newest first. */
  readonly form: readonly Outcome[]
  /** Most often met first, as in the two below. */
  readonly opponents: readonly OpponentTally[]
  readonly stages: readonly (Tally & { readonly stage: StageId })[]
  readonly characters: readonly (Tally & { readonly character: number })[]
  /** That of the newest match first. */
  readonly versions: readonly VersionTally[]
  readonly pads: { readonly games: number; readonly polled: number; readonly missed: number; readonly clean: number }
}

const FORM_LENGTH = 10
const COUNTERS = { win: 'wins', loss: 'losses', draw: 'draws' } as const satisfies Record<Outcome, keyof Tally>

/** `played` is newest first. */
export function recordOf(played: readonly PlayedMatch[]): BotRecord {
  const games = played.filter((match) => match.stage !== null)
  const opponents = group(played, (match) => match.opponent.botId)
  return {
    matches: played.length,
    form: played.slice(0, FORM_LENGTH).map((match) => match.outcome),
    opponents: opponents.map(([botId, matches]) => ({
      botId,
      name: matches[0]!.opponent.name,
      lastMatchId: matches[0]!.matchId,
      ...tallyOf(matches),
    })),
    stages: stagesOf(games),
    characters: group(games, (match) => match.character!).map(([character, matches]) => ({
      character,
      ...tallyOf(matches),
    })),
    versions: versionsOf(played),
    pads: {
      games: games.length,
      // The frames before play starts are polled too, and missed ones among them count.
      polled: games.reduce((sum, match) => sum + match.frames - FIRST_FRAME, 0),
      missed: games.reduce((sum, match) => sum + match.missed, 0),
      clean: games.filter((match) => match.missed === 0).length,
    },
  }
}

export interface Meeting {
  readonly tally: Tally
  readonly stages: BotRecord['stages']
  /** Newest first. */
  readonly matchIds: readonly string[]
}

/** What one bot's matches say of those against another. */
export function meetingsWith(played: readonly PlayedMatch[], opponentId: string): Meeting {
  const matches = played.filter((match) => match.opponent.botId === opponentId)
  return {
    tally: tallyOf(matches),
    stages: stagesOf(matches.filter((match) => match.stage !== null)),
    matchIds: matches.map((match) => match.matchId),
  }
}

export interface CommonOpponent {
  readonly botId: string
  readonly name: string
  readonly a: Tally
  readonly b: Tally
}

/** Bots that both have met, those first that they met most often together. */
export function commonOpponents(a: BotRecord, b: BotRecord): CommonOpponent[] {
  const ofB = new Map(b.opponents.map((opponent) => [opponent.botId, opponent]))
  return a.opponents
    .flatMap((one) => {
      const other = ofB.get(one.botId)
      return other === undefined ? [] : [{ botId: one.botId, name: one.name, a: onlyTally(one), b: onlyTally(other) }]
    })
    .toSorted((x, y) => gamesOf(y.a) + gamesOf(y.b) - gamesOf(x.a) - gamesOf(x.b))
}

function tallyOf(matches: readonly Pick<PlayedMatch, 'outcome'>[]): Tally {
  const tally: Tally = { wins: 0, losses: 0, draws: 0 }
  for (const { outcome } of matches) tally[COUNTERS[outcome]]++
  return tally
}

function versionsOf(played: readonly PlayedMatch[]): VersionTally[] {
  const said = played.filter(({ version }) => version !== null)
  return group(said, ({ version }) => version!)
    .map(([version, matches]) => ({
      version,
      first: placeOf(matches.at(-1)!),
      last: placeOf(matches[0]!),
      meanDelta: matches.reduce((sum, { ratingDelta }) => sum + ratingDelta, 0) / matches.length,
      ...tallyOf(matches),
    }))
    .toSorted((one, other) => other.last.startedAt - one.last.startedAt)
}

const placeOf = ({ matchId, startedAt }: PlayedMatch): VersionTally['last'] => ({ matchId, startedAt })

function stagesOf(games: readonly PlayedMatch[]): BotRecord['stages'] {
  return group(games, (match) => match.stage!).map(([stage, matches]) => ({ stage, ...tallyOf(matches) }))
}

/** Biggest group first, and of equal ones the one met last. */
function group<Key>(matches: readonly PlayedMatch[], key: (match: PlayedMatch) => Key): [Key, PlayedMatch[]][] {
  const groups = new Map<Key, PlayedMatch[]>()
  for (const match of matches) {
    const known = groups.get(key(match))
    if (known === undefined) groups.set(key(match), [match])
    else known.push(match)
  }
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)
}

function onlyTally({ wins, losses, draws }: Tally): Tally {
  return { wins, losses, draws }
}

function gamesOf({ wins, losses, draws }: Tally): number {
  return wins + losses + draws
}
