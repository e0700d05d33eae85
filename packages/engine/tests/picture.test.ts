/** What a frame looks like from outside (`picture.ts`). */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  asInternalId,
  Game,
  Picture,
  PICTURE_BUBBLES,
  PICTURE_BYTES,
  PICTURE_CAPSULE_WORDS,
  PICTURE_ELEMENTS,
  PICTURE_HITBOX_WORDS,
  PICTURE_PLATFORM_WORDS,
  poseBody,
  STAGE_IDS,
  type Pad,
} from '../src/index.ts'
import { BATTLEFIELD, BUTTON, FOX, ICE_CLIMBERS, MARTH, NEUTRAL, press, RIGHT, Scene } from './scene.ts'

const FOX_INTERNAL = asInternalId(1)
const LIVE = 130

function pictureOf(scene: Scene): Picture {
  const picture = new Picture()
  scene.game.show(picture)
  return picture
}

/** A fighter that stands, on the first frame on which it may act. */
function standing(character = FOX): Scene {
  const scene = new Scene({ character })
  scene.hold(NEUTRAL, LIVE)
  return scene
}

describe('a body', () => {
  test('is where Post-Frame has it, with its capsules about it and its feet on the floor', () => {
    const scene = standing()
    const post = scene.step()
    const [body, other] = pictureOf(scene).bodies
    expect(body).toMatchObject({ port: 0, character: FOX_INTERNAL, x: post.positionX, y: post.positionY, stocks: 4 })
    expect(body!.action).toBe(post.actionStateId)
    expect(other!.port).toBe(1)
    expect(body!.hasHurtboxes).toBe(true)
    expect(body!.capsuleCount).toBe(13)
    let top = -Infinity
    for (let i = 0; i < body!.capsuleCount; i++) {
      const [x1, y1, , , , , radius] = body!.capsules.subarray(i * PICTURE_CAPSULE_WORDS)
      expect(Math.abs(x1! - body!.x)).toBeLessThan(12)
      top = Math.max(top, y1! + radius!)
    }
    expect(top).toBeGreaterThan(8)
    expect(top).toBeLessThan(16)
    // Bottom of the ECB.
    expect(body!.ecb[1]).toBeCloseTo(body!.y, 3)
    expect(body!.ecb[5]).toBeGreaterThan(body!.ecb[1]! + 5)
  })

  test('shows the hitboxes of its attack on the frames on which it hits, and of its grab', () => {
    const scene = standing()
    const out: number[] = []
    const elements = new Set<string>()
    for (const [button, frames] of [
      [BUTTON.A, 25],
      [BUTTON.Z, 40],
    ] as const) {
      for (let frame = 0; frame < frames; frame++) {
        scene.step(frame === 0 ? press(button) : NEUTRAL)
        const body = pictureOf(scene).bodies[0]!
        if (button === BUTTON.A) out.push(body.hitboxCount)
        for (let i = 0; i < body.hitboxCount; i++) elements.add(PICTURE_ELEMENTS[body.hitboxElements[i]!]!)
        if (body.hitboxCount > 0 && button === BUTTON.A) {
          const [x1, , , , , , radius, damage] = body.hitboxes.subarray(0, PICTURE_HITBOX_WORDS)
          expect((x1! - body.x) * body.facing).toBeGreaterThan(0)
          expect(radius).toBeGreaterThan(1)
          expect(damage).toBe(4)
        }
      }
    }
    // Fox's jab hits on frames 2 and 3.
    expect(out.slice(0, 5)).toEqual([0, 2, 2, 0, 0])
    expect([...elements].toSorted()).toEqual(['grab', 'normal'])
  })

  test('shows its shield, which leans to the stick and shrinks', () => {
    const scene = standing()
    scene.hold(press(BUTTON.R), 30)
    const upright = pictureOf(scene).bodies[0]!
    expect(PICTURE_BUBBLES[upright.bubble]).toBe('shield')
    scene.hold({ ...press(BUTTON.R), stickX: 128 + 40 }, 30)
    const leant = pictureOf(scene).bodies[0]!
    expect(leant.bubbleX).toBeGreaterThan(upright.bubbleX + 1)
    expect(leant.bubbleRadius).toBeLessThan(upright.bubbleRadius)
    expect(leant.shieldHealth).toBeLessThan(upright.shieldHealth)
  })

  test('its follower stands beside it as a body of the same port', () => {
    const { head, bodies } = pictureOf(standing(ICE_CLIMBERS))
    expect(head.bodyCount).toBe(3)
    expect(bodies.slice(0, 3).map(({ port, isFollower }) => [port, isFollower])).toEqual([
      [0, false],
      [0, true],
      [1, false],
    ])
  })
})

