/**
 * The archive of a day: a Parquet file with a row for each of its matches, in the order of their numbers. It is written
 * and read group by group, so that a day of any size needs little memory, and one match is found without its others.
 */
import { parquetMetadataAsync, parquetReadObjects, type AsyncBuffer, type FileMetaData } from 'hyparquet'
import { ByteWriter, ParquetWriter, schemaFromColumnData, type Writer } from 'hyparquet-writer'
import { ArchiveError, type ArchivedMatch } from './archived-match.ts'
import { COLUMNS, matchOf, rowOf, type Row } from './columns.ts'

/** Rows of a group, some hundred kilobytes. */
const GROUP_ROWS = 128
const FORMAT = 'arena-day-1'

/** Bytes that are read from anywhere in ranges: a file, an address, or `dayFileOf`. */
export type DayFile = AsyncBuffer
/** Where a day file is written to: memory, or a file with `fileWriter` of hyparquet-writer. */
export type DayFileWriter = Writer

const NAMES = Object.keys(COLUMNS) as (keyof Row)[]
const SCHEMA = schemaFromColumnData({
  columnData: NAMES.map((name) => {
    const { type, schema } = COLUMNS[name]
    return { name, data: [], type, nullable: schema.safeParse(null).success }
  }),
})

export class DayWriter {
  readonly #day: string
  readonly #parquet: ParquetWriter
  #rows: Row[] = []
  #last = 0

  constructor(day: string, writer: DayFileWriter) {
    this.#day = day
    const kvMetadata = [
      { key: 'format', value: FORMAT },
      { key: 'day', value: day },
    ]
    this.#parquet = new ParquetWriter({
      writer,
      schema: SCHEMA,
      kvMetadata,
      createdBy: 'arena',
      statisticsTruncateLength: Infinity,
    })
  }

  /** Matches come in the order of their numbers. Throws ArchiveError for one that could not be read again. */
  add(match: ArchivedMatch): void {
    this.#last = nextNumber(match, this.#day, this.#last)
    if (this.#rows.push(rowOf(match)) === GROUP_ROWS) this.#flush()
  }

  finish(): void {
    if (this.#rows.length > 0) this.#flush()
    void this.#parquet.finish()
  }

  #flush(): void {
    const columnData = NAMES.map((name) => ({
      name,
      data: this.#rows.map((row) => row[name]),
      // By these a reader finds the group of a match.
      statistics: name === 'match_id' || name === 'number',
      offsetIndex: false,
      // Deflated already.
      ...(name === 'pads' && { codec: 'UNCOMPRESSED' as const }),
    }))
    void this.#parquet.write({ columnData, rowGroupSize: GROUP_ROWS })
    this.#rows = []
  }
}

/** The whole file, for a day that fits into memory. */
export function writeDay(day: string, matches: Iterable<ArchivedMatch>): Uint8Array {
  const bytes = new ByteWriter()
  const writer = new DayWriter(day, bytes)
  for (const match of matches) writer.add(match)
  writer.finish()
  return bytes.getBytes()
}

export function dayFileOf(bytes: Uint8Array): DayFile {
  // Copied: of a Buffer, `slice` would be a view of more than these bytes.
  return { byteLength: bytes.length, slice: (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer }
}

/**
 * All matches, in the order of their numbers. Throws ArchiveError where this is no day file, also after some matches.
 * Compare the SHA-256 first: a file whose pages were changed may cost the library below much time and memory.
 */
export async function* readDay(file: DayFile): AsyncGenerator<ArchivedMatch, void, undefined> {
  const { metadata, day } = await headOf(file)
  let last = 0
  let rowStart = 0
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows)
    const rows = await parsed(file, (read) => parquetReadObjects({ ...READING, ...read, metadata, rowStart, rowEnd }))
    for (const row of rows) {
      const match = matchOf(row)
      last = nextNumber(match, day, last)
      yield match
    }
    rowStart = rowEnd
  }
}

/** One of its matches, null where it is not among them. Throws ArchiveError where this is no day file. */
export async function findArchived(file: DayFile, matchId: string): Promise<ArchivedMatch | null> {
  const { metadata } = await headOf(file)
  const filter = { match_id: { $eq: matchId } }
  const [row] = await parsed(file, (read) => parquetReadObjects({ ...READING, ...read, metadata, filter }))
  return row === undefined ? null : matchOf(row)
}

/** Bytes without a type are bytes, here. */
const READING = { utf8: false } as const

async function headOf(file: DayFile): Promise<{ metadata: FileMetaData; day: string }> {
  const metadata = await parsed(file, (read) => parquetMetadataAsync(read.file))
  const valueOf = (key: string) => metadata.key_value_metadata?.find((each) => each.key === key)?.value
  if (valueOf('format') !== FORMAT) throw new ArchiveError('This Parquet file is no day file of an arena.')
  const isOurs =
    metadata.schema.length === SCHEMA.length &&
    metadata.schema.every(({ name, type, converted_type, repetition_type }, i) => {
      const own = SCHEMA[i]!
      const isSame = type === own.type && converted_type === own.converted_type
      return i === 0 || (name === own.name && isSame && repetition_type === own.repetition_type)
    })
  if (!isOurs) throw new ArchiveError(`The columns are not those of ${FORMAT}.`)
  if (metadata.row_groups.some(({ num_rows }) => num_rows > GROUP_ROWS)) {
    throw new ArchiveError(`A group of rows is longer than ${GROUP_ROWS}.`)
  }
  return { metadata, day: valueOf('day') ?? '' }
}

/** Whatever goes wrong but reading the bytes themselves is a fault of the file. */
async function parsed<T>(file: DayFile, read: (options: { file: DayFile }) => Promise<T>): Promise<T> {
  let failure: { readonly error: unknown } | null = null
  const watched: DayFile = {
    byteLength: file.byteLength,
    slice: async (start, end) => {
      try {
        return await file.slice(start, end)
      } catch (error) {
        failure ??= { error }
        throw error
      }
    },
  }
  try {
    return await read({ file: watched })
  } catch (error) {
    if (failure !== null) throw error
    throw new ArchiveError(`This is no day file: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** The number of a match that follows another. */
function nextNumber({ matchId, day, number }: ArchivedMatch, fileDay: string, last: number): number {
  if (day !== fileDay) throw new ArchiveError(`${matchId} is of ${day}, the file of ${fileDay || 'no day'}.`)
  if (number <= last) throw new ArchiveError(`${matchId} has number ${number}, behind number ${last}.`)
  return number
}
