/**
 * The Merkle tree of RFC 6962 (section 2.1): hashes of entries, its root, and proofs that an entry is in a tree and that
 * a tree extends a smaller one. Proofs are checked as RFC 9162 (2.1.3.2 and 2.1.4.2) describes. Sizes and indices are safe
 * integers, so they are halved by division: bits would end at 32.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { equalBytes } from './bytes.ts'

export const HASH_BYTES = 32

/** What a tree is known by. */
export interface TreeHead {
  /** Entries. */
  readonly size: number
  readonly root: Uint8Array
}

/** The entries from `start` up to `end`, which is not of them. */
export interface Range {
  readonly start: number
  readonly end: number
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** The hash of an entry; text stands for its UTF-8. */
export function leafHash(entry: string | Uint8Array): Uint8Array {
  return sha256(concatBytes(LEAF, typeof entry === 'string' ? utf8ToBytes(entry) : entry))
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE, left, right))
}

/** The root over hashes of leaves, or over those of complete subtrees of one height. */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  return hashes.length === 0 ? sha256(new Uint8Array(0)) : rangeRoot(hashes, { start: 0, end: hashes.length })
}

function rangeRoot(hashes: readonly Uint8Array[], { start, end }: Range): Uint8Array {
  if (end - start === 1) return hashes[start]!
  const middle = start + splitOf(end - start)
  return nodeHash(rangeRoot(hashes, { start, end: middle }), rangeRoot(hashes, { start: middle, end }))
}

/** The largest power of two below a size of at least 2: where a tree of that size divides. */
export function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** The ranges whose roots prove that the entry at an index is in a tree of this size, from the leaf upwards. */
export function inclusionRanges(index: number, size: number): Range[] {
  requireWhole(index, 0, size - 1)
  const path: Range[] = []
  let start = 0
  let end = size
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    if (index < middle) {
      path.push({ start: middle, end })
      end = middle
    } else {
      path.push({ start, end: middle })
      start = middle
    }
  }
  return path.toReversed()
}

/** The ranges whose roots prove that a tree of this size extends one of the size `from`. */
export function consistencyRanges(from: number, size: number): Range[] {
  requireWhole(from, 0, size)
  // Everything extends the empty tree, and a tree extends itself.
  if (from === 0 || from === size) return []
  const path: Range[] = []
  let start = 0
  let end = size
  while (end !== from) {
    const middle = start + splitOf(end - start)
    if (from <= middle) {
      path.push({ start: middle, end })
      end = middle
    } else {
      path.push({ start, end: middle })
      start = middle
    }
  }
  // Where nothing was left out before it, the rest is the smaller tree itself, whose root is known.
  if (start > 0) path.push({ start, end })
  return path.toReversed()
}

/** The proof that the entry at an index is among the first `size` leaves. */
export function inclusionProof(leaves: readonly Uint8Array[], index: number, size = leaves.length): Uint8Array[] {
  requireWhole(size, 0, leaves.length)
  return inclusionRanges(index, size).map((range) => rangeRoot(leaves, range))
}

/** The proof that the first `size` leaves begin with the first `from`. */
export function consistencyProof(leaves: readonly Uint8Array[], from: number, size = leaves.length): Uint8Array[] {
  requireWhole(size, 0, leaves.length)
  return consistencyRanges(from, size).map((range) => rangeRoot(leaves, range))
}

/** Whether the proof shows that the leaf with this hash is at the index of the tree. */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  { size, root }: TreeHead,
  proof: readonly Uint8Array[],
): boolean {
  if (!isWhole(size) || !isWhole(index) || index >= size || !areHashes([leaf, root, ...proof])) return false
  let at = index
  let last = size - 1
  let hash = leaf
  for (const sibling of proof) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash)
      // A last node without a sibling rises until it has one on its left.
      while (at % 2 === 0 && at !== 0) {
        at /= 2
        last = half(last)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    at = half(at)
    last = half(last)
  }
  return last === 0 && equalBytes(hash, root)
}

/** Whether the proof shows that the newer tree begins with all entries of the older one. */
export function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  const areSizes = isWhole(older.size) && isWhole(newer.size) && older.size <= newer.size
  if (!areSizes || !areHashes([older.root, newer.root, ...proof])) return false
  if (older.size === newer.size) return proof.length === 0 && equalBytes(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && equalBytes(older.root, rootOf([]))
  let at = older.size - 1
  let last = newer.size - 1
  while (at % 2 === 1) {
    at = half(at)
    last = half(last)
  }
  // A smaller tree that is complete is itself the first of the proof's hashes.
  const path = at === 0 ? [older.root, ...proof] : proof
  const [first, ...siblings] = path
  if (first === undefined) return false
  let oldHash = first
  let newHash = first
  for (const sibling of siblings) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      oldHash = nodeHash(sibling, oldHash)
      newHash = nodeHash(sibling, newHash)
      while (at % 2 === 0 && at !== 0) {
        at /= 2
        last = half(last)
      }
    } else {
      newHash = nodeHash(newHash, sibling)
    }
    at = half(at)
    last = half(last)
  }
  return last === 0 && equalBytes(oldHash, older.root) && equalBytes(newHash, newer.root)
}

const half = (value: number): number => Math.floor(value / 2)
const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const areHashes = (hashes: readonly Uint8Array[]): boolean => hashes.every(({ length }) => length === HASH_BYTES)

function requireWhole(value: number, least: number, most: number): void {
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw new RangeError(`${value} is not a whole number from ${least} to ${most}`)
  }
}
