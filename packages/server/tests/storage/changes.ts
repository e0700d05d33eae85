/** Contract of hearing what changes: whatever an answer to a public read is made of, a change of it is announced. */
import { startGame } from '../../src/matches/playing/game-start.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Changes } from '../../src/db/changes.ts'
import type { Topic } from '../../src/db/changes.ts'
import type { Database } from '../../src/db/schema.ts'
import type { AccountFile } from '../../src/operators/account-file.ts'
import { Operator } from '../../src/operators/operator.ts'
import { Fixture, resultOf } from './fixture.ts'

/** `settle` resolves once what was committed has been announced. */
export function changesContract(place: () => { db: Database; changes: Changes }, settle: () => Promise<void>): void {
  async function told(topic: Topic, act: () => Promise<unknown>): Promise<boolean> {
    const { changes } = place()
    await settle()
    const before = changes.revision(topic)
    expect(before).not.toBeNull()
    await act()
    await settle()
    return changes.revision(topic) !== before
  }

  let arena: Fixture
  beforeAll(() => {
    arena = new Fixture(place().db)
  })

  describe('changes', () => {
    test('of matches: seated, started, ended, their replay forgotten', async () => {
      const [a, b] = [await arena.bot(), await arena.bot()]
      let matchId = ''
      expect(await told('matches', async () => (matchId = (await arena.seat(a, b)).matchId))).toBe(true)
      const pick = { character: 2, costume: 0 }
      expect(
        await told('matches', () =>
          startGame(arena.db, { matchId, stage: 31, picks: [pick, pick], versions: [null, null] }),
        ),
      ).toBe(true)
      expect(await told('matches', () => arena.finish(resultOf(matchId)))).toBe(true)
      expect(await told('matches', () => arena.replayRecords.forgetReplay(matchId))).toBe(true)
    })

    test('of the leaderboard: ratings, names, handles, removed bots', async () => {
      const owner = await arena.account('ada')
      const [a, b] = [await arena.bot({ owner }), await arena.bot()]
      const { matchId } = await arena.seat(a, b)
      expect(await told('leaderboard', () => arena.finish(resultOf(matchId)))).toBe(true)
      expect(await told('leaderboard', () => arena.bots.update(owner, a.botId, { name: 'new' }))).toBe(true)
      expect(await told('leaderboard', () => arena.accounts.setHandle(owner, 'lovelace'))).toBe(true)
      expect(await told('leaderboard', () => arena.bots.remove(owner, a.botId))).toBe(true)
    })

    test('of what was refused: an account from elsewhere brings keys that may have been tried here', async () => {
      const names = { name: 'k', scopes: ['bots.read' as const] }
      const key = { ...names, kind: 'bearer', publicKey: null, secretHash: '0'.repeat(64), revokedAt: null } as const
      const importOf = (handle: string, withKeys: boolean) => {
        const account = { email: `${handle}@example.org`, handle }
        const file: AccountFile = { format: 'arena-account', version: 1, account, keys: [key], bots: [] }
        return new Operator(place().db).act({ act: 'account.import', file, withKeys }, { who: 'ada', why: 'a test' })
      }
      expect(await told('operators', () => importOf('keyless', false))).toBe(false)
      expect(await told('operators', () => importOf('keyed', true))).toBe(true)
    })

    test('that no public answer shows are not announced', async () => {
      const owner = await arena.account()
      const { botId } = await arena.bot({ owner })
      expect(await told('matches', () => arena.bots.update(owner, botId, { name: 'new' }))).toBe(false)
      expect(await told('leaderboard', () => arena.bots.update(owner, botId, { status: 'paused', name: 'new' }))).toBe(
        true,
      )
      const key = { kind: 'bearer', name: 'k', scopes: ['bots.read'] } as const
      expect(await told('leaderboard', () => arena.keys.create(owner, key))).toBe(false)
    })

    test('that are rolled back are not announced', async () => {
      const { botId } = await arena.bot()
      const takeBack = () =>
        place()
          .db.transaction()
          .execute(async (trx) => {
            await trx.updateTable('bots').set({ name: 'never' }).where('id', '=', botId).execute()
            throw new Error('taken back')
          })
      expect(await told('leaderboard', () => takeBack().catch(() => {}))).toBe(false)
    })
  })
}
