/** What the service gives each page: with the first response, as JSON too where a script takes over. */
import type {
  ApiKeyMeta,
  NoticeSettings,
  Bot,
  BotStanding,
  DeployStep,
  LeaderboardRow,
  LikelyCause,
  LiveMatch,
  Match,
  MatchSummary,
  RatingList,
  Receipt,
  Rehearsal,
  StageId,
  Swing,
  User,
} from '@arena/protocol'

/** What holds for every page. */
export interface Site {
  /** Where the arena is reached, without a trailing slash. */
  readonly origin: string
  readonly nav: readonly NavEntry[]
  /** Maintenance that is announced or under way. */
  readonly maintenance: MaintenanceBanner | null
  readonly style: string
  /** Scripts by entry, and the modules that each imports. */
  readonly scripts: Readonly<Record<ScriptName, { readonly file: string; readonly imports: readonly string[] }>>
}

export interface MaintenanceBanner {
  readonly text: string
  /** Unix milliseconds, as below. */
  readonly startsAt: number
  readonly endsAt: number
  readonly isUnderWay: boolean
}

export interface RenderOptions {
  /** Only what another site shows in a frame: the viewer of a match. */
  readonly isEmbedded?: boolean
}

export interface NavEntry {
  readonly href: string
  readonly title: string
}

/** Folders of `src` that have a script, `main.ts` or `main.tsx`. */
export type ScriptName = 'account' | 'home' | 'match' | 'replay' | 'play'

export type Page =
  | AccountPage
  | HomePage
  | MatchPage
  | BotPage
  | RankingPage
  | RatingsPage
  | FairnessPage
  | ResultsPage
  | ComparePage
  | PlayPage

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

export interface AccountPage {
  readonly kind: 'account'
  /** Null for a visitor who is not signed in. */
  readonly account: Account | null
  readonly signIn: SignInState
  readonly now: number
}

export interface Account {
  readonly user: User
  /** Oldest first. */
  readonly bots: readonly Bot[]
  /** Newest first, revoked ones included. */
  readonly keys: readonly ApiKeyMeta[]
  readonly notices: NoticeSettings
}

/** How far a sign-in has come that was begun without a script. */
export interface SignInState {
  /** '' before it was given. */
  readonly email: string
  readonly isMailSent: boolean
  /** Why the last step did not work, in words. */
  readonly failure: string | null
}

export interface HomePage {
  readonly kind: 'home'
  readonly live: readonly LiveMatch[]
  /** Why the machine plays fewer matches than it might, where it does. */
  readonly notice: string | undefined
  /** Shown ratings of the bots that play, by bot id. */
  readonly ratings: Readonly<Record<string, number>>
  readonly leaderboard: readonly LeaderboardRow[]
  /** The latest to end first. */
  readonly results: readonly MatchSummary[]
  readonly origin: string
  /** Unix milliseconds of the service when the data was read, as in the pages below. */
  readonly now: number
}

export interface MatchPage {
  readonly kind: 'match'
  readonly match: Match
  /** Null once it has ended, and while the machine that plays it is out of sight. */
  readonly live: LiveMatch | null
  readonly seating: Seating
  /** Frames polled without a pad, by port, as `missedPadsText` of @arena/slp writes them. */
  readonly missedPads: readonly [string, string]
  /** The receipt for the owner of the bot; null for everyone else, and where there is none. */
  readonly receipt: Receipt | null
  /** The swings against both bots, by port; null where they are not known. */
  readonly swings: readonly [readonly Swing[], readonly Swing[]] | null
  readonly now: number
}

