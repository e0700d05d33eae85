/** Hits, shields and grabs between two fighters, rule by rule. "Recorded" figures are read off public recordings. */
import { describe, expect, test } from 'vitest'
import { launch } from '../src/actions/damage.ts'
import { EventRecorder } from '../src/events/recorder.ts'
import { playFrame } from '../src/frame.ts'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import type { Pad } from '../src/index.ts'
import { Match } from '../src/match.ts'
import { random16 } from '../src/random.ts'
import { FrameSeeds } from '../src/seed.ts'
import { FighterRecord, MatchRecord } from '../src/state/fields.ts'
import { fighterAt, STATE_AT } from '../src/state/state.ts'
import { Duel } from './duel.ts'
import {
  ACTION,
  BUTTON,
  DOWN,
  FALCO,
  FOX,
  ICE_CLIMBERS,
  JIGGLYPUFF,
  KIRBY,
  MARTH,
  NEUTRAL,
  press,
  Scene,
  stick,
} from './scene.ts'

const FALCON = EXTERNAL_ID['captain-falcon']
const YOSHI = EXTERNAL_ID.yoshi
const SHEIK = EXTERNAL_ID.sheik
const JAB = press(BUTTON.A)
const SHIELD = { ...NEUTRAL, buttons: BUTTON.L, l: 255 }
const ATTACK_LW_3 = 57
const CATCH_WAIT = 216
const DAMAGE_AIR_2 = 85
const DAMAGE_FLY_HI = 87
const DAMAGE_FLY_TOP = 90
const DOWN_BOUND_U = 183
const GUARD_SET_OFF = 181
const GUARD_REFLECT = 182
const PASSIVE = 199
const REBOUND_STOP = 237
const REBOUND = 238

/** Fox's up smash out of a stand: launches straight up. */
const UP_SMASH = { ...NEUTRAL, cstickY: 255 }

function hit(duel: Duel, pad = JAB): readonly [number, number] {
  duel.step(pad)
  const before = duel.posts[1]!.percent
  duel.until(([, victim]) => victim.percent > before, NEUTRAL, NEUTRAL, 60)
  return [before, duel.posts[1]!.percent]
}

