/** Grabs, holds and throws, rule by rule. "Recorded" figures are read off public recordings. */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import type { Pad, PickId } from '../src/index.ts'
import { f } from '../src/math.ts'
import { FighterRecord } from '../src/state/fields.ts'
import { fighterAt } from '../src/state/state.ts'
import { Duel } from './duel.ts'
import { ACTION, BUTTON, DOWN, FALCO, FOX, JIGGLYPUFF, KIRBY, MARTH, NEUTRAL, press, stick } from './scene.ts'

const FALCON = EXTERNAL_ID['captain-falcon']
const SHEIK = EXTERNAL_ID.sheik
const GANONDORF = EXTERNAL_ID.ganondorf
const DONKEY_KONG = EXTERNAL_ID['donkey-kong']
const YOSHI = EXTERNAL_ID.yoshi
/** Two fighters; a duel records only the second. */
const ICE_CLIMBERS = EXTERNAL_ID.popo
const JAB = press(BUTTON.A)

const CATCH_PULL = 213
const CATCH_DASH_PULL = 215
const CATCH_ATTACK = 217
const CATCH_CUT = 218
const THROW_F = 219
const THROW_B = 220
const THROW_HI = 221
const THROW_LW = 222
const CAPTURE_PULLED_HI = 223
const CAPTURE_WAIT_HI = 224
const CAPTURE_WAIT = 227
const CAPTURE_CUT = 229
const CAPTURE_JUMP = 230
const THROWN_HI = 241
const THROWN_LW = 242
const DAMAGE_FLY_TOP = 90

/** Marth grabs a fighter that falls in front of him, at this distance. */
function pulledOutOfTheAir(distance: number, victim: number): Duel {
  const duel = new Duel(distance, MARTH, victim)
  duel.step(press(BUTTON.Z))
  for (let i = 0; i < 4; i++) duel.step()
  duel.put(1, { action: ACTION.Fall, isAirborne: true, y: 6, selfVy: 0 })
  duel.until(([, { actionStateId }]) => actionStateId === CAPTURE_PULLED_HI, NEUTRAL, NEUTRAL, 6)
  return duel
}

function caught(holder: PickId = FOX, victim: PickId = MARTH, distance = 9): Duel {
  const duel = new Duel(distance, holder, victim)
  duel.step(press(BUTTON.Z))
  duel.until(([, { actionStateId: held }]) => held === CAPTURE_WAIT || held === CAPTURE_WAIT_HI, NEUTRAL, NEUTRAL, 20)
  return duel
}

/** Place of the victim, ahead of its holder and above. */
function place({ posts: [holder, victim] }: Duel): [ahead: number, above: number] {
  const ahead = (victim!.positionX - holder!.positionX) * victim!.facingDirection
  return [ahead, victim!.positionY - holder!.positionY]
}

/** Thrown by these pads until it flies; the places on the way, by the thrower's counter. */
function thrown(duel: Duel, pad: Pad): Map<number, [number, number]> {
  const places = new Map<number, [number, number]>()
  duel.step(pad)
  for (let i = 0; i < 80 && duel.posts[1]!.actionStateId >= THROWN_HI - 2; i++) {
    places.set(Math.round(duel.posts[0]!.actionStateCounter * 100) / 100, place(duel))
    duel.step()
  }
  return places
}

