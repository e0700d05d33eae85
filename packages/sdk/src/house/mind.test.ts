import { encodePad } from '@arena/protocol'
import { emptyGameStart, type PlayerFrame, type PostFrame } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { restingPost } from '../../tests/fake-arena.ts'
import { BUTTON, withRest, type Controller } from '../controller.ts'
import { GameReader, type Game } from '../game.ts'
import { decide, Mind } from './mind.ts'
import { Random } from './random.ts'
import { RECOVERIES } from './recoveries.ts'
import { STYLES } from './styles.ts'

/** A game on Battlefield as it stands, seen from port 0. */
function game(frame: number, me: Partial<PostFrame>, opponent: Partial<PostFrame> = {}): Game {
  const reader = new GameReader()
  const gameStart = emptyGameStart()
  gameStart.stageId = 31
  reader.take({ name: 'gameStart', offset: 0, record: gameStart })
  const player = (port: number, post: Partial<PostFrame>): PlayerFrame => ({
    pre: null,
    post: { ...restingPost(frame, port), ...post },
    follower: null,
  })
  return reader.view(
    {
      frame,
      start: null,
      players: [player(0, me), player(1, opponent), null, null],
      items: [],
      fodPlatforms: [],
      dreamlandWhispy: null,
      stadiumTransformation: null,
      bookend: null,
    },
    0,
  )!
}

/** What a style does over a number of frames in which nothing changes. */
function watch(
  style: (typeof STYLES)[number],
  frames: number,
  me: Partial<PostFrame>,
  opponent?: Partial<PostFrame>,
): Controller[] {
  const mind = new Mind(style, 'a seed')
  return Array.from({ length: frames }, (_, frame) => withRest(decide(game(frame, me, opponent), mind)))
}

const presses = (hands: readonly Controller[], button: number): number =>
  hands.filter(({ buttons }, i) => (buttons & button) !== 0 && ((hands[i - 1]?.buttons ?? 0) & button) === 0).length

const OFF_STAGE = { isAirborne: 1, positionX: 100, positionY: -20, speedY: -2, actionStateId: 29 }

