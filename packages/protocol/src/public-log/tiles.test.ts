import { expect, test } from 'vitest'
import { NoteError } from './note-error.ts'
import {
  entriesPath,
  entryBundle,
  readEntryBundle,
  readTile,
  rootFromTiles,
  TILE_WIDTH,
  tilePath,
  tilesBetween,
  type Tile,
} from './tiles.ts'
import { consistencyRanges, inclusionProof, inclusionRanges, leafHash, rootOf, consistencyProof } from './tree.ts'

test('a number is written in groups of three digits, and a partial tile says its width', () => {
  expect(tilePath(0, 1_234_067)).toBe('tile/0/x001/x234/067')
  expect(tilePath(1, 0, 17)).toBe('tile/1/000.p/17')
  expect(entriesPath(273, 112)).toBe('tile/entries/273.p/112')
  expect(entriesPath(1000)).toBe('tile/entries/x001/000')
})

test('a tree of size 70,000 is 273 full tiles and a partial one of 112, then 1 and 17, then 1', () => {
  const tiles = tilesBetween(0, 70_000)
  expect(tiles.filter(({ level, width }) => level === 0 && width === TILE_WIDTH)).toHaveLength(273)
  expect(tiles.filter(({ level, width }) => level > 0 || width < TILE_WIDTH)).toEqual([
    { level: 0, n: 273, width: 112 },
    { level: 1, n: 0, width: 256 },
    { level: 1, n: 1, width: 17 },
    { level: 2, n: 0, width: 1 },
  ])
  expect(tilesBetween(0, 256)).toEqual([
    { level: 0, n: 0, width: 256 },
    { level: 1, n: 0, width: 1 },
  ])
})

test('a tree that grows needs those tiles only that changed', () => {
  expect(tilesBetween(255, 257)).toEqual([
    { level: 0, n: 0, width: 256 },
    { level: 0, n: 1, width: 1 },
    { level: 1, n: 0, width: 1 },
  ])
  expect(tilesBetween(300, 301)).toEqual([{ level: 0, n: 1, width: 45 }])
  expect(tilesBetween(70_000, 70_000)).toEqual([])
})

test('roots and proofs come from tiles as they do from all leaves', async () => {
  const leaves = Array.from({ length: 65_900 }, (_, i) => leafHash(`${i}`))
  const levels = [leaves]
  for (let below = leaves; below.length >= TILE_WIDTH; levels.push(below)) {
    below = Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, i) =>
      rootOf(below.slice(i * TILE_WIDTH, (i + 1) * TILE_WIDTH)),
    )
  }
  const reader = (size: number) => {
    const published = new Set(tilesBetween(0, size).map(({ level, n, width }) => tilePath(level, n, width)))
    return async ({ level, n, width }: Tile) => {
      expect(published).toContain(tilePath(level, n, width))
      return levels[level]!.slice(n * TILE_WIDTH, n * TILE_WIDTH + width)
    }
  }
  for (const size of [1, 255, 256, 257, 512, 1000, 65_900]) {
    const read = reader(size)
    expect(await rootFromTiles({ start: 0, end: size }, size, read)).toEqual(rootOf(leaves.slice(0, size)))
    for (const index of [size >> 1, size - 1]) {
      const proof = await Promise.all(inclusionRanges(index, size).map((range) => rootFromTiles(range, size, read)))
      expect(proof).toEqual(inclusionProof(leaves, index, size))
      const extension = await Promise.all(
        consistencyRanges(index, size).map((range) => rootFromTiles(range, size, read)),
      )
      expect(extension).toEqual(consistencyProof(leaves, index, size))
    }
  }
})

test('a bundle holds entries behind their lengths, and reads back', () => {
  const entries = ['', 'arena key v1\n', 'é\n', '\uFEFFx', 'a'.repeat(0xffff)]
  expect(readEntryBundle(entryBundle(entries))).toEqual(entries)
  expect(entryBundle(['ab'])).toEqual(Uint8Array.of(0, 2, 0x61, 0x62))
})

test('a bundle that is cut off, or of other bytes than text, is an error', () => {
  expect(() => readEntryBundle(Uint8Array.of(0, 2, 0x61))).toThrow(NoteError)
  expect(() => readEntryBundle(Uint8Array.of(0))).toThrow(NoteError)
  expect(() => readEntryBundle(Uint8Array.of(0, 1, 0xff))).toThrow('no UTF-8')
  expect(() => entryBundle(['a'.repeat(0x10000)])).toThrow('at most 65535 bytes')
  expect(() => readTile(new Uint8Array(31), 1)).toThrow('has 32 bytes, not 31')
})
