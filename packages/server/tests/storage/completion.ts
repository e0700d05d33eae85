/** Contract of the end of a match, for any database. */
import { startGame } from '../../src/matches/playing/game-start.ts'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { LiveMatches } from '../../src/live/live-matches.ts'
import type { EndCause, MatchResult } from '../../../host/src/order.ts'
import { Recorder } from '../../src/matches/playing/recorder.ts'
import { INITIAL_RATING, rate, shownRating } from '../../src/bots/rating.ts'
import { abortedOf, ARENA, HOUR, MINUTE, resultOf, summaryOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'

export function completionContract(fixture: () => Fixture): void {
  /** Two bots in a match that has been running for a few minutes. */
  async function seated() {
    const f = fixture()
    const [a, b] = [await f.bot(), await f.bot()]
    const { matchId, seed } = await f.seat(a, b)
    f.now += 3 * MINUTE
    return { f, a, b, matchId, seed }
  }

  describe('a result that the database refuses', () => {
    test.each([
      ['words with a NUL', { detail: 'gave up: \0' }],
      ['a stage that there is none of', { summary: { ...summaryOf(), stage: 99 as 8 } }],
    ])('%s: the match is aborted in plain words, and its bots are free', async (_what, refused) => {
      const { f, a, b, matchId } = await seated()
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
    const { f, matchId } = await seated()
    expect(await f.matches.missedPads(matchId)).toEqual(['', ''])
    await f.finish({ ...resultOf(matchId), missedPads: ['', '0+4,176+1l'] })
    expect(await f.matches.missedPads(matchId)).toEqual(['', '0+4,176+1l'])
    await f.finish({ ...resultOf(matchId), missedPads: ['0+1', '0+1'] })
    expect(await f.matches.missedPads(matchId)).toEqual(['', '0+4,176+1l'])
    await f.replayRecords.forgetReplay(matchId)
    expect(await f.matches.missedPads(matchId)).toEqual(['', ''])
    expect(await f.matches.find(matchId)).toMatchObject({ replayBytes: null, summary: summaryOf() })
  })

  describe('a completed match', () => {
    test('Match `status` `running` -> `completed`: placements and scores set; rating deltas computed; seed becomes public', async () => {
      const { f, a, b, matchId, seed } = await seated()
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

    test('Winning and scoring 5: placements are 1 for the winner and 2 for the loser, on whichever port', async () => {
      const { f, a, b, matchId } = await seated()
      await f.finish(resultOf(matchId, { winner: 1 }))
      expect((await f.matches.find(matchId))!.players).toMatchObject([{ placement: 2 }, { placement: 1 }])
      expect(await f.botRow(a)).toMatchObject({ wins: 0, losses: 1 })
      expect(await f.botRow(b)).toMatchObject({ wins: 1, losses: 0 })
    })

    test('Winning and scoring 2: when the timer runs out the score is the stocks left', async () => {
      const { f, matchId } = await seated()
      await f.finish(resultOf(matchId, { winner: 0, endReason: 'time', stocks: [3, 2] }, { cause: 'time' }))
      expect((await f.matches.find(matchId))!.players).toMatchObject([
        { placement: 1, score: 3 },
        { placement: 2, score: 2 },
      ])
    })

    test('Winning and scoring 5 and Rating 3: a draw is placement 1 for both and rates as a tie', async () => {
      const { f, a, b, matchId } = await seated()
      await f.rate(a, 30)
      await f.rate(b, 20)
      await f.finish(resultOf(matchId, { winner: null, endReason: 'time', stocks: [2, 2] }, { cause: 'time' }))
      const [ratedA, ratedB] = rate({ mu: 30, sigma: 1 }, { mu: 20, sigma: 1 }, 'draw')
      expect((await f.matches.find(matchId))!.players).toMatchObject([
        { placement: 1, score: 2 },
        { placement: 1, score: 2 },
      ])
      expect(await f.botRow(a)).toMatchObject({ ...ratedA, games: 1, wins: 0, losses: 0, draws: 1 })
      expect(await f.botRow(b)).toMatchObject({ ...ratedB, games: 1, wins: 0, losses: 0, draws: 1 })
    })

    test('Winning and scoring 4: a forfeit scores 0 against 4, whatever stocks were left', async () => {
      const { f, matchId } = await seated()
      const told = { winner: 1, endReason: 'forfeit', stocks: [3, 1] } as const
      await f.finish(resultOf(matchId, told, { cause: 'forfeit' }))
      expect((await f.matches.find(matchId))!.players).toMatchObject([
        { placement: 2, score: 0 },
        { placement: 1, score: 4 },
      ])
    })

    test('Rating 3: forfeits rate like any other loss', async () => {
      const { f, a, b, matchId } = await seated()
      await f.finish(resultOf(matchId, { winner: 1, endReason: 'forfeit' }, { cause: 'forfeit' }))
      const [loser, winner] = rate(INITIAL_RATING, INITIAL_RATING, 'loss')
      expect(await f.botRow(a)).toMatchObject({ ...loser, losses: 1 })
      expect(await f.botRow(b)).toMatchObject({ ...winner, wins: 1 })
    })

    test('Winning and scoring 3: both bots missing 300 polls together is a draw (double forfeit), rated as a tie', async () => {
      const { f, a, b, matchId } = await seated()
      await f.rate(a, 30)
      const told = { winner: null, endReason: 'forfeit', stocks: [4, 2] } as const
      await f.finish(resultOf(matchId, told, { cause: 'double-forfeit' }))
      const players = (await f.matches.find(matchId))!.players
      expect(players).toMatchObject([
        { placement: 1, score: 0 },
        { placement: 1, score: 0 },
      ])
      expect(players[0].ratingDelta).toBeLessThan(0)
      expect(players[1].ratingDelta).toBeGreaterThan(0)
      for (const bot of [a, b]) expect(await f.botRow(bot)).toMatchObject({ games: 1, draws: 1, misses: 0 })
    })

    test('a bot that alone never connects forfeits before the game is run: rated, 0 against 4, no stage, no picks, no replay', async () => {
      const { f, a, b, matchId } = await seated()
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
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      let sum = 0
      for (const winner of [0, 0, 1, null, 0] as const) {
        const id = await f.play(a, b, winner)
        sum += (await f.matches.find(id))!.players[0].ratingDelta!
      }
      const [row] = await f.ratings.leaderboard({ mode: 'live', limit: 1, offset: 0 })
      expect(row).toMatchObject({ botId: a.botId, rating: Math.round(sum * 10) / 10 })
    })

    test('a bot deleted or paused while it plays is still rated', async () => {
      const f = fixture()
      const owner = await f.account()
      const [a, b] = [await f.bot({ owner }), await f.bot({ owner: await f.account() })]
      const { matchId } = await f.seat(a, b)
      await f.bots.remove(owner, a.botId)
      await f.finish(resultOf(matchId))
      expect(await f.botRow(a)).toMatchObject({ games: 1, wins: 1 })
    })

    test('a completed match needs a summary', async () => {
      const { f, matchId } = await seated()
      await expect(f.finish({ ...resultOf(matchId), summary: null })).rejects.toThrow('without a summary')
      expect((await f.matches.find(matchId))!.status).toBe('running')
    })
  })

  describe('never twice', () => {
    test('a repeated result, or another one, changes nothing', async () => {
      const { f, a, matchId } = await seated()
      await f.finish(resultOf(matchId, { winner: 0 }))
      const [match, bot] = [await f.matches.find(matchId), await f.botRow(a)]
      f.now += HOUR
      expect(await f.finish(resultOf(matchId, { winner: 0 }))).toBe(false)
      expect(await f.finish(resultOf(matchId, { winner: 1 }))).toBe(false)
      expect(await f.finish(abortedOf(matchId))).toBe(false)
      expect(await f.matches.find(matchId)).toEqual(match)
      expect(await f.botRow(a)).toEqual(bot)
    })

    test('of results that arrive at the same time one counts', async () => {
      const { f, a, b, matchId } = await seated()
      const results = ([0, 1, null, 0, 1] as const).map((winner) => resultOf(matchId, { winner }))
      const counted = await Promise.all([...results, abortedOf(matchId)].map((result) => f.finish(result)))
      expect(counted.filter(Boolean)).toHaveLength(1)
      const { status } = (await f.matches.find(matchId))!
      expect((await f.botRow(a)).games).toBe(status === 'completed' ? 1 : 0)
      expect((await f.botRow(b)).games).toBe(status === 'completed' ? 1 : 0)
    })

    test('matches that end at the same time do not disturb each other', async () => {
      const f = fixture()
      const bots = await Promise.all(Array.from({ length: 16 }, () => f.bot()))
      const orders = []
      for (let i = 0; i < 8; i++) orders.push(await f.seat(bots[2 * i]!, bots[2 * i + 1]!))
      await Promise.all(orders.map(({ matchId }) => f.finish(resultOf(matchId))))
      for (const bot of bots) expect(await f.botRow(bot)).toMatchObject({ games: 1 })
      expect(await f.db.selectFrom('seats').selectAll().execute()).toEqual([])
    })

    test('an unknown match has no result', async () => {
      expect(await fixture().finish(resultOf('match_00000000000000000000000000'))).toBe(false)
    })
  })

  describe('an aborted match', () => {
    const CAUSES: EndCause[] = [
      'nobody-connected',
      'wall-clock',
      'engine-failed',
      'engine-lag',
      'replay-failed',
      'host-lost',
      'shutdown',
      'operator',
      'bot-gone',
    ]

    test.each(CAUSES)(
      'Match `status` `running` -> `aborted` (%s), Rating 6: no placements, no rating change',
      async (cause) => {
        const { f, a, b, matchId, seed } = await seated()
        await f.finish(abortedOf(matchId, { cause }))
        expect(await f.matches.find(matchId)).toMatchObject({
          status: 'aborted',
          summary: null,
          players: [
            { placement: null, score: null, ratingDelta: null },
            { placement: null, score: null, ratingDelta: null },
          ],
          endedAt: new Date(f.now).toISOString(),
          seed,
        })
        for (const bot of [a, b]) expect(await f.botRow(bot)).toMatchObject({ ...INITIAL_RATING, games: 0 })
      },
    )

    test('engine failure: `endReason` is `engine`; the state of the game, its stage and picks, are kept', async () => {
      const { f, matchId } = await seated()
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
      const { f, matchId } = await seated()
      const pick = { character: 9, costume: 4 }
      await startGame(f.db, { matchId, stage: 2, picks: [pick, pick] })
      await f.finish(abortedOf(matchId, { cause: 'host-lost' }))
      expect(await f.matches.find(matchId)).toMatchObject({ stage: 2, players: [pick, pick], summary: null })
    })
  })

  describe('a result that comes after its match was ended for it', () => {
    /** The machine was taken for dead before it had written Game Start; then its result comes. */
    async function late(result: Partial<MatchResult>) {
      const { f, a, b, matchId } = await seated()
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

    test('its replay is kept, with stage and fighters; the match stays aborted, and no rating changes', async () => {
      const { ended, match } = await late({})
      expect(ended).toMatchObject({ stage: null, replayBytes: null, players: [{ character: null }, { costume: null }] })
      const [red, blue] = ended.players
      expect(match).toEqual({
        ...ended,
        stage: 8,
        replayBytes: 3_604_118,
        players: [
          { ...red, character: 2, costume: 1 },
          { ...blue, character: 20, costume: 0 },
        ],
      })
    })

    test('without a game, its fighters stay unknown', async () => {
      const { ended, match } = await late({ played: false })
      expect(match).toEqual({ ...ended, replayBytes: 3_604_118 })
    })

    test('without a replay, nothing changes', async () => {
      const { ended, match } = await late({ replayBytes: null })
      expect(match).toEqual(ended)
    })
  })

  describe('misses', () => {
    test('Missed-game rule 1: a bot that never accepted the socket or never sent anything has missed, also when neither came', async () => {
      const { f, a, b, matchId } = await seated()
      await f.finish(abortedOf(matchId))
      for (const bot of [a, b]) {
        expect(await f.botRow(bot)).toMatchObject({ misses: 1, missing_since: new Date(f.now) })
      }
    })

    test('Missed-game rule 1: sending anything is not a miss, even in a match that is lost by forfeit', async () => {
      const { f, a, matchId } = await seated()
      await f.finish(resultOf(matchId, { winner: 1, endReason: 'forfeit' }, { cause: 'forfeit' }))
      expect(await f.botRow(a)).toMatchObject({ misses: 0, missing_since: null })
    })

    test('Missed-game rule 2: misses count consecutively from the first; any answered match resets the count', async () => {
      const f = fixture()
      const [a, b] = [await f.bot(), await f.bot()]
      const first = f.now
      for (let misses = 1; misses <= 3; misses++) {
        const { matchId } = await f.seat(a, b)
        await f.finish(abortedOf(matchId))
        expect(await f.botRow(a)).toMatchObject({ misses, missing_since: new Date(first) })
        f.now += HOUR
      }
      const { matchId } = await f.seat(a, b)
      await f.finish(abortedOf(matchId, { cause: 'engine-failed', answered: [true, false] }))
      expect(await f.botRow(a)).toMatchObject({ misses: 0, missing_since: null })
      expect(await f.botRow(b)).toMatchObject({ misses: 3 })
    })

    test.each([
      'host-lost',
      'shutdown',
      'operator',
      'bot-gone',
      'engine-failed',
      'engine-lag',
      'replay-failed',
    ] as const)('a match that the arena cut short is no miss (%s)', async (cause) => {
      const { f, a, matchId } = await seated()
      await f.finish(abortedOf(matchId, { cause }))
      expect(await f.botRow(a)).toMatchObject({ misses: 0 })
    })

    test('whatever became of a match, both bots have rested since its end and may be seated again', async () => {
      for (const result of [resultOf, abortedOf]) {
        const { f, a, b, matchId } = await seated()
        await f.finish(result(matchId))
        for (const bot of [a, b]) expect(await f.botRow(bot)).toMatchObject({ last_match_ended_at: new Date(f.now) })
        await f.seat(a, b)
      }
    })
  })
}
