import { FIRST_FRAME } from '@arena/slp'
import { expect, test } from 'vitest'
import { packMoments } from './kept-moments.ts'
import { packSwings, unpackSwings } from './kept-swings.ts'

const NO_MOMENTS = packMoments([]).packed
const swing = (startFrame: number, endFrame: number) => ({ startFrame, endFrame, before: 0.625, after: 0.25 })

test('swings come out by port as they went in, to a thousandth', () => {
  const own = [swing(FIRST_FRAME, 0), { ...swing(28_000, 28_360), before: 1, after: 0 }]
  const packed = packSwings([own, [swing(900, 901)]])
  expect(packed).toHaveLength(24)
  const known = (each: object) => ({ ...each, moment: null })
  expect(unpackSwings(packed, NO_MOMENTS)).toEqual([own.map(known), [known(swing(900, 901))]])
  expect(unpackSwings(packSwings([[], []]), NO_MOMENTS)).toEqual([[], []])
  expect(unpackSwings(null, NO_MOMENTS)).toBeNull()
})

test('a swing says of the moments against its bot the one that says most', () => {
  const { packed: moments } = packMoments([
    { kind: 'grab', port: 1, startFrame: 100, endFrame: 120 },
    { kind: 'combo', port: 1, startFrame: 190, endFrame: 260 },
    { kind: 'kill', port: 1, startFrame: 300, endFrame: 340 },
    { kind: 'wavedash', port: 0, startFrame: 700, endFrame: 710 },
    { kind: 'kill', port: 0, startFrame: 700, endFrame: 710 },
    { kind: 'missed-tech', port: 1, startFrame: 700, endFrame: 710 },
    { kind: 'shield-break', port: 0, startFrame: 800, endFrame: 810 },
  ])
  const swings = [swing(180, 330), swing(200, 280), swing(690, 720), swing(790, 820)]
  const [own, other] = unpackSwings(packSwings([swings, [swing(690, 720)]]), moments)!
  expect(own.map(({ moment }) => moment)).toEqual([
    { kind: 'kill', port: 1 },
    { kind: 'combo', port: 1 },
    null,
    { kind: 'shield-break', port: 0 },
  ])
  expect(other.map(({ moment }) => moment)).toEqual([{ kind: 'kill', port: 0 }])
})