describe('a hit (doldecomp/melee ftCo_Damage)', () => {
  test('is not dealt by a hitbox of radius 0 (recorded: frame 7 of the down tilt of Fox hits no one)', () => {
    const duel = new Duel(9)
    duel.step(stick(0, -40))
    duel.step({ ...stick(0, -40), buttons: BUTTON.A })
    const start = duel.pair[0].frame
    duel.until(([, victim]) => victim.percent > 0, NEUTRAL, NEUTRAL, 20)
    expect(duel.pair[0].actionStateId).toBe(ATTACK_LW_3)
    expect(duel.pair[0].frame - start + 1).toBe(8)
  })

  test('deals its damage, has hitlag for both, and is recorded for both', () => {
    const duel = new Duel(9)
    hit(duel)
    const [attacker, victim] = duel.pair
    expect(victim.percent).toBe(4)
    expect([attacker.hitlagRemaining, victim.hitlagRemaining]).toEqual([4, 4])
    expect(attacker.lastAttackLanded).toBe(2)
    expect(victim.lastHitBy).toBe(0)
    expect(victim.instanceHitBy).toBe(attacker.instanceId)
    expect(victim.stateBitFlags4 & 0x02).toBe(0x02)
  })

  test('hitstun counts live frames only, and the fighter is free on the frame it ends', () => {
    const duel = new Duel(9)
    hit(duel)
    const stun = duel.posts[1]!.miscActionState
    duel.until(([, victim]) => victim.hitlagRemaining === 0)
    expect(duel.posts[1]!.miscActionState).toBe(stun - 1)
    const shielded = duel.until(([, victim]) => victim.actionStateId === ACTION.GuardOn, NEUTRAL, SHIELD, stun)
    expect(shielded[1].stateBitFlags4 & 0x02).toBe(0)
  })

  test('one performance of an attack hits once', () => {
    const duel = new Duel(4, FALCON)
    hit(duel)
    const { percent } = duel.posts[1]!
    duel.until(([attacker]) => attacker.actionStateId !== 44)
    expect(duel.posts[1]!.percent).toBe(percent)
  })

  test('the second use of an attack is stale: nine hundredths less', () => {
    const duel = new Duel(9)
    hit(duel)
    duel.until(([a, b]) => a.actionStateId === ACTION.Wait && b.actionStateId === ACTION.Wait)
    duel.put(0, { x: 0, jabLeft: 0 }).put(1, { x: 9 })
    const [before, after] = hit(duel)
    expect(after - before).toBeCloseTo(4 * 0.91, 5)
  })

  test('of two attacks that hit each other both are stale, though one fighter leaves its attack first', () => {
    const duel = new Duel(10)
    duel.until(([a]) => a.actionStateId === ACTION.JumpF, press(BUTTON.X), press(BUTTON.X))
    const [first, second] = duel.until(([a]) => a.percent > 0, JAB, JAB)
    expect([first.percent, second.percent]).toEqual([12, 12])
    expect([first.lastAttackLanded, second.lastAttackLanded]).toEqual([13, 13])
  })

  test('an intangible fighter is not hit', () => {
    const duel = new Duel(9).put(1, { intangibleLeft: 100 })
    duel.step(JAB)
    for (let i = 0; i < 15; i++) duel.step()
    expect(duel.posts[1]!.percent).toBe(0)
    expect(duel.posts[0]!.hitlagRemaining).toBe(0)
  })

  test('crouching: two thirds of the knockback and of hitlag', () => {
    const standing = new Duel(9).put(1, { percent: 60 })
    hit(standing)
    const crouching = new Duel(9).put(1, { percent: 60 })
    for (let i = 0; i < 20; i++) crouching.step(NEUTRAL, stick(0, -80))
    const before = crouching.posts[1]!.percent
    crouching.step(JAB, stick(0, -80))
    crouching.until(([, victim]) => victim.percent > before, NEUTRAL, stick(0, -80), 20)
    expect(crouching.posts[1]!.hitlagRemaining).toBe(2)
    expect(crouching.posts[1]!.speedAttackX / standing.posts[1]!.speedAttackX).toBeCloseTo(2 / 3, 4)
  })
})

