/** Open data of matches that were never played, as many as wanted, in the data folder and on record of a service. */
import { fileWriter } from 'hyparquet-writer'
import type { ServingParts } from '../src/machine/serving.ts'
import { OpenDataStore } from '../src/open-data/store.ts'
import { TableWriter } from '../src/open-data/table-writer.ts'
import { TABLES_OF_MATCHES } from '../src/open-data/tables.ts'
import type { EndedMatch, EndedPlayer } from '../src/open-data/tables.ts'

export const MONTH = '2026-10'
const START = Date.parse('2026-10-01T00:00:00Z')
const MONTH_MS = 31 * 86_400_000
const STAGES = [2, 3, 8, 28, 31, 32]
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const BOTS = 50

/** The same numbers in every run, from 0 to below 1. */
function numbers(): () => number {
  let state = 1
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

function idOf(prefix: string, at: number, next: () => number): string {
  let [time, rest] = ['', '']
  for (let left = at, i = 0; i < 10; i++, left = Math.floor(left / 32)) time = DIGITS[left % 32]! + time
  for (let i = 0; i < 16; i++) rest += DIGITS[Math.floor(32 * next())]!
  return `${prefix}_${time}${rest}`
}

/** Spread over the month, in the order of their ends. */
export function* syntheticMatches(count: number): Generator<EndedMatch> {
  const next = numbers()
  const bots = Array.from({ length: BOTS }, () => idOf('bot', START, next))
  const player = (placement: 1 | 2): EndedPlayer => ({
    bot_id: bots[Math.floor(BOTS * next())]!,
    character: Math.floor(26 * next()),
    costume: 0,
    placement,
    score: placement === 1 ? 2 : 0,
    stocks: placement === 1 ? 2 : 0,
    percent: Math.floor(150 * next()),
    missed: Math.floor(3 * next()),
    mu_before: 50 * next(),
    sigma_before: next(),
    mu_after: 50 * next(),
    sigma_after: next(),
  })
  for (let i = 0; i < count; i++) {
    const endedAt = START + Math.floor((MONTH_MS * (i + next())) / count)
    const frames = 3_000 + Math.floor(10_000 * next())
    const startedAt = endedAt - Math.floor((frames * 1_000) / 60)
    const winner = next() < 0.5 ? 0 : 1
    yield {
      id: idOf('match', startedAt, next),
      startedAt: new Date(startedAt),
      endedAt: new Date(endedAt),
      ending: next() < 0.95 ? 'stocks' : 'forfeit',
      build: 'builtin-0123456789ab',
      engine: '9f091acc',
      stage: STAGES[Math.floor(STAGES.length * next())]!,
      frames,
      winner,
      day: new Date(endedAt).toISOString().slice(0, 10),
      number: i + 1,
      players: winner === 0 ? [player(1), player(2)] : [player(2), player(1)],
      moments: null,
    }
  }
}

/** The table of matches, as the service then serves it. */
export async function haveSyntheticMonth({ db, archiveFiles, machineId }: ServingParts, count: number): Promise<void> {
  const file = `matches-${MONTH}`
  const stored = `open-data/${file}-20261101T010000Z.parquet`
  const writer = new TableWriter(TABLES_OF_MATCHES.matches, fileWriter(await archiveFiles.draft(stored)))
  for (const match of syntheticMatches(count)) writer.add(match)
  writer.finish()
  const facts = await archiveFiles.keep(stored)
  const through = new Date(START + MONTH_MS)
  await new OpenDataStore(db).record([
    { file, month: MONTH, machineId, stored, through, madeAt: through, rows: writer.rows, ...facts },
  ])
}
