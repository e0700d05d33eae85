/** What the service gives each page: with the first response, as JSON too where a script takes over. */
import type { LeaderboardRow, LiveMatch, Match, MatchSummary, StageId } from '@arena/protocol'

/** What holds for every page. */
export interface Site {
  /** Where the arena is reached, without a trailing slash. */
  readonly origin: string
  readonly nav: readonly NavEntry[]
  readonly style: string
  /** Scripts by entry, and the modules that each imports. */
  readonly scripts: Readonly<Record<ScriptName, { readonly file: string; readonly imports: readonly string[] }>>
}

export interface RenderOptions {
  /** Only what another site shows in a frame: the viewer of a match. */
  readonly isEmbedded?: boolean
}

export interface NavEntry {
  readonly href: string
  readonly title: string
}

export type ScriptName = 'home' | 'match' | 'replay'

export type Page = HomePage | MatchPage | BotPage | RankingPage | ResultsPage | ComparePage

export interface Rating {
  readonly mu: number
  readonly sigma: number
}

export type Outcome = 'win' | 'loss' | 'draw'

export interface Tally {
  readonly wins: number
  readonly losses: number
  readonly draws: number
}

export interface PublicBot extends Rating, Tally {
  readonly id: string
  readonly name: string
  /** The owner's handle; '' where none is picked. */
  readonly owner: string
  readonly createdAt: string
  readonly isRemoved: boolean
  readonly rating: number
  readonly games: number
}

export interface HomePage {
  readonly kind: 'home'
  readonly live: readonly LiveMatch[]
  /** Why the machine plays fewer matches than it might, where it does. */
  readonly notice: string | undefined
  /** Shown ratings of the bots that play, by bot id. */
  readonly ratings: Readonly<Record<string, number>>
  readonly leaderboard: readonly LeaderboardRow[]
  readonly matches: readonly MatchSummary[]
  readonly origin: string
  /** Unix milliseconds of the service when the data was read, as in the pages below. */
  readonly now: number
}

export interface MatchPage {
  readonly kind: 'match'
  readonly match: Match
  /** Null once it has ended, or where another arena on the same database plays it. */
  readonly live: LiveMatch | null
  readonly seating: Seating
  /** Frames polled without a pad, by port, as `missedPadsText` of @arena/slp writes them. */
  readonly missedPads: readonly [string, string]
  readonly now: number
}

export interface Seating {
  /** Bots that were free at the tick; null in matches from before this was kept. */
  readonly candidates: number | null
  /** By port. */
  readonly players: readonly [SeatedPlayer, SeatedPlayer]
  /** What the ratings gave the bot on port 0 of one win; null where they are not known. */
  readonly expected: number | null
  /** How earlier matches of the two ended, from the view of port 0. */
  readonly metBefore: Tally
}

interface SeatedPlayer {
  readonly waitedMs: number | null
  readonly before: Rating | null
  readonly after: Rating | null
}

export interface BotPage {
  readonly kind: 'bot'
  readonly bot: PublicBot
  readonly rank: number | null
  /** After each match, oldest first. */
  readonly history: readonly (Rating & { readonly at: number })[]
  readonly record: BotRecord
  readonly matches: readonly MatchSummary[]
  readonly now: number
}

export interface BotRecord {
  /** Matches that were counted, the newest. */
  readonly matches: number
  /** Newest first. */
  readonly form: readonly Outcome[]
  readonly opponents: readonly (Tally & {
    readonly botId: string
    readonly name: string
    readonly lastMatchId: string
  })[]
  readonly stages: readonly StageTally[]
  readonly characters: readonly (Tally & { readonly character: number })[]
  readonly pads: { readonly games: number; readonly frames: number; readonly missed: number; readonly clean: number }
}

export type StageTally = Tally & { readonly stage: StageId }

export interface RankingPage {
  readonly kind: 'ranking'
  readonly rows: readonly RankingRow[]
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly total: number
}

export type RankingRow = LeaderboardRow & Rating & { readonly trend: Trend | null }

export interface Trend {
  /** Newest first. */
  readonly form: readonly Outcome[]
  readonly delta: number
}

export interface ResultsPage {
  readonly kind: 'results'
  /** As they are in the address; '' where not given. */
  readonly query: ResultsQuery
  /** Bots that the text of the filter may mean: one is filtered by, several are offered. */
  readonly bots: readonly PublicBot[]
  /** Null where the filter names no bot, or several. */
  readonly matches: readonly MatchSummary[] | null
  /** Ids for `before` and `after`. */
  readonly older: string | null
  readonly newer: string | null
  /** Names to choose from. */
  readonly names: readonly string[]
  readonly now: number
}

export interface ResultsQuery {
  readonly bot: string
  readonly character: string
  readonly stage: string
  readonly ending: string
  readonly from: string
  readonly to: string
}

export interface ComparePage {
  readonly kind: 'compare'
  readonly sides: readonly [ComparedSide, ComparedSide]
  readonly comparison: Comparison | null
  readonly names: readonly string[]
  readonly now: number
}

export interface ComparedSide {
  /** As it is in the address; '' where not given. */
  readonly asked: string
  /** Bots that it may mean. */
  readonly bots: readonly PublicBot[]
  readonly rank: number | null
}

/** From the view of the first. */
export interface Comparison {
  readonly expected: number
  readonly tally: Tally
  readonly stages: readonly StageTally[]
  readonly matches: readonly MatchSummary[]
  readonly common: readonly { readonly botId: string; readonly name: string; readonly a: Tally; readonly b: Tally }[]
  /** Newest matches of each that were looked at. */
  readonly lookedAt: number
}