describe('the stick in hitlag', () => {
  function launched(): Duel {
    const duel = new Duel(7).put(1, { percent: 80 })
    hit(duel, UP_SMASH)
    expect(duel.posts[1]!.actionStateId).toBe(DAMAGE_FLY_TOP)
    return duel
  }

  test('each flick shifts the victim by six times the stick (1,396 recorded shifts)', () => {
    const duel = launched()
    const { positionX } = duel.posts[1]!
    duel.step(NEUTRAL, stick(80))
    expect(duel.posts[1]!.positionX).toBeCloseTo(positionX + 6, 4)
    duel.step(NEUTRAL, stick(80))
    expect(duel.posts[1]!.positionX).toBeCloseTo(positionX + 6, 4)
  })

  /** How far a hit fighter is moved on the frame after, which its stick reaches by way of the hit's own frame. */
  function shiftAfter(first: Pad, second: Pad, guard: Pad = NEUTRAL): number {
    const neutral = new Duel(9)
    for (let i = 0; i < 12; i++) neutral.step(NEUTRAL, guard)
    neutral.step(JAB, guard)
    let frames = 1
    for (; neutral.posts[1]!.hitlagRemaining === 0; frames++) neutral.step(NEUTRAL, guard)
    const duel = new Duel(9)
    for (let i = 0; i < 12; i++) duel.step(NEUTRAL, guard)
    for (let i = 0; i < frames - 1; i++) duel.step(i === 0 ? JAB : NEUTRAL, guard)
    duel.step(NEUTRAL, { ...guard, stickX: first.stickX })
    expect(duel.posts[1]!.hitlagRemaining).toBeGreaterThan(2)
    const { positionX } = duel.posts[1]!
    duel.step(NEUTRAL, { ...guard, stickX: second.stickX })
    return duel.posts[1]!.positionX - positionX
  }

  test('UCF 0.84: a flick that begins on the frame of the hit counts for SDI on its second, on a shield too (8 of 8 recorded)', () => {
    expect(shiftAfter(stick(40), stick(80))).toBeCloseTo(6, 4)
    expect(shiftAfter(stick(60), stick(80))).toBe(0)
    expect(shiftAfter(stick(19), stick(76))).toBeCloseTo(6 * 0.95, 4)
    expect(shiftAfter(stick(40), stick(80), SHIELD)).toBeGreaterThan(3)
    expect(shiftAfter(stick(60), stick(80), SHIELD)).toBe(0)
  })

  test('UCF 0.84: the C-stick of the last frame is exactly cardinal too (5 of 5 recorded)', () => {
    const free = launched()
    const shifted = launched()
    for (let left = free.posts[1]!.hitlagRemaining; left > 0; left--) {
      free.step()
      shifted.step(NEUTRAL, { ...NEUTRAL, cstickX: 128 + 80, cstickY: 128 + 5 })
    }
    expect(shifted.posts[1]!.positionX - free.posts[1]!.positionX).toBeCloseTo(3, 4)
    expect(shifted.posts[1]!.positionY).toBe(free.posts[1]!.positionY)
  })

  test('does not shift a fighter that takes the hit in armour (6 of 6 recorded: Yoshi in its second jump)', () => {
    const duel = new Duel(40, FOX, YOSHI)
    duel.until(([, yoshi]) => yoshi.isAirborne === 1, NEUTRAL, press(BUTTON.X))
    for (let i = 0; i < 5; i++) duel.step()
    expect(duel.step(NEUTRAL, press(BUTTON.X))[1].actionStateId).toBe(ACTION.JumpAerialF)
    const { positionX } = duel.put(1, { hitlagLeft: 5, isHurt: true }).posts[1]!
    for (let i = 0; i < 4; i++) expect(duel.step(NEUTRAL, stick(80))[1].positionX).toBe(positionX)
  })

  test('has hitlag for the attacker alone while an egg goes up around its victim (recorded: an up smash of Fox on Yoshi; ftYs_Init_8012BECC)', () => {
    const duel = new Duel(9, FOX, YOSHI)
    duel.step(JAB, { ...NEUTRAL, l: 150 })
    const [attacker, yoshi] = duel.step(NEUTRAL, SHIELD)
    expect(attacker.hitlagRemaining).toBe(4)
    expect([yoshi.percent, yoshi.hitlagRemaining]).toEqual([0, 0])
  })

  test('the last frame turns the launch by up to 18 degrees and keeps its speed (4,090 recorded launches)', () => {
    const free = launched()
    const bent = launched()
    for (let left = free.posts[1]!.hitlagRemaining; left > 0; left--) {
      free.step()
      bent.step(NEUTRAL, stick(-80))
    }
    const angle = ({ speedAttackX, speedAttackY }: { speedAttackX: number; speedAttackY: number }) =>
      (Math.atan2(speedAttackY, speedAttackX) * 180) / Math.PI
    const turned = angle(bent.posts[1]!) - angle(free.posts[1]!)
    expect(turned).toBeGreaterThan(16)
    expect(turned).toBeLessThanOrEqual(18.01)
    const speed = (post: { speedAttackX: number; speedAttackY: number }) =>
      Math.hypot(post.speedAttackX, post.speedAttackY)
    expect(speed(bent.posts[1]!)).toBeCloseTo(speed(free.posts[1]!), 4)
  })

  test('a launched fighter that presses a trigger before the floor techs; one that does not has a knockdown', () => {
    const falls = launched()
    falls.until(([, victim]) => victim.isAirborne === 0 && victim.hitlagRemaining === 0)
    expect([DOWN_BOUND_U, DOWN_BOUND_U + 8]).toContain(falls.posts[1]!.actionStateId)
    const techs = launched()
    techs.until(([, { positionY, speedY }]) => positionY < 12 && speedY < -1)
    techs.step(NEUTRAL, press(BUTTON.L))
    techs.until(([, victim]) => victim.isAirborne === 0)
    expect(techs.posts[1]!.actionStateId).toBe(PASSIVE)
  })
})

