/**
 * What crosses between the arena and its hosts: the order to play one match, and what a host reports of it. Plain data
 * (structured-clone safe). The arena owns the database, the host owns sockets, clock and replay file; they share only
 * what this file defines.
 */
import type { BotVersion, GameSummary, Mode, ReceiptFacts, StageId } from '@arena/protocol'

/** A pair indexed by port. */
export type Pair<T> = readonly [T, T]

export interface SeatedBot {
  readonly botId: string
  readonly name: string
  /** The registered URL as it stood when the bot was seated. */
  readonly url: string
  /** A bot that the machine serves itself, by http on its loopback address: what URLs of bots may be does not hold for it. */
  readonly isOwn?: boolean
}

/** Everything a host needs to play a match. Draws were taken from the seed by the arena (see engine `draw`). */
export interface MatchOrder {
  readonly matchId: string
  /** The id of the match as its bots are told it, where it is another. */
  readonly toldId?: string
  readonly mode: Mode
  /** 64 lower-case hex digits. */
  readonly seed: string
  readonly stage: StageId
  /** Indexed by port. */
  readonly bots: Pair<SeatedBot>
  /** When the match began, in Unix milliseconds by the clock of whoever orders it: that of a host's machine may be another. */
  readonly startedAt: number
  /** Where the match goes on from a frame of a recorded one. */
  readonly branch?: BranchOrder
}

/**
 * The recorded match that a match goes on from. Up to the branch point both bots are shown what was recorded, and their pads count for
 * nothing. From then on one of them plays; for the other the recorded pads are played as long as `RecordedSide` of @arena/engine says.
 */
export interface BranchOrder {
  /** The branch point: the last frame that is as recorded. */
  readonly frame: number
  /** The recorded events. */
  readonly stream: Uint8Array
  /** The recorded pads by port, 8 bytes each, from the first frame on. */
  readonly pads: Pair<Uint8Array>
  /** The recorded picks: those of the bots are heard, and not played. */
  readonly picks: Pair<Pick>
  /** The random seeds of frames from the first on; those after them are drawn from the seed of the order. */
  readonly seeds: readonly number[]
  /** The bot that plays from the branch point on. */
  readonly port: 0 | 1
  /** The lead that the other bot played with. */
  readonly lead: number
  /** The first frame that the bots are shown: an earlier one is played without them. */
  readonly shownFrom: number
  /** The match is over after this frame, and before where a bot loses a stock. */
  readonly until: number
}

/** A bot's pick as it stands once both are in: its own answer, or the drawn one. */
export interface Pick {
  readonly character: number
  readonly costume: number
}

interface LivePlayer {
  readonly stocks: number
  readonly percent: number
  readonly x: number
  readonly y: number
}

/** How a match stands while it runs; sent about ten times a second. */
export interface MatchProgress {
  readonly matchId: string
  /** Latest frame the engine reported; -123 until then. */
  readonly frame: number
  readonly players: Pair<LivePlayer>
  /** As in the result, so far. */
  readonly answered: Pair<boolean>
  /** Frames polled without a pad of this bot's, so far. */
  readonly missed: Pair<number>
}

/** Why a pick is not the bot's own answer. */
export type NoPick =
  | { readonly kind: 'late' | 'dropped' }
  /** The answer was a binary message of this many bytes. */
  | { readonly kind: 'binary'; readonly length: number }
  /** What the bot sent, cut short where it is long, and what is wrong with it. */
  | { readonly kind: 'invalid'; readonly received: string; readonly mistake: string }

/** What bots said of their versions when they joined; null where one said nothing, or did not join. */
export type Versions = Pair<BotVersion | null>

/** Sent once, at Game Start: from here on stage and picks are public. */
export interface MatchStarted {
  readonly matchId: string
  readonly stage: StageId
  readonly picks: Pair<Pick>
  /** Why a pick was drawn; null where it is the bot's own. */
  readonly drawn: Pair<NoPick | null>
  readonly versions: Versions
}

/** Binary messages that were no pads, and pads that were ignored (spec: Pad timing rules 4 and 6). */
export interface IgnoredPads {
  /** Not 12 bytes. */
  readonly malformed: number
  /** Bytes of the last of those. */
  readonly lastLength: number
  /** For a frame that had been polled. */
  readonly late: number
  /** The part of `late` for a frame that the bot had been sent. */
  readonly seen: number
  /** For a frame beyond the window. */
  readonly tooFar: number
  /** The part of `late` and `tooFar` for a frame that is near the game in the other byte order. */
  readonly reversed: number
}

/** What a bot sent without effect. */
export interface Ignored extends IgnoredPads {
  /** Texts after its pick. */
  readonly texts: number
}