describe('a hold (doldecomp/melee ftCo_CapturePulled, ftCo_CaptureWait)', () => {
  test('has its victim at the recorded distance, facing its holder', () => {
    const duel = caught()
    expect(duel.posts[1]!.positionX - duel.posts[0]!.positionX).toBeCloseTo(8.28, 3)
    expect(duel.posts[1]!.facingDirection).toBe(-1)
  })

  test.each([
    ['Yoshi', EXTERNAL_ID.yoshi, 7.3501],
    ['Bowser', EXTERNAL_ID.bowser, 6.9001],
    ['Mr. Game & Watch', EXTERNAL_ID['game-and-watch'], 7.65],
    ['Ness', EXTERNAL_ID.ness, 1],
    ['Samus', EXTERNAL_ID.samus, 0],
  ] as const)(
    'has %s farther from its holder than a Fox by this distance (400 recorded frames)',
    (_, victim, farther) => {
      const { posts } = caught(FOX, victim)
      expect(posts[1]!.positionX - posts[0]!.positionX).toBeCloseTo(8.28 + farther, 3)
    },
  )

  test('has its victim in Yoshi’s mouth as in a throw, with or without a floor (ftCo_800DB368; 212 recorded frames of 4 victims)', () => {
    const places = [FOX, MARTH].map((victim) => {
      const { posts } = caught(YOSHI, victim)
      return [posts[1]!.positionX - posts[0]!.positionX, posts[1]!.positionY - posts[0]!.positionY] as const
    })
    expect(places[0]).toEqual([expect.closeTo(2.932, 2), expect.closeTo(-5.139, 2)])
    // Marth's build counts along his own facing, which is against his holder's.
    expect(places[1]![0] - places[0]![0]).toBeCloseTo(0.4263, 3)
    expect(places[1]![1] - places[0]![1]).toBeCloseTo(-1.5485, 3)
  })

  test('pulls until the script is past its reach: two frames, or one for a victim grabbed on the second (183 recorded pulls)', () => {
    const late = new Duel(40)
    late.step(press(BUTTON.Z))
    late.until(([{ actionStateCounter }]) => actionStateCounter === 6, NEUTRAL, NEUTRAL, 10)
    late.put(1, { x: late.posts[0]!.positionX + 9 })
    const framesOfPull = (duel: Duel): number => {
      duel.until(([{ actionStateId }]) => actionStateId === CATCH_PULL, NEUTRAL, NEUTRAL, 10)
      let frames = 1
      while (duel.step()[0].actionStateId === CATCH_PULL) frames++
      return frames
    }
    const early = new Duel(9)
    early.step(press(BUTTON.Z))
    expect([framesOfPull(early), framesOfPull(late)]).toEqual([2, 1])
  })

  test('follows the holder’s hand: Marth’s knee pulls back and thrusts', () => {
    const duel = caught(MARTH, FALCO)
    duel.step(JAB)
    const reach = Array.from({ length: 6 }, () => Math.abs(duel.step()[1].positionX - duel.posts[0]!.positionX))
    expect(reach).toEqual([8.94, 8.73, 8.61, 8.84, 9.25, 9.48].map((x) => expect.closeTo(x, 1)))
  })

  test('of a fighter in the air leaves it in the air, its hip at the holder’s hand', () => {
    const duel = pulledOutOfTheAir(9, FALCO)
    duel.until(([, { actionStateId }]) => actionStateId === CAPTURE_WAIT_HI, NEUTRAL, NEUTRAL, 6)
    expect(place(duel)[1]).toBeCloseTo(0.569, 2)
    expect(duel.posts[1]!.isAirborne).toBe(1)
  })

  test('turns Fox at his hips while he is pulled in: he hangs higher, for two frames (recorded with two holders)', () => {
    const duel = pulledOutOfTheAir(14, FOX)
    expect(place(duel)[1]).toBeCloseTo(1.353, 2)
    expect(duel.step() && place(duel)[1]).toBeCloseTo(-0.711, 2)
  })

  test('lifts a fighter whose hip is lower than the hand: Marth takes Sheik off the floor', () => {
    const duel = new Duel(9, MARTH, SHEIK)
    duel.step(press(BUTTON.Z))
    duel.until(([, { actionStateId }]) => actionStateId === CAPTURE_WAIT_HI, NEUTRAL, NEUTRAL, 20)
    expect(duel.posts[1]!.isAirborne).toBe(1)
  })

  test('counts from the victim’s own floor (fn_800DAD18): Marth lifts Fox off a lower one, Ganondorf off the same (38 recorded holds)', () => {
    const air = (victim: number, higher: number): number => {
      const duel = new Duel(9, MARTH, victim)
      duel.step(press(BUTTON.Z))
      duel.until(([, { actionStateId }]) => actionStateId >= CAPTURE_PULLED_HI && actionStateId <= CAPTURE_WAIT)
      const { positionY } = duel.posts[0]!
      while (duel.posts[0]!.actionStateId === CATCH_PULL) {
        duel.put(0, { y: positionY + higher })
        duel.step()
      }
      return duel.posts[1]!.isAirborne
    }
    expect(air(FOX, 0)).toBe(0)
    expect(air(FOX, 0.62)).toBe(1)
    expect(air(GANONDORF, 0)).toBe(1)
  })

  test('out of a dash grab with root motion keeps sliding through the pull, less friction: Jigglypuff by 0.4515 (5 recorded)', () => {
    const duel = new Duel(25, JIGGLYPUFF, FOX)
    for (let i = 0; i < 8; i++) duel.step(stick(80, 0))
    duel.step({ ...stick(80, 0), buttons: BUTTON.Z })
    duel.until(([{ actionStateId }]) => actionStateId === CATCH_DASH_PULL)
    const { positionX } = duel.posts[0]!
    const [pulling] = duel.step()
    expect(Math.abs(pulling.positionX - positionX)).toBeCloseTo(0.4515, 3)
    const [holding] = duel.step()
    expect(holding.positionX).toBe(pulling.positionX)
  })

  test('restarts its animation while it lasts: Marth’s knee after 60 frames (2 recorded)', () => {
    const duel = caught(MARTH, FOX)
    const first = place(duel)[0]
    for (let i = 0; i < 60; i++) duel.step()
    expect(duel.posts[0]!.actionStateCounter).toBe(0)
    expect(place(duel)[0]).toBeCloseTo(first, 3)
  })

  test('moves its holder back to a victim nearer than the hand (fn_800DA054; 34 recorded frames of a hold in the wind, its victim below the ledge)', () => {
    const duel = caught(SHEIK, FOX)
    const before = duel.posts[0]!.positionX
    duel.put(0, { groundVelocity: 0.3 })
    duel.step()
    // He went on, and his victim hangs where the hand was before.
    const { positionX, speedGroundX } = duel.posts[0]!
    expect(positionX - before).toBeGreaterThan(0.2)
    expect(speedGroundX).toBeCloseTo(before - positionX, 4)
  })

  test('a pummel deals damage and has hitlag for both', () => {
    const duel = caught()
    duel.step(JAB)
    duel.until(([, { percent }]) => percent > 0, NEUTRAL, NEUTRAL, 20)
    expect(duel.posts[1]!.percent).toBe(3)
    expect(duel.posts.map((post) => post.hitlagRemaining)).toEqual([4, 4])
  })

  test.each([
    ['Luigi', EXTERNAL_ID.luigi, 16],
    ['Mr. Game & Watch', EXTERNAL_ID['game-and-watch'], 12],
    ['Zelda', EXTERNAL_ID.zelda, 6],
    ['Sheik', SHEIK, 9],
  ] as const)(
    "%s's pummel hits on the frame of its script (as recorded for the ten that recordings show)",
    (_, holder, frame) => {
      const duel = caught(holder, FOX)
      duel.step(JAB)
      duel.until(([, { percent }]) => percent > 0, NEUTRAL, NEUTRAL, 40)
      expect(duel.posts[0]!.actionStateCounter).toBe(frame)
    },
  )

  /** Frames from the first of the hold until the victim is free. */
  function framesUntilFree(
    mash: (frame: number) => Pad,
    holds = caught(),
    hold: (frame: number) => Pad = () => NEUTRAL,
  ) {
    let frames = 0
    while (holds.posts[0]!.actionStateId !== CATCH_CUT && frames < 300) {
      holds.step(hold(frames), mash(frames))
      frames++
    }
    return frames
  }

  test('ends by itself after 75 frames and 1.6 per percent', () => {
    expect(framesUntilFree(() => NEUTRAL)).toBe(74)
    const duel = new Duel(9, FOX, MARTH).put(1, { percent: 50 })
    duel.step(press(BUTTON.Z))
    duel.until(([, { actionStateId }]) => actionStateId === CAPTURE_WAIT, NEUTRAL, NEUTRAL, 20)
    expect(framesUntilFree(() => NEUTRAL, duel)).toBe(74 + 80)
  })

  test('a press, and a tilt to another side, take 6 frames off each', () => {
    const once = (pad: Pad) => framesUntilFree((frame) => (frame === 10 ? pad : NEUTRAL))
    expect(once(press(BUTTON.B))).toBe(74 - 6)
    expect(once(stick(80))).toBe(74 - 6)
    expect(once(stick(80, 0, BUTTON.B))).toBe(74 - 12)
    expect(framesUntilFree((frame) => (frame > 10 ? stick(80) : NEUTRAL))).toBe(74 - 6)
  })

  test("no victim escapes while the holder's pummel shakes it", () => {
    const duel = caught()
    framesUntilFree(
      () => NEUTRAL,
      duel,
      (frame) => (frame === 66 ? JAB : NEUTRAL),
    )
    expect(duel.posts[1]!.actionStateId).toBe(CAPTURE_CUT)
    expect(duel.posts[1]!.percent).toBe(3)
  })

  test('broken with the feet just off the floor, it ends on the floor (3 recorded)', () => {
    const duel = caught().put(1, { action: CAPTURE_WAIT_HI, isAirborne: true })
    framesUntilFree(() => NEUTRAL, duel)
    const { actionStateId, isAirborne, positionY, speedGroundX } = duel.posts[1]!
    expect([actionStateId, isAirborne, positionY]).toEqual([CAPTURE_CUT, 0, expect.closeTo(0, 3)])
    expect(speedGroundX).toBeGreaterThan(0.9)
  })

  test('ends with a leap when the stick is up', () => {
    const duel = caught()
    framesUntilFree(() => stick(0, 80), duel)
    expect(duel.posts[1]!.actionStateId).toBe(CAPTURE_JUMP)
    expect(duel.posts[1]!.speedY).toBeGreaterThan(1.5)
  })

  test('a holder that is hit releases its victim, which is free at once', () => {
    const duel = caught()
    duel.put(0, { action: ACTION.Fall, holds: -1, isAirborne: true, y: 20 })
    duel.step()
    expect(duel.posts[1]!.actionStateId).toBe(ACTION.Wait)
  })
})

