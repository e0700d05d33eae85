/** Contract of what others do between two statements of one who reads or acts. Only on a server can they come in between. */
import { describe, expect, test } from 'vitest'
import type { MatchSummary } from '@arena/protocol'
import { LiveView } from '../../src/live/live-view.ts'
import { MatchHistory } from '../../src/history/history.ts'
import { MatchStore } from '../../src/history/store.ts'
import type { Database } from '../../src/db/schema.ts'
import { AccountStore } from '../../src/accounts/store.ts'
import { importAccount } from '../../src/operators/account-file.ts'
import type { AccountFile } from '../../src/operators/account-file.ts'
import { announce, cancel } from '../../src/operators/maintenance.ts'
import { matchPage } from '../../src/page/match.ts'
import { INITIAL_RATING } from '@arena/ratings'
import { RatingStore } from '../../src/history/leaderboard.ts'
import { ReceiptStore } from '../../src/history/receipts.ts'
import { HOUR, resultOf } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { untilOneWaits } from './postgres.ts'

/** The same database. What its statement of this number, counted from 1, has found is handed out after something else was done. */
function interrupted(db: Database, statement: number, act: () => Promise<unknown>): Database {
  let count = 0
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++count === statement) await act()
      return result
    },
  })
}

export function betweenContract(f: Fixture): void {
  /** What is read of a match that ends after the first statement of the reader, after the second, and so on to the last. */
  async function whileItEnds<T>(read: (db: Database, id: string) => Promise<T>): Promise<T[]> {
    const found: T[] = []
    for (let statement = 1; ; statement++) {
      const { matchId } = await f.seat(await f.bot(), await f.bot())
      let isOver = false
      const end = async () => {
        isOver = true
        await f.finish(resultOf(matchId))
      }
      found.push(await read(interrupted(f.db, statement, end), matchId))
      if (!isOver) return found
    }
  }

  function expectWhole({ status, players, endedAt, summary }: MatchSummary): void {
    const isOver = status === 'completed'
    const ended = [endedAt, summary, ...players.flatMap(({ placement, ratingDelta }) => [placement, ratingDelta])]
    expect(ended.map((fact) => fact !== null)).toEqual(ended.map(() => isOver))
  }

  describe('a match that ends while it is read', () => {
    test.each<readonly [by: string, read: (matches: MatchStore, id: string) => Promise<MatchSummary>]>([
      ['by itself', async (matches, id) => (await matches.find(id))!],
      ['by several ids', async (matches, id) => (await matches.byIds([id]))[0]!],
      ['in the list', async (matches) => ((await matches.list({ limit: 1 })) as MatchSummary[])[0]!],
    ])('is running or over, and never half of each: %s', async (_by, read) => {
      const found = await whileItEnds((db, id) => read(new MatchStore(db), id))
      expect(found[0]!.status).toBe('running')
      for (const match of found) expectWhole(match)
    })

    test('is running or over on its page, with the ratings that the bots came with', async () => {
      const own = { list: () => [], find: () => undefined, revision: 0 }
      const liveView = new LiveView({ own, machine: { notice: undefined, revision: 0 }, states: null })
      const pages = await whileItEnds(async (db, id) => {
        const stores = {
          matches: new MatchStore(db),
          receipts: new ReceiptStore(db),
          history: new MatchHistory(db),
          ratings: new RatingStore(db),
        }
        const clock = { now: () => f.now, learn: async () => {} }
        return matchPage({ ...stores, liveView, clock }, id, null)
      })
      for (const { match, seating } of pages) {
        expectWhole(match)
        for (const { before, after } of seating.players) {
          expect(before).toEqual(INITIAL_RATING)
          expect(after !== null).toBe(match.status === 'completed')
        }
      }
      expect(new Set(pages.map(({ match }) => match.status))).toEqual(new Set(['running', 'completed']))
    })
  })

  /** What becomes of an act that meets another, which has not ended yet and goes first. */
  async function behind<T>(first: (trx: Database) => Promise<unknown>, act: (trx: Database) => Promise<T>) {
    let outcome: Promise<T>
    await f.db.transaction().execute(async (trx) => {
      await first(trx)
      outcome = f.db.transaction().execute(act)
      outcome.catch(() => {})
      await untilOneWaits(f.db)
    })
    return outcome!
  }

  describe('an operator', () => {
    test('who cancels a maintenance while another is announced in its place cancels that one, and is told of it', async () => {
      const until = { startsAt: f.now, endsAt: f.now + HOUR }
      await announce(f.db, { text: 'one', ...until }, f.now)
      const another = (trx: Database) => announce(trx, { text: 'another', ...until }, f.now)
      expect(await behind(another, cancel)).toMatchObject({ text: 'another' })
      await expect(cancel(f.db)).rejects.toThrow('No maintenance is announced.')
    })

    test('who imports an account while its owner signs in for the first time is told that the address has one', async () => {
      const email = 'ada@example.org'
      const file: AccountFile = {
        format: 'arena-account',
        version: 1,
        account: { email, handle: '' },
        keys: [],
        bots: [],
      }
      const signIn = (trx: Database) => new AccountStore(trx, f.clock).findOrCreate(email)
      const imported = behind(signIn, (trx) => importAccount(trx, file, false, new Date(f.now)))
      await expect(imported).rejects.toThrow('The address of the file has an account here.')
    })
  })
}
