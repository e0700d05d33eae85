import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consistencyProof, inclusionProof, leafHash, rootOf, verifyConsistency, verifyInclusion } from './tree.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

// The entries, roots and proofs by which implementations of Certificate Transparency are tested.
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const LEAVES = ENTRIES.map((entry) => leafHash(Buffer.from(entry, 'hex')))
const NONE = new Uint8Array(32)

describe('the vectors of Certificate Transparency', () => {
  test.each(ROOTS.map((root, size) => [size, root] as const))('the root over %i entries', (size, root) => {
    expect(hex(rootOf(LEAVES.slice(0, size)))).toBe(root)
  })

  test('the proof that the first of eight is among them', () => {
    expect(inclusionProof(LEAVES, 0).map(hex)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
  })

  test('the proof that eight extend six', () => {
    expect(consistencyProof(LEAVES, 6).map(hex)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })
})

const leavesOf = (size: number) => Array.from({ length: size }, (_, i) => leafHash(`entry ${i}\n`))
const MANY = leavesOf(40)
const headOf = (leaves: readonly Uint8Array[]) => ({ size: leaves.length, root: rootOf(leaves) })

test('every entry of every small tree is proved to be in it, at its own index only', () => {
  for (let size = 1; size <= MANY.length; size++) {
    const leaves = MANY.slice(0, size)
    const head = headOf(leaves)
    for (let index = 0; index < size; index++) {
      const proof = inclusionProof(leaves, index)
      expect(verifyInclusion(leaves[index]!, index, head, proof)).toBe(true)
      expect(verifyInclusion(leaves[index]!, index + 1, head, proof)).toBe(false)
      expect(verifyInclusion(leafHash('another'), index, head, proof)).toBe(false)
    }
  }
})

test('every small tree is proved to extend every smaller one', () => {
  for (let size = 0; size <= MANY.length; size++) {
    const newer = headOf(MANY.slice(0, size))
    for (let from = 0; from <= size; from++) {
      const proof = consistencyProof(MANY, from, size)
      expect(verifyConsistency(headOf(MANY.slice(0, from)), newer, proof)).toBe(true)
      if (from > 0) expect(verifyConsistency({ size: from, root: NONE }, newer, proof)).toBe(false)
    }
  }
})

const tree = fc.integer({ min: 1, max: 600 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)))

/** The same hashes with one byte of one of them changed. */
function withChange(hashes: readonly Uint8Array[], at: number, by: number): Uint8Array[] {
  const copies = hashes.map((hash) => hash.slice())
  const place = at % (copies.length * 32)
  copies[Math.floor(place / 32)]![place % 32]! ^= by
  return copies
}
const change = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) })

test('a proof in which a byte is changed, or that is longer or shorter, proves nothing', () => {
  fc.assert(
    fc.property(tree, change, ([size, index], { at, by }) => {
      const leaves = leavesOf(size)
      const { root } = headOf(leaves)
      const proof = inclusionProof(leaves, index)
      const [leaf, changedRoot, ...changed] = withChange([leaves[index]!, root, ...proof], at, by)
      expect(verifyInclusion(leaf!, index, { size, root: changedRoot! }, changed)).toBe(false)
      expect(verifyInclusion(leaves[index]!, index, { size, root }, [...proof, NONE])).toBe(false)
      if (size > 1) expect(verifyInclusion(leaves[index]!, index, { size, root }, proof.slice(1))).toBe(false)
    }),
    { numRuns: 40, seed: 49 },
  )
  fc.assert(
    fc.property(tree, change, ([size, from], { at, by }) => {
      fc.pre(from > 0)
      const leaves = leavesOf(size)
      const older = headOf(leaves.slice(0, from))
      const newer = headOf(leaves)
      const proof = consistencyProof(leaves, from)
      const [oldRoot, newRoot, ...changed] = withChange([older.root, newer.root, ...proof], at, by)
      expect(verifyConsistency({ size: from, root: oldRoot! }, { size, root: newRoot! }, changed)).toBe(false)
      expect(verifyConsistency(older, newer, [...proof, NONE])).toBe(false)
      expect(verifyConsistency(older, newer, proof.slice(1))).toBe(false)
    }),
    { numRuns: 40, seed: 49 },
  )
})

test('a log that was written anew is no extension of what it was', () => {
  const forked = [...MANY.slice(0, 20), leafHash('another'), ...MANY.slice(21)]
  for (let from = 21; from < MANY.length; from++) {
    expect(verifyConsistency(headOf(MANY.slice(0, from)), headOf(forked), consistencyProof(forked, from))).toBe(false)
  }
})

test('an index beyond the tree is an error, and verified as false', () => {
  expect(() => inclusionProof(MANY, 40)).toThrow(RangeError)
  expect(() => consistencyProof(MANY, 41)).toThrow(RangeError)
  expect(verifyInclusion(MANY[0]!, 40, headOf(MANY), [])).toBe(false)
  expect(verifyInclusion(MANY[0]!, -1, headOf(MANY), [])).toBe(false)
})
