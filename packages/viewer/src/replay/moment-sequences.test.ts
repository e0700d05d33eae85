import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sequencesOf } from './moment-sequences.ts'
import type { Moment, MomentKind } from '@arena/engine/moments'

const moment = (kind: MomentKind, startFrame: number, endFrame = startFrame, port = 0): Moment => ({
  kind,
  port,
  startFrame,
  endFrame,
  text: `${kind} at ${startFrame}.`,
})
const is = (kind: MomentKind) => (each: Moment) => each.kind === kind

test('without what follows, the moments that fit', () => {
  const moments = [moment('grab', 0), moment('kill', 5), moment('grab', 9)]
  expect(sequencesOf(moments, is('grab'), [], 60)).toEqual([moments[0], moments[2]])
})

test('a moment is followed by one that begins within a number of frames of its end; the sequence lasts from one to the other', () => {
  const moments = [moment('grab', 0, 30), moment('combo', 40, 50), moment('kill', 90, 95, 1)]
  expect(sequencesOf(moments, is('grab'), ['kill'], 60)).toEqual([
    { kind: 'grab', port: 0, startFrame: 0, endFrame: 95, text: 'grab at 0, then kill at 90.' },
  ])
  expect(sequencesOf(moments, is('grab'), ['kill'], 59)).toEqual([])
})

test('each step is counted from the one before it', () => {
  const moments = [moment('shield-option', 0), moment('wavedash', 50), moment('grab', 100), moment('kill', 150)]
  expect(sequencesOf(moments, is('shield-option'), ['wavedash', 'grab'], 60).map(({ text }) => text)).toEqual([
    'shield-option at 0, then wavedash at 50, then grab at 100.',
  ])
  expect(sequencesOf(moments, is('shield-option'), ['grab', 'kill'], 60)).toEqual([])
  expect(sequencesOf(moments, is('grab'), ['grab'], 60)).toEqual([])
})

const KINDS = ['kill', 'grab', 'combo'] as const
const Moments = fc
  .array(fc.tuple(fc.constantFrom(...KINDS), fc.nat(300), fc.nat(40)), { maxLength: 40 })
  .map((all) => all.map(([kind, start, length]) => moment(kind, start, start + length)))
  .map((all) => all.toSorted((a, b) => a.startFrame - b.startFrame))

test('it finds what a comparison of all pairs finds', () => {
  fc.assert(
    fc.property(
      Moments,
      fc.constantFrom(...KINDS),
      fc.constantFrom(...KINDS),
      fc.nat(60),
      (moments, one, two, within) => {
        const pairs = moments.filter(
          (a, i) =>
            a.kind === one && moments.some((b, j) => j > i && b.kind === two && b.startFrame <= a.endFrame + within),
        )
        const found = sequencesOf(moments, is(one), [two], within)
        expect(found.map(({ startFrame }) => startFrame)).toEqual(pairs.map(({ startFrame }) => startFrame))
      },
    ),
  )
})
