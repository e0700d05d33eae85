/** Values that a recording does not hold, rebuilt where the engine would have played something else. */
import { describe, expect, test } from 'vitest'
import { asVersion, recordGame } from '../../tests/recorded.ts'
import { ACTION, BATTLEFIELD, BUTTON, DOWN, FOX, MARTH, NEUTRAL, press, RIGHT } from '../../../engine/tests/scene.ts'
import type { Pad } from '../../../engine/src/index.ts'
import { FighterRecord } from '../../../engine/src/state/fields.ts'
import { fighterAt } from '../../../engine/src/state/state.ts'
import type { Recording } from './recording.ts'
import { Tracker } from './tracker.ts'

/** Index of the first frame on which fighters may act. */
const PLAY = 123 - 39

function gameOf(...pads: readonly (readonly [frames: number, pad: Pad])[]) {
  const all = pads.flatMap(([frames, pad]) => Array.from({ length: frames }, () => pad))
  return recordGame(BATTLEFIELD, [FOX, MARTH], PLAY + 60 + all.length, (index) => [
    all[index - PLAY - 60] ?? NEUTRAL,
    NEUTRAL,
  ])
}

/** The recording with player 0's controller at rest on the frames before an action begins, and the frame it begins. */
function withoutInput(recording: Recording, action: number): { recording: Recording; at: number } {
  const frames = structuredClone(recording.frames)
  const at = frames.findIndex(({ players }) => players[0].post.actionStateId === action)
  const { pre } = frames[PLAY]!.players[0]
  Object.assign(frames[at]!.players[0].pre, { ...pre, frame: frames[at]!.frame })
  return { recording: { ...recording, frames }, at }
}

function stateAt(recording: Recording, index: number): FighterRecord {
  const tracker = new Tracker(recording)
  while (tracker.index < index) tracker.advance()
  return new FighterRecord(tracker.match.buffer, fighterAt(0))
}

function realAt(states: readonly Uint8Array[], index: number): FighterRecord {
  return new FighterRecord(states[index]!.slice().buffer, fighterAt(0))
}

const PRIVATE = [
  'action',
  'actionFrame',
  'animationFrame',
  'animationRate',
  'facingAtStart',
  'tiltXTimer',
  'ecbLockLeft',
  'jumpsUsed',
  'x',
  'y',
  'selfVx',
  'selfVy',
  'groundVelocity',
] as const

function pick(fighter: FighterRecord) {
  return {
    ...Object.fromEntries(PRIVATE.map((name) => [name, fighter[name]])),
    stateInts: [...fighter.stateInts],
    stateFloats: [...fighter.stateFloats],
  }
}

describe('an action that the engine would not have begun', () => {
  test.each<[string, number, readonly (readonly [number, Pad])[]]>([
    ['Dash', ACTION.Dash, [[20, RIGHT]]],
    ['KneeBend', ACTION.KneeBend, [[20, press(BUTTON.X)]]],
    ['Squat', ACTION.Squat, [[20, DOWN]]],
    [
      'EscapeN',
      ACTION.EscapeN,
      [
        [10, press(BUTTON.R)],
        [20, { ...DOWN, buttons: BUTTON.R }],
      ],
    ],
  ])('%s continues as in the recorded game', (_name, action, pads) => {
    const { recording, states } = gameOf(...pads)
    const { recording: lost, at } = withoutInput(recording, action)
    expect(at).toBeGreaterThan(PLAY)
    expect(pick(stateAt(lost, at + 2))).toMatchObject({
      ...pick(realAt(states, at + 2)),
      // The button that began it and the age of the tilt went with the input; floats remain.
      stateInts: expect.anything(),
      stateFloats: expect.anything(),
      tiltXTimer: expect.any(Number),
    })
  })

  test('Landing has its lag, and ends when the recorded one does', () => {
    const { recording, states } = gameOf([3, press(BUTTON.X)], [80, NEUTRAL])
    const landing = recording.frames.findIndex(
      ({ players }, i) => i > PLAY + 60 && players[0].post.actionStateId === ACTION.Landing,
    )
    const frames = structuredClone(recording.frames)
    // One frame before the landing, the engine would already have landed: it is well below.
    frames[landing - 2]!.players[0].post.positionY += 1
    const tampered = { ...recording, frames }
    expect(pick(stateAt(tampered, landing + 2))).toEqual(pick(realAt(states, landing + 2)))
  })
})

describe('hitlag', () => {
  test('is read where it is recorded, and follows from the damage where only its flag is recorded', () => {
    const { recording } = gameOf([60, NEUTRAL])
    const frames = structuredClone(recording.frames)
    const hit = PLAY + 80
    for (const [i, { players }] of frames.slice(hit).entries()) {
      players[0].post.percent = 10
      if (i < 6) Object.assign(players[0].post, { stateBitFlags2: 0x20, hitlagRemaining: 6 - i })
    }
    const lags = (version: readonly number[]) =>
      [0, 1, 5, 6].map((i) => stateAt(asVersion({ ...recording, frames }, version), hit + i).hitlagLeft)
    // 10 % give floor(10 / 3 + 3) frames.
    expect(lags([3, 8])).toEqual([6, 5, 1, 0])
    expect(lags([3, 7])).toEqual([6, 5, 1, 0])
  })
})

describe('a launch along the floor', () => {
  test('whose start is not recorded slides as it shows, but by its horizontal part where the landing is recorded', () => {
    const { recording } = gameOf([60, NEUTRAL])
    const frames = structuredClone(recording.frames)
    const [along, down] = [PLAY + 70, PLAY + 80]
    Object.assign(frames[along]!.players[0].post, { speedAttackX: 1.5, speedAttackY: 0 })
    Object.assign(frames[down]!.players[0].post, { speedAttackX: 1, speedAttackY: 1 })
    const slideAt = (index: number) => stateAt({ ...recording, frames }, index).groundKnockback
    expect([slideAt(along), slideAt(down)]).toEqual([1.5, 0])
  })
})
