import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { ByteWriter } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'
import { packMoments } from '../history/kept-moments.ts'
import { GROUP_ROWS, TableWriter } from './table-writer.ts'
import { TABLES_OF_BOTS, TABLES_OF_MATCHES } from './tables.ts'
import type { EndedMatch, EndedPlayer, Table } from './tables.ts'

const WINNER: EndedPlayer = {
  bot_id: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
  character: 2,
  costume: 0,
  placement: 1,
  score: 2,
  stocks: 2,
  percent: 33.5,
  missed: 3,
  mu_before: 25,
  sigma_before: 25 / 3,
  mu_after: 27.5,
  sigma_after: 8,
}
const LOSER: EndedPlayer = { ...WINNER, bot_id: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ee', placement: 2, score: 0, stocks: 0 }
const PLAYED: EndedMatch = {
  id: 'match_01k9y40r6yes3v1c5hzq8p0001',
  startedAt: new Date('2026-11-24T10:00:00.000Z'),
  endedAt: new Date('2026-11-24T10:03:10.412Z'),
  ending: 'stocks',
  build: 'builtin-0123456789ab',
  engine: '9f091acc',
  stage: 31,
  frames: 9871,
  winner: 0,
  day: '2026-11-24',
  number: 17,
  players: [WINNER, LOSER],
  moments: packMoments([
    { kind: 'grab', port: 1, startFrame: -5, endFrame: 40 },
    { kind: 'kill', port: 0, startFrame: 100, endFrame: 130 },
  ]).packed,
}
const nobody = (bot: EndedPlayer): EndedPlayer => {
  const empty = Object.fromEntries(Object.keys(bot).map((name) => [name, null])) as unknown as EndedPlayer
  return { ...empty, bot_id: bot.bot_id, mu_before: 25, sigma_before: 8 }
}
const ABORTED: EndedMatch = {
  ...PLAYED,
  id: 'match_01k9y40r6yes3v1c5hzq8p0002',
  ending: 'aborted',
  build: null,
  engine: null,
  stage: null,
  frames: null,
  winner: null,
  day: null,
  number: null,
  players: [nobody(WINNER), nobody(LOSER)],
  moments: null,
}

function fileOf<Source>(table: Table<Source>, sources: Iterable<Source>) {
  const bytes = new ByteWriter()
  const writer = new TableWriter(table, bytes)
  for (const source of sources) writer.add(source)
  writer.finish()
  return { file: bytes.getBuffer(), rows: writer.rows }
}
const rowsOf = async <Source>(table: Table<Source>, sources: Iterable<Source>) =>
  parquetReadObjects({ file: fileOf(table, sources).file })

describe('a table', () => {
  test('of matches has what is null of one that was aborted', async () => {
    const { id: match_id, startedAt: started_at, endedAt: ended_at } = PLAYED
    const [played, aborted] = await rowsOf(TABLES_OF_MATCHES.matches, [PLAYED, ABORTED])
    const { day, number, build, engine } = PLAYED
    const facts = { ending: 'stocks', stage: 31, frames: 9871, winner: 0, day, number, build, engine }
    expect(played).toEqual({ match_id, started_at, ended_at, ...facts })
    const none = { stage: null, frames: null, winner: null, day: null, number: null, build: null, engine: null }
    expect(aborted).toEqual({ match_id: ABORTED.id, started_at, ended_at, ending: 'aborted', ...none })
  })

  test('of players has both, of moments each, and of ratings those that changed', async () => {
    const players = await rowsOf(TABLES_OF_MATCHES.players, [PLAYED, ABORTED])
    expect(players.map(({ match_id, port, bot_id, placement }) => [match_id, port, bot_id, placement])).toEqual([
      [PLAYED.id, 0, WINNER.bot_id, 1],
      [PLAYED.id, 1, LOSER.bot_id, 2],
      [ABORTED.id, 0, WINNER.bot_id, null],
      [ABORTED.id, 1, LOSER.bot_id, null],
    ])
    expect(await rowsOf(TABLES_OF_MATCHES.moments, [PLAYED, ABORTED])).toEqual([
      { match_id: PLAYED.id, kind: 'grab', port: 1, start_frame: -5, end_frame: 40 },
      { match_id: PLAYED.id, kind: 'kill', port: 0, start_frame: 100, end_frame: 130 },
    ])
    const changed = { mu_before: 25, sigma_before: 25 / 3, mu_after: 27.5, sigma_after: 8 }
    expect(await rowsOf(TABLES_OF_MATCHES.ratings, [PLAYED, ABORTED])).toEqual([
      { match_id: PLAYED.id, ended_at: PLAYED.endedAt, port: 0, bot_id: WINNER.bot_id, ...changed },
      { match_id: PLAYED.id, ended_at: PLAYED.endedAt, port: 1, bot_id: LOSER.bot_id, ...changed },
    ])
  })

  test('of names says of a bot without a handle that there is none', async () => {
    const names = [
      { id: WINNER.bot_id, name: 'Waveland 波', owner: 'ada' },
      { id: LOSER.bot_id, name: 'Edgeguard', owner: null },
    ]
    expect(await rowsOf(TABLES_OF_BOTS.names, names)).toEqual(names.map(({ id, ...rest }) => ({ bot_id: id, ...rest })))
  })

  test('without rows is a file with its columns', async () => {
    for (const table of [...Object.values(TABLES_OF_MATCHES), TABLES_OF_BOTS.names]) {
      const { file, rows } = fileOf<never>(table, [])
      expect(rows).toBe(0)
      const { schema, num_rows } = parquetMetadata(file)
      expect(num_rows).toBe(0n)
      expect(schema.slice(1).map(({ name }) => name)).toEqual(table.columns.map(({ name }) => name))
    }
  })

  test('is in groups, whose statistics say which times they are of', () => {
    const start = PLAYED.endedAt.getTime()
    const many = Array.from({ length: GROUP_ROWS + 10 }, (_, i) => ({ ...PLAYED, endedAt: new Date(start + 1000 * i) }))
    const { file, rows } = fileOf(TABLES_OF_MATCHES.matches, many)
    expect(rows).toBe(many.length)
    const groups = parquetMetadata(file).row_groups
    expect(groups.map(({ num_rows }) => Number(num_rows))).toEqual([GROUP_ROWS, 10])
    const ended = groups.map(({ columns }) => columns.find((each) => each.meta_data!.path_in_schema[0] === 'ended_at')!)
    expect(ended.map(({ meta_data }) => meta_data!.statistics)).toMatchObject([
      { min_value: many[0]!.endedAt, max_value: many[GROUP_ROWS - 1]!.endedAt },
      { min_value: many[GROUP_ROWS]!.endedAt, max_value: many.at(-1)!.endedAt },
    ])
    // Times that follow each other take a byte or two.
    expect(Number(ended[0]!.meta_data!.total_compressed_size)).toBeLessThan(2 * GROUP_ROWS)
  })
})