describe('rapid jabs (doldecomp/melee ftCo_Attack100)', () => {
  const ATTACK_12 = 45
  const START = 47
  const LOOP = 48
  const END = 49

  test('repeated presses of A begin them, they hit anew in every round, and end without A', () => {
    const duel = new Duel(11)
    const seen = new Set<number>()
    for (let i = 0; i < 120; i++) {
      const [attacker] = duel.step(i % 4 === 0 ? JAB : NEUTRAL)
      seen.add(attacker.actionStateId)
    }
    expect([...seen]).toEqual(expect.arrayContaining([START, LOOP]))
    expect(duel.posts[1]!.percent).toBeGreaterThan(10)
    duel.until(([attacker]) => attacker.actionStateId === END)
    duel.until(([attacker]) => attacker.actionStateId === ACTION.Wait)
  })

  test('from the sixth frame of the second jab on, four presses and releases since the first begin them (every recorded jab agrees)', () => {
    const duel = new Duel(60)
    duel.step(JAB)
    // Let go of, pressed, let go of: three.
    duel.step()
    duel.step(JAB)
    duel.until(
      ([attacker]) => attacker.actionStateId === ATTACK_12 && attacker.actionStateCounter === 8,
      NEUTRAL,
      NEUTRAL,
      20,
    )
    expect(duel.step(JAB)[0].actionStateId).toBe(START)
  })

  test('releases of A keep them going, as presses do', () => {
    const flurry = (pads: (i: number) => Pad) => {
      const duel = new Duel(60)
      for (let i = 0; i < 16; i++) duel.step(i % 2 === 0 ? JAB : NEUTRAL)
      expect(duel.until(([attacker]) => attacker.actionStateId === LOOP, JAB)[0].actionStateCounter).toBe(0)
      let frames = 0
      while (frames < 200 && duel.step(pads(frames))[0].actionStateId === LOOP) frames++
      return frames
    }
    const held = flurry(() => JAB)
    const letGo = flurry((i) => (i < held - 2 ? JAB : NEUTRAL))
    expect(letGo).toBeGreaterThan(held)
  })

  test('Marth, who has none, keeps jabbing', () => {
    const duel = new Duel(60, MARTH)
    for (let i = 0; i < 120; i++) expect(duel.step(i % 4 === 0 ? JAB : NEUTRAL)[0].actionStateId).not.toBe(START)
  })
})

describe('two attacks on the ground that meet (doldecomp/melee ftColl)', () => {
  test('neither hits: both stop and rebound', () => {
    const duel = new Duel(16)
    duel.step(JAB, JAB)
    duel.until(([a]) => a.actionStateId === REBOUND_STOP, NEUTRAL, NEUTRAL, 10)
    expect(duel.posts.map((post) => post.actionStateId)).toEqual([REBOUND_STOP, REBOUND_STOP])
    expect(duel.posts.map((post) => post.percent)).toEqual([0, 0])
    duel.until(([a]) => a.actionStateId === REBOUND, NEUTRAL, NEUTRAL, 10)
    expect(duel.posts[0]!.speedGroundX).toBeLessThan(0)
    expect(duel.posts[1]!.speedGroundX).toBeGreaterThan(0)
  })

  test('a rebound moves as before for a frame, then slides by 0.5 and 0.007 for each of its frames (doldecomp/melee ftCo_Rebound)', () => {
    const duel = new Duel(16)
    duel.step(JAB, JAB)
    const [stopped] = duel.until(([a]) => a.actionStateId === REBOUND_STOP, NEUTRAL, NEUTRAL, 10)
    // Jabs of 4: 4.2 frames.
    expect(stopped.miscActionState).toBeCloseTo(-0.5294, 4)
    const [first] = duel.until(([a]) => a.actionStateId === REBOUND, NEUTRAL, NEUTRAL, 10)
    expect([first.positionX, first.miscActionState]).toEqual([stopped.positionX, 0])
    expect(first.speedGroundX).toBeCloseTo(-0.5294, 4)
    const [second] = duel.step()
    expect(second.actionStateCounter).toBeCloseTo(16.1 / 4.2, 4)
    expect(second.positionX - first.positionX).toBeCloseTo(second.speedGroundX, 4)
    for (let i = 0; i < 6; i++) expect(duel.step()[0].actionStateId).toBe(REBOUND)
    expect(duel.step()[0].actionStateId).toBe(ACTION.Wait)
  })
})

