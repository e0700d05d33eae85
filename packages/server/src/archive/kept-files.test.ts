/** Files that are kept for ever: whatever is used of them is what was recorded, wherever it comes from. */
import { appendFile, mkdtemp, readFile, rm, writeFile, readdir, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ObjectStore } from '../replays/bucket/bucket.ts'
import { KeptFiles, openKept } from './kept-files.ts'
import type { KeptFile } from './kept-files.ts'

const NAME = 'archive/2026-11-24.parquet'
const ENGINE = 'engines/9f091acc-0123456789ab.cjs'

/** A bucket that holds what it is given. */
class Objects implements Pick<ObjectStore, 'put' | 'get' | 'delete'> {
  readonly held = new Map<string, Buffer>()

  async put(name: string, bytes: Buffer): Promise<void> {
    this.held.set(name, Buffer.from(bytes))
  }

  async get(name: string): Promise<Readable> {
    const bytes = this.held.get(name)
    if (bytes === undefined) throw new Error(`no ${name}`)
    return Readable.from([bytes])
  }

  async delete(name: string): Promise<void> {
    this.held.delete(name)
  }
}

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'arena-kept-'))
})
afterEach(() => rm(root, { recursive: true }))

interface Place {
  readonly bucket?: Objects
  readonly fetchFrom?: (machineId: string, name: string) => Promise<Readable>
}

function machine(id: string, { bucket, fetchFrom }: Place = {}) {
  const dataDir = join(root, id)
  return new KeptFiles({ dataDir, machineId: id, bucket: bucket ?? null, fetchFrom: fetchFrom ?? null })
}

async function kept(files: KeptFiles, machineId: string, name = NAME): Promise<KeptFile> {
  await writeFile(await files.draft(name), `${name}, whole`)
  return { ...(await files.keep(name)), name, machineId }
}

const contentOf = async (files: KeptFiles, file: KeptFile, isRun = false) =>
  readFile(await files.path(file, isRun), 'utf8')

test('another machine has it from the bucket, and keeps it from then on', async () => {
  const bucket = new Objects()
  const file = await kept(machine('one', { bucket }), 'one')
  const other = machine('other', { bucket })
  expect(await contentOf(other, file)).toBe(`${NAME}, whole`)
  bucket.held.clear()
  expect(await contentOf(other, file)).toBe(`${NAME}, whole`)
})

test('without a bucket, or where that has another file, it comes from the machine that made it', async () => {
  const file = await kept(machine('one'), 'one')
  const asked: string[] = []
  const bucket = new Objects()
  await bucket.put(NAME, Buffer.from('another of the same name'))
  const fetchFrom = async (machineId: string, name: string): Promise<Readable> => {
    asked.push(machineId)
    const found = await openKept(join(root, machineId), name)
    return found!.createReadStream()
  }
  expect(await contentOf(machine('other', { bucket, fetchFrom }), file)).toBe(`${NAME}, whole`)
  expect(asked).toEqual(['one'])
})

test('what is nowhere as it was recorded is not given', async () => {
  const bucket = new Objects()
  const file = await kept(machine('one', { bucket }), 'one')
  bucket.held.set(NAME, Buffer.from(`${NAME}, WHOLE`))
  await expect(machine('other', { bucket }).path(file)).rejects.toMatchObject({ name: 'KeptFileError' })
  await expect(readFile(join(root, 'other', NAME))).rejects.toThrow('ENOENT')
})

test('a file that was changed on the disk is fetched anew, or is none', async () => {
  const bucket = new Objects()
  const files = machine('one', { bucket })
  const file = await kept(files, 'one', ENGINE)
  const path = await files.path(file, true)
  await appendFile(path, '; evil()')
  expect(await contentOf(files, file, true)).toBe(`${ENGINE}, whole`)
  bucket.held.clear()
  await appendFile(path, '; evil()')
  await expect(files.path(file, true)).rejects.toMatchObject({ name: 'KeptFileError' })
})

test.each(['../platform-key', 'archive/../arena-id', 'engines/x.cjs', 'archive/2026-11-24.parquet.new'])(
  'no other machine is given %s',
  async (name) => {
    expect(await openKept(root, name)).toBeNull()
    await expect(machine('one').draft(name)).rejects.toThrow('names no file that is kept')
  },
)

test('a folder keeps what is named, and what was written within the hour; what is forgotten leaves the bucket', async () => {
  const bucket = new Objects()
  const files = machine('one', { bucket })
  const names = ['matches-2026-10', 'matches-2026-11', 'names'].map(
    (name) => `open-data/${name}-20261101T010000Z.parquet`,
  )
  for (const name of names) await kept(files, 'one', name)
  const old = new Date(Date.now() - 2 * 3_600_000)
  for (const name of names.slice(0, 2)) await utimes(join(root, 'one', name), old, old)
  await files.keepOnly('open-data', new Set([names[0]!]))
  expect((await readdir(join(root, 'one', 'open-data'))).map((name) => `open-data/${name}`)).toEqual([
    names[0],
    names[2],
  ])
  await files.forget(names[1]!)
  expect([...bucket.held.keys()]).toEqual([names[0], names[2]])
  await machine('two').keepOnly('open-data', new Set())
})