describe.each(STYLES)('$name', (style) => {
  test('off the stage and falling: holds toward it and jumps, again only after the first press has had time to show', () => {
    const hands = watch(style, 40, OFF_STAGE)
    expect(presses(hands, BUTTON.X)).toBe(7)
    for (const { stickX } of hands.filter(({ buttons }) => buttons !== 0)) expect(stickX).toBe(48)
  })

  test('off the stage without a jump left: goes up with the special, still toward the stage, before it is too deep', () => {
    const pressedAt = (positionY: number): Controller | undefined =>
      watch(style, 20, { ...OFF_STAGE, positionX: -95, positionY, jumpsRemaining: 0 }).find(
        ({ buttons }) => buttons === BUTTON.B,
      )
    const { up } = RECOVERIES[style.character]!
    if (up === null) return expect(pressedAt(-45)).toBeUndefined()
    const special = pressedAt(-45)!
    expect(special.stickY).toBe(208)
    expect(special.stickX).toBeGreaterThan(128)
    expect(pressedAt(30)).toBeUndefined()
  })

  test('fallen under the stage: first out to where the ledge can be reached, then back', () => {
    const under = { ...OFF_STAGE, positionX: 60, positionY: -20 }
    for (const { stickX, buttons } of watch(style, 10, under)) expect([stickX, buttons]).toEqual([208, 0])
    for (const { stickX } of watch(style, 10, { ...under, positionX: 90 })) expect(stickX).toBe(48)
  })

  test('above the stage it comes down on it, however near the edge', () => {
    const above = { ...OFF_STAGE, positionX: 66, positionY: 9, actionStateId: 35 }
    for (const { stickX } of watch(style, 10, above)) expect(stickX).toBe(48)
  })

  test('does not follow an opponent off the stage that has already lost its stock', () => {
    const high = { ...OFF_STAGE, positionY: 30, speedY: 1 }
    for (const { stickX } of watch(style, 40, high, { positionX: 160, positionY: 130, actionStateId: 4 }))
      expect(stickX).toBe(48)
  })

  test('lands an aerial with the trigger, and presses it nowhere else in the air', () => {
    const falling = { isAirborne: 1, positionX: 0, positionY: 6, speedY: -2 }
    expect(presses(watch(style, 32, { ...falling, actionStateId: 66 }), BUTTON.L)).toBe(4)
    expect(presses(watch(style, 32, { ...falling, actionStateId: 29 }), BUTTON.L)).toBe(0)
  })

  test('sliding toward the edge: turns back', () => {
    for (const { stickX } of watch(style, 10, { positionX: 62, speedGroundX: 1.5 })) expect(stickX).toBe(48)
  })

  test('never pushes outward while standing at the edge, whatever the opponent on stage does', () => {
    for (const x of [61, 65, 68]) {
      const hands = watch(style, 600, { positionX: x }, { positionX: 40 })
      const outward = hands.filter(({ stickX }) => stickX > 128 + 60).length
      expect(outward / hands.length).toBeLessThan(0.2)
    }
  })

  test('approaches an opponent that is far away', () => {
    const hands = watch(style, 600, { positionX: -60 }, { positionX: 50 })
    const toward = hands.filter(({ stickX }) => stickX > 128 + 30).length
    const away = hands.filter(({ stickX }) => stickX < 128 - 30).length
    expect(toward).toBeGreaterThan(3 * away + 60)
  })

  test('jumps to an opponent above and drops through the platform to one below', () => {
    expect(presses(watch(style, 300, { positionX: 5 }, { positionX: 0, positionY: 54.4 }), BUTTON.X)).toBeGreaterThan(2)
    const drops = watch(style, 60, { positionX: 0, positionY: 54.4 }, { positionX: 10 }).filter(
      ({ stickY }) => stickY === 48,
    )
    expect(drops.length).toBeGreaterThan(5)
  })

  test('strikes an opponent in reach, in more than one way', () => {
    const hands = watch(style, 900, { positionX: 0 }, { positionX: 8 })
    const attacks = presses(hands, BUTTON.A) + presses(hands, BUTTON.B) + presses(hands, BUTTON.Z)
    const smashes = hands.filter(
      ({ cstickX, cstickY }, i) => (cstickX !== 128 || cstickY !== 128) && hands[i - 1]?.cstickX === 128,
    )
    expect(attacks + smashes.length).toBeGreaterThan(10)
    expect(attacks).toBeGreaterThan(0)
    expect(smashes.length).toBeGreaterThan(0)
  })

  test('leaves the ledge, the floor and the respawn platform again', () => {
    for (const actionStateId of [253, 184, 192, 13]) {
      const hands = watch(style, 120, { actionStateId, positionX: 70, positionY: -20, isAirborne: 0 })
      const isActive = hands.some(({ buttons, stickX, stickY }) => buttons !== 0 || stickX !== 128 || stickY !== 128)
      expect(isActive, `action ${actionStateId}`).toBe(true)
    }
  })

  test('does nothing while it is out of play', () => {
    for (const hands of watch(style, 20, { actionStateId: 0 })) expect(hands).toEqual(withRest({}))
  })

  test('property: any state gets a pad that can be sent, START is never pressed, the same seed gives the same pads', () => {
    const playOnce = (): Controller[] => {
      const random = new Random(style.name)
      const mind = new Mind(style, 'the same')
      const any = (): Partial<PostFrame> => ({
        actionStateId: random.between(0, 400),
        positionX: random.between(-200, 200),
        positionY: random.between(-100, 150),
        speedAirX: random.between(-3, 3),
        speedY: random.between(-3, 3),
        speedGroundX: random.between(-3, 3),
        isAirborne: random.between(0, 1),
        jumpsRemaining: random.between(0, 6),
        stateBitFlags4: random.between(0, 255),
      })
      return Array.from({ length: 2000 }, (_, frame) => withRest(decide(game(frame, any(), any()), mind)))
    }
    const first = playOnce()
    for (const hands of first) {
      expect(() => encodePad({ frame: 0, ...hands })).not.toThrow()
      expect(hands.buttons & BUTTON.START).toBe(0)
    }
    expect(playOnce()).toEqual(first)
  })
})

test('the house has at least four different characters', () => {
  expect(new Set(STYLES.map((style) => style.character)).size).toBeGreaterThanOrEqual(4)
  expect(new Set(STYLES.map((style) => style.name)).size).toBe(STYLES.length)
})