export interface Seating {
  /** Bots that were free at the tick; null in matches from before this was kept. */
  readonly candidates: number | null
  /** The region in which the match is played and the round trips of the bots to it, by port; null where they are not known. */
  readonly from: { readonly region: string; readonly ms: readonly [number, number] } | null
  /** Its number in the public log; null in matches from before that. */
  readonly ofDay: { readonly day: string; readonly number: number } | null
  /** By port. */
  readonly players: readonly [SeatedPlayer, SeatedPlayer]
  /** The score that the ratings expected of the bot on port 0; null where they are not known. */
  readonly expected: number | null
  /** How earlier matches of the two ended, from the view of port 0. */
  readonly metBefore: Tally
  /** Matches of port 0 before this one that they were looked for in, where these are not all of them. */
  readonly lookedAt: number | null
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
  readonly history: readonly (Rating & { readonly at: number; readonly version: string | null })[]
  readonly record: BotRecord
  readonly matches: readonly MatchSummary[]
  /** Null for everyone but the owner. */
  readonly owner: OwnersView | null
  /** The match that it plays now. */
  readonly playing: LiveMatch | null
  readonly now: number
}

export interface OwnersView {
  /** Undefined where it was removed meanwhile. */
  readonly standing: BotStanding | undefined
  readonly receipts: ReceiptSum
  /** The last one, until a day after its end. */
  readonly rehearsal: Rehearsal | null
  readonly url: string
  readonly status: Bot['status']
  /** Consecutive misses, and when the first of them ended, in Unix milliseconds as below. */
  readonly misses: number
  readonly missingSince: number | null
  /** What misses lead to. */
  readonly rule: { readonly misses: number; readonly reducedRestMs: number; readonly pausingStreakMs: number }
  /** The last ones, newest first. */
  readonly checks: readonly {
    readonly at: number
    readonly url: string
    readonly passed: boolean
    readonly steps: readonly DeployStep[]
  }[]
  /** Oldest first. */
  readonly urlChanges: readonly number[]
}

/** What the receipts of its last matches add up to. */
export interface ReceiptSum {
  /** Matches with a receipt, and those of them in which every pad came in time. */
  readonly matches: number
  readonly clean: number
  readonly polled: number
  readonly missed: number
  /** How long before its poll the first pad for a frame arrived; null where no pad came. */
  readonly slackMs: { readonly p50: number; readonly p1: number; readonly least: number } | null
  /** The most frequent first. */
  readonly causes: readonly (LikelyCause & { readonly matches: number; readonly lastMatchId: string })[]
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
  /** That of the newest match first. */
  readonly versions: readonly VersionTally[]
  readonly pads: { readonly games: number; readonly polled: number; readonly missed: number; readonly clean: number }
}

export interface VersionTally extends Tally {
  readonly version: string
  readonly first: VersionMatch
  readonly last: VersionMatch
  /** The mean change of the rating in its matches. */
  readonly meanDelta: number
}

