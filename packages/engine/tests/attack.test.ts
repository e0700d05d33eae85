/** Attacks as motion: which one the input asks for, how long it lasts, what its landing costs. */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { attributesOf, INTERNAL_IDS } from '../src/tables/fighters.ts'
import { moveOf } from '../src/tables/moves.ts'
import {
  ACTION,
  BUTTON,
  DOWN,
  FOX,
  MARTH,
  NEUTRAL,
  offStage,
  press,
  RIGHT,
  runs,
  Scene,
  standing,
  stick,
} from './scene.ts'

const ATTACK = {
  Attack11: 44,
  Attack12: 45,
  AttackDash: 50,
  AttackS3Hi: 51,
  AttackS3S: 53,
  AttackHi3: 56,
  AttackLw3: 57,
  AttackS4S: 60,
  AttackHi4: 63,
  AttackLw4: 64,
  AttackAirN: 65,
  AttackAirF: 66,
  AttackAirB: 67,
  AttackAirHi: 68,
  AttackAirLw: 69,
  LandingAirN: 70,
  Catch: 212,
  CatchDash: 214,
} as const

const characters = Array.from({ length: INTERNAL_IDS.length }, (_, character) => character)

/** A pad with the C-stick at a number of eightieths. */
function cstick(x: number, y: number) {
  return { ...NEUTRAL, cstickX: 128 + x, cstickY: 128 + y }
}

describe('choice on the ground (doldecomp/melee ftCo_Attack*_CheckInput)', () => {
  test.each([
    ['A alone jabs', press(BUTTON.A), ATTACK.Attack11],
    ['a flick sideways with A is a forward smash', stick(80, 0, BUTTON.A), ATTACK.AttackS4S],
    ['a tilt sideways with A is a forward tilt', stick(40, 0, BUTTON.A), ATTACK.AttackS3S],
    ['above 17 degrees it is the raised one', stick(40, 24, BUTTON.A), ATTACK.AttackS3Hi],
    ['a flick up with A is an up smash', stick(0, 80, BUTTON.A), ATTACK.AttackHi4],
    ['a flick down with A is a down smash', stick(0, -80, BUTTON.A), ATTACK.AttackLw4],
    ['a tilt up with A is an up tilt', stick(0, 40, BUTTON.A), ATTACK.AttackHi3],
    ['a tilt down with A is a down tilt', stick(0, -40, BUTTON.A), ATTACK.AttackLw3],
    ['the C-stick sideways smashes', cstick(80, 0), ATTACK.AttackS4S],
    ['the C-stick up smashes', cstick(0, 80), ATTACK.AttackHi4],
    ['Z reaches out', press(BUTTON.Z), ATTACK.Catch],
  ] as const)('%s', (_, pad, action) => {
    expect(standing().step(pad).actionStateId).toBe(action)
  })

  test('there is no tilt backward: A while rising from a crouch jabs (recorded)', () => {
    const scene = standing()
    scene.hold(DOWN, 20)
    scene.until((post) => post.actionStateId === ACTION.SquatRv)
    scene.step(stick(-40))
    const post = scene.step(stick(-40, 0, BUTTON.A))
    expect([post.actionStateId, post.facingDirection]).toEqual([ATTACK.Attack11, 1])
  })

  test('a forward smash by the C-stick faces the C-stick’s direction', () => {
    const post = standing().step(cstick(-80, 0))
    expect([post.actionStateId, post.facingDirection]).toEqual([ATTACK.AttackS4S, -1])
  })

  test('a stick that was tilted earlier gives a tilt instead of a smash: the flick counts for 2 frames (115 recorded)', () => {
    const scene = standing()
    scene.hold(stick(40), 6)
    expect(scene.step(stick(80, 0, BUTTON.A)).actionStateId).toBe(ATTACK.AttackS3S)
  })

  test('out of a dash A attacks and Z grabs', () => {
    const attacking = standing()
    attacking.hold(RIGHT, 6)
    expect(attacking.step(stick(80, 0, BUTTON.A)).actionStateId).toBe(ATTACK.AttackDash)
    const reaching = standing()
    reaching.hold(RIGHT, 6)
    expect(reaching.step(stick(80, 0, BUTTON.Z)).actionStateId).toBe(ATTACK.CatchDash)
  })

  test('an attack out of a turn faces the new direction', () => {
    const scene = standing()
    scene.step(stick(-40))
    const post = scene.step(stick(-40, 0, BUTTON.A))
    expect([post.actionStateId, post.facingDirection]).toEqual([ATTACK.AttackS3S, -1])
  })

  test('a jump squat can end in an up smash or a grab', () => {
    const smashing = standing()
    smashing.step(press(BUTTON.X))
    expect(smashing.step(cstick(0, 80)).actionStateId).toBe(ATTACK.AttackHi4)
    const reaching = standing()
    reaching.step(press(BUTTON.X))
    expect(reaching.step(press(BUTTON.Z)).actionStateId).toBe(ATTACK.Catch)
  })

  test('A out of a shield grabs', () => {
    const scene = standing()
    scene.hold(press(BUTTON.R), 10)
    expect(scene.step(press(BUTTON.R | BUTTON.A)).actionStateId).toBe(ATTACK.Catch)
  })
})

