/**
 * The tables as TypeScript sees them; `migrations/` is where they are made and where their rules stand.
 * Moments are `Date`s on the way in and out, counts fit 32 bits, ids are TypeIDs.
 */
import type { EndCause } from '@arena/host'
import type {
  BotStatus,
  DeployStep,
  AnyNoticeKind,
  ChooseNotices,
  GameSummary,
  KeyKind,
  KeyScope,
  MatchStatus,
  Mode,
  ReceiptFacts,
  RehearsalStatus,
  StageId,
  WebhookFormat,
} from '@arena/protocol'
import type { Role } from '../config/variables.ts'
import type { LiveState, NoticeFacts, PlayedFrom, TickFigures } from './json-columns.ts'
import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely'

/** Null until something happens. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

interface Users {
  id: string
  /** Null once the account is deleted. */
  email: ColumnType<string | null, string, string | null>
  /** '' until one is picked. */
  handle: Generated<string>
  created_at: Date
  deleted_at: Later<Date>
  /** By an operator, as of bots. */
  disabled_at: Later<Date>
}

interface Keys {
  id: string
  user_id: string
  kind: KeyKind
  name: string
  public_key: string | null
  secret_hash: string | null
  scopes: KeyScope[]
  created_at: Date
  last_used_at: Later<Date>
  revoked_at: Later<Date>
}

interface SignIns {
  token_hash: string
  /** Null until it is known that the address has room for another mail. */
  email: Later<string>
  /** Where it was asked for: see `clientOf`. */
  client: string
  code_salt: Later<string>
  code_hash: Later<string>
  at: Date
  spent_at: Later<Date>
}

interface CodeAttempts {
  id: GeneratedAlways<string>
  /** Null when there was no code that could have been guessed. */
  email: string | null
  client: string
  at: Date
}

interface Sessions {
  id_hash: string
  user_id: string
  created_at: Date
  expires_at: Date
}

interface Bots {
  id: string
  owner_id: string
  name: string
  mode: Mode
  url: string
  status: BotStatus
  created_at: Date
  deleted_at: Later<Date>
  /** When it last became `active`: at registration or by unpausing. */
  active_since: Date
  mu: number
  sigma: number
  /** mu - 3 sigma. */
  rating: GeneratedAlways<number>
  games: Generated<number>
  wins: Generated<number>
  losses: Generated<number>
  draws: Generated<number>
  /** Consecutive misses, and when the first of them ended. */
  misses: Generated<number>
  missing_since: Later<Date>
  last_match_ended_at: Later<Date>
  /** Paused by an operator: its owner cannot unpause it. */
  disabled_at: Later<Date>
  /** The `missing_since` of which its owner was told that it leads to a pause. */
  told_missing_since: Later<Date>
}

/** The deploy checks of bots that are not removed. */
interface DeployChecks {
  bot_id: string
  at: Date
  url: string
  passed: boolean
  steps: ColumnType<DeployStep[], string, never>
}

/** Machines; see the migrations `placement` and `machines`. */
interface Machines {
  id: string
  /** The process that is this machine; null where none is. */
  process: Later<string>
  max_matches: number
  /** When it last reported, by the database's clock. */
  seen_at: Date
  /** The platform key it signs with; null until it has started once with this version. */
  public_key: string | null
  role: Generated<Role>
  /** Null in a row of an older version. */
  build: Later<string>
  region: Generated<string>
  /** Where the other machines reach it. */
  address: Later<string>
  /** Matches that it takes at once at the moment; null where it takes none that others seat. */
  match_limit: Later<number>
}

interface Ladders {
  mode: Mode
  build: string
  beat: Later<Date>
  beat_at: Later<Date>
  steady_since: Later<Date>
  report: ColumnType<TickFigures | null, string | null | undefined, string | null>
}

/** The round trips of bots that are not removed; see the migration. */
interface RoundTrips {
  bot_id: string
  region: string
  ms: Later<number>
  measured_at: Date
}

/** See the migration. */
interface PlatformKeys {
  public_key: string
  sealed: string
  state: 'next' | 'current' | 'previous'
  since: Date
}

/** What runs on a machine; see the migration. */
interface LiveStates {
  machine_id: string
  at: Date
  state: ColumnType<LiveState, string, string>
}

/** See the migration, also for the two below. */
interface PublicLogs {
  log: number
  /** Its name: an address without its scheme. */
  origin: string
  size: Generated<number>
  is_current: boolean
  public_key: Later<string>
}