interface VersionMatch {
  readonly matchId: string
  /** Unix milliseconds. */
  readonly startedAt: number
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

export interface RatingsPage {
  readonly kind: 'ratings'
  readonly list: RatingList
}

export interface FairnessPage {
  readonly kind: 'fairness'
  /** The address of the arena. */
  readonly origin: string
  /** The public log that grows; null before it has begun. */
  readonly log: {
    readonly number: number
    readonly entries: number
    /** What its signatures are checked with. */
    readonly key: string
    /** The newest one, as it was signed. */
    readonly checkpoint: string
  } | null
  /** Newest first. */
  readonly days: readonly FairnessDay[]
}

export interface FairnessDay {
  readonly day: string
  readonly matches: number
  /** The hash of its secret. */
  readonly commitment: string
  /** Null until it is public. */
  readonly secret: string | null
}

export interface ResultsPage {
  readonly kind: 'results'
  /** What the search field shows: the search as text, or what was typed where that cannot be read. */
  readonly text: string
  readonly faults: readonly SearchFault[]
  /** The part of the search that the filters show; '' for each that is not used. */
  readonly filters: ResultFilters
  /** The rest of it, as text. */
  readonly rest: string
  /** Where a name in the search is that of no bot, or of several. */
  readonly choice: SearchChoice | null
  /** Searches to learn from. */
  readonly examples: readonly { readonly text: string; readonly meaning: string }[]
  /** Null where the search cannot be read, or names no bot or several. */
  readonly matches: readonly MatchSummary[] | null
  /** The newest matches that were put into the order that the search names; null where it is that of time. */
  readonly lookedAt: number | null
  /** Ids for `before` and `after`. */
  readonly older: string | null
  readonly newer: string | null
  /** Names to choose from. */
  readonly names: readonly string[]
  readonly now: number
}

export interface ResultFilters {
  readonly bot: string
  readonly character: string
  readonly stage: string
  readonly ending: string
  readonly from: string
  readonly to: string
}

/** A part of the text that cannot be read, from `start` to before `end`. */
export interface SearchFault {
  readonly start: number
  readonly end: number
  readonly message: string
}

export interface SearchChoice {
  readonly asked: string
  readonly bots: readonly PublicBot[]
  /** Names that it may be meant for, where there is no such bot. */
  readonly suggested: readonly string[]
  /** By bot id and suggested name: the search with that in the place of the name. */
  readonly searches: Readonly<Record<string, string>>
  /** The search with the character of that name, where there is one. */
  readonly asCharacter: string | null
}

export interface ComparePage {
  readonly kind: 'compare'
  readonly sides: readonly [ComparedSide, ComparedSide]
  readonly comparison: Comparison | null
  readonly names: readonly string[]
  readonly now: number
}

export interface ComparedSide {
  /** As it is in the address, or what finds the one bot again that it means; '' where not given. */
  readonly asked: string
  /** Bots that it may mean. */
  readonly bots: readonly PublicBot[]
  readonly rank: number | null
  /** Null for all matches of the bot. */
  readonly version: string | null
  /** What finds the bot, without a version; absent where it is none, or several. */
  readonly word?: string
  /** Those of its newest matches, the newest first. */
  readonly versions: readonly string[]
  /** Names that it may be meant for where it means no bot; where it is not given, those to choose from. */
  readonly suggested: readonly string[]
}

/** From the view of the first. */
export interface Comparison {
  /** By the ratings; null where a version is compared, which has none. */
  readonly expected: number | null
  /** By the matches against bots that both met, and each other; null where there are none. */
  readonly byOthers: ByOthers | null
  /** What both did in all of their matches that were looked at. */
  readonly did: readonly [Did, Did]
  /** Null for two versions of one bot. */
  readonly met: {
    readonly tally: Tally
    readonly stages: readonly StageTally[]
    readonly matches: readonly MatchSummary[]
  } | null
  readonly common: readonly { readonly botId: string; readonly name: string; readonly a: Tally; readonly b: Tally }[]
  /** Newest matches of each that were looked at. */
  readonly lookedAt: number
  /** Whether these are all matches of the first, and so all in which the two met. */
  readonly isWhole: boolean
}

export interface Did extends Tally {
  /** The mean change of the rating in a match; null where there was none. */
  readonly meanDelta: number | null
}

/** The expected score of the first against the second, and where it lies with 95 of 100. */
export interface ByOthers {
  readonly score: number
  readonly low: number
  readonly high: number
  /** Matches of both that it follows from, and against how many others. */
  readonly games: readonly [number, number]
  readonly others: number
  /** Whether they are too few to say anything by. */
  readonly isEarly: boolean
}

/** What a person can pick for a fight in the page, and what the address picks. */
export interface PlayPage {
  readonly kind: 'play'
  readonly fighters: readonly PlayChoice[]
  /** `character`: external id of its fighter. */
  readonly opponents: readonly (PlayChoice & { readonly about: string; readonly character: number })[]
  readonly stages: readonly (PlayChoice & { readonly id: StageId })[]
  readonly picks: PlayPicks
}

export interface PlayChoice {
  /** External id of a fighter, id of a stage, place among the house bots. */
  readonly id: number
  readonly name: string
  /** Its word in the address. */
  readonly slug: string
}

/** Slugs, by their names in the address. */
export interface PlayPicks {
  readonly me: string
  readonly against: string
  readonly stage: string
}