test('articles are where they fly, with their hitboxes and the port of their owner', () => {
  const scene = standing()
  const seen: number[] = []
  for (let frame = 0; frame < 40; frame++) {
    scene.step(frame === 0 ? press(BUTTON.B) : NEUTRAL)
    const { head, articles } = pictureOf(scene)
    // The blaster itself is an article too.
    const shot = articles.slice(0, head.articleCount).find(({ vx }) => vx !== 0)
    if (shot === undefined) continue
    expect(shot.port).toBe(0)
    seen.push(shot.x)
  }
  expect(seen.length).toBeGreaterThan(10)
  expect(seen.at(-1)).toBeGreaterThan(seen[0]!)
})

test.each([
  [31, 3],
  [32, 0],
  [28, 3],
  [8, 4],
  [2, 3],
  [3, 2],
] as const)('stage %i shows its %i platforms where they are', (stage, platforms) => {
  expect(STAGE_IDS).toContain(stage)
  const scene = new Scene({ stage })
  scene.step()
  const { head } = pictureOf(scene)
  expect(head.platformCount).toBe(platforms)
  for (let i = 0; i < platforms; i++) {
    const [left, right, height] = head.platforms.subarray(i * PICTURE_PLATFORM_WORDS)
    expect(right).toBeGreaterThan(left!)
    expect(Number.isFinite(height)).toBe(true)
  }
})

test('pictures lie in one buffer side by side, as they are sent to another thread', () => {
  const buffer = new ArrayBuffer(2 * PICTURE_BYTES)
  const scene = standing()
  scene.game.show(new Picture(buffer, 0))
  scene.hold(RIGHT, 10)
  scene.game.show(new Picture(buffer, PICTURE_BYTES))
  const copy = buffer.slice(0)
  const [before, after] = [new Picture(copy, 0), new Picture(copy, PICTURE_BYTES)]
  expect(after.head.frame).toBe(before.head.frame + 10)
  expect(after.bodies[0]!.x).toBeGreaterThan(before.bodies[0]!.x)
})

describe('a recorded pose', () => {
  test('of a pose that nothing before has changed is the body that the game has', () => {
    const scene = standing()
    const shown = pictureOf(scene).bodies[0]!
    const posed = new Picture().bodies[0]!
    const { action, animationFrame, x, y, facing, isAirborne } = shown
    poseBody({ character: FOX_INTERNAL, action, animationFrame, x, y, facing, isAirborne }, posed)
    expect(posed.capsules).toEqual(shown.capsules)
  })
})

describe('a game whose seeds are those of a stream', () => {
  let pads: Pad[]
  beforeAll(() => {
    pads = Array.from({ length: 600 }, (_, i) => ({
      ...NEUTRAL,
      stickX: 128 + ((i * 37) % 160) - 80,
      buttons: i % 50 === 0 ? BUTTON.A : 0,
    }))
  })

  test('plays the bytes of the game whose seed they were drawn from', () => {
    const seeds: number[] = []
    const players = [
      { character: MARTH, costume: 0, name: 'one' },
      { character: FOX, costume: 0, name: 'two' },
    ] as const
    const first = new Game({ seed: new Uint8Array(32).fill(9), stage: BATTLEFIELD, players })
    const opening = first.start().slice()
    const frames = pads.map((pad) => {
      const bytes = first.step(pad, NEUTRAL).slice()
      // Frame Start: code, frame, seed.
      seeds.push(new DataView(bytes.buffer).getInt32(5))
      return bytes
    })
    const again = new Game({ seed: { at: (frame) => seeds[frame + 123]! }, stage: BATTLEFIELD, players })
    expect(again.start()).toEqual(opening)
    for (const [i, pad] of pads.entries()) expect(again.step(pad, NEUTRAL)).toEqual(frames[i])
  })
})