/** Why a match ended, for the log and the record of what happened; finer than the public `endReason`. */
export type EndCause =
  | 'stocks'
  | 'time'
  | 'forfeit'
  | 'double-forfeit'
  | 'absent'
  | 'nobody-connected'
  | 'wall-clock'
  | 'engine-failed'
  | 'engine-lag'
  | 'replay-failed'
  /** The process that played the match has ended, with its arena or alone. */
  | 'host-lost'
  /** The machine that played the match said nothing for too long. */
  | 'machine-silent'
  /** No bot has heard of the match: nobody could begin it. */
  | 'not-begun'
  /** The arena's own program, or its database, could not do what it has to. */
  | 'arena-fault'
  | 'shutdown'
  | 'operator'
  | 'bot-gone'
  /** A branch has been played as far as it was to be. */
  | 'branch-over'

/** The pads that were polled on the frames of the replay. */
export interface Landed {
  /** `encodePadColumns` of @arena/protocol, deflated with zlib. */
  readonly packed: Uint8Array
  /** Over the 12 bytes of each pad, in the order of frames; 64 lower-case hex digits. */
  readonly sha256: Pair<string>
  readonly count: Pair<number>
}

export interface BranchResult {
  /** The last frame for which a recorded pad was played. */
  readonly recordedUntil: number
  /** What the bots picked, which was not played; null where a bot made no pick. */
  readonly picks: Pair<Pick | null>
}

export interface MatchResult {
  readonly matchId: string
  readonly status: 'completed' | 'aborted'
  readonly cause: EndCause
  /** One sentence for the operator. */
  readonly detail: string
  /** Null when the match was aborted before Game Start. */
  readonly summary: GameSummary | null
  /** Whether Game Start was reached: a record of a game that was not run keeps stage and characters null. */
  readonly played: boolean
  /** Spec "Missed-game rule" 1: true where the bot's socket opened and it sent anything. */
  readonly answered: Pair<boolean>
  /** Size of the finished `.slp`, null when no game was played. */
  readonly replayBytes: number | null
  /** By port; absent where the host died before it reported. */
  readonly ignored?: Pair<Ignored>
  /** Absent as `ignored` is. */
  readonly versions?: Versions
  /** Frames polled without a pad, by port, as `missedPadsText` of @arena/slp writes them; absent as `ignored` is. */
  readonly missedPads?: Pair<string>
  /** What the owner of each bot is shown, by port. Absent as `ignored` is, and of a game whose clock does not follow time. */
  readonly receipts?: Pair<ReceiptFacts>
  // What a game is checked and played again by; absent where none was played, and where the host died before it reported.
  /** Absent also for a game that is too long to keep its pads. */
  readonly landed?: Landed
  /** SHA-256 of the finished `.slp`, as 64 lower-case hex digits. */
  readonly replaySha256?: string
  /** The revision of the engine that played it; absent also for another engine than the built-in one. */
  readonly engine?: string
  /** When the game started, RFC 3339, as the metadata of the replay has it. */
  readonly startAt?: string
  /** Where the engine broke the game: the file that it can be played again from, or why there is none. */
  readonly fault?: string
  /** Absent but of a branch that was begun. */
  readonly branch?: BranchResult
}

/** Poll lateness and work since the last report, for metrics and the capacity warning. */
export interface HostLoad {
  readonly latenessMs: { readonly p50: number; readonly p99: number; readonly p999: number; readonly max: number }
  /** The same as counts per bucket of `LatenessHistogram`, so that several hosts add up. */
  readonly histogram: readonly number[]
  readonly polls: number
  /** Pads that had not landed when they were polled; every poll asks for two. */
  readonly missed: number
  readonly matches: number
}

export type HostCommand =
  /** The wall clock of the match has been running for `ranMs`. */
  | { readonly type: 'play'; readonly order: MatchOrder; readonly ranMs: number }
  /** End a running match now as `aborted` with the given cause. */
  | { readonly type: 'abort'; readonly matchId: string; readonly cause: EndCause }
  | { readonly type: 'stop' }

export type HostEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'started'; readonly match: MatchStarted }
  | { readonly type: 'progress'; readonly matches: readonly MatchProgress[] }
  | { readonly type: 'finished'; readonly result: MatchResult }
  /** The match was behind its clock for too long, and continues all the same. */
  | { readonly type: 'forgiven'; readonly matchId: string }
  | { readonly type: 'load'; readonly load: HostLoad }
  /** Told when it changes: whether the host has more games than it can play in time. */
  | { readonly type: 'overload'; readonly isOverloaded: boolean }