describe('the second jab (doldecomp/melee ftCo_Attack1; first frames read off public recordings)', () => {
  test.each([
    ['Fox', FOX, 5],
    ['Sheik', EXTERNAL_ID.sheik, 9],
    ['Donkey Kong', EXTERNAL_ID['donkey-kong'], 9],
  ] as const)('of %s follows as soon as its script allows it', (_, character, frames) => {
    const scene = standing(character)
    scene.step(press(BUTTON.A))
    scene.step()
    const shown = [scene.step(press(BUTTON.A)), ...scene.hold(NEUTRAL, 12)]
    expect(shown.findIndex((post) => post.actionStateId === ATTACK.Attack12) + 2).toBe(frames)
  })
})

describe('L-cancel and hitlag (doldecomp/melee Fighter_Spaghetti_8006AD10; all of 1,952 recorded landings)', () => {
  /** Pressed in hitlag as given, then landing 13 frames later; the landing's L-cancel status. */
  function land(hitlagLeft: number, y: number): number {
    const scene = standing().put({
      action: ATTACK.AttackAirN,
      animationFrame: 10,
      actionFrame: 10,
      isAirborne: true,
      y,
      selfVy: -0.5,
      hitlagLeft,
    })
    scene.step(press(BUTTON.L))
    return scene.until((post) => post.actionStateId === ATTACK.LandingAirN, NEUTRAL, 60).lCancelStatus
  }

  test('a trigger pressed in hitlag counts from its end', () => {
    expect(land(12, 3)).toBe(1)
    expect(land(0, 20)).toBe(2)
  })
})

describe('a grab out of a dash attack (doldecomp/melee ftCo_AttackDash; 9 recorded)', () => {
  /** A dash attack, and a trigger a number of frames later. */
  function boost(wait: number) {
    const scene = standing()
    scene.hold(RIGHT, 8)
    scene.step(press(BUTTON.A))
    scene.hold(NEUTRAL, wait)
    return scene.step({ ...NEUTRAL, buttons: BUTTON.L, l: 255 })
  }

  test('a trigger on one of its three next frames grabs, at up to running speed', () => {
    for (const wait of [0, 1, 2]) {
      const post = boost(wait)
      expect(post.actionStateId).toBe(ATTACK.CatchDash)
      expect(Math.abs(post.speedGroundX)).toBeLessThanOrEqual(attributesOf(INTERNAL_IDS[FOX]!).dashMaxVelocity)
    }
    expect(boost(3).actionStateId).toBe(ATTACK.AttackDash)
  })
})

