import { createHash } from 'node:crypto'
import { OpenData } from '@arena/protocol'
import { asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { beforeAll, expect, test } from 'vitest'
import { sharedService } from './begun-once.ts'
import { haveSyntheticMonth, MONTH, syntheticMatches } from './synthetic-month.ts'

const COUNT = 100_000
/** Five megabytes for a million matches. */
const MOST_BYTES = 500_000
const PATH = `/data/matches-${MONTH}.parquet`

const service = sharedService()
beforeAll(() => haveSyntheticMonth(service.context, COUNT))

test('the list has each file with its rows, bytes and SHA-256, and what its columns say', async () => {
  const { tables, files } = OpenData.parse(await (await service.fetch('/data')).json())
  const [file] = files
  const bytes = new Uint8Array(await (await service.fetch(`/data/${file!.file}`)).arrayBuffer())
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const facts = { file: `matches-${MONTH}.parquet`, table: 'matches', month: MONTH, rows: COUNT }
  expect(files).toEqual([{ ...facts, bytes: bytes.length, sha256, through: '2026-11-01T00:00:00.000Z' }])
  const { schema } = await parquetMetadataAsync(bytes.buffer)
  const { columns } = tables.find(({ table }) => table === 'matches')!
  expect(columns.map(({ name }) => name)).toEqual(schema.slice(1).map(({ name }) => name))
})

test('a file is sent whole or in parts, and not again to whom has it', async () => {
  const head = await service.fetch(PATH, { method: 'HEAD' })
  const length = Number(head.headers.get('content-length'))
  const etag = head.headers.get('etag')!
  expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
  expect(head.headers.get('access-control-allow-origin')).toBe('*')
  const tail = await service.fetch(PATH, { headers: { range: 'bytes=-4' } })
  expect([tail.status, await tail.text()]).toEqual([206, 'PAR1'])
  expect(tail.headers.get('content-range')).toBe(`bytes ${length - 4}-${length - 1}/${length}`)
  expect((await service.fetch(PATH, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await service.fetch(PATH, { headers: { range: `bytes=${length}-` } })).status).toBe(416)
  for (const none of ['matches-2026-09', 'moments', '..%2Farena-id', 'names']) {
    expect((await service.fetch(`/data/${none}.parquet`)).status, none).toBe(404)
  }
})

test('a reader that counts by ranges takes a small part of the file', async () => {
  let taken = 0
  const fetchCounted: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (init?.method !== 'HEAD') taken += Number(response.headers.get('content-length'))
    return response
  }
  const file = await asyncBufferFromUrl({ url: service.url + PATH, fetch: fetchCounted })
  const rows = await parquetReadObjects({ file, columns: ['stage', 'ending'] })
  const fits = (match: { readonly [column: string]: unknown }) => match['stage'] === 31 && match['ending'] === 'forfeit'
  expect(rows.filter(fits)).toHaveLength([...syntheticMatches(COUNT)].filter((match) => fits({ ...match })).length)
  // What it looks at first, for the metadata, is half a megabyte: more than all that it needs.
  expect(taken).toBeLessThan(MOST_BYTES + 2 ** 19)
  expect(taken).toBeLessThan(file.byteLength / 2)
})