describe('a hitbox is as stale as its attack was when it came out (doldecomp/melee ftColl_8007ABD0)', () => {
  test('one swing deals both climbers the same damage (5 of 5 recorded)', () => {
    const duel = new Duel(30, FOX, ICE_CLIMBERS).put(2, { x: 33, facing: -1 })
    for (let i = 0; i < 6; i++) duel.step(stick(80), stick(0, -80))
    duel.step(press(BUTTON.A), stick(0, -80))
    for (let i = 0; i < 30; i++) duel.step(NEUTRAL, stick(0, -80))
    expect([duel.posts[1]!.percent, duel.followers[1]!.percent]).toEqual([7, 7])
  })

  test('the hitbox that comes out as a throw releases is not staled by it (2 of 2 recorded)', () => {
    const duel = new Duel(8, JIGGLYPUFF, FALCON)
    duel.step(press(BUTTON.Z))
    duel.until(([{ actionStateId }]) => actionStateId === CATCH_WAIT)
    const [, victim] = duel.until(([, { percent }]) => percent > 0, stick(80), NEUTRAL, 30)
    expect(victim.percent).toBe(12)
  })
})

describe('a clank (doldecomp/melee ftAction_8007121C, ftColl_8007699C)', () => {
  test('with a shine rebounds the other alone; each has hitlag by its own damage (5 of 5 recorded)', () => {
    const duel = new Duel(15, FOX, SHEIK)
    duel.step(NEUTRAL, stick(-40))
    duel.step(NEUTRAL, { ...stick(-40), buttons: BUTTON.A })
    duel.until(([, { actionStateCounter }]) => actionStateCounter === 4, NEUTRAL, NEUTRAL, 10)
    const [fox, sheik] = duel.step({ ...DOWN, buttons: BUTTON.B })
    expect([fox.actionStateId, fox.hitlagRemaining, fox.percent]).toEqual([360, 4, 0])
    expect([sheik.actionStateId, sheik.hitlagRemaining, sheik.percent]).toEqual([REBOUND_STOP, 5, 0])
  })

  test('comes after a body that an earlier hitbox of the list meets (ftColl_80078C70; recorded at this distance)', () => {
    const DAMAGE_LW_3 = 83
    const duel = new Duel(13.362, FALCO, SHEIK)
    duel.step(stick(0, 40, BUTTON.A), stick(0, -40))
    duel.until(([{ actionStateCounter }]) => actionStateCounter === 6, NEUTRAL, stick(0, -40))
    duel.step(NEUTRAL, { ...stick(0, -40), buttons: BUTTON.A })
    const [falco, sheik] = duel.until(([{ hitlagRemaining }]) => hitlagRemaining > 0, NEUTRAL, NEUTRAL, 10)
    expect([falco.actionStateId, falco.percent]).toEqual([DAMAGE_LW_3, 8])
    expect([sheik.actionStateId, sheik.percent]).toEqual([ATTACK_LW_3, 0])
  })
})

