import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFiles, parseList, readSets, SET_KINDS, TestSetError, type TestSet } from './sets.ts'

const HEADER = 'file,sha256,source'
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('the test sets of this repository', () => {
  const sets = readSets()
  const listed = sets.flatMap(({ list }) => list)

  test('are well defined', () => {
    for (const { id, kind, definition } of sets) {
      expect(id).toMatch(/^[a-z-]+$/)
      expect(SET_KINDS).toContain(kind)
      expect(definition).toMatch(/^[^|\n]+\.$/)
    }
    expect(new Set(sets.map(({ id }) => id)).size).toBe(sets.length)
  })

  test('list their files, so that each set can be measured again', () => {
    for (const { id, list } of sets) expect(list, id).not.toHaveLength(0)
  })

  test('have no file in common, so that no unseen file is in a known set', () => {
    expect(new Set(listed.map(({ sha256 }) => sha256)).size).toBe(listed.length)
  })
})

describe('a list', () => {
  test.each([
    ['name,sha256,source', 'the first line is not file,sha256,source'],
    [`${HEADER}\na.slp,12ab,https://example.org/a.slp`, 'line 2'],
    [`${HEADER}\na.slp,${hashOf('a')},nowhere`, 'line 2'],
    [`${HEADER}\na.slp,${hashOf('a')},https://example.org/a.slp,more`, 'line 2'],
  ])('that is not one is refused: %j', (text, message) => {
    const parse = () => parseList(text, 'some')
    expect(parse).toThrow(TestSetError)
    expect(parse).toThrow(message)
  })
})

describe('files are found', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sets-'))
    mkdirSync(join(folder, 'deep', 'er'), { recursive: true })
    writeFileSync(join(folder, 'deep', 'er', 'renamed.slp'), 'one')
    writeFileSync(join(folder, 'again.slp'), 'one')
    writeFileSync(join(folder, 'two.slp'), 'two')
    writeFileSync(join(folder, 'one.txt'), 'one')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('by content, whatever their name and folder, once each; those of no set are counted', () => {
    const list = ['zero', 'one'].map((text) => ({
      file: `${text}.slp`,
      sha256: hashOf(text),
      source: `https://example.org/${text}.slp`,
    }))
    const sets: TestSet[] = [{ id: 'some', kind: 'unseen', definition: 'Some.', list }]
    const { found, others } = findFiles(sets, [folder])
    expect(found).toMatchObject([{ set: 'some', file: 'one.slp', sha256: hashOf('one') }])
    expect(others).toBe(1)
  })
})
