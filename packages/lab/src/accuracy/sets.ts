/**
 * Test sets of recordings: the kind of each, and its files by SHA-256 with their sources. `sets/sets.json` defines
 * them, `sets/<id>.csv` lists the files.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Known: rules and figures follow from it. Unseen: not opened by anyone. */
export const SET_KINDS = ['unseen', 'known'] as const
type SetKind = (typeof SET_KINDS)[number]

export interface ListedFile {
  readonly file: string
  readonly sha256: string
  readonly source: string
}

export interface TestSet {
  readonly id: string
  readonly kind: SetKind
  readonly definition: string
  readonly list: readonly ListedFile[]
}

/** A file of a set that is on this machine. */
export interface FoundFile extends ListedFile {
  readonly set: string
  readonly path: string
}

export class TestSetError extends Error {
  override readonly name = 'TestSetError'
}

const FOLDER = fileURLToPath(new URL('../../sets', import.meta.url))
const HEADER = 'file,sha256,source'

export function readSets(folder = FOLDER): TestSet[] {
  const sets = parseSets(readFileSync(join(folder, 'sets.json'), 'utf8'))
  return sets.map((set) => ({ ...set, list: parseList(readFileSync(join(folder, `${set.id}.csv`), 'utf8'), set.id) }))
}

function parseSets(text: string): Omit<TestSet, 'list'>[] {
  let sets: unknown
  try {
    sets = JSON.parse(text)
  } catch (error) {
    throw new TestSetError(`sets.json: ${(error as Error).message}`)
  }
  if (!Array.isArray(sets)) throw new TestSetError('sets.json is no list')
  return sets.map((set: unknown, i) => {
    if (!isSet(set)) throw new TestSetError(`sets.json: entry ${i + 1} is not an id, a kind and a definition`)
    return set
  })
}

function isSet(value: unknown): value is Omit<TestSet, 'list'> {
  if (typeof value !== 'object' || value === null) return false
  const { id, kind, definition } = value as Record<string, unknown>
  // The id names a file.
  const isNamed = typeof id === 'string' && /^[\w-]+$/.test(id) && typeof definition === 'string'
  return isNamed && (SET_KINDS as readonly unknown[]).includes(kind)
}

export function parseList(text: string, set: string): ListedFile[] {
  const [header, ...lines] = text.trimEnd().split(/\r?\n/)
  if (header !== HEADER) throw new TestSetError(`${set}: the first line is not ${HEADER}`)
  return lines.map((line, i) => {
    const [file = '', sha256 = '', source = '', ...rest] = line.split(',')
    const isWhole = file !== '' && /^[0-9a-f]{64}$/.test(sha256) && URL.canParse(source) && rest.length === 0
    if (!isWhole) throw new TestSetError(`${set}: line ${i + 2} is not a file, its SHA-256 and its address`)
    return { file, sha256, source }
  })
}

/** Searches folders for files of the sets; other files are counted. */
export function findFiles(
  sets: readonly TestSet[],
  folders: readonly string[],
): { found: FoundFile[]; others: number } {
  const listed = new Map(sets.flatMap(({ id, list }) => list.map((file) => [file.sha256, { ...file, set: id }])))
  const found = new Map<string, FoundFile>()
  let others = 0
  for (const path of folders.flatMap(recordingsBelow)) {
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
    const file = listed.get(sha256)
    if (file) found.set(sha256, { ...file, path })
    else others++
  }
  // In the order of the lists, so that the report does not depend on the layout of folders.
  return { found: [...listed.keys()].flatMap((sha256) => found.get(sha256) ?? []), others }
}

function recordingsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.slp'))
    .map((name) => join(folder, name))
}
