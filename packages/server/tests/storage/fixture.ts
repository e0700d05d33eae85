/**
 * A database for the storage suites, with short ways to put accounts, bots and matches into it. The clock stands still
 * unless a test moves it.
 */
import { randomBytes } from 'node:crypto'
import type { GameSummary, MatchSummary, StageId } from '@arena/protocol'
import { sql } from 'kysely'
import { SessionStore } from '../../src/accounts/session-store.ts'
import { hashToken, SignInStore } from '../../src/accounts/sign-in-store.ts'
import { AccountStore } from '../../src/accounts/store.ts'
import { BotStore } from '../../src/bots/store.ts'
import { newId } from '../../src/db/ids.ts'
import type { Database } from '../../src/db/schema.ts'
import { KeyStore } from '../../src/keys/store.ts'
import type { MatchOrder, MatchResult, SeatedBot } from '../../../host/src/order.ts'
import { completeMatch } from '../../src/matches/ending/completion.ts'
import { ReceiptStore } from '../../src/history/receipts.ts'
import { MatchStore } from '../../src/history/store.ts'
import { ReplayRecords } from '../../src/replays/records.ts'
import { MatchmakingStore } from '../../src/matches/seating/store.ts'
import { MachineStore } from '../../src/matches/taking/store.ts'
import { RatingStore } from '../../src/history/leaderboard.ts'
import { BUILD, clockOf, processOf } from './test-machine.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const ARENA = 'arena_00000000000000000000000001'

/** Deleting a few rows is much faster than truncating files. */
const TABLES = [
  'turns',
  'maintenance',
  'match_ends',
  'seats',
  'meetings',
  'receipts',
  'match_pads',
  'match_moments',
  'open_data',
  'replay_objects',
  'rehearsal_replays',
  'rehearsals',
  'match_players',
  'public_log_entries',
  'public_logs',
  'matches',
  'days',
  'machines',
  'ladders',
  'sessions',
  'sign_ins',
  'code_attempts',
  'keys',
  'deploy_checks',
  'round_trips',
  'notice_deliveries',
  'notices',
  'notice_settings',
  'webhooks',
  'bots',
  'users',
] as const

/** In one statement, at whose end no row refers to one that is gone. */
const DELETE_ALL = sql.raw(`with ${TABLES.map((table) => `${table}_ as (delete from ${table})`).join(', ')} select`)

export async function empty(db: Database): Promise<void> {
  await DELETE_ALL.execute(db)
}

/** So many that each has its name in the test that asked for them. */
type Bots<Count extends number, Some extends SeatedBot[] = []> = number extends Count
  ? SeatedBot[]
  : Some['length'] extends Count
    ? Some
    : Bots<Count, [...Some, SeatedBot]>

export class Fixture {
  db!: Database
  /** Unix milliseconds. */
  now!: number
  readonly clock = () => this.now

  accounts!: AccountStore
  sessions!: SessionStore
  signIns!: SignInStore
  keys!: KeyStore
  bots!: BotStore
  matches!: MatchStore
  replayRecords!: ReplayRecords
  receipts!: ReceiptStore
  ratings!: RatingStore
  matchmaking!: MatchmakingStore
  machineStore!: MachineStore
  #made!: number
  #ticks!: number

  constructor(db?: Database) {
    if (db !== undefined) this.begin(db)
  }

  /** Anew: what was done before is forgotten. */
  begin(db: Database): void {
    this.db = db
    this.now = Date.parse('2026-03-01T12:00:00.000Z')
    this.accounts = new AccountStore(db, this.clock)
    this.sessions = new SessionStore(db, this.clock)
    this.signIns = new SignInStore(db, this.clock, async (code, salt) => hashToken(salt + code))
    this.keys = new KeyStore(db, this.clock)
    this.bots = new BotStore(db, this.clock)
    this.matches = new MatchStore(db)
    this.replayRecords = new ReplayRecords(db, 90, clockOf(this))
    this.receipts = new ReceiptStore(db)
    this.ratings = new RatingStore(db)
    this.matchmaking = new MatchmakingStore(db, clockOf(this))
    this.machineStore = new MachineStore(db, clockOf(this))
    this.#made = 0
    this.#ticks = 0
  }

  async account(handle = ''): Promise<string> {
    const { id } = await this.accounts.findOrCreate(`user${++this.#made}@example.org`)
    if (handle !== '') await this.accounts.setHandle(id, handle)
    return id
  }

  /** A bot, of an account of its own by default. */
  async bot({ owner, name }: { owner?: string; name?: string } = {}): Promise<SeatedBot> {
    const bot = await this.bots.register(owner ?? (await this.account()), {
      name: name ?? `bot ${++this.#made}`,
      mode: 'live',
      url: 'https://bot.example.org/',
    })
    return { botId: bot.id, name: bot.name, url: bot.url }
  }

  async newBots<Count extends number>(count: Count, options: { owner?: string } = {}): Promise<Bots<Count>> {
    const bots: SeatedBot[] = []
    while (bots.length < count) bots.push(await this.bot(options))
    return bots as Bots<Count>
  }