describe('scripts (data/moves)', () => {
  test.each(characters)(
    'character %i: an up tilt lasts its frames and may be interrupted from its own IASA frame',
    (character) => {
      const move = moveOf(INTERNAL_IDS[character]!, ATTACK.AttackHi3)!
      const whole = standing(character)
      const posts = [whole.step(stick(0, 40, BUTTON.A)), ...whole.hold(NEUTRAL, 130)]
      expect(runs(posts)[0]).toEqual([ATTACK.AttackHi3, move.totalFrames])
      if (move.interruptible === 0) return
      const open = standing(character)
      const held = [open.step(stick(0, 40, BUTTON.A)), ...open.hold(press(BUTTON.R), 130)]
      expect(runs(held)[0]).toEqual([ATTACK.AttackHi3, move.interruptible - 1])
      expect(runs(held)[1]![0]).toBe(ACTION.GuardOn)
    },
  )

  test('A pressed again while the script allows it continues with the next jab', () => {
    const scene = standing()
    scene.play(press(BUTTON.A), NEUTRAL, press(BUTTON.A))
    expect(scene.post.actionStateId).toBe(ATTACK.Attack11)
    scene.until((post) => post.actionStateId !== ATTACK.Attack11)
    expect(scene.post.actionStateId).toBe(ATTACK.Attack12)
  })

  test('A held charges a smash for up to 60 frames', () => {
    const quick = standing()
    quick.step(stick(80, 0, BUTTON.A))
    const free = runs([quick.post, ...quick.hold(NEUTRAL, 150)])[0]![1]
    const charged = standing()
    charged.step(stick(80, 0, BUTTON.A))
    const held = runs([charged.post, ...charged.hold(press(BUTTON.A), 150)])[0]![1]
    expect(held - free).toBe(60)
  })

  /** Fox stands after a jab; the pads follow. */
  function afterJab(frames: number, pad = NEUTRAL): Scene {
    const scene = standing()
    scene.step(press(BUTTON.A))
    scene.until((post) => post.actionStateId === ACTION.Wait)
    scene.hold(pad, frames)
    return scene
  }

  test('for 30 frames of Fox’s first jab on, A asks for the second, also out of Wait (recorded)', () => {
    expect(afterJab(10).step(press(BUTTON.A)).actionStateId).toBe(ATTACK.Attack12)
    expect(afterJab(20).step(press(BUTTON.A)).actionStateId).toBe(ATTACK.Attack11)
  })

  test('any other action in between ends the wait for it (doldecomp/melee Fighter_ChangeMotionState)', () => {
    const scene = standing()
    scene.step(press(BUTTON.A))
    scene.until((post) => post.actionStateId === ACTION.Wait)
    scene.step(DOWN)
    expect(scene.post.actionStateId).toBe(ACTION.Squat)
    expect(scene.step(press(BUTTON.A)).actionStateId).toBe(ATTACK.Attack11)
  })

  test('after its IASA frame a jab or down tilt gives way to a jump, not to a shield or a grab', () => {
    const open = (first: typeof NEUTRAL, frames: number, pad: typeof NEUTRAL) => {
      const scene = standing()
      scene.step(first)
      scene.hold(NEUTRAL, frames)
      return scene.step(pad).actionStateId
    }
    const downTilt = stick(0, -40, BUTTON.A)
    expect(open(press(BUTTON.A), 15, press(BUTTON.X))).toBe(ACTION.KneeBend)
    expect(open(press(BUTTON.A), 15, press(BUTTON.L))).toBe(ATTACK.Attack11)
    expect(open(press(BUTTON.A), 15, press(BUTTON.Z))).not.toBe(ATTACK.Catch)
    expect(open(downTilt, 27, press(BUTTON.X))).toBe(ACTION.KneeBend)
    expect(open(downTilt, 27, press(BUTTON.L))).toBe(ATTACK.AttackLw3)
  })

  test('on the frame that ends a down tilt a flick dashes, as out of a crouch (recorded)', () => {
    const scene = standing()
    scene.step(stick(0, -40, BUTTON.A))
    scene.hold(NEUTRAL, 28)
    expect(scene.post.actionStateId).toBe(ATTACK.AttackLw3)
    expect(scene.step(RIGHT).actionStateId).toBe(ACTION.Dash)
  })

  test('a down tilt ends in a crouch', () => {
    const scene = standing()
    const posts = [scene.step(stick(0, -40, BUTTON.A)), ...scene.hold(DOWN, 40)]
    expect(runs(posts)[1]![0]).toBe(ACTION.SquatWait)
    const up = standing()
    expect(runs([up.step(stick(0, -40, BUTTON.A)), ...up.hold(NEUTRAL, 40)])[1]![0]).toBe(ACTION.SquatRv)
  })

  test('a grab takes 30 frames, out of a dash 40', () => {
    const still = standing()
    expect(runs([still.step(press(BUTTON.Z)), ...still.hold(NEUTRAL, 50)])[0]).toEqual([ATTACK.Catch, 30])
    const running = standing()
    running.hold(RIGHT, 6)
    expect(runs([running.step(press(BUTTON.Z)), ...running.hold(NEUTRAL, 50)])[0]).toEqual([ATTACK.CatchDash, 40])
  })
})

