/** Contract of the end of a match, for any database. */
import { startGame } from '../../src/matches/playing/game-start.ts'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { LiveMatches } from '../../src/live/live-matches.ts'
import type { EndCause, MatchResult } from '../../../host/src/order.ts'
import { Recorder } from '../../src/matches/playing/recorder.ts'
import { INITIAL_RATING, rate, shownRating } from '@arena/ratings'
import type { Outcome } from '@arena/ratings'
import { abortedOf, ARENA, HOUR, KEPT, MINUTE, resultOf, summaryOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const FORFEIT = { endReason: 'forfeit', stocks: [3, 1] } as const

export function completionContract(f: Fixture): void {
  /** Two bots in a match that has been running for a few minutes. */
  async function seated() {
    const [a, b] = await f.newBots(2)
    const { matchId, seed } = await f.seat(a, b)
    f.now += 3 * MINUTE
    return { a, b, matchId, seed }
  }

  describe('a result that the database refuses', () => {
    test.each([
      ['words with a NUL', { detail: 'gave up: \0' }],
      ['a stage that there is none of', { summary: { ...summaryOf(), stage: 99 as 8 } }],
      ['more pads than a match can have', { ...KEPT, landed: { ...KEPT.landed, packed: new Uint8Array(4_000_001) } }],
    ])('%s: the match is aborted in plain words, and its bots are free', async (_what, refused) => {
      const { a, b, matchId } = await seated()
      const recorder = new Recorder({
        db: f.db,
        replayRecords: f.replayRecords,
        live: new LiveMatches(),
        log: pino({ level: 'silent' }),
      })
      recorder.finished({ ...resultOf(matchId), ...refused })
      await recorder.settled()
      expect(await f.matches.find(matchId)).toMatchObject({
        status: 'aborted',
        summary: null,
        players: [{ placement: null }, {}],
      })
      expect(await f.db.selectFrom('matches').select(['cause', 'detail']).where('id', '=', matchId).execute()).toEqual([
        { cause: 'arena-fault', detail: 'The result could not be recorded: the database refused what it holds.' },
      ])
      expect(await f.db.selectFrom('seats').selectAll().execute()).toEqual([])
      for (const bot of [a, b]) expect(await f.botRow(bot)).toMatchObject({ games: 0, misses: 0, ...INITIAL_RATING })
    })
  })

  test('frames polled without a pad are kept by port, for as long as there is a replay to mark them in', async () => {
    const { matchId } = await seated()
    expect(await f.matches.missedPads(matchId)).toEqual(['', ''])
    await f.finish({ ...resultOf(matchId), missedPads: ['', '0+4,176+1l'] })
    expect(await f.matches.missedPads(matchId)).toEqual(['', '0+4,176+1l'])
    await f.finish({ ...resultOf(matchId), missedPads: ['0+1', '0+1'] })
    expect(await f.matches.missedPads(matchId)).toEqual(['', '0+4,176+1l'])
    await f.replayRecords.forgetReplay(matchId)
    expect(await f.matches.missedPads(matchId)).toEqual(['', ''])
    expect(await f.matches.find(matchId)).toMatchObject({ replayBytes: null, summary: summaryOf() })
  })

  describe('the versions that bots said', () => {
    const versions = async (matchId: string) => (await f.matches.find(matchId))?.players.map(({ version }) => version)
    const start = (matchId: string) =>
      startGame(f.db, { matchId, stage: 2, picks: summaryOf().players, versions: ['1.4', null] })

    test('are on record from Game Start on, and stay where the host dies', async () => {
      const { matchId } = await seated()
      expect(await versions(matchId)).toEqual([null, null])
      await start(matchId)
      expect(await versions(matchId)).toEqual(['1.4', null])
      await f.finish(abortedOf(matchId, { cause: 'host-lost' }))
      expect(await versions(matchId)).toEqual(['1.4', null])
    })

    test('are on record with the result, also of a match whose game was not begun', async () => {
      const { matchId } = await seated()
      const absent = { cause: 'absent', played: false, replayBytes: null, versions: [null, 'a1b2c3d4e5f6'] } as const
      await f.finish({ ...resultOf(matchId, { endReason: 'forfeit', winner: 1 }), ...absent })
      expect(await versions(matchId)).toEqual([null, 'a1b2c3d4e5f6'])
    })
  })

  describe('what a match is checked and played again by', () => {
    const kept = async (matchId: string) => ({
      match: await f.db
        .selectFrom('matches')
        .select(['replay_sha256', 'engine'])
        .where('id', '=', matchId)
        .executeTakeFirst(),
      players: await f.db
        .selectFrom('match_players')
        .select(['landed', 'pads_sha256'])
        .where('match_id', '=', matchId)
        .orderBy('port')
        .execute(),
      pads: await f.db
        .selectFrom('match_pads')
        .select(['packed', 'start_at'])
        .where('match_id', '=', matchId)
        .execute(),
    })
    const NONE = { landed: null, pads_sha256: null }

    test('is written with the result, and stays when the replay is deleted', async () => {
      const { matchId } = await seated()
      await f.finish({ ...resultOf(matchId), ...KEPT })
      await f.finish({ ...resultOf(matchId), ...KEPT, replaySha256: 'cd'.repeat(32) })
      await f.replayRecords.forgetReplay(matchId)
      const { match, players, pads } = await kept(matchId)
      expect(match).toEqual({ replay_sha256: KEPT.replaySha256, engine: KEPT.engine })
      expect(players).toEqual([
        { landed: 9991, pads_sha256: KEPT.landed.sha256[0] },
        { landed: 9994, pads_sha256: KEPT.landed.sha256[1] },
      ])
      expect(pads).toEqual([{ packed: expect.anything(), start_at: new Date(KEPT.startAt) }])
      expect(Uint8Array.from(pads[0]!.packed)).toEqual(KEPT.landed.packed)
    })

    test('is not there where the host died before it reported, and where no game was played', async () => {
      for (const result of [resultOf, abortedOf]) {
        const { matchId } = await seated()
        await f.finish(result(matchId))
        expect(await kept(matchId)).toEqual({
          match: { replay_sha256: null, engine: null },
          players: [NONE, NONE],
          pads: [],
        })
      }
    })

    test('of a game whose replay could not be written, the hashes of the pads are there alone', async () => {
      const { matchId } = await seated()
      const { landed, engine, startAt } = KEPT
      await f.finish(
        abortedOf(matchId, { landed, engine, startAt, cause: 'replay-failed', played: true, summary: summaryOf() }),
      )
      const { match, players, pads } = await kept(matchId)
      expect(match).toEqual({ replay_sha256: null, engine })
      expect(players[0]).toEqual({ landed: 9991, pads_sha256: landed.sha256[0] })
      expect(pads).toEqual([])
    })
  })

  describe('a completed match', () => {
    test('Match `status` `running` -> `completed`: placements and scores set; rating deltas computed; seed becomes public', async () => {
      const { a, b, matchId, seed } = await seated()
      expect(await f.finish(resultOf(matchId))).toBe(true)
      const match = await f.matches.find(matchId)
      const [winner, loser] = rate(INITIAL_RATING, INITIAL_RATING, 'win')
      expect(match).toMatchObject({
        status: 'completed',
        stage: 8,
        players: [
          { botId: a.botId, character: 2, costume: 1, placement: 1, score: 2 },
          { botId: b.botId, character: 20, costume: 0, placement: 2, score: 0 },
        ],
        summary: summaryOf(),
        replayBytes: 3_604_118,
        endedAt: new Date(f.now).toISOString(),
        seed,
      })
      expect(match!.players[0].ratingDelta).toBeCloseTo(shownRating(winner), 12)
      expect(match!.players[1].ratingDelta).toBeCloseTo(shownRating(loser), 12)
      expect(await f.botRow(a)).toMatchObject({ ...winner, games: 1, wins: 1, losses: 0, draws: 0 })
      expect(await f.botRow(b)).toMatchObject({ ...loser, games: 1, wins: 0, losses: 1, draws: 0 })
    })

    test.each<[string, Parameters<typeof resultOf>[1], Outcome, [number, number]]>([
      ['5: placements are 1 for the winner and 2 for the loser, on whichever port', { winner: 1 }, 'loss', [0, 2]],
      ['2: when the timer runs out the score is the stocks left', { endReason: 'time', stocks: [3, 2] }, 'win', [3, 2]],
      ['5: a draw is placement 1 for both', { winner: null, endReason: 'time', stocks: [2, 2] }, 'draw', [2, 2]],
      ['4: a forfeit scores 0 against 4, whatever stocks were left', { ...FORFEIT, winner: 1 }, 'loss', [0, 4]],
      ['3: both bots missing 300 polls together is a draw', { ...FORFEIT, winner: null }, 'draw', [0, 0]],
    ])('Winning and scoring 5, 4, 3 and 2, Rating 3: ties and forfeits are rated (rule %s)', async (...row) => {
      const [, told, outcome, scores] = row
      const { a, b, matchId } = await seated()
      await f.rate(a, 30)
      await f.rate(b, 20)
      await f.finish(resultOf(matchId, told))
      const placements = { win: [1, 2], loss: [2, 1], draw: [1, 1] }[outcome]
      const { players } = (await f.matches.find(matchId))!
      expect(players).toMatchObject([0, 1].map((port) => ({ placement: placements[port], score: scores[port] })))
      const rated = rate({ mu: 30, sigma: 1 }, { mu: 20, sigma: 1 }, outcome)
      const counts = { win: [1, 0, 0], loss: [0, 1, 0], draw: [0, 0, 1] }
      for (const [port, bot] of [a, b].entries()) {
        const own = outcome === 'draw' ? 'draw' : placements[port] === 1 ? 'win' : 'loss'
        const [wins, losses, draws] = counts[own]
        expect(await f.botRow(bot)).toMatchObject({ ...rated[port], games: 1, wins, losses, draws, misses: 0 })
      }
    })

    test('a bot that alone never connects forfeits before the game is run: rated, 0 against 4, no stage, no picks, no replay', async () => {
      const { a, b, matchId } = await seated()
      const told = { winner: 0, endReason: 'forfeit', stocks: [4, 0] } as const
      const absent = { cause: 'absent', played: false, answered: [true, false], replayBytes: null } as const
      await f.finish(resultOf(matchId, told, absent))
      expect(await f.matches.find(matchId)).toMatchObject({
        status: 'completed',
        stage: null,
        replayBytes: null,
        summary: { stage: 8, endReason: 'forfeit', players: [{ character: 2 }, { character: 20 }] },
        players: [
          { placement: 1, score: 4, character: null, costume: null },
          { placement: 2, score: 0, character: null, costume: null },
        ],
      })
      expect(await f.botRow(a)).toMatchObject({ wins: 1, misses: 0 })
      expect(await f.botRow(b)).toMatchObject({ losses: 1, misses: 1, missing_since: new Date(f.now) })
    })

    test('Rating 5: per-match rating deltas add up to the rating that the leaderboard shows', async () => {
      const [a, b] = await f.newBots(2)
      let sum = 0
      for (const winner of [0, 0, 1, null, 0] as const) {
        const id = await f.play(a, b, winner)
        sum += (await f.matches.find(id))!.players[0].ratingDelta!
      }
      const [row] = await f.ratings.leaderboard({ mode: 'live', limit: 1, offset: 0 })
      expect(row).toMatchObject({ botId: a.botId, rating: Math.round(sum * 10) / 10 })
    })

    test('a bot deleted while it plays is still rated', async () => {
      const owner = await f.account()
      const a = await f.bot({ owner })
      const { matchId } = await f.seat(a, await f.bot())
      await f.bots.remove(owner, a.botId)
      await f.finish(resultOf(matchId))
      expect(await f.botRow(a)).toMatchObject({ games: 1, wins: 1 })
    })
  })

  describe('never twice', () => {
    test('a repeated result, or another one, changes nothing', async () => {
      const { a, matchId } = await seated()
      await f.finish(resultOf(matchId, { winner: 0 }))
      const [match, bot] = [await f.matches.find(matchId), await f.botRow(a)]
      f.now += HOUR
      for (const result of [resultOf(matchId), resultOf(matchId, { winner: 1 }), abortedOf(matchId)]) {
        expect(await f.finish(result)).toBe(false)
      }
      expect(await f.matches.find(matchId)).toEqual(match)
      expect(await f.botRow(a)).toEqual(bot)
      expect(await f.finish(resultOf('match_00000000000000000000000000'))).toBe(false)
    })

    test('of results that arrive at the same time one counts', async () => {
      const { a, b, matchId } = await seated()
      const results = ([0, 1, null, 0, 1] as const).map((winner) => resultOf(matchId, { winner }))
      const counted = await Promise.all([...results, abortedOf(matchId)].map((result) => f.finish(result)))
      expect(counted.filter(Boolean)).toHaveLength(1)
      const { status } = (await f.matches.find(matchId))!
      for (const bot of [a, b]) expect((await f.botRow(bot)).games).toBe(Number(status === 'completed'))
    })
  })

  describe('an aborted match', () => {
    const MISSED: EndCause[] = ['nobody-connected', 'wall-clock']
    const CUT_SHORT: EndCause[] = [
      'engine-failed',
      'engine-lag',
      'replay-failed',
      'host-lost',
      'shutdown',
      'operator',
      'bot-gone',
    ]

    test.each([...MISSED, ...CUT_SHORT])(
      'Match `status` `running` -> `aborted` (%s), Rating 6: no placements, no rating change; a miss only where the arena did not cut it short',
      async (cause) => {
        const { a, b, matchId, seed } = await seated()
        await f.finish(abortedOf(matchId, { cause }))
        const none = { placement: null, score: null, ratingDelta: null }
        const endedAt = new Date(f.now).toISOString()
        const match = { status: 'aborted', summary: null, players: [none, none], endedAt, seed }
        expect(await f.matches.find(matchId)).toMatchObject(match)
        const misses = Number(MISSED.includes(cause))
        const row = { ...INITIAL_RATING, games: 0, misses, last_match_ended_at: new Date(f.now) }
        for (const bot of [a, b]) expect(await f.botRow(bot)).toMatchObject(row)
        // Both are free again.
        await f.seat(a, b)
      },
    )

    test('engine failure: `endReason` is `engine`; the state of the game, its stage and picks, are kept', async () => {
      const { matchId } = await seated()
      const told = { winner: null, endReason: 'engine', stocks: [3, 2] } as const
      await f.finish(resultOf(matchId, told, { status: 'aborted', cause: 'engine-failed', replayBytes: 812 }))
      expect(await f.matches.find(matchId)).toMatchObject({
        status: 'aborted',
        stage: 8,
        summary: { endReason: 'engine', winner: null },
        players: [
          { character: 2, costume: 1, placement: null },
          { character: 20, costume: 0, placement: null },
        ],
        replayBytes: 812,
      })
    })

    test('a host lost after Game Start leaves the stage and picks that it had reported', async () => {
      const { matchId } = await seated()
      const pick = { character: 9, costume: 4 }
      await startGame(f.db, { matchId, stage: 2, picks: [pick, pick], versions: [null, null] })
      await f.finish(abortedOf(matchId, { cause: 'host-lost' }))
      expect(await f.matches.find(matchId)).toMatchObject({ stage: 2, players: [pick, pick], summary: null })
    })
  })

  describe('a result that comes after its match was ended for it', () => {
    /** The machine was taken for dead before it had written Game Start; then its result comes. */
    async function late(result: Partial<MatchResult>) {
      const { a, b, matchId } = await seated()
      await f.finish(abortedOf(matchId, { cause: 'host-lost' }))
      const ended = await f.matches.find(matchId)
      const log: string[] = []
      const recorder = new Recorder({
        db: f.db,
        replayRecords: f.replayRecords,
        live: new LiveMatches(),
        machineId: ARENA,
        log: pino({}, { write: (line: string) => void log.push(line) }),
      })
      recorder.took(matchId, 1)
      f.now += MINUTE
      recorder.finished({ ...resultOf(matchId), ...result })
      await recorder.settled()
      expect(log.join('')).toContain('a match was over on record before its result came')
      for (const bot of [a, b]) expect(await f.botRow(bot)).toMatchObject({ ...INITIAL_RATING, games: 0 })
      return { ended: ended!, match: await f.matches.find(matchId) }
    }

    const KNOWN = [
      { character: 2, costume: 1 },
      { character: 20, costume: 0 },
    ]
    test.each([
      ['its replay is kept, with stage and fighters', {}, { stage: 8, replayBytes: 3_604_118 }, KNOWN],
      ['without a game, its fighters stay unknown', { played: false }, { replayBytes: 3_604_118 }, []],
      ['without a replay, nothing changes', { replayBytes: null }, {}, []],
    ])('%s; the match stays aborted, and no rating changes', async (_says, result, facts, known) => {
      const { ended, match } = await late(result)
      expect(ended).toMatchObject({ stage: null, replayBytes: null, players: [{ character: null }, { costume: null }] })
      const players = ended.players.map((player, port) => ({ ...player, ...known[port] }))
      expect(match).toEqual({ ...ended, ...facts, players })
    })
  })

  describe('misses', () => {
    test('Missed-game rule 1: a bot that never sent anything has missed, also when neither came; one that did has not, even if it forfeits', async () => {
      const { a, b, matchId } = await seated()
      await f.finish(abortedOf(matchId))
      for (const bot of [a, b]) expect(await f.botRow(bot)).toMatchObject({ misses: 1, missing_since: new Date(f.now) })
      const again = await f.seat(a, b)
      await f.finish(resultOf(again.matchId, { ...FORFEIT, winner: 1 }))
      expect(await f.botRow(a)).toMatchObject({ misses: 0, missing_since: null })
    })

    test('Missed-game rule 2: misses count consecutively from the first; any answered match resets the count', async () => {
      const [a, b] = await f.newBots(2)
      const missing_since = new Date(f.now)
      for (let misses = 1; misses <= 3; misses++) {
        await f.finish(abortedOf((await f.seat(a, b)).matchId))
        expect(await f.botRow(a)).toMatchObject({ misses, missing_since })
        f.now += HOUR
      }
      await f.abort(a, b, { cause: 'engine-failed', answered: [true, false] })
      expect(await f.botRow(a)).toMatchObject({ misses: 0, missing_since: null })
      expect(await f.botRow(b)).toMatchObject({ misses: 3 })
    })
  })
}
