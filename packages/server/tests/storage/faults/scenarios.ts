/**
 * What an arena asks of its database, by callers that try again as they do in the service: people repeat a request that
 * failed, the scheduler ticks again, results are written until they are. And what has to be true of the rows afterwards,
 * wherever it was that the database went away.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { SignIn } from '../../../src/accounts/sign-in.ts'
import type { Database } from '../../../src/db/schema.ts'
import { LIMITS } from '../../../src/http/rate-limits.ts'
import { SharedRateLimiter } from '../../../src/http/shared-rate-limiter.ts'
import { LiveMatches } from '../../../src/live/live-matches.ts'
import { Mailer } from '../../../src/mail/mailer.ts'
import type { MatchOrder } from '../../../../host/src/order.ts'
import { Recorder } from '../../../src/matches/playing/recorder.ts'
import { INITIAL_RATING, shownRating } from '../../../src/bots/rating.ts'
import { Attempts } from '../../../src/replays/attempts.ts'
import { deleteOldReplays } from '../../../src/replays/retention.ts'
import { FolderReplayStore } from '../../../src/replays/store.ts'
import { ARENA, DAY, empty, Fixture, MINUTE, resultOf, SECOND } from '../fixture.ts'
import { clockOf, testMachine } from '../test-machine.ts'

const TICK = 5 * SECOND
const REST = 2 * MINUTE
/** One fault costs one attempt; a machine with much else to do may cost another. */
const ATTEMPTS = 10

const EMAIL = 'ada@example.org'
const PICKS = [
  { character: 2, costume: 1 },
  { character: 20, costume: 0 },
] as const

const log = pino({ level: 'silent' })

/**
 * Prepares, calls `begin` for a database whose queries are counted and may fail, and continues until it has what it wants
 * of that.
 */
export type Scenario = (whole: Fixture, begin: () => Fixture) => Promise<void>

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a sign-in': async (_whole, begin) => {
    const f = begin()
    const mailer = new Mailer({ transport: { send: async () => {} }, log })
    const signIn = new SignIn({ db: f.db, signIns: f.signIns, mailer, log, now: f.clock })
    // A link that did not do is followed by another.
    const { user, sessionId } = await insist(async () => {
      let token = ''
      await signIn.ask(EMAIL, 'a client', (mailed) => `https://example.org/${(token = mailed)}`)
      await mailer.settled()
      return signIn.verify({ token }, 'a client', null)
    })
    expect(await insist(() => f.sessions.find(sessionId))).toBe(user.id)
    await insist(() => f.accounts.setHandle(user.id, 'ada'))
    expect(await insist(() => f.accounts.find(user.id))).toEqual({ id: user.id, email: EMAIL, name: 'ada' })
  },

  'a key, and a bot in its time': async (whole, begin) => {
    const owner = await whole.account()
    const f = begin()
    const key = await insist(() => f.keys.create(owner, { kind: 'bearer', name: 'key', scopes: ['bots.write'] }))
    if (key === 'key-limit-reached') throw new Error(key)
    expect(await insist(() => f.keys.list(owner))).toContainEqual(expect.objectContaining({ id: key.id }))
    const terms = { name: 'Waveland', mode: 'live', url: 'https://bot.example.org/' } as const
    const { id } = await insist(() => f.bots.register(owner, terms))
    await insist(() => f.bots.update(owner, id, { name: 'Edgeguard', status: 'paused' }))
    expect(await insist(() => f.bots.find(owner, id))).toMatchObject({ name: 'Edgeguard', status: 'paused' })
    await insist(() => f.bots.remove(owner, id))
    expect(await insist(() => f.bots.find(owner, id))).toBeNull()
  },

  'a tick that seats two bots': async (whole, begin) => {
    await whole.bot()
    await whole.bot()
    const f = begin()
    const { tick, orders } = matchmaking(f)
    await insist(async () => {
      f.now += REST + TICK
      await tick()
      if (orders[0] === undefined) throw new Error('Nobody was seated')
    })
    // A match that was written without a notice to its arena is found, and ended.
    await insist(tick)
    expect(orders).toHaveLength(1)
    const running = await insist(() => f.running())
    expect(running.map(({ id }) => id)).toEqual([orders[0]!.matchId])
  },

  'a game and its result': async (whole, begin) => {
    const order = await whole.seat(await whole.bot(), await whole.bot())
    const f = begin()
    const { recorder, live, tick } = matchmaking(f)
    live.seated(order)
    f.now += 3 * MINUTE
    const { matchId } = order
    recorder.started({ matchId, stage: 8, picks: PICKS, drawn: [null, null] })
    await recorder.settled()
    recorder.finished(resultOf(matchId))
    await recorder.settled()
    await insist(tick)
    expect(live.count).toBe(0)
    expect(await insist(() => f.matches.find(matchId))).toMatchObject({ status: 'completed', stage: 8 })
    expect(await insist(() => f.ratings.leaderboard({ mode: 'live', limit: 200, offset: 0 }))).toHaveLength(2)
  },

  'the deletion of replays': async (whole, begin) => {
    const folder = await mkdtemp(join(tmpdir(), 'arena-faults-'))
    const play = async () => whole.play(await whole.bot(), await whole.bot())
    const matchIds = [await play(), await play()]
    for (const matchId of matchIds) await writeFile(join(folder, `${matchId}.slp`), 'a replay')
    const f = begin()
    f.now += 91 * DAY
    const replays = new FolderReplayStore(folder)
    const due = { replayRecords: f.replayRecords, replays, machineId: ARENA, replayDays: 90, attempts: new Attempts() }
    await insist(() => deleteOldReplays(due, f.now))
    expect(await readdir(folder)).toEqual([])
    for (const id of matchIds) expect(await insist(() => f.matches.find(id))).toMatchObject({ replayBytes: null })
    await rm(folder, { recursive: true })
  },

  'limits and purges': async (_whole, begin) => {
    const f = begin()
    const limiter = new SharedRateLimiter(f.db, { ...LIMITS, 'match-reads': 1 })
    // One of two requests in doubt may have been counted.
    await insist(async () => limiter.take('match-reads', 'a client'))
    expect(await insist(async () => limiter.take('match-reads', 'a client'))).toBeGreaterThan(0)
    await insist(() => f.sessions.purge())
    await insist(() => f.signIns.purge())
  },
}

