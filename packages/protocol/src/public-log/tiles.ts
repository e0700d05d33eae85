/**
 * The tree and its entries as static files (C2SP tlog-tiles): tiles of up to 256 hashes, bundles of up to 256 entries,
 * and where they lie below the address of the log.
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { textOf } from './bytes.ts'
import { NoteError } from './note-error.ts'
import { HASH_BYTES, nodeHash, rootOf, splitOf, type Range } from './tree.ts'

/** Hashes in a full tile, and entries in a full bundle. */
export const TILE_WIDTH = 256
export const MOST_ENTRY_BYTES = 0xffff

export interface Tile {
  /** 0 holds hashes of entries; each level above holds a hash for each full tile of the level below. */
  readonly level: number
  readonly n: number
  /** 1 to 256. */
  readonly width: number
}

export function tilePath(level: number, n: number, width = TILE_WIDTH): string {
  return `tile/${level}/${numberPath(n)}${suffix(width)}`
}

export function entriesPath(n: number, width = TILE_WIDTH): string {
  return `tile/entries/${numberPath(n)}${suffix(width)}`
}

/** 1234067 is `x001/x234/067`. */
function numberPath(n: number): string {
  const digits = String(n)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
}

const suffix = (width: number): string => (width === TILE_WIDTH ? '' : `.p/${width}`)

/** The tiles of a tree of this size that one of the size `from` has not, lower levels first. */
export function tilesBetween(from: number, size: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0, before = from, now = size; now > 0; level++) {
    if (now > before) {
      for (let n = Math.floor(before / TILE_WIDTH); n * TILE_WIDTH < now; n++) {
        tiles.push({ level, n, width: Math.min(TILE_WIDTH, now - n * TILE_WIDTH) })
      }
    }
    before = Math.floor(before / TILE_WIDTH)
    now = Math.floor(now / TILE_WIDTH)
  }
  return tiles
}

/** The bundles of entries of a tree of this size, by the tiles of their hashes. */
export function bundlesBetween(from: number, size: number): Tile[] {
  return tilesBetween(from, size).filter(({ level }) => level === 0)
}

/** The hashes of a tile. Throws NoteError where the bytes are not those of a tile of this width. */
export function readTile(bytes: Uint8Array, width = TILE_WIDTH): Uint8Array[] {
  if (bytes.length !== width * HASH_BYTES) {
    throw new NoteError(`A tile of ${width} hashes has ${width * HASH_BYTES} bytes, not ${bytes.length}.`)
  }
  return Array.from({ length: width }, (_, i) => bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES))
}

/** Throws NoteError for an entry that is too long for a bundle. */
export function entryBundle(entries: readonly string[]): Uint8Array {
  return concatBytes(
    ...entries.map((entry) => {
      const bytes = utf8ToBytes(entry)
      const { length } = bytes
      if (length > MOST_ENTRY_BYTES)
        throw new NoteError(`An entry has at most ${MOST_ENTRY_BYTES} bytes, not ${length}.`)
      return concatBytes(Uint8Array.of(length >> 8, length & 0xff), bytes)
    }),
  )
}

/** The entries of a bundle. Throws NoteError where the bytes end within an entry, or are no text. */
export function readEntryBundle(bytes: Uint8Array): string[] {
  const entries: string[] = []
  for (let at = 0; at < bytes.length;) {
    const start = at + 2
    const end = start + (bytes[at]! << 8) + (bytes[at + 1] ?? 0)
    if (end > bytes.length) throw new NoteError('The bundle ends within an entry.')
    entries.push(textOf(bytes.subarray(start, end)))
    at = end
  }
  return entries
}

/** Gives the hashes of a tile. */
export type ReadTile = (tile: Tile) => Promise<readonly Uint8Array[]>

/** The root over a range of a tree of this size, from its tiles. The range is one of a proof, or the whole tree. */
export async function rootFromTiles({ start, end }: Range, size: number, read: ReadTile): Promise<Uint8Array> {
  const length = end - start
  if (length === 0) return rootOf([])
  // Complete subtrees are powers of two, and begin at a multiple of their size.
  const split = length === 1 ? 1 : splitOf(length)
  if (length === 1 || split * 2 === length) return completeSubtree(start, length, size, read)
  const [left, right] = await Promise.all([
    rootFromTiles({ start, end: start + split }, size, read),
    rootFromTiles({ start: start + split, end }, size, read),
  ])
  return nodeHash(left, right)
}

async function completeSubtree(start: number, length: number, size: number, read: ReadTile): Promise<Uint8Array> {
  let level = 0
  let each = 1
  while (each * TILE_WIDTH <= length) {
    each *= TILE_WIDTH
    level++
  }
  const first = start / each
  const n = Math.floor(first / TILE_WIDTH)
  const width = Math.min(TILE_WIDTH, Math.floor(size / each) - n * TILE_WIDTH)
  const hashes = await read({ level, n, width })
  return rootOf(hashes.slice(first - n * TILE_WIDTH, first - n * TILE_WIDTH + length / each))
}