describe('aerials (doldecomp/melee ftCo_AttackAir, ftCo_LandingAir)', () => {
  /** Fox falling with the attack that the pad asks for. */
  function attacking(pad: typeof NEUTRAL): Scene {
    const scene = standing()
    scene.until((post) => post.isAirborne === 1, press(BUTTON.X))
    scene.step(pad)
    return scene
  }

  test.each([
    ['A alone', press(BUTTON.A), ATTACK.AttackAirN],
    ['forward', stick(60, 0, BUTTON.A), ATTACK.AttackAirF],
    ['backward', stick(-60, 0, BUTTON.A), ATTACK.AttackAirB],
    ['up', stick(0, 60, BUTTON.A), ATTACK.AttackAirHi],
    ['down', stick(0, -60, BUTTON.A), ATTACK.AttackAirLw],
    ['C-stick back', cstick(-60, 0), ATTACK.AttackAirB],
  ] as const)('%s', (_, pad, action) => {
    expect(attacking(pad).post.actionStateId).toBe(action)
  })

  /** Landing with Fox's neutral aerial (15 frames of lag), a trigger pressed a number of frames before. */
  function landed(triggerFramesBefore: number | null) {
    const early = attacking(press(BUTTON.A))
    const airFrames = early.until((post) => post.isAirborne === 0, DOWN).frame
    const scene = attacking(press(BUTTON.A))
    while (scene.post.isAirborne === 1) {
      const left = airFrames - scene.post.frame - 1
      scene.step(left === triggerFramesBefore ? stick(0, -80, BUTTON.L) : DOWN)
    }
    const { lCancelStatus } = scene.post
    const lag = runs([scene.post, ...scene.hold(NEUTRAL, 30)])[0]!
    return { lCancelStatus, lag }
  }

  test('Marth’s back air turns him round on its 32nd frame (11 recorded)', () => {
    const scene = offStage(MARTH, 40, 150)
    const posts = [scene.step(stick(-60, 0, BUTTON.A)), ...scene.hold(NEUTRAL, 33)]
    expect(posts.findIndex((post) => post.facingDirection < 0)).toBe(31)
  })

  test('landing costs the attack’s lag; a trigger within 7 frames halves it (1,554 recorded)', () => {
    expect(landed(null)).toEqual({ lCancelStatus: 2, lag: [ATTACK.LandingAirN, 15] })
    expect(landed(6)).toEqual({ lCancelStatus: 1, lag: [ATTACK.LandingAirN, 7] })
    expect(landed(0)).toEqual({ lCancelStatus: 1, lag: [ATTACK.LandingAirN, 7] })
    expect(landed(7)).toEqual({ lCancelStatus: 2, lag: [ATTACK.LandingAirN, 15] })
  })

  /** Touches the floor on a counter of an aerial. */
  function landOn(character: number, action: number, counter: number, selfVy = -2): number {
    const scene = new Scene({ character }).stand().put({
      action,
      animationFrame: counter - 1,
      animationRate: 1,
      actionFrame: counter - 1,
      x: 0,
      y: selfVy < -1 ? 1 : 0.1,
      selfVy,
      isAirborne: true,
      ecbLockLeft: 5,
      previousEcbBottom: 0,
    })
    return scene.step().actionStateId
  }

  test.each([
    ['Fox’s back aerial', EXTERNAL_ID.fox, ATTACK.AttackAirB, 22],
    ['Falco’s down aerial', EXTERNAL_ID.falco, ATTACK.AttackAirLw, 29],
    ['Sheik’s forward aerial', EXTERNAL_ID.sheik, ATTACK.AttackAirF, 10],
    ['Sheik’s neutral aerial', EXTERNAL_ID.sheik, ATTACK.AttackAirN, 30],
    ['Marth’s neutral aerial', EXTERNAL_ID.marth, ATTACK.AttackAirN, 24],
    ['Captain Falcon’s up aerial', EXTERNAL_ID['captain-falcon'], ATTACK.AttackAirHi, 21],
    ['Captain Falcon’s back aerial', EXTERNAL_ID['captain-falcon'], ATTACK.AttackAirB, 20],
    ['Donkey Kong’s back aerial', EXTERNAL_ID['donkey-kong'], ATTACK.AttackAirB, 19],
  ] as const)(
    '%s lands with lag up to its frame, plainly after it (recorded on both sides)',
    (_, character, action, last) => {
      expect(landOn(character, action, last)).toBe(action - ATTACK.AttackAirN + ATTACK.LandingAirN)
      expect(landOn(character, action, last + 1)).toBe(ACTION.Landing)
    },
  )

  test.each([
    ['Fox’s back aerial', EXTERNAL_ID.fox, ATTACK.AttackAirB, 3],
    ['Fox’s up aerial', EXTERNAL_ID.fox, ATTACK.AttackAirHi, 7],
    ['Marth’s up aerial', EXTERNAL_ID.marth, ATTACK.AttackAirHi, 4],
    ['Captain Falcon’s down aerial', EXTERNAL_ID['captain-falcon'], ATTACK.AttackAirLw, 3],
    ['Falco’s down aerial', EXTERNAL_ID.falco, ATTACK.AttackAirLw, 4],
    ['Sheik’s back aerial', EXTERNAL_ID.sheik, ATTACK.AttackAirB, 3],
  ] as const)('%s has a normal landing up to its frame, and its lag after it', (_, character, action, last) => {
    expect(landOn(character, action, last)).toBe(ACTION.Landing)
    expect(landOn(character, action, last + 1)).toBe(action - ATTACK.AttackAirN + ATTACK.LandingAirN)
  })

  test('a normal landing out of an attack shows at any speed (doldecomp/melee ftCo_LandingAir, 18 recorded)', () => {
    expect(landOn(EXTERNAL_ID.falco, ATTACK.AttackAirB, 23, -0.5)).toBe(ACTION.Landing)
  })

  test('before the frames that the script names the landing is a normal one', () => {
    const airFrames = attacking(NEUTRAL).until((post) => post.isAirborne === 0, DOWN).frame
    const scene = attacking(NEUTRAL)
    while (scene.post.frame < airFrames - 3) scene.step(DOWN)
    expect(scene.step(press(BUTTON.A)).actionStateId).toBe(ATTACK.AttackAirN)
    scene.until((post) => post.isAirborne === 0)
    expect(scene.post.actionStateId).toBe(ACTION.Landing)
  })
})

describe('an aerial after its IASA frame (doldecomp/melee ftCo_AttackAir_IASA)', () => {
  const last = moveOf(INTERNAL_IDS[FOX]!, ATTACK.AttackAirN)!.interruptible
  const open = () => offStage(FOX, -60, 60).put({ action: ATTACK.AttackAirN, actionFrame: last, animationFrame: last })

  test.each([
    ['dodges not', press(BUTTON.L), ATTACK.AttackAirN],
    ['uses no special', press(BUTTON.B), ATTACK.AttackAirN],
    ['jumps', press(BUTTON.X), ACTION.JumpAerialF],
    ['attacks', { ...press(BUTTON.A), stickY: 128 + 80 }, ATTACK.AttackAirHi],
  ] as const)('%s', (_, pad, action) => {
    expect(open().step(pad).actionStateId).toBe(action)
  })
})