export interface Stage {
  /** What the scenario works on. */
  readonly db: Database
  /** The same, by a way that never fails. */
  readonly whole: Database
  /** From `arm` on, and until `disarm`, queries are counted and may fail. */
  readonly faults: { arm(): void; disarm(): void }
}

/** Plays a scenario in an empty database; whatever failed in it, the rows agree with each other in the end. */
export async function playScenario(scenario: Scenario, { db, whole, faults }: Stage): Promise<void> {
  await empty(whole)
  try {
    await scenario(new Fixture(whole), () => {
      faults.arm()
      return new Fixture(db)
    })
  } finally {
    faults.disarm()
  }
  await expectConsistent(whole)
}

async function insist<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

/** A scheduler and a recorder, wired as in an arena; orders are taken, and nobody plays them. */
function matchmaking(f: Fixture) {
  const live = new LiveMatches()
  const orders: MatchOrder[] = []
  const recorder = new Recorder({ db: f.db, replayRecords: f.replayRecords, live, log, now: f.clock, firstRetryMs: 1 })
  const { scheduler } = testMachine({
    db: f.db,
    machineId: ARENA,
    mode: 'live',
    tickMs: TICK,
    restMs: REST,
    maxMatches: 1,
    play(order) {
      live.seated(order)
      orders.push(order)
    },
    playing: () => live.ids,
    breakOff: (matchId) => {
      throw new Error(`${matchId} is over on record`)
    },
    log,
    now: f.clock,
    clock: clockOf(f),
  })
  return { live, orders, recorder, tick: () => scheduler.tick() }
}

async function expectConsistent(db: Database): Promise<void> {
  const matches = await db.selectFrom('matches').select(['id', 'status']).execute()
  const players = await db.selectFrom('match_players').selectAll().orderBy('match_id').orderBy('port').execute()
  const seats = await db.selectFrom('seats').selectAll().execute()
  for (const { id, status } of matches) {
    const both = players.filter((player) => player.match_id === id)
    expect(both.map(({ port }) => port)).toEqual([0, 1])
    expect(both.map(({ placement }) => placement !== null)).toEqual(Array(2).fill(status === 'completed'))
    expect(seats.filter((seat) => seat.match_id === id)).toHaveLength(status === 'running' ? 2 : 0)
  }
  const before = shownRating(INITIAL_RATING)
  for (const bot of await db.selectFrom('bots').selectAll().execute()) {
    const rated = players.filter((player) => player.bot_id === bot.id && player.rating_delta !== null)
    const deltas = rated.reduce((sum, { rating_delta: delta }) => sum + delta!, 0)
    expect(bot.rating).toBeCloseTo(before + deltas, 9)
    expect([bot.games, bot.wins + bot.losses + bot.draws]).toEqual([rated.length, rated.length])
  }
}
