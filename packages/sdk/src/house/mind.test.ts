import { encodePad } from '@arena/protocol'
import { emptyGameStart, type PlayerFrame, type PostFrame } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { restingPost } from '../../tests/fake-arena.ts'
import { attacksOf } from '../attacks.ts'
import { Character } from '../characters.ts'
import { BUTTON, withRest, type Controller } from '../controller.ts'
import { GameReader, type Game } from '../game.ts'
import { ACTION, inCommonTerms } from './actions.ts'
import { LADDER, STRENGTHS, type Strength } from './ladder/index.ts'
import { Mind } from './mind.ts'
import { Random } from '../random.ts'

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

/** What a strength does over a number of frames in which nothing changes. */
function watch(
  strength: Strength,
  frames: number,
  me: Partial<PostFrame>,
  opponent?: Partial<PostFrame>,
): Controller[] {
  const mind = new Mind(LADDER[strength], 'a seed')
  return Array.from({ length: frames }, (_, frame) => withRest(mind.decide(game(frame, me, opponent))))
}

const presses = (hands: readonly Controller[], button: number): number =>
  hands.filter(({ buttons }, i) => (buttons & button) !== 0 && ((hands[i - 1]?.buttons ?? 0) & button) === 0).length

const OFF_STAGE = { isAirborne: 1, positionX: 100, positionY: -20, speedY: -2, actionStateId: 29 }
/** By external id; a Post-Frame Update holds internal ones. */
const FOX = { internalCharacterId: 1 }

const from = (strength: Strength): readonly Strength[] => STRENGTHS.slice(STRENGTHS.indexOf(strength))

describe.each(STRENGTHS)('the %s', (strength) => {
  test('off the stage and falling: holds toward it and jumps, again only after the first press has had time to show', () => {
    const hands = watch(strength, 40, OFF_STAGE)
    expect(presses(hands, BUTTON.X)).toBe(7)
    for (const { stickX } of hands.filter(({ buttons }) => buttons !== 0)) expect(stickX).toBe(48)
  })

  test('above the stage it comes down on it, however near the edge', () => {
    const above = { ...OFF_STAGE, positionX: 66, positionY: 9, actionStateId: 35 }
    for (const { stickX } of watch(strength, 10, above)) expect(stickX).toBe(48)
  })

  test('never pushes outward while standing at the edge, whatever the opponent on stage does', () => {
    for (const x of [61, 65, 68]) {
      const hands = watch(strength, 200, { positionX: x }, { positionX: 40 })
      const outward = hands.filter(({ stickX }) => stickX > 128 + 60).length
      expect(outward / hands.length).toBeLessThan(0.2)
    }
  })

  test('approaches an opponent that is far away', () => {
    const hands = watch(strength, 200, { positionX: -60 }, { positionX: 50 })
    const toward = hands.filter(({ stickX }) => stickX > 128 + 30).length
    const away = hands.filter(({ stickX }) => stickX < 128 - 30).length
    expect(toward).toBeGreaterThan(3 * away + 20)
  })

  test('jumps to an opponent above and drops through the platform to one below', () => {
    const up = watch(strength, 300, { positionX: 5 }, { positionX: 0, positionY: 54.4 })
    expect(presses(up, BUTTON.X)).toBeGreaterThan(2)
    const down = watch(strength, 60, { positionX: 0, positionY: 54.4 }, { positionX: 40 })
    expect(down.filter(({ stickY }) => stickY === 48).length).toBeGreaterThan(5)
  })

  test('leaves a platform that does not lead to the opponent', () => {
    const hands = watch(strength, 60, { positionX: -40, positionY: 27.2 }, { positionX: 40, positionY: 27.2 })
    expect(hands.filter(({ stickY }) => stickY === 48).length).toBeGreaterThan(2)
  })

  test('at the edge, with the opponent outside of it, it turns to it', () => {
    const hands = watch(strength, 120, { positionX: 62, facingDirection: -1 }, { positionX: 67.5 })
    expect(hands.some(({ stickX, cstickX }) => stickX > 128 || cstickX > 128)).toBe(true)
  })

  test('strikes an opponent in reach', () => {
    const hands = watch(strength, 300, { positionX: 0, facingDirection: 1, ...FOX }, { positionX: 12, ...FOX })
    const attacks = presses(hands, BUTTON.A) + presses(hands, BUTTON.Z)
    const smashes = hands.filter(
      ({ cstickX, cstickY }, i) => (cstickX !== 128 || cstickY !== 128) && hands[i - 1]?.cstickX === 128,
    )
    expect(attacks + smashes.length).toBeGreaterThan(2)
  })

  test('leaves the ledge, the floor and the respawn platform again', () => {
    for (const actionStateId of [253, 184, 192, 13]) {
      const hands = watch(strength, 120, { actionStateId, positionX: 70, positionY: -20, isAirborne: 0 })
      const isActive = hands.some(({ buttons, stickX, stickY }) => buttons !== 0 || stickX !== 128 || stickY !== 128)
      expect(isActive, `action ${actionStateId}`).toBe(true)
    }
  })

  test('does nothing while it is out of play', () => {
    for (const hands of watch(strength, 20, { actionStateId: 0 })) expect(hands).toEqual(withRest({}))
  })

  test('property: any state gets a pad that can be sent, START is never pressed, the same seed gives the same pads', () => {
    const playOnce = (): Controller[] => {
      const random = new Random(strength)
      const mind = new Mind(LADDER[strength], 'the same')
      const any = (): Partial<PostFrame> => ({
        internalCharacterId: random.between(0, 26),
        actionStateId: random.between(0, 400),
        positionX: random.between(-200, 200),
        positionY: random.between(-100, 150),
        speedAirX: random.between(-3, 3),
        speedY: random.between(-3, 3),
        speedGroundX: random.between(-3, 3),
        isAirborne: random.between(0, 1),
        jumpsRemaining: random.between(0, 6),
        hitlagRemaining: random.between(0, 3),
        stateBitFlags4: random.between(0, 255),
      })
      return Array.from({ length: 300 }, (_, frame) => withRest(mind.decide(game(frame, any(), any()))))
    }
    const first = playOnce()
    for (const hands of first) {
      expect(() => encodePad({ frame: 0, ...hands })).not.toThrow()
      expect(hands.buttons & BUTTON.START).toBe(0)
    }
    expect(playOnce()).toEqual(first)
  })
})

