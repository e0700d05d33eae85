/**
 * What has to hold once a fault is over and nothing runs: one terminal state for each match, which never changes again;
 * ratings that are the sum of their changes; no seat; and replays equal to what bots received. A simulated arena is held against the same.
 */
import type { Database } from '../../src/db/schema.ts'
import type { Seat } from '../arena/spec-bot.ts'
import { eventsOf, rawOf } from '../arena/slp-by-hand.ts'

/** Sums of changes are added up in another order than ratings are. */
const ROUNDING = 1e-6

/** Records of matches that are over, as they were first seen. */
export type Ledger = Map<string, string>

interface OfRecords {
  readonly found: string[]
  /** Sizes of the replays that records promise. */
  readonly replays: ReadonlyMap<string, { readonly bytes: number; readonly isWhole: boolean }>
}

/** What is wrong with the records, looked at while no match runs; `replays` are those that they promise. */
export async function ofRecords(db: Database, ledger: Ledger): Promise<OfRecords> {
  const found: string[] = []
  const replays = new Map<string, { bytes: number; isWhole: boolean }>()
  for (const { match_id: id } of await db.selectFrom('seats').select('match_id').execute()) {
    found.push(`a seat is left in ${id}, which does not run`)
  }
  const players = await db.selectFrom('match_players').selectAll().orderBy('match_id').orderBy('port').execute()
  for (const match of await db.selectFrom('matches').selectAll().execute()) {
    const { id, status } = match
    if (status === 'running') {
      found.push(`${id} runs for ever`)
      continue
    }
    const of = players.filter(({ match_id }) => match_id === id)
    const record = JSON.stringify([match, of])
    const first = ledger.get(id)
    if (first === undefined) ledger.set(id, record)
    else if (first !== record) found.push(`${id} was changed after its end:\n    ${first}\n    ${record}`)
    const placed = of.filter(({ placement }) => placement !== null).length
    if (placed !== (status === 'completed' ? 2 : 0)) found.push(`${id} is ${status} with ${placed} placements`)
    if (match.replay_bytes !== null) replays.set(id, { bytes: match.replay_bytes, isWhole: status === 'completed' })
  }
  for (const bot of await db.selectFrom('bots').selectAll().execute()) {
    const of = players.filter(({ bot_id, placement }) => bot_id === bot.id && placement !== null)
    const sum = of.reduce((total, { rating_delta }) => total + rating_delta!, 0)
    if (Math.abs(sum - bot.rating) > ROUNDING) {
      found.push(`${bot.name} has the rating ${bot.rating}, its changes add up to ${sum}`)
    }
    if (bot.games !== of.length) found.push(`${bot.name} has ${bot.games} games, of which ${of.length} are on record`)
  }
  return { found, replays }
}

/** A replay against what each socket of its match was sent: the first message, then frames without a gap. */
export function ofReplay(
  id: string,
  file: Buffer,
  seats: readonly Pick<Seat, 'messages'>[],
  isWhole: boolean,
): string[] {
  let raw: Buffer
  try {
    raw = rawOf(file)
    const end = eventsOf(raw).at(-1)?.code
    if (isWhole && end !== 0x39) return [`the replay of ${id} has no Game End`]
  } catch (error) {
    return [`the replay of ${id} cannot be read: ${(error as Error).message}`]
  }
  return seats.flatMap(({ messages }, index) => {
    const [first, ...frames] = messages
    if (first === undefined) return []
    const isFirst = raw.subarray(0, first.length).equals(first)
    // A fault may cut off the Game End of a game that was broken off, after it was sent.
    const sent = Buffer.concat(frames)
    const isThere = raw.includes(sent)
    return isFirst && isThere ? [] : [`the replay of ${id} is not what socket ${index} of its match was sent`]
  })
}