describe('inputs of a holder (doldecomp/melee ftCo_CatchWait, ftCo_Throw; 1,487 recorded decisions)', () => {
  const asked = (...pads: Pad[]) => {
    const duel = caught()
    for (const pad of pads) duel.step(pad)
    return duel.posts[0]!.actionStateId
  }

  test('A pummels, whatever the stick does', () => {
    expect(asked(stick(0, 80, BUTTON.A))).toBe(CATCH_ATTACK)
  })

  test('horizontal comes before up and down, however small it is', () => {
    expect(asked(stick(30, 74))).toBe(THROW_F)
    expect(asked(stick(-30, -74))).toBe(THROW_B)
  })

  test('only a stick that was just moved throws, except for the C-stick held down', () => {
    const duel = new Duel(9)
    duel.step(press(BUTTON.Z))
    duel.until(([, { actionStateId }]) => actionStateId === CAPTURE_WAIT, stick(0, 80), NEUTRAL, 20)
    duel.step(stick(0, 80))
    expect(duel.posts[0]!.actionStateId).toBe(216)
    const down = { ...NEUTRAL, cstickY: 0 }
    expect(asked(down)).toBe(216)
    expect(asked(down, down)).toBe(THROW_LW)
  })
})

describe('a throw (doldecomp/melee ftCo_Throw, ftCo_Thrown)', () => {
  test.each([
    ['Pikachu forward', EXTERNAL_ID.pikachu, stick(80), [2, 2, 2, 2, 2, 2]],
    ['Zelda down', EXTERNAL_ID.zelda, DOWN, [2, 2, 2, 2, 2, 2]],
    ['Bowser up', EXTERNAL_ID.bowser, stick(0, 80), [1, 1, 1, 1, 1, 1, 1, 1, 2]],
    ['Marth up', MARTH, stick(0, 80), [4]],
  ] as const)('of %s lands each of its hits before it releases', (_, holder, pad, hits) => {
    const duel = caught(holder, FOX)
    const seen: number[] = []
    let before = duel.posts[1]!.percent
    duel.step(pad)
    for (let i = 0; i < 120 && duel.posts[1]!.actionStateId > 100; i++) {
      duel.step()
      const { percent } = duel.posts[1]!
      if (percent !== before) seen.push(Math.round(percent - before))
      before = percent
    }
    expect(seen).toEqual(hits)
  })

  test("Roy releases when Marth does, from Marth's path, scaled by model size", () => {
    const [marth, roy] = [MARTH, EXTERNAL_ID.roy].map((holder) => thrown(caught(holder, FOX), stick(0, 80)))
    const [first, last] = [marth, roy].map((path) => [...path!].at(-1)!)
    expect(last![0]).toBe(first![0])
    expect(last![1][0]).toBeCloseTo(first![1][0] * (1.08 / 1.15), 2)
  })

  test('depends on the victim’s weight, and releases on the first frame past its counter', () => {
    const duel = caught()
    duel.step(stick(0, 80))
    expect(duel.posts.map((post) => post.actionStateId)).toEqual([THROW_HI, THROWN_HI])
    expect(duel.posts[0]!.actionStateCounter).toBeCloseTo(f(100 / 87), 5)
    expect(duel.posts[0]!.hurtboxCollisionState).toBe(1)
    duel.until(([, victim]) => victim.actionStateId === DAMAGE_FLY_TOP)
    expect(duel.posts[0]!.actionStateCounter).toBeCloseTo(8.046, 2)
    expect(duel.posts[1]!.percent).toBe(2)
    expect(duel.posts[0]!.lastAttackLanded).toBe(55)
  })

  test('ends past the total of its script, at any rate', () => {
    const duel = caught(MARTH, FOX)
    duel.step(stick(80))
    let last = 0
    duel.until(([holder]) => {
      if (holder.actionStateId === THROW_F) last = holder.actionStateCounter
      return holder.actionStateId !== THROW_F
    })
    expect(last).toBeCloseTo(30.667, 2)
  })

  test.each([
    ['Fox by Fox', FOX, FOX, 4, 5.3592, -0.7043],
    ['Fox by Sheik', SHEIK, FOX, 4, -2.5565, 6.4418],
    ['Samus, who hangs as Captain Falcon does, held by Sheik', SHEIK, EXTERNAL_ID.samus, 4, -2.0681, 0.8943],
  ] as const)('lifts %s as recorded', (_, holder, victim, counter, ahead, above) => {
    const where = thrown(caught(holder, victim), stick(0, 80)).get(counter)
    expect(where).toBeDefined()
    expect(where![0]).toBeCloseTo(ahead, 2)
    expect(where![1]).toBeCloseTo(above, 2)
  })

  test('carries every victim along one path; builds differ by a constant', () => {
    const fox = thrown(caught(SHEIK, FOX), stick(0, -80))
    const falcon = thrown(caught(SHEIK, FALCON), stick(0, -80))
    expect(fox.get(9)![0]).toBeCloseTo(3.206, 3)
    expect(fox.get(9)![1]).toBeCloseTo(3.521, 3)
    for (const [frame, [ahead, above]] of fox) {
      expect(falcon.get(frame)![0] - ahead).toBeCloseTo(0.4884, 3)
      expect(falcon.get(frame)![1] - above).toBeCloseTo(-5.5475, 3)
    }
  })

  test("turns its victim, body and all, in the throw's direction (41 recorded frames near an attack)", () => {
    const duel = caught(MARTH, FALCO)
    duel.step(stick(0, 80))
    duel.until(([, { actionStateId }]) => actionStateId === DAMAGE_FLY_TOP, NEUTRAL, NEUTRAL, 60)
    const { facing, facingAtStart } = new FighterRecord(duel.game.save().buffer as ArrayBuffer, fighterAt(1))
    expect([facing, facingAtStart]).toEqual([1, 1])
  })

  test('launches every victim as one of weight 100 (doldecomp/melee ftCo_Thrown)', () => {
    const launched = (victim: number): number => {
      const duel = caught(FOX, victim)
      duel.step(stick(80))
      const [, post] = duel.until(([, { stateBitFlags4 }]) => (stateBitFlags4 & 0x02) !== 0, NEUTRAL, NEUTRAL, 60)
      return post.miscActionState
    }
    expect(launched(MARTH)).toBe(23)
    expect(launched(DONKEY_KONG)).toBe(launched(MARTH))
    expect(launched(JIGGLYPUFF)).toBe(launched(MARTH))
  })

  test.each([
    ["Fox's", FOX, [1, 0.91, 0.91, 0.91, 1]],
    ["Falco's", FALCO, [1, 0.91, 0.91]],
  ] as const)(
    'down of %s blaster hurts the held victim by half of each shot, and the throw as fresh as it began (3 recorded)',
    (_, holder, hits) => {
      const duel = caught(holder, FALCON)
      const seen: number[] = []
      let before = duel.posts[1]!.percent
      duel.step(DOWN)
      for (let i = 0; i < 80 && duel.posts[0]!.actionStateId === THROW_LW; i++) {
        duel.step()
        const { percent } = duel.posts[1]!
        if (percent !== before) seen.push(Math.round((percent - before) * 100) / 100)
        before = percent
      }
      expect(seen.slice(0, hits.length)).toEqual(hits)
    },
  )

  test('down by Falco hits Captain Falcon as each shot leaves, and Fox with the later ones a frame after (27 recorded throws of ten fighters)', () => {
    const hits = [FALCON, FOX].map((victim) => {
      const duel = caught(FALCO, victim)
      const seen: number[] = []
      duel.step(DOWN)
      for (let i = 0; i < 60 && duel.posts[1]!.actionStateId === THROWN_LW; i++) {
        const { percent } = duel.posts[1]!
        const [thrower, held] = duel.step()
        if (held.percent > percent && held.actionStateId === THROWN_LW) seen.push(thrower.actionStateCounter)
      }
      return seen.map((counter) => Math.round(counter * 100) / 100)
    })
    expect(hits).toEqual([
      [23.08, 25.96, 28.85, 31.73],
      [24, 26.67, 29.33],
    ])
  })

  test('down by Falco has hitlag for both with each shot, for himself a frame less (140 recorded), by Fox for neither', () => {
    const frozen = [FALCO, FOX].map((holder) => {
      const duel = caught(holder, FALCON)
      duel.step(DOWN)
      const [thrower, victim] = duel.until(([, { percent }]) => percent > 0)
      return [thrower.hitlagRemaining, victim.hitlagRemaining]
    })
    expect(frozen).toEqual([
      [3, 4],
      [0, 0],
    ])
  })

  test("Falco's throws have Fox's paths, scaled by model size: both were recorded, and differ by less than 0.01", () => {
    const [fox, falco] = [FOX, FALCO].map((holder) => thrown(caught(holder, FALCON), DOWN))
    const ratio = 1.1 / 0.96
    const [ahead] = fox!.get(12)!
    // The victim's own build is on top of both.
    expect(falco!.get(11.54)![0] - 0.4884).toBeCloseTo((ahead - 0.4884) * ratio, 1)
  })

  test("into the floor counts the victim's height for the steps of its path (mpColl_80043754)", () => {
    const share = [FOX, MARTH].map((victim) => {
      const duel = caught(FALCON, victim)
      duel.step(DOWN)
      const [holder, post] = duel.until(([, { actionStateId }]) => actionStateId !== THROWN_LW)
      return (post.positionX - post.speedAttackX - holder.positionX) * holder.facingDirection
    })
    // Two steps and three: Fox comes down at the end of his way, Marth at two thirds of it.
    expect(share[0]).toBeCloseTo(8.56, 1)
    expect(share[1]).toBeCloseTo(5.43, 1)
  })

  test('into the floor releases on the floor, and launches up', () => {
    const duel = caught(SHEIK, FOX)
    duel.step(stick(0, -80))
    duel.until(([, { actionStateId }]) => actionStateId !== THROWN_LW)
    expect(duel.posts[1]!.actionStateId).toBe(DAMAGE_FLY_TOP)
    expect(duel.posts[1]!.positionY).toBeGreaterThan(duel.posts[0]!.positionY)
  })

  test('forward by Falco releases below the floor, too, Captain Falcon at the place of 43 recorded ones', () => {
    const duel = caught(FALCO, FALCON)
    duel.step(stick(80, 0))
    const before = duel.until(([{ actionStateCounter }]) => actionStateCounter > 10.5)[0].positionX
    const [thrower, victim] = duel.until(([, { actionStateId }]) => actionStateId < THROWN_HI - 2)
    expect(Math.abs(victim.positionX - victim.speedAttackX - before)).toBeCloseTo(15.16, 1)
    expect(victim.positionY - victim.speedAttackY - victim.speedY - thrower.positionY).toBeCloseTo(-4.17, 1)
  })

  test('upward releases below the floor without lifting its victim onto it (4 of 4 recorded: Captain Falcon by himself)', () => {
    const duel = caught(FALCON, FALCON)
    duel.step(stick(0, 80))
    const { positionY } = duel.posts[0]!
    const [, victim] = duel.until(([, { actionStateId }]) => actionStateId !== THROWN_HI)
    expect(victim.positionY - victim.speedAttackY - victim.speedY - positionY).toBeCloseTo(-2.7, 2)
  })

  test('of a slam makes its victim tumble upward, even with knockback as low as Marth’s at 0 % (4 of 4 recorded)', () => {
    const duel = caught(MARTH, FALCO)
    duel.step(stick(0, -80))
    const [, victim] = duel.until(([, { actionStateId }]) => actionStateId < THROWN_HI - 2)
    expect(victim.actionStateId).toBe(DAMAGE_FLY_TOP)
  })

  test('with a hit in it deals both damages fresh: the second is computed when the throw begins', () => {
    const duel = caught(FALCON, FOX)
    duel.step(stick(0, 80))
    duel.until(([, { actionStateId }]) => actionStateId !== THROWN_HI)
    expect(duel.posts[1]!.percent).toBe(4 + 3)
    for (let i = 0; i < 10; i++) duel.step()
    expect(duel.posts[1]!.percent).toBe(4 + 3)
  })

  test('has hitlag with the hit in it, and only its thrower counts as in hitlag: the victim freezes with it (38 of 38 recorded)', () => {
    const duel = caught(SHEIK, FOX)
    duel.step(DOWN)
    const [, { actionStateCounter }] = duel.until(([{ hitlagRemaining }]) => hitlagRemaining > 0)
    expect(duel.posts[1]!.percent).toBe(5)
    while (duel.posts[0]!.hitlagRemaining > 0) {
      expect(duel.posts[1]!.hitlagRemaining).toBe(0)
      expect(duel.posts[1]!.actionStateCounter).toBe(actionStateCounter)
      duel.step()
    }
  })

  test('a heavy, low or unrecorded throw still ends: every fighter throws in every direction', () => {
    for (let holder = 0; holder < 26; holder++) {
      if (holder === ICE_CLIMBERS) continue
      for (const pad of [stick(80), stick(-80), stick(0, 80), stick(0, -80)]) {
        const duel = new Duel(9, holder, FOX)
        duel.step(press(BUTTON.Z))
        duel.until(([{ actionStateId }]) => actionStateId === 216, NEUTRAL, NEUTRAL, 40)
        duel.step(pad)
        // Donkey Kong's forward throw only lifts.
        if (holder === DONKEY_KONG && pad.stickX > 128) continue
        duel.until(([{ actionStateId }]) => actionStateId < THROW_F, NEUTRAL, NEUTRAL, 150)
        expect(duel.posts[1]!.percent).toBeGreaterThan(0)
      }
    }
  })
})

