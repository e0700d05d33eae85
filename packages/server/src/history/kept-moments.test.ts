import { MOMENT_KINDS } from '@arena/engine/moments'
import { FIRST_FRAME } from '@arena/slp'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitsOf, packMoments, unpackMoments } from './kept-moments.ts'
import type { KeptMoment } from './kept-moments.ts'

const Moments = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...MOMENT_KINDS),
      port: fc.nat(1),
      startFrame: fc.integer({ min: FIRST_FRAME, max: 40_000 }),
      length: fc.nat(40_000),
    }),
  )
  .map((all) => all.map(({ length, ...rest }): KeptMoment => ({ ...rest, endFrame: rest.startFrame + length })))
  .map((all) => all.toSorted((a, b) => a.startFrame - b.startFrame))

test('moments are read as they were packed, and there is a bit for each of their kinds', () => {
  fc.assert(
    fc.property(Moments, (moments) => {
      const { kinds, packed } = packMoments(moments)
      expect(unpackMoments(packed)).toEqual(moments)
      for (const kind of MOMENT_KINDS) {
        expect((kinds & bitsOf([kind])) !== 0).toBe(moments.some((moment) => moment.kind === kind))
      }
    }),
  )
})

test('the place of a kind is what databases hold: new ones stand last', () => {
  const { kinds, packed } = packMoments([
    { kind: 'kill', port: 1, startFrame: FIRST_FRAME, endFrame: FIRST_FRAME },
    { kind: 'grab', port: 0, startFrame: 77, endFrame: 277 },
    { kind: 'wavedash', port: 1, startFrame: 78, endFrame: 90 },
  ])
  expect([...packed]).toEqual([1, 0, 0, 16, 0xc8, 1, 0xc8, 1, 25, 1, 12])
  expect(kinds).toBe(2 ** 0 + 2 ** 8 + 2 ** 12)
})
