/** The command line tool: the page it writes, and its exit status. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCURACY } from '../../../scripts/tests/programs.ts'
import { recordWildGame } from '../tests/recorded.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'accuracy-'))
  await mkdir(join(folder, 'sets'))
  await mkdir(join(folder, 'recordings'))
  const { file } = recordWildGame(28, [2, 9], 300)
  const files = { 'own.slp': file, 'broken.slp': file.subarray(0, 100), 'other.slp': file.subarray(0, 99) }
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, 'recordings', name), bytes)
  const rows = (['own.slp', 'broken.slp'] as const).map((name) => {
    const sha256 = createHash('sha256').update(files[name]).digest('hex')
    return `${name},${sha256},https://example.org/${name}`
  })
  const set = { id: 'kept', kind: 'unseen', definition: 'Two of our own.' }
  await writeFile(join(folder, 'sets', 'sets.json'), JSON.stringify([set]))
  await writeFile(join(folder, 'sets', 'kept.csv'), ['file,sha256,source', ...rows, ''].join('\n'))
})

afterAll(() => rm(folder, { recursive: true }))

function accuracy(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [ACCURACY, ...args], (error, out, err) => {
      resolve({ status: error ? Number(error.code) : 0, out, err })
    })
  })
}

test('npm run accuracy measures the listed files, names those that cannot be read, and writes the page', async () => {
  const page = join(folder, 'accuracy.md')
  const { status, out, err } = await accuracy('--sets', join(folder, 'sets'), '--out', page, join(folder, 'recordings'))
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out).toBe(`${page}: 1 recordings measured, 1 of no set\n`)
  const text = await readFile(page, 'utf8')
  expect(text).toMatch(/\| \*\*all\*\* +\| 1 +\| 598 +\| 100\.00 +\| 100\.00 +\| 100\.00 +\| 100\.00 +\|/)
  expect(text).toMatch(/`broken\.slp` of `kept`: \S/)
})

test('--engine prints the fingerprint that a page names', async () => {
  const { status, out } = await accuracy('--engine')
  expect(status).toBe(0)
  expect(out).toMatch(/^[0-9a-f]{12}\n$/)
})

test('a page with figures is not replaced where there is no recording of a test set', async () => {
  const page = join(folder, 'measured.md')
  await writeFile(page, 'figures')
  const { status, err } = await accuracy('--out', page, join(folder, 'sets'))
  expect(status).toBe(2)
  expect(err).toContain(`no recording of a test set below ${join(folder, 'sets')}`)
  expect(await readFile(page, 'utf8')).toBe('figures')
})

test.each([
  [[], 'no folder given'],
  [['--nonsense'], 'nonsense'],
  [['/nowhere/at/all'], 'ENOENT'],
])('refuses %j with its usage', async (args, message) => {
  const { status, out, err } = await accuracy(...args)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(message)
  expect(err).toContain('Usage: npm run accuracy')
})

test.each([
  ['{', 'sets.json: '],
  ['{}', 'sets.json is no list'],
  ['[{"id":"kept"}]', 'sets.json: entry 1 is not an id, a kind and a definition'],
  ['[{"id":"../kept","kind":"known","definition":""}]', 'sets.json: entry 1'],
])('test sets that are none are refused: %s', async (text, message) => {
  const sets = await mkdtemp(join(folder, 'broken-'))
  await writeFile(join(sets, 'sets.json'), text)
  const { status, out, err } = await accuracy('--sets', sets, '--out', join(sets, 'page.md'), folder)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toContain(message)
})
