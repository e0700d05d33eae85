import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequencesOf, type Following } from './moment-sequences.ts'
import type { MomentKind } from './moments.ts'

interface Placed {
  readonly kind: MomentKind
  readonly startFrame: number
  readonly endFrame: number
}

const moment = (kind: MomentKind, startFrame: number, endFrame = startFrame): Placed => ({ kind, startFrame, endFrame })
const is = (kind: MomentKind) => (each: Placed) => each.kind === kind
const within = (withinFrames: number, ...kinds: MomentKind[]): Following => ({ kinds, withinFrames })

test('without what follows, the moments that fit', () => {
  const moments = [moment('grab', 0), moment('kill', 5), moment('grab', 9)]
  expect(sequencesOf(moments, is('grab'), [])).toEqual([[moments[0]], [moments[2]]])
})

test('a moment is followed by one that begins within a number of frames of its end', () => {
  const moments = [moment('grab', 0, 30), moment('combo', 40, 50), moment('kill', 90, 95)]
  expect(sequencesOf(moments, is('grab'), [within(60, 'kill')])).toEqual([[moments[0], moments[2]]])
  expect(sequencesOf(moments, is('grab'), [within(59, 'kill')])).toEqual([])
  expect(sequencesOf(moments, is('grab'), [within(60, 'kill', 'combo')])).toEqual([[moments[0], moments[1]]])
})

test('each step has its own time, counted from the one before it', () => {
  const moments = [moment('shield-option', 0), moment('wavedash', 50), moment('grab', 100), moment('kill', 150)]
  const first = is('shield-option')
  expect(sequencesOf(moments, first, [within(60, 'wavedash'), within(50, 'grab')])).toEqual([moments.slice(0, 3)])
  expect(sequencesOf(moments, first, [within(60, 'wavedash'), within(49, 'grab')])).toEqual([])
  expect(sequencesOf(moments, first, [within(60, 'grab'), within(60, 'kill')])).toEqual([])
  expect(sequencesOf(moments, is('grab'), [within(60, 'grab')])).toEqual([])
})

test('a step may pass over a moment that the rest does not follow', () => {
  const moments = [moment('grab', 0), moment('combo', 10), moment('combo', 50), moment('kill', 80)]
  const then = [within(60, 'combo'), within(30, 'kill')]
  expect(sequencesOf(moments, is('grab'), then)).toEqual([[moments[0], moments[2], moments[3]]])
})

const KINDS = ['kill', 'grab', 'combo'] as const
const Moments = fc
  .array(fc.tuple(fc.constantFrom(...KINDS), fc.nat(300), fc.nat(40)), { maxLength: 40 })
  .map((all) => all.map(([kind, start, length]) => moment(kind, start, start + length)))
  .map((all) => all.toSorted((a, b) => a.startFrame - b.startFrame))
const Steps = fc.array(
  fc.record({
    kinds: fc.constantFrom<readonly MomentKind[]>(...KINDS.map((kind) => [kind]), KINDS),
    withinFrames: fc.nat(60),
  }),
  { maxLength: 3 },
)

test('it finds what a comparison of all moments with all finds', () => {
  const isFollowed = (moments: readonly Placed[], from: number, [next, ...rest]: readonly Following[]): boolean =>
    next === undefined ||
    moments.some(
      ({ kind, startFrame }, at) =>
        at > from &&
        next.kinds.includes(kind) &&
        startFrame <= moments[from]!.endFrame + next.withinFrames &&
        isFollowed(moments, at, rest),
    )
  fc.assert(
    fc.property(Moments, fc.constantFrom(...KINDS), Steps, (moments, one, then) => {
      const found = sequencesOf(moments, is(one), then)
      expect(found.map(([first]) => first)).toEqual(
        moments.filter(({ kind }, index) => kind === one && isFollowed(moments, index, then)),
      )
      for (const parts of found) {
        expect(parts).toHaveLength(then.length + 1)
        for (const [step, { kinds, withinFrames }] of then.entries()) {
          expect(kinds).toContain(parts[step + 1]!.kind)
          expect(parts[step + 1]!.startFrame).toBeLessThanOrEqual(parts[step]!.endFrame + withinFrames)
        }
      }
    }),
  )
})