test('the script’s wait counts down, so that its rounding decides: Fox leaves Falcon’s slam a frame later', () => {
  const duel = caught(FALCON, FOX)
  duel.step(stick(0, -80))
  duel.until(([, { actionStateId }]) => actionStateId !== THROWN_LW)
  expect(duel.posts[0]!.actionStateCounter).toBeCloseTo(21.333, 2)
})

test('a grab box for the ground only grabs no fighter in the air (doldecomp/melee ftColl_80078A2C)', () => {
  const LINK = EXTERNAL_ID.link
  const catches = (isAirborne: boolean): boolean => {
    const duel = new Duel(24, LINK, FOX)
    duel.step(press(BUTTON.Z))
    for (let i = 0; i < 30; i++) {
      // Held in place, just off the floor or on it.
      duel.put(1, isAirborne ? { action: ACTION.Fall, isAirborne, x: 24, y: 2, selfVy: 0, ecbLockLeft: 9 } : { x: 24 })
      if (duel.step()[1].actionStateId >= CAPTURE_PULLED_HI) return true
    }
    return false
  }
  expect([catches(false), catches(true)]).toEqual([true, false])
})

describe("Kirby's throws (doldecomp/melee ftCo_ThrowB_Coll, ftCo_800DD724, ftCo_800DE3FC; 8 recorded throws)", () => {
  const BACK = stick(-80)

  test('backward and up leave the floor, move as their animation does, and stop in their descent until they land', () => {
    const paths = [BACK, stick(0, 80)].map((pad) => {
      const duel = caught(KIRBY, FOX)
      duel.step(pad)
      const heights = new Map<number, number>()
      for (let i = 0; i < 60 && duel.posts[1]!.actionStateId >= THROWN_HI - 2; i++) {
        const { actionStateCounter, positionY } = duel.posts[0]!
        heights.set(actionStateCounter, positionY)
        duel.step()
      }
      return heights
    })
    const [back, up] = paths
    expect([16, 17, 20, 23, 24].map((counter) => back!.get(counter))).toEqual(
      [0, 8.5813, 17.4455, 3.4918, 0].map((height) => expect.closeTo(height, 2)),
    )
    expect([5, 6, 15, 45, 46].map((counter) => up!.get(counter))).toEqual(
      [0, 6.371, 229.9997, 0.259, 0].map((height) => expect.closeTo(height, 2)),
    )
  })

  test('up loses neither of the two over the top', () => {
    const duel = caught(KIRBY, FOX)
    duel.step(stick(0, 80))
    const [kirby, victim] = duel.until(([, { actionStateId }]) => actionStateId === DAMAGE_FLY_TOP)
    expect([kirby.stocksRemaining, victim.stocksRemaining]).toEqual([4, 4])
  })

  test('backward do not end the struggle: a victim that mashes slips out, and the throw goes on', () => {
    const duel = caught(KIRBY, FOX)
    duel.step(BACK)
    let isPressed = false
    for (let i = 0; i < 60 && duel.posts[1]!.actionStateId !== CAPTURE_CUT; i++) {
      isPressed = !isPressed
      duel.step(NEUTRAL, isPressed ? JAB : NEUTRAL)
    }
    expect(duel.posts.map((post) => post.actionStateId)).toEqual([THROW_B, CAPTURE_CUT])
    expect(duel.posts[1]!.isAirborne).toBe(1)
  })
})