describe('in hitstun and after (doldecomp/melee ftCo_Damage, ftCo_DownBound)', () => {
  const DAMAGE_AIR_3 = 86

  /** The second fighter staggers high in the air with so much hitstun left. */
  function staggering(hitstunLeft: number): Duel {
    const state = { action: DAMAGE_AIR_3, animationFrame: 5, hitstunLeft, isAirborne: true, y: 60, ecbLockLeft: 0 }
    return new Duel(40).put(1, state)
  }

  test.each([
    ['20 frames before its end is made when it ends', 20, 27],
    ['earlier is forgotten', 22, DAMAGE_AIR_3],
  ])('a jump pressed %s', (_what, left, action) => {
    const duel = staggering(left + 1)
    duel.step(NEUTRAL, press(BUTTON.X))
    for (let i = 0; i < left; i++) duel.step()
    expect(duel.posts[1]!.actionStateId).toBe(action)
  })

  describe('a meteor', () => {
    const meteor = (): Duel => staggering(60).put(1, { meteorLeft: 8, kbVy: -3, jumpsUsed: 1 })
    const UP_SPECIAL = stick(0, 80, BUTTON.B)
    const FIRE_FOX_IN_AIR = 354

    test.each([
      ['an air jump', press(BUTTON.X), 27],
      ['an up special', UP_SPECIAL, FIRE_FOX_IN_AIR],
    ])('is cancelled by %s from the eighth live frame on, without its knockback', (_what, pad, action) => {
      const early = meteor()
      for (let i = 0; i < 6; i++) early.step()
      expect(early.step(NEUTRAL, pad)[1].actionStateId).toBe(DAMAGE_AIR_3)
      const late = meteor()
      for (let i = 0; i < 7; i++) late.step()
      const [, victim] = late.step(NEUTRAL, pad)
      expect([victim.actionStateId, victim.speedAttackY]).toEqual([action, 0])
    })

    test('is not cancelled by a press less than 40 live frames after another of its kind (ft_did_jump, ftCo_800D69C4)', () => {
      const duel = meteor()
      duel.step(NEUTRAL, press(BUTTON.X))
      for (let i = 0; i < 7; i++) duel.step()
      expect(duel.step(NEUTRAL, press(BUTTON.X))[1].actionStateId).toBe(DAMAGE_AIR_3)
      duel.step()
      expect(duel.step(NEUTRAL, UP_SPECIAL)[1].actionStateId).toBe(FIRE_FOX_IN_AIR)
    })
  })

  test('a stick held from before the hit is no SDI, a new flick is', () => {
    const shiftOf = (...pads: readonly Pad[]): number => {
      const duel = new Duel(9)
      duel.put(1, { y: 0.0001 })
      duel.step(JAB)
      duel.until(([, { hitlagRemaining }]) => hitlagRemaining > 0, NEUTRAL, stick(0, 0), 20)
      const { positionX } = duel.posts[1]!
      for (const pad of pads) duel.step(NEUTRAL, pad)
      return duel.posts[1]!.positionX - positionX
    }
    expect(shiftOf(stick(80, 0))).toBeCloseTo(6, 3)
    expect(shiftOf(stick(80, 0), stick(80, 0))).toBeCloseTo(6, 3)
  })

  test('after a knockdown the fighter is off the floor on frames 4 to 21 of the bounce, at unchanged height (recorded)', () => {
    const duel = new Duel(40).put(1, { action: DOWN_BOUND_U, animationFrame: 0, actionFrame: 1, kbVx: 1 })
    const airborne: number[] = []
    for (let frame = 1; frame <= 25; frame++) {
      const { isAirborne, positionY } = duel.step()[1]
      expect(positionY).toBeCloseTo(0.0001, 5)
      if (isAirborne) airborne.push(frame)
    }
    expect(airborne).toEqual(Array.from({ length: 18 }, (_, i) => i + 4))
  })

  test('a staggered fighter lands with Landing at any speed (doldecomp/melee ftCo_Damage_Coll)', () => {
    const duel = new Duel(40).put(1, {
      action: DAMAGE_AIR_2,
      hitstunLeft: 20,
      isAirborne: true,
      y: 1,
      kbVx: 1,
      kbVy: -1,
    })
    const [, landed] = duel.until(([, { isAirborne }]) => isAirborne === 0, NEUTRAL, NEUTRAL, 10)
    expect(landed.speedY).toBeGreaterThan(-1)
    expect(landed.actionStateId).toBe(ACTION.Landing)
  })

  test('a launch along the floor leaves it too, and is a knockdown for a light fighter (doldecomp/melee ftCo_8008DCE0)', () => {
    const shineAt = (victim: number) => {
      const duel = new Duel(9, FOX, victim)
      duel.step(stick(0, -80, BUTTON.B))
      return duel.until(([, { percent, hitlagRemaining }]) => percent > 0 && hitlagRemaining === 0)[1].actionStateId
    }
    expect(shineAt(MARTH)).toBeLessThan(DAMAGE_FLY_HI)
    expect(shineAt(KIRBY)).toBe(DOWN_BOUND_U)
  })

  test('its spark takes two draws of the generator before the launch may draw (217 recorded launches)', () => {
    const duel = new Duel(9)
    const seedAfter = (): number => new MatchRecord(duel.game.save().buffer as ArrayBuffer, STATE_AT.match).seed
    hit(duel)
    const drawn = { seed: new FrameSeeds(new Uint8Array(32).fill(7)).at(duel.posts[1]!.frame) }
    random16(drawn)
    random16(drawn)
    expect(seedAfter()).toBe(drawn.seed | 0)
  })

  test('presses before a knockdown do not start a get-up attack', () => {
    const duel = new Duel(40).put(1, { action: 88, hitstunLeft: 40, isAirborne: true, y: 20, aTimer: 3 })
    duel.until(([, { actionStateId }]) => actionStateId === DOWN_BOUND_U || actionStateId === 191)
    const [, up] = duel.until(([, { actionStateId }]) => actionStateId !== DOWN_BOUND_U && actionStateId !== 191)
    expect([184, 192]).toContain(up.actionStateId)
  })
})