interface PublicLogEntries {
  entry: Generated<number>
  /** Null until its transaction commits. */
  log: Later<number>
  index: Later<number>
  text: string
  /** The match whose result it is. */
  match_id: Later<string>
}

interface Days {
  day: string
  secret: string
  seated: Generated<number>
  revealed_at: Later<Date>
}

interface Matches {
  id: string
  mode: Mode
  status: MatchStatus
  seed: string
  /** Null in older matches. */
  day: Later<string>
  number: Later<number>
  /** The machine whose hosts run it. */
  machine_id: string
  /** What it was assigned for; see the migration. */
  build: Later<string>
  /** Counts its placements. */
  attempt: Generated<number>
  assigned_at: Later<Date>
  taken_at: Later<Date>
  /** The beat of the scheduler that seated it. */
  tick: Date
  /** Public from Game Start on. */
  stage: Later<StageId>
  summary: ColumnType<GameSummary | null, string | null | undefined, string | null>
  replay_bytes: Later<number>
  /** By retention; see the migration. */
  replay_deleted: Generated<boolean>
  /** Length of a replay that retention has deleted, and that is played again; see the migration `archive`. */
  archived_bytes: Later<number>
  started_at: Date
  ended_at: Later<Date>
  cause: Later<EndCause>
  detail: Later<string>
  /** Bots that were free at the tick that seated it. Null in older matches. */
  candidates: Later<number>
  /** Null where they were not known. */
  round_trips: ColumnType<PlayedFrom | null, string | null | undefined, string | null>
  /** SHA-256 of the replay file as its host wrote it, and the revision of the engine that played; see the migration `match-pads`. */
  replay_sha256: Later<string>
  engine: Later<string>
  /** `aborted`, or the end reason of a completed match. */
  ending: GeneratedAlways<string | null>
}

interface MatchPlayers {
  match_id: string
  port: 0 | 1
  bot_id: string
  /** As it was when the bot was seated. */
  bot_name: string
  /** The start of the match, so that a bot's matches can be paged by one index. */
  started_at: Date
  character: Later<number>
  costume: Later<number>
  placement: Later<1 | 2>
  score: Later<number>
  rating_delta: Later<number>
  /** How long the bot had been free when it was seated. Null in older matches, as in the columns below. */
  waited_ms: Later<number>
  mu_before: Later<number>
  sigma_before: Later<number>
  /** The rating after a completed match; null for every other one. */
  mu_after: Later<number>
  sigma_after: Later<number>
  /** How many of its pads were polled, and the SHA-256 over them; see the migration `match-pads`. */
  landed: Later<number>
  pads_sha256: Later<string>
  /** What the bot said of its version when it joined. */
  version: Later<string>
}

/** Files of days that are over; see the migration `archive`. */
interface ArchiveDays {
  day: string
  machine_id: string
  matches: number
  bytes: number
  sha256: string
  stale: Generated<number>
}

/** Files of the built-in engine; see the migration `archive`. */
interface EngineBuilds {
  revision: string
  sha256: string
  bytes: number
  machine_id: string
  kept_at: Generated<Date>
}

/** See the migration. */
interface MatchPads {
  match_id: string
  packed: Uint8Array
  /** When the game started, as the metadata of the replay has it. */
  start_at: Date
}

/** See the migration. */
interface OpenData {
  file: string
  month: string | null
  machine_id: string
  stored: string
  through: Date
  made_at: Date
  first_made_at: Date
  rows: number
  bytes: number
  sha256: string
}

/** See the migration. */
interface MatchMoments {
  match_id: string
  /** When the match was seated. */
  started_at: Date
  kinds: number
  packed: Uint8Array
  swings: Later<Uint8Array>
}

interface MissedPads {
  match_id: string
  port: 0 | 1
  /** As `missedPadsText` of @arena/slp writes it. */
  ranges: string
}

interface Receipts {
  match_id: string
  port: 0 | 1
  bot_id: string
  /** When the match ended. */
  ended_at: Date
  facts: ColumnType<ReceiptFacts, string, never>
}

