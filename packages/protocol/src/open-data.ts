/** Open data: tables of what was played, a Parquet file for each month, for programs that count. */
import { z } from 'zod'
import { Timestamp } from './timestamp.ts'

/** A table has a file for each month; `names` has one file. */
export const OpenTable = z
  .enum(['matches', 'players', 'moments', 'ratings', 'names'])
  .meta({ id: 'OpenTable', description: 'What the rows are.', examples: ['matches'] })
export type OpenTable = z.infer<typeof OpenTable>

const example = {
  file: 'matches-2026-11.parquet',
  table: 'matches' as const,
  month: '2026-11',
  through: '2026-11-24T00:00:00.000Z',
  rows: 30_412,
  bytes: 912_704,
  sha256: '9b74c9897bac770ffc029102a200c5de0d1f6e1e6f0c9c1d7e7e5b0d1d1d8b3a',
}
const column = { name: 'match_id', type: 'STRING', isNullable: false, description: 'The match.' }

const OpenDataFile = z
  .object({
    file: z.string().meta({ description: 'Its address is `/data/<file>`.' }),
    table: OpenTable,
    month: z
      .string()
      .regex(/^\d{4}-\d\d$/)
      .nullable()
      .meta({ description: 'In UTC, by the end of the match. Null for `names`.' }),
    through: Timestamp,
    rows: z.int().min(0).meta({ description: 'Rows of the file.' }),
    bytes: z.int().min(1).meta({ description: 'Length of the file.' }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'The SHA-256 of the file, in hexadecimal.' }),
  })
  .meta({
    id: 'OpenDataFile',
    description: 'A file of open data: it has all that had ended before `through`.',
    examples: [example],
  })

const OpenDataColumn = z
  .object({
    name: z.string().meta({ description: 'As the file has it.' }),
    type: z.string().meta({ description: 'Its type in Parquet.' }),
    isNullable: z.boolean().meta({ description: 'Whether it may have no value.' }),
    description: z.string().meta({ description: 'What it says.' }),
  })
  .meta({ id: 'OpenDataColumn', description: 'A column of a table.', examples: [column] })

export const OpenData = z
  .object({
    tables: z
      .array(
        z.object({
          table: OpenTable,
          description: z.string().meta({ description: 'What a row is, and the order of the rows.' }),
          columns: z.array(OpenDataColumn).meta({ description: 'In their order.' }),
        }),
      )
      .meta({ description: 'What the files hold.' }),
    files: z.array(OpenDataFile).meta({
      description: 'The newest month first. The file of a month is made anew each day, until three days after its end.',
    }),
  })
  .meta({
    id: 'OpenData',
    description: 'The files of open data.',
    examples: [{ tables: [{ table: 'matches', description: 'A match.', columns: [column] }], files: [example] }],
  })
export type OpenData = z.infer<typeof OpenData>