describe('a hit on a shield (doldecomp/melee ftCo_GuardSetOff)', () => {
  test('wears it, stuns for floor(0.45 d + 2) frames after hitlag and deals no damage (757 recorded hits)', () => {
    const duel = new Duel(9)
    for (let i = 0; i < 12; i++) duel.step(NEUTRAL, SHIELD)
    const { shieldSize } = duel.posts[1]!
    duel.step(JAB, SHIELD)
    duel.until(([, victim]) => victim.actionStateId === GUARD_SET_OFF, NEUTRAL, SHIELD, 10)
    const [attacker, victim] = duel.pair
    expect(victim.percent).toBe(0)
    expect([attacker.hitlagRemaining, victim.hitlagRemaining]).toEqual([4, 4])
    // Drained by holding it on the two frames, and by the hit's 4 at 70 %.
    expect(shieldSize - victim.shieldSize).toBeCloseTo(4 * 0.7 + 2 * 0.28, 3)
    let frames = 0
    duel.until(
      ([, { actionStateId, hitlagRemaining }]) => {
        if (actionStateId === GUARD_SET_OFF && hitlagRemaining === 0) frames++
        return actionStateId !== GUARD_SET_OFF
      },
      NEUTRAL,
      SHIELD,
    )
    expect(frames).toBe(Math.floor(0.45 * 4 + 2))
  })

  test('a power shield does not wear and is pushed back in full', () => {
    const duel = new Duel(9)
    duel.step(JAB)
    duel.step(NEUTRAL, SHIELD)
    const [, { shieldSize, speedGroundX }] = duel.until(([, { actionStateId }]) => actionStateId === GUARD_SET_OFF)
    expect(shieldSize).toBeCloseTo(60, 3)
    expect(speedGroundX).toBeCloseTo(0.2 * (0.45 * 4 + 2), 4)
  })
})

describe('several hits of one attack in a row (doldecomp/melee ftColl_80076528; 146 recorded frames)', () => {
  const xsAfter = (fields: object, frames: number): number[] => {
    const duel = new Duel(40).put(0, fields)
    return Array.from({ length: frames }, () => duel.step()[0].positionX)
  }

  test('push the attacker back by 0.025 a frame, for 20 frames', () => {
    const xs = xsAfter({ comboPushLeft: 20 }, 22)
    expect(xs[0]).toBeCloseTo(-0.025, 5)
    expect(xs[19]).toBeCloseTo(-0.5, 4)
    expect(xs[21]).toBe(xs[19])
  })

  test('push in hitlag too, and not in the air', () => {
    expect(xsAfter({ comboPushLeft: 20, hitlagLeft: 5 }, 1)[0]).toBeCloseTo(-0.025, 5)
    expect(xsAfter({ comboPushLeft: 20, isAirborne: true, action: ACTION.Fall, y: 20 }, 1)[0]).toBe(0)
  })

  test('begin with the fifth', () => {
    const duel = new Duel(9).put(0, { comboVictim: 1, comboCount: 4, lastAttackLanded: 2 }).put(1, { comboLeft: 30 })
    hit(duel)
    expect(duel.pair[0].currentComboCount).toBe(5)
    const { positionX } = duel.pair[0]
    expect(duel.step()[0].positionX).toBeCloseTo(positionX - 0.025, 5)
  })
})