/** The last one of each bot; see the migration. */
interface Rehearsals {
  bot_id: string
  id: string
  owner_id: string
  status: RehearsalStatus
  requested_at: Date
  attempt: Generated<number>
  /** The machine that has taken it, or had. */
  machine_id: Later<string>
  seed: Later<string>
  port: Later<0 | 1>
  opponent_id: Later<string>
  opponent_name: Later<string>
  started_at: Later<Date>
  stage: Later<StageId>
  ended_at: Later<Date>
  detail: Later<string>
  summary: ColumnType<GameSummary | null, string | null | undefined, string | null>
  facts: ColumnType<ReceiptFacts | null, string | null | undefined, string | null>
  /** As of a match. */
  version: Later<string>
}

/** A crash may empty it. */
interface RehearsalReplays {
  rehearsal_id: string
  /** The length of the replay. */
  bytes: number
  /** In gzip. */
  packed: Uint8Array
}

/** Replays that were checked in the bucket; a row stays until the object is deleted. */
interface ReplayObjects {
  match_id: string
  /** When the match ended. */
  ended_at: Date
  /** The length of the gzip file, whose SHA-256 stands beside it. */
  packed_bytes: number
  sha256: string
}

/** See the migration. */
interface Relays {
  id: string
  user_id: string
  name: string
  created_at: Date
  machine_id: Later<string>
  connection: Later<string>
  changed_at: Date
}

interface Seats {
  bot_id: string
  match_id: string
}

interface Meetings {
  /** The smaller id of the two. */
  bot_a: string
  bot_b: string
  met_at: Date
}

/** See the migration, also for the three below. */
interface Notices {
  number: GeneratedAlways<string>
  id: string
  kind: AnyNoticeKind
  /** Null where it is for all owners of active bots. */
  owner_id: string | null
  bot_id: string | null
  at: Date
  facts: ColumnType<NoticeFacts, string, never>
  shared_out: Generated<boolean>
}

interface NoticeDeliveries {
  number: GeneratedAlways<string>
  notice_id: string
  owner_id: string
  way: 'mail' | 'webhook'
  state: Generated<'waiting' | 'sent' | 'dropped'>
  /** The mail that it is in, by the first notice of that. */
  mail: Later<string>
  attempts: Generated<number>
  due_at: Date
  leased_until: Later<Date>
  first_at: Later<Date>
  last_at: Later<Date>
  status: Later<number>
  answer: Later<string>
  ms: Later<number>
}

interface NoticeSettings {
  owner_id: string
  choices: ColumnType<ChooseNotices['choices'], string, string>
  unsubscribe_key: string
}

interface Webhooks {
  owner_id: string
  url: string
  format: WebhookFormat
  secret: string
  former_secret: Later<string>
  former_until: Later<Date>
  created_at: Date
  disabled_at: Later<Date>
  disabled_why: Later<string>
}

/** Requests counted for rate limits; see the migration. */
interface Turns {
  key: string
  at: Date
}

/** What operators did; rows are only added. */
interface OperatorActs {
  id: GeneratedAlways<string>
  at: Date
  who: string
  why: string
  act: string
  /** The id of what it was done to. */
  subject: string | null
  facts: ColumnType<Readonly<Record<string, unknown>>, string, never>
}

/** Matches that an operator has asked the machines to end. */
interface MatchEnds {
  match_id: string
  at: Date
}

/** A row at most: the maintenance that is announced. */
interface Maintenance {
  is_only: Generated<true>
  text: string
  starts_at: Date
  ends_at: Date
}

export interface Schema {
  users: Users
  keys: Keys
  sign_ins: SignIns
  code_attempts: CodeAttempts
  sessions: Sessions
  bots: Bots
  deploy_checks: DeployChecks
  machines: Machines
  ladders: Ladders
  live_states: LiveStates
  round_trips: RoundTrips
  platform_keys: PlatformKeys
  public_logs: PublicLogs
  public_log_entries: PublicLogEntries
  days: Days
  archive_days: ArchiveDays
  engine_builds: EngineBuilds
  matches: Matches
  match_players: MatchPlayers
  match_pads: MatchPads
  match_moments: MatchMoments
  open_data: OpenData
  missed_pads: MissedPads
  receipts: Receipts
  rehearsals: Rehearsals
  rehearsal_replays: RehearsalReplays
  replay_objects: ReplayObjects
  relays: Relays
  notices: Notices
  notice_deliveries: NoticeDeliveries
  notice_settings: NoticeSettings
  webhooks: Webhooks
  seats: Seats
  meetings: Meetings
  turns: Turns
  operator_acts: OperatorActs
  match_ends: MatchEnds
  maintenance: Maintenance
}

/** What stores work on: the database, or a transaction of it. */
export type Database = Kysely<Schema>
