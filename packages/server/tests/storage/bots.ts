/** Contract of bots, for any database. */
import { describe, expect, test } from 'vitest'
import { Standings } from '../../src/bots/standings.ts'
import { LobbyView } from '../../src/matches/seating/lobby-view.ts'
import { disableAccount, enableAccount } from '../../src/operators/accounts.ts'
import { disableBot, enableBot } from '../../src/operators/bots.ts'
import { abortedOf, ARENA, resultOf, SECOND } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { BUILD } from './test-machine.ts'

/** By its clock a second passes from one question to the next. */
function lobbyOf({ db, clock: now, matchmaking, machineStore }: Fixture, secondsApart = 1): LobbyView {
  let asked = 0
  const elapsed = () => SECOND * secondsApart * asked++
  return new LobbyView({ db, mode: 'live', restMs: SECOND, tickMs: SECOND, now, matchmaking, machineStore, elapsed })
}

function standingsOf(f: Fixture): Standings {
  const lobby = lobbyOf(f)
  const { db, ratings, clock: now } = f
  return new Standings({ db, ratings, waiting: () => lobby.waiting(), restMs: SECOND, leaseMs: SECOND, now })
}

export function botsContract(f: Fixture): void {
  describe('bots', () => {
    test('a registered bot is `active`', async () => {
      const ownerId = await f.account()
      const bot = await f.bots.register(ownerId, { name: 'Waveland', mode: 'live', url: 'https://bot.example.org/' })
      expect(bot).toEqual({
        id: expect.stringMatching(/^bot_/),
        ownerId,
        name: 'Waveland',
        mode: 'live',
        url: 'https://bot.example.org/',
        status: 'active',
        createdAt: new Date(f.now).toISOString(),
      })
      expect(await f.bots.find(ownerId, bot.id)).toEqual(bot)
    })

    test('how a bot stands: its rating and rank, its last match, its misses, its last deploy check, the match that it is in', async () => {
      const owner = await f.account()
      const [bot, other] = [await f.bot({ owner }), await f.bot({ name: 'Needle' })]
      const standings = standingsOf(f)
      const standing = async () => (await standings.with(await f.bots.list(owner)))[0]!.standing!
      const none = { missesInARow: 0, matchId: null, rating: null, rank: null, lastMatch: null, lastCheck: null }
      expect(await standing()).toMatchObject({ state: 'free', ...none })

      const opponent = { opponentId: other.botId, opponentName: 'Needle' }
      const { matchId } = await f.seat(bot, other)
      expect(await standing()).toMatchObject({ state: 'playing', ...none, matchId })
      await f.finish(resultOf(matchId, { winner: 1, endReason: 'forfeit' }, { answered: [false, true] }))
      f.now += SECOND
      const endedAt = new Date(f.now - SECOND).toISOString()
      expect(await standing()).toMatchObject({
        state: 'missing',
        missesInARow: 1,
        matchId: null,
        rating: expect.any(Number),
        rank: 2,
        lastMatch: { id: matchId, outcome: 'loss', byForfeit: true, ...opponent, endedAt },
      })

      const won = await f.play(other, bot, 1)
      expect(await standing()).toMatchObject({ state: 'resting', missesInARow: 0, rank: 1 })
      f.now += SECOND
      expect(await standing()).toMatchObject({
        state: 'free',
        lastMatch: { id: won, outcome: 'win', byForfeit: false },
      })
      await f.play(bot, other, null)
      expect((await standing()).lastMatch?.outcome).toBe('draw')
      f.now += SECOND
      const aborted = await f.seat(bot, other)
      await f.finish(abortedOf(aborted.matchId, { cause: 'engine-failed' }))
      expect((await standing()).lastMatch).toMatchObject({ id: aborted.matchId, outcome: 'aborted', byForfeit: false })

      const step = { name: 'ping', ok: false, sent: 'GET /ping', received: 'connection refused', ms: 1 } as const
      await f.bots.noteFailedCheck(bot.botId, { url: bot.url, report: { ok: false, steps: [step] } })
      const at = new Date(f.now).toISOString()
      expect(await standing()).toMatchObject({ state: 'check-failed', lastCheck: { at, failedStep: 'ping' } })
      await f.bots.update(owner, bot.botId, { status: 'paused' })
      expect((await standing()).state).toBe('paused')
      await disableAccount(f.db, owner, new Date(f.now))
      expect((await standing()).state).toBe('held')
      expect(await standings.with([])).toEqual([])
    })

    test('what a bot waits for: bots of other accounts, and a machine with room that plays the build of the ladder', async () => {
      const owner = await f.account()
      const [bot, resting] = [await f.bot({ owner }), await f.bot()]
      await f.bot({ owner })
      const standings = standingsOf(f)
      const waiting = async () => (await standings.with(await f.bots.list(owner)))[0]!.standing!.waiting
      const one = { free: 1, resting: 0, playing: 0 }

      expect(await waiting()).toMatchObject({ ...one, nextMatchMs: null })
      await f.machineStore.setBuild('live', BUILD)
      await f.report(ARENA, 2, 'another')
      expect(await waiting()).toMatchObject({ ...one, nextMatchMs: null })
      await f.report(ARENA, 2)
      expect(await waiting()).toMatchObject({ ...one, nextMatchMs: SECOND })

      const { matchId } = await f.seat(resting, await f.bot())
      expect(await waiting()).toMatchObject({ free: 0, resting: 0, playing: 2, nextMatchMs: null })
      await f.report(ARENA, 1)
      expect((await waiting())!.says).toContain('every seat is taken')
      await f.finish(resultOf(matchId, { winner: 0 }))
      expect(await waiting()).toMatchObject({ free: 0, resting: 2, playing: 0, nextMatchMs: SECOND })
      await f.seat(bot, resting)
      expect(await waiting()).toBeNull()
      await f.bots.update(owner, bot.botId, { status: 'paused' })
      expect(await waiting()).toBeNull()
    })

    test('the lobby is read once a second at most, however many ask', async () => {
      const lobby = lobbyOf(f, 0.5)
      const reads = Array.from({ length: 4 }, () => lobby.read())
      expect(new Set(reads).size).toBe(2)
      await Promise.all(reads)
    })

    test('an account sees and changes only its own bots, oldest first', async () => {
      const owner = await f.account()
      const ids = []
      for (; ids.length < 3; f.now += SECOND) ids.push((await f.bot({ owner })).botId)
      const other = await f.account()
      expect((await f.bots.list(owner)).map((bot) => bot.id)).toEqual(ids)
      expect(await f.bots.list(other)).toEqual([])
      for (const [by, id] of [
        [other, ids[0]!],
        [owner, '\0'],
      ] as const) {
        expect(await f.bots.find(by, id)).toBeNull()
        expect(await f.bots.update(by, id, { status: 'paused' })).toBeNull()
        expect(await f.bots.remove(by, id)).toBeNull()
      }
      expect(await f.bots.find(owner, ids[0]!)).toMatchObject({ status: 'active' })
    })

    test('a change changes what it names and nothing else', async () => {
      const owner = await f.account()
      const { botId } = await f.bot({ owner, name: 'old' })
      let expected = await f.bots.find(owner, botId)
      for (const change of [{ name: 'new' }, { url: 'https://other.example.org/' }]) {
        expected = { ...expected!, ...change }
        expect(await f.bots.update(owner, botId, change)).toEqual(expected)
        expect(await f.bots.find(owner, botId)).toEqual(expected)
      }
    })

    test('Bot `status`: the owner pauses, unpauses; each resets the consecutive-miss count', async () => {
      const owner = await f.account()
      const bot = await f.bot({ owner })
      // The last changes nothing, and resets nothing.
      for (const [status, misses] of [
        ['paused', 0],
        ['active', 0],
        ['active', 11],
      ] as const) {
        const missing_since = new Date(f.now)
        await f.db.updateTable('bots').set({ misses: 11, missing_since }).execute()
        expect(await f.bots.update(owner, bot.botId, { status })).toMatchObject({ status })
        expect(await f.botRow(bot)).toMatchObject({ misses, missing_since: misses === 0 ? null : missing_since })
      }
    })

    test('Bot `status`: who unpauses learns first that the bot is unknown, then that it is disabled, then that the account is', async () => {
      const owner = await f.account()
      const [bot, removed] = await f.newBots(2, { owner })
      await f.bots.remove(owner, removed.botId)
      const unpause = ({ botId } = bot, by = owner) => f.bots.update(by, botId, { status: 'active' })

      await disableBot(f.db, bot.botId, new Date(f.now))
      await disableAccount(f.db, owner, new Date(f.now))
      expect(await unpause(removed)).toBeNull()
      expect(await unpause(await f.bot())).toBeNull()
      expect(await unpause(bot, 'user_00000000000000000000000000')).toBeNull()
      await expect(unpause()).rejects.toMatchObject({ code: 'bot-disabled' })
      await enableBot(f.db, bot.botId)
      await expect(unpause()).rejects.toMatchObject({ code: 'account-disabled' })
      await enableAccount(f.db, owner)
      expect(await unpause()).toMatchObject({ status: 'active' })
    })

    test('the owner learns of the last deploy checks, newest first, and when the URL was changed', async () => {
      const owner = await f.account()
      const at = (host: string) => `https://${host}.example.org/`
      const step = { name: 'resolve', sent: 'look up', received: '1 address', ms: 1 } as const
      const report = (ok: boolean) => ({ ok, steps: [{ ...step, ok }] })
      const { id } = await f.bots.register(owner, { name: 'Waveland', mode: 'live', url: at('a') }, report(true))
      const registered = f.now
      f.now += SECOND
      await f.bots.noteFailedCheck(id, { url: at('b'), report: report(false) })
      f.now += SECOND
      await f.bots.update(owner, id, { url: at('c') }, report(true))
      await f.bots.update(owner, id, { name: 'Moonwalk' })
      expect(await f.bots.ownerFacts(owner, id)).toEqual({
        bot: await f.bots.find(owner, id),
        streak: { misses: 0, missingSince: null },
        checks: [
          { at: registered + 2 * SECOND, url: at('c'), passed: true, steps: report(true).steps },
          { at: registered + SECOND, url: at('b'), passed: false, steps: report(false).steps },
          { at: registered, url: at('a'), passed: true, steps: report(true).steps },
        ],
        urlChanges: [registered + 2 * SECOND],
      })
      expect(await f.bots.ownerFacts(await f.account(), id)).toBeNull()
      await f.bots.remove(owner, id)
      expect(await f.bots.ownerFacts(owner, id)).toBeNull()
      await f.bots.noteFailedCheck(id, { url: at('b'), report: report(false) })
      expect(await f.db.selectFrom('deploy_checks').selectAll().execute()).toEqual([])
    })

    test('of each bot the newest ten failed checks are kept, and the newest fifty that it passed', async () => {
      const owner = await f.account()
      const { botId } = await f.bot({ owner })
      const url = 'https://bot.example.org/'
      for (let i = 0; i < 52; i++) {
        f.now += SECOND
        await f.bots.update(owner, botId, { url }, { ok: true, steps: [] })
        if (i < 12) await f.bots.noteFailedCheck(botId, { url, report: { ok: false, steps: [] } })
      }
      const kept = (passed: boolean) =>
        f.db.selectFrom('deploy_checks').select('at').where('passed', '=', passed).orderBy('at').execute()
      expect([(await kept(false)).length, (await kept(true)).length]).toEqual([10, 50])
      expect((await kept(true)).at(-1)!.at.getTime()).toBe(f.now)
    })

    test('deleting is soft: the bot is gone for its owner, and records keep the name', async () => {
      const owner = await f.account()
      const bot = await f.bot({ owner, name: 'Waveland' })
      const matchId = await f.play(bot, await f.bot())
      await f.bots.update(owner, bot.botId, { name: 'Renamed' })
      expect(await f.bots.remove(owner, bot.botId)).toMatchObject({ id: bot.botId })
      expect(await f.bots.remove(owner, bot.botId)).toBeNull()
      expect(await f.bots.find(owner, bot.botId)).toBeNull()
      expect(await f.bots.list(owner)).toEqual([])
      expect(await f.bots.update(owner, bot.botId, { status: 'active' })).toBeNull()
      expect((await f.matches.find(matchId))?.players[0]).toMatchObject({ botId: bot.botId, botName: 'Waveland' })
    })
  })
}