describe('presses in hitlag (doldecomp/melee Fighter_Spaghetti_8006AD10)', () => {
  test('are forgotten after its first live frame (8 recorded jumps that were not made)', () => {
    const duel = new Duel(40).put(0, { hitlagLeft: 4 })
    duel.step(JAB)
    for (let i = 0; i < 4; i++) expect(duel.step()[0].actionStateId).toBe(ACTION.Wait)
  })

  test('count from its end for their age, and a trigger as pressed twice in a row', () => {
    const duel = new Duel(40).put(0, { hitlagLeft: 4, techTimer: 200, previousTechTimer: 200 })
    const timers = () => new FighterRecord(duel.game.save().buffer as ArrayBuffer, fighterAt(0))
    duel.step(SHIELD)
    expect([timers().techTimer, timers().previousTechTimer]).toEqual([0, 200])
    duel.step()
    duel.step()
    expect([timers().techTimer, timers().previousTechTimer]).toEqual([0, 0])
    duel.step()
    expect(timers().techTimer).toBe(1)
  })
})

describe('a power shield on its first frame (doldecomp/melee ftCo_8009370C)', () => {
  /** Falco's ray, at this distance from its victim when the shield comes up. */
  const meet = (gap: number) => {
    const duel = new Duel(70, FALCO)
    duel.step(press(BUTTON.B))
    duel.until(() => duel.items.some(({ typeId }) => typeId === 55))
    const ray = duel.items.find(({ typeId }) => typeId === 55)!
    duel.put(1, { x: ray.positionX + 20 + gap })
    for (let i = 0; i < 3; i++) duel.step()
    const [, victim] = duel.step(NEUTRAL, SHIELD)
    return [victim.actionStateId, victim.shieldSize, duel.items.find(({ typeId }) => typeId === 55)?.owner]
  }

  test('reflects a ray that meets it within three quarters of its size', () => {
    expect(meet(4)).toEqual([GUARD_REFLECT, 60, 1])
  })

  test('is a normal shield for one farther away, and wears', () => {
    const [action, health, owner] = meet(7)
    expect([action, owner]).toEqual([GUARD_SET_OFF, undefined])
    expect(health).toBeLessThan(60)
  })
})

test('a forward smash that is held does not step until it is let go (2 recorded holds of Captain Falcon’s)', () => {
  const scene = new Scene({ character: FALCON }).stand()
  const start = scene.post.positionX
  const swing = { ...stick(80), buttons: BUTTON.A }
  for (let i = 0; i < 14; i++) scene.step(i === 0 ? swing : press(BUTTON.A))
  const held = scene.post.positionX
  expect(scene.post.actionStateCounter).toBe(10)
  scene.hold(press(BUTTON.A), 10)
  expect(scene.post.positionX).toBe(held)
  scene.hold(NEUTRAL, 30)
  expect(scene.post.positionX - start).toBeGreaterThan(8)
})

describe('knockback on the ground', () => {
  const FOUNTAIN = 2
  function standing(stage: 2 | 32): { match: Match; fighter: Match['leaders'][number] } {
    const match = new Match({ seed: new Uint8Array(32), stage, characters: [FOX, FOX] }, new EventRecorder())
    const fighter = match.leaders[0]!
    match.record.frame = 0
    Object.assign(fighter, { action: ACTION.Wait, x: 0, y: 0.0001, facing: -1, isAirborne: false, floorLine: 1 })
    return { match, fighter }
  }

  test('keeps its speed where a slope ends (7 recorded slides over the Fountain’s bends)', () => {
    const { match, fighter } = standing(FOUNTAIN)
    Object.assign(fighter, { action: 80, x: 52.9887, y: 0.4647, floorLine: 6, hitstunLeft: 30 })
    Object.assign(fighter, { kbVx: 0.9456, kbVy: 0.2527, groundKnockback: 0.9788 })
    playFrame(match)
    expect([fighter.floorLine, fighter.kbVx]).toEqual([7, expect.closeTo(0.8683, 3)])
    playFrame(match)
    expect([fighter.kbVx, fighter.kbVy]).toEqual([expect.closeTo(0.7788, 3), 0])
  })

  test('slides by the last launch alone, whatever that merged with (1 recorded)', () => {
    const { match, fighter } = standing(32)
    Object.assign(fighter, { kbVx: 0.5, groundKnockback: 0.5, sinceHit: 60 })
    launch(fighter, 60, 0, -1, 1)
    expect(fighter.kbVx).toBeCloseTo(0.5 - 1.8, 4)
    playFrame(match)
    expect(fighter.kbVx).toBeCloseTo(-1.8 + 0.08, 4)
  })
})
