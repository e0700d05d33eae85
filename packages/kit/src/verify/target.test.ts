import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyTarget } from './target.ts'

const ID = 'match_01k9y40r6yes3v1c5hzq8p2n7t'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'arena-kit-target-'))))
afterAll(() => rmSync(folder, { recursive: true }))

test('a match is named by its id', () => {
  expect(verifyTarget(ID)).toEqual({ kind: 'match', arena: null, id: ID })
})

test.each([
  [`https://arena.example.org/watch/${ID}`, 'https://arena.example.org'],
  [`https://arena.example.org/watch/${ID}?t=600#moments`, 'https://arena.example.org'],
  [`http://127.0.0.1:8080/matches/${ID}`, 'http://127.0.0.1:8080'],
  [`https://example.org/a/b/matches/${ID}/replay.slp`, 'https://example.org/a/b'],
  [`https://example.org/arena/live/${ID}.slp`, 'https://example.org/arena'],
])('or by an address of it, also below a path: %s', (address, arena) => {
  expect(verifyTarget(address)).toEqual({ kind: 'match', arena, id: ID })
})

test('a file is a file, whatever it is called', () => {
  const path = join(folder, 'match.slp')
  writeFileSync(path, '')
  expect(verifyTarget(path)).toEqual({ kind: 'file', path })
})

test.each([
  'https://arena.example.org',
  'https://arena.example.org/b/bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
  'https://arena.example.org/watch/match_9',
  `ftp://arena.example.org/watch/${ID}`,
  `https://arena.example.org/?next=/watch/${ID}`,
])('%s is no address of a match', (address) => {
  expect(() => verifyTarget(address)).toThrow('It is not the address of a match')
})
