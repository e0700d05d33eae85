import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceDigest } from './sources.ts'

test('the digest changes with names and contents of sources, and not with their tests', () => {
  const root = mkdtempSync(join(tmpdir(), 'sources-'))
  const put = (name: string, text: string): string => {
    writeFileSync(join(root, 'src', name), text)
    return sourceDigest(['src'], root)
  }
  mkdirSync(join(root, 'src'))
  const one = put('one.ts', 'a')
  expect(one).toMatch(/^[0-9a-f]{12}$/)
  expect(put('one.test.ts', 'a')).toBe(one)
  expect(put('one.ts', 'b')).not.toBe(one)
  expect(put('one.ts', 'a')).toBe(one)
  expect(put('two.ts', '')).not.toBe(one)
  rmSync(root, { recursive: true })
})