  async rate(bot: SeatedBot, mu: number, sigma = 1): Promise<void> {
    await this.db.updateTable('bots').set({ mu, sigma }).where('id', '=', bot.botId).execute()
  }

  /** While a bot is in a mode that there is not yet: the database knows none but `live`. */
  async withAnotherMode(bot: SeatedBot, test: () => Promise<void>): Promise<void> {
    const put = (mode: string) => sql`update bots set mode = ${mode} where id = ${bot.botId}`.execute(this.db)
    await sql`alter table bots drop constraint bots_mode_check`.execute(this.db)
    try {
      await put('another')
      await test()
    } finally {
      await put('live')
      await sql`alter table bots add constraint bots_mode_check check (mode in ('live'))`.execute(this.db)
    }
  }

  async botRow(bot: SeatedBot) {
    return this.db.selectFrom('bots').selectAll().where('id', '=', bot.botId).executeTakeFirstOrThrow()
  }

  /** A machine says that it is alive. */
  async report(id: string, maxMatches = 10, build = BUILD): Promise<void> {
    await this.machineStore.report(
      { id, process: processOf(id), role: 'all', build, region: '', address: null, maxMatches },
      maxMatches,
    )
  }

  /** A running match of the two, the first on port 0, which its machine has taken. */
  async seat(port0: SeatedBot, port1: SeatedBot, machineId = ARENA): Promise<MatchOrder> {
    await this.report(machineId)
    const order: MatchOrder = {
      matchId: newId('match'),
      mode: 'live',
      seed: randomBytes(32).toString('hex'),
      stage: 31,
      bots: [port0, port1],
      startedAt: this.now,
    }
    // No two matches of one tick: each has one of its own, years away from those that a scheduler would count.
    await this.matchmaking.seat({ order, machineId, build: BUILD, tick: new Date(++this.#ticks) })
    await this.machineStore.take(order.matchId, { id: machineId, process: processOf(machineId) }, 1)
    return order
  }

  /** Newest first. */
  async running(): Promise<MatchSummary[]> {
    const matches = await this.matches.list({ limit: 200 })
    if (matches === 'unknown-before') throw new Error(matches)
    return matches.filter((match) => match.status === 'running')
  }

  async finish(result: MatchResult): Promise<boolean> {
    return completeMatch(this.db, result, this.now)
  }

  /** A whole match, won by the bot on the given port or by nobody. */
  async play(port0: SeatedBot, port1: SeatedBot, winner: 0 | 1 | null = 0): Promise<string> {
    const { matchId } = await this.seat(port0, port1)
    await this.finish(resultOf(matchId, { winner }))
    return matchId
  }

  /** One that was broken off. */
  async abort(port0: SeatedBot, port1: SeatedBot, rest: Partial<MatchResult> = {}): Promise<string> {
    const { matchId } = await this.seat(port0, port1)
    await this.finish(abortedOf(matchId, rest))
    return matchId
  }
}

interface Told {
  readonly winner?: 0 | 1 | null
  readonly endReason?: GameSummary['endReason']
  readonly stocks?: readonly [number, number]
  readonly percents?: readonly [number, number]
  readonly stage?: StageId
  readonly frames?: number
}

export function summaryOf({
  winner = 0,
  endReason = 'stocks',
  stocks,
  percents = [47, 118],
  stage = 8,
  frames = 9871,
}: Told = {}): GameSummary {
  const left = stocks ?? ([winner === 1 ? 0 : 2, winner === 0 ? 0 : 2] as const)
  return {
    stage,
    players: [
      { character: 2, costume: 1, stocks: left[0], percent: percents[0], missed: 3 },
      { character: 20, costume: 0, stocks: left[1], percent: percents[1], missed: 0 },
    ],
    frames,
    endReason,
    winner,
  }
}

/** What a host reports of a game to check and to play it again by. */
export const KEPT = {
  replaySha256: 'ab'.repeat(32),
  engine: '9f091acc',
  startAt: '2026-03-01T12:00:04.120Z',
  landed: {
    packed: Uint8Array.of(0x78, 0x9c, 0, 0xff),
    sha256: ['01'.repeat(32), '02'.repeat(32)],
    count: [9991, 9994],
  },
} as const

/** A game played to its end, by default. */
export function resultOf(matchId: string, told: Told = {}, rest: Partial<MatchResult> = {}): MatchResult {
  return {
    matchId,
    status: 'completed',
    cause: 'stocks',
    detail: 'The last stock was lost.',
    summary: summaryOf(told),
    played: true,
    answered: [true, true],
    replayBytes: 3_604_118,
    ...rest,
  }
}

/** Neither bot was heard of. */
export function abortedOf(matchId: string, rest: Partial<MatchResult> = {}): MatchResult {
  return resultOf(
    matchId,
    {},
    {
      status: 'aborted',
      cause: 'nobody-connected',
      detail: 'Neither bot connected.',
      summary: null,
      played: false,
      answered: [false, false],
      replayBytes: null,
      ...rest,
    },
  )
}
