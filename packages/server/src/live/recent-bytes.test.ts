import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentBytes } from './recent-bytes.ts'

test('readers at the end get the very same buffer', () => {
  const recent = new RecentBytes(100, 15)
  const [one, two] = [Buffer.from('one'), Buffer.from('two')]
  expect([recent.end, recent.from(15)]).toEqual([15, 'nothing'])
  recent.push(one)
  recent.push(two)
  expect(recent.from(15)).toBe(one)
  expect(recent.from(18)).toBe(two)
  expect(recent.from(18)).toBe(two)
  expect([recent.from(20)?.toString(), recent.from(21)]).toEqual(['o', 'nothing'])
})

test('what is older than it keeps is gone, and what was skipped never came', () => {
  const recent = new RecentBytes(4)
  for (const piece of ['abc', 'def', 'ghi']) recent.push(Buffer.from(piece))
  expect([recent.from(0), recent.from(2), recent.from(3).toString()]).toEqual(['gone', 'gone', 'def'])
  recent.skipTo(50)
  expect([recent.end, recent.from(8), recent.from(49), recent.from(50)]).toEqual([50, 'gone', 'gone', 'nothing'])
  recent.push(Buffer.from('jkl'))
  expect([recent.from(49), recent.from(50).toString()]).toEqual(['gone', 'jkl'])
})

test('whatever the pieces: a reader at any place gets the stream in order, or learns that it is gone', () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { minLength: 1 })
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 60 }), fc.nat(), (all, keep, any) => {
      const recent = new RecentBytes(keep)
      for (const piece of all) recent.push(Buffer.from(piece))
      const stream = Buffer.concat(all)
      expect(recent.end).toBe(stream.length)
      const from = any % stream.length
      const read: Buffer[] = []
      for (let at = from; ;) {
        const next = recent.from(at)
        if (next === 'gone') {
          expect(stream.length - from).toBeGreaterThan(keep)
          return
        }
        if (next === 'nothing') break
        read.push(next)
        at += next.length
      }
      expect(Buffer.concat(read).equals(stream.subarray(from))).toBe(true)
    }),
  )
})
