import { emptyPreFrame, type Frame } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { OwnPort } from './own-port.ts'

const FIRST = 300
const CENTRE = 128

/** A frame as the stream shows it: the raw sticks of both ports. */
const frameOf = (frame: number, sticks: readonly [number, number]): Frame =>
  ({
    frame,
    players: sticks.map((rawJoystickX) => ({ pre: { ...emptyPreFrame(), rawJoystickX } })),
  }) as unknown as Frame

interface Stretch {
  readonly opponent: (frame: number, sent: number) => number
  /** Pads that come too late. */
  readonly isLate?: (frame: number) => boolean
}

/** Plays until the bot at port 1 knows its port, and for 2,000 frames at most; pads are sent with a lead of 2. */
function find({ opponent, isLate = () => false }: Stretch) {
  const ownPort = new OwnPort()
  const sent = new Map<number, number>()
  for (let frame = FIRST; frame < FIRST + 2_000; frame++) {
    const mine = isLate(frame) ? 0 : (sent.get(frame) ?? 0)
    const port = ownPort.seen(frameOf(frame, [opponent(frame, mine), mine]))
    if (port !== null) return { port, frames: frame - FIRST }
    sent.set(frame + 3, ownPort.stickFor(frame + 3) - CENTRE)
  }
  return { port: null, frames: 2_000 }
}

describe('a bot that was restarted in a match finds its port', () => {
  test.each([
    ['rests', () => 0],
    ['stands at a place that it may send', () => 5],
    ['alternates by itself', (frame: number) => (frame & 1 ? -5 : 5)],
    ['does what the bot did a frame before', (_: number, sent: number) => sent],
    ['plays', (frame: number) => ((frame * 37) % 161) - 80],
  ])('by several frames that agree, where its opponent %s', (_, opponent) => {
    let last = 0
    const opponentSeeing = (frame: number, sent: number): number => {
      const played = opponent(frame, last)
      last = sent
      return played
    }
    expect(find({ opponent: opponentSeeing })).toEqual({ port: 1, frames: 8 })
  })

  test('where its opponent was restarted, too, and searches', () => {
    const other = new OwnPort()
    const { port, frames } = find({ opponent: (frame) => other.stickFor(frame) - CENTRE })
    expect(port).toBe(1)
    expect(frames).toBeLessThan(20)
  })

  test('where pads come too late now and then, which tells nothing', () => {
    expect(find({ opponent: () => 4, isLate: (frame) => frame % 3 === 0 })).toEqual({ port: 1, frames: 11 })
  })

  test('by no frame for which it has sent nothing itself', () => {
    expect(find({ opponent: () => 0, isLate: () => true })).toEqual({ port: null, frames: 2_000 })
    const ownPort = new OwnPort()
    for (let frame = FIRST; frame < FIRST + 100; frame++) expect(ownPort.seen(frameOf(frame, [5, 0]))).toBeNull()
  })
})