describe.each(from('striker'))('the %s comes back by the figures of its fighter', (strength) => {
  test('fallen under the stage: first out to where the ledge can be reached, then back', () => {
    const under = { ...OFF_STAGE, positionX: 60, positionY: -20 }
    for (const { stickX, buttons } of watch(strength, 10, under)) expect([stickX, buttons]).toEqual([208, 0])
    for (const { stickX } of watch(strength, 10, { ...under, positionX: 90 })) expect(stickX).toBe(48)
  })

  test('without a jump left it goes up with the special, still toward the stage, before it is too deep', () => {
    const pressedAt = (positionY: number): Controller | undefined =>
      watch(strength, 20, { ...OFF_STAGE, ...FOX, positionX: -95, positionY, jumpsRemaining: 0 }).find(
        ({ buttons }) => buttons === BUTTON.B,
      )
    const special = pressedAt(-70)!
    expect(special.stickY).toBe(208)
    expect(special.stickX).toBeGreaterThan(128)
    expect(pressedAt(30)).toBeUndefined()
  })
})

describe.each(from('guard'))('the %s answers the opponent', (strength) => {
  /** Fox's up smash, one frame before it can hit. */
  const SMASH = { ...FOX, actionStateId: 63, positionX: 14, facingDirection: -1 }

  test('shields a blow that is coming, not one that has passed', () => {
    const shields = (actionStateId: number, reaction: number): boolean =>
      watch(strength, reaction + 6, { positionX: 0, ...FOX }, { ...SMASH, actionStateId }).some(({ l }) => l > 200)
    expect(shields(63, LADDER[strength].reaction)).toBe(true)
    expect(shields(14, LADDER[strength].reaction)).toBe(false)
  })

  test('in the hitlag of a hard hit at high percent: stick up and in', () => {
    const struck = {
      actionStateId: 88,
      isAirborne: 1,
      hitlagRemaining: 6,
      percent: 120,
      positionX: 30,
      stateBitFlags4: 2,
    }
    const [hands] = watch(strength, 1, struck)
    expect(hands!.stickX).toBeLessThan(128)
    expect(hands!.stickY).toBeGreaterThan(128)
  })

  test('techs once before the floor, with a click of the trigger', () => {
    const tumbling = { actionStateId: 38, isAirborne: 1, positionY: 12, speedY: -2 }
    const hands = watch(strength, 30, tumbling)
    expect(presses(hands, BUTTON.R)).toBe(1)
  })

  test('held, it struggles', () => {
    expect(presses(watch(strength, 20, { actionStateId: 224 }), BUTTON.A)).toBeGreaterThan(5)
  })
})

describe("a fighter's own action that is a common one under another name counts as that", () => {
  const [JIGGLYPUFF, YOSHI, GAME_AND_WATCH] = [15, 14, 24]

  test('a third jump in the air is no special that must end: the puffball strikes out of it at once', () => {
    const third = { internalCharacterId: JIGGLYPUFF, actionStateId: 343, isAirborne: 1, positionX: 0, positionY: 20 }
    const hands = watch('sound', 6, third, { positionX: 0, positionY: 27.2 })
    expect(hands.some(({ buttons, cstickX, cstickY }) => buttons !== 0 || cstickX !== 128 || cstickY !== 128)).toBe(
      true,
    )
  })

  test('the egg is a shield, and an attack of its own is an attack', () => {
    const termsOf = (internalCharacterId: number, actionStateId: number): number =>
      inCommonTerms(game(0, { internalCharacterId, actionStateId }).me).action
    expect(termsOf(YOSHI, 342)).toBe(ACTION.guard)
    expect(termsOf(GAME_AND_WATCH, 347)).toBe(ACTION.nair)
    expect(termsOf(GAME_AND_WATCH, 351)).toBe(ACTION.nairLanding + 2)
    expect(termsOf(GAME_AND_WATCH, 360)).toBe(360)
  })
})

test('all 26 characters have figures of every attack', () => {
  for (const character of Object.values(Character)) {
    for (const [name, { first, last, free, near, far, low, high }] of Object.entries(attacksOf(character))) {
      expect(first, name).toBeGreaterThan(0)
      expect(last, name).toBeGreaterThanOrEqual(first)
      expect(free, name).toBeGreaterThan(first)
      expect(far, name).toBeGreaterThan(near)
      expect(high, name).toBeGreaterThan(low)
    }
  }
  expect(attacksOf(Character.Fox).jab).toMatchObject({ first: 2, last: 3, damage: 4 })
})
