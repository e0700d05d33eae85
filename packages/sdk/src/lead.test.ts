/** Leads over a made-up way to a made-up arena: which answers are played when pads take their time. */
import { decodePad, MODES, NEUTRAL, type Controller } from '@arena/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstMessage, frameMessage, pickRequest } from '../tests/fake-arena.ts'
import { BUTTON, type Hands } from './controller.ts'
import type { LeadPolicy } from './lead.ts'
import { Session } from './session.ts'

const { frameMs } = MODES.live
const FIRST_FRAME = -123

interface Way {
  /** Milliseconds from a frame's poll until what was sent of it has come back as a pad, frame by frame. */
  readonly roundTrip: (frame: number) => number
  readonly lead?: LeadPolicy
}

/** What is played of a bot's answers in the frames from -123 to `last`; null where no pad had come. */
async function played(answer: (frame: number) => Hands, last: number, { roundTrip, lead = 'early' }: Way) {
  /** In the order in which they arrive. */
  const arriving: { at: number; frame: number; hands: Controller }[] = []
  let now = -Infinity
  const session = new Session({
    play: { pick: () => ({ character: 2, costume: 0 }), frame: (game) => answer(game.frame) },
    send: (message) => {
      if (typeof message === 'string') return
      const { frame, ...hands } = decodePad(message)!
      // A pad that is sent later does not arrive sooner.
      arriving.push({ at: Math.max(now, arriving.at(-1)?.at ?? now), frame, hands })
    },
    lead,
    onError: (error) => {
      throw error
    },
  })
  await session.text(JSON.stringify(pickRequest(0)))
  session.binary(firstMessage())
  const frames: (Controller | null)[] = []
  /** Frames on their way to the bot: each is answered when its pads would arrive. */
  const streamed: { at: number; message: Uint8Array }[] = []
  const landed = new Map<number, Controller>()
  for (let frame = FIRST_FRAME; frame <= last; frame++) {
    const poll = (frame - FIRST_FRAME) * frameMs
    for (; streamed.length > 0 && streamed[0]!.at < poll; streamed.shift()) {
      now = streamed[0]!.at
      session.binary(streamed[0]!.message)
    }
    for (; arriving.length > 0 && arriving[0]!.at < poll; arriving.shift()) {
      if (arriving[0]!.frame >= frame) landed.set(arriving[0]!.frame, arriving[0]!.hands)
    }
    const hands = landed.get(frame) ?? null
    frames.push(hands)
    const { buttons, stickX, stickY, cstickX, cstickY, l, r } = hands ?? NEUTRAL
    const pre = {
      physicalButtons: buttons,
      rawJoystickX: stickX - 128,
      rawJoystickY: stickY - 128,
      rawCStickX: cstickX - 128,
      rawCStickY: cstickY - 128,
      physicalLTrigger: Math.fround(Math.min(l, 140) / 140),
      physicalRTrigger: Math.fround(Math.min(r, 140) / 140),
    }
    const at = Math.max(poll + roundTrip(frame), streamed.at(-1)?.at ?? 0)
    streamed.push({ at, message: frameMessage(frame, [{ pre }, {}]) })
  }
  return frames
}

/** A tap of one frame, a press of two and a hold of three in a second, while the stick goes from side to side. */
function busyHands(frame: number): Hands {
  const beat = (frame - FIRST_FRAME) % 60
  const buttons =
    beat === 10 ? BUTTON.A : beat === 20 || beat === 21 ? BUTTON.B : beat >= 30 && beat < 33 ? BUTTON.X : 0
  return { buttons, stickX: beat < 45 ? 208 : 48, l: beat === 40 ? 255 : 0 }
}

const isOf = (button: number) => (hands: Controller | null) => hands !== null && (hands.buttons & button) !== 0

/** How long each press lasts. */
function lengths(frames: readonly (Controller | null)[], isPressed: (hands: Controller | null) => boolean): number[] {
  const found: number[] = []
  for (const [i, hands] of frames.entries()) {
    if (!isPressed(hands)) continue
    if (i > 0 && isPressed(frames[i - 1]!)) found[found.length - 1]!++
    else found.push(1)
  }
  return found
}

/** The lead at which each change of the stick was played. */
function leadsOf(frames: readonly (Controller | null)[]): number[] {
  const found: number[] = []
  for (let i = 1; i < frames.length; i++) {
    if (frames[i]?.stickX !== 208 || frames[i - 1]?.stickX !== 48) continue
    found.push((((i - 1) % 60) + 60) % 60)
  }
  return found
}

const SECONDS = 40
const LAST = FIRST_FRAME + 60 * SECONDS - 1

describe('early', () => {
  test.each([
    [1, 0],
    [15, 0],
    [20, 1],
    [32, 1],
    [36, 2],
    [48, 2],
  ])(
    'over a way of %i ms there and back, answers are played with a lead of %i, each for as long as it was given',
    async (ms, lead) => {
      const frames = await played(busyHands, LAST, { roundTrip: () => ms })
      expect(frames).not.toContain(null)
      // A shorter lead is tried now and then, and given up at the next change.
      expect(leadsOf(frames).slice(1)).toEqual(Array.from({ length: SECONDS - 2 }, () => lead))
      expect(lengths(frames, isOf(BUTTON.A))).toEqual(Array.from({ length: SECONDS }, () => 1))
      expect(lengths(frames, isOf(BUTTON.B))).toEqual(Array.from({ length: SECONDS }, () => 2))
      expect(lengths(frames, isOf(BUTTON.X))).toEqual(Array.from({ length: SECONDS }, () => 3))
    },
  )

  // Over longer ways the next pads are on their way before the bot can know that one was late.
  test('over a way within a frame that is sometimes longer, no press is lost or cut short, and few last longer', () =>
    fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(99)), fc.integer({ min: 1, max: 16 }), async (dice, ms) => {
        const late = [...Array(60 * 10)].map(() => (dice.next().value! < 5 ? 14 : 0))
        const frames = await played(busyHands, FIRST_FRAME + late.length - 1, {
          roundTrip: (frame) => ms + (late[frame - FIRST_FRAME] ?? 0),
        })
        expect(frames).not.toContain(null)
        for (const [isPressed, length] of [
          [isOf(BUTTON.A), 1],
          [isOf(BUTTON.B), 2],
          [isOf(BUTTON.X), 3],
          [(hands: Controller | null) => hands?.l === 255, 1],
        ] as const) {
          const found = lengths(frames, isPressed)
          expect(found).toHaveLength(10)
          for (const n of found) expect(n).toSatisfy((lasted: number) => lasted >= length && lasted <= length + 2)
        }
      }),
      { seed: 15, numRuns: 60 },
    ))

  test('finds back to the shortest lead after a moment of long ways', async () => {
    const frames = await played(busyHands, LAST, { roundTrip: (frame) => (frame >= 0 && frame < 60 ? 40 : 2) })
    const leads = leadsOf(frames)
    expect(leads).toContain(2)
    expect(leads.at(-1)).toBe(0)
  })
})

test('fixed: answers are played inputDelayFrames after the next frame, however short the way', async () => {
  const frames = await played(busyHands, FIRST_FRAME + 300, { roundTrip: () => 1, lead: 'fixed' })
  expect(leadsOf(frames)).toEqual([2, 2, 2, 2])
})
