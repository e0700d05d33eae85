/** Fields of Post-Frame that show what an action remembers: its first private word, state flags, counters. */
import type { PostFrame } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { Duel } from './duel.ts'
import { ACTION, BUTTON, DOWN, FOX, LEFT, MARTH, NEUTRAL, offStage, press, RIGHT, Scene, stick, UP } from './scene.ts'

/** A whole number is stored in the word as a multiple of the smallest float. */
const whole = (value: number): number => value * 2 ** -149

/** DownWaitU and DownWaitD. */
const LYING: ReadonlySet<number> = new Set([184, 192])

const wordIn = (action: number, pad = NEUTRAL) => {
  return (scene: Scene): number => scene.until((post) => post.actionStateId === action, pad).miscActionState
}

describe("the first word of an action's private variables (doldecomp/melee ftCommon_MotionVars)", () => {
  test('a short hop is a whole 1, and stays through the jump until another action writes its own', () => {
    const scene = new Scene().stand()
    expect(scene.step(press(BUTTON.X)).miscActionState).toBe(0)
    expect(scene.step().miscActionState).toBe(whole(1))
    expect(wordIn(ACTION.JumpF)(scene)).toBe(whole(1))
    expect(wordIn(ACTION.LandingFallSpecial, stick(60, -60, BUTTON.L))(scene)).toBe(0)
  })

  test('a full hop is 0, a plain landing 1', () => {
    const scene = new Scene().stand()
    expect(wordIn(ACTION.JumpF, press(BUTTON.X))(scene)).toBe(0)
    expect(wordIn(ACTION.Landing)(scene)).toBe(whole(1))
  })

  test('a fall shows its pose: neutral, forward or back, leaning from a tenth of the fastest drift on', () => {
    const falling = (pad: typeof NEUTRAL): number => {
      const scene = offStage(FOX, 40, 60)
      scene.hold(pad, 20)
      expect(scene.post.actionStateId).toBe(ACTION.Fall)
      return scene.post.miscActionState
    }
    expect(falling(NEUTRAL)).toBe(whole(20))
    expect(falling(RIGHT)).toBe(whole(21))
    expect(falling(LEFT)).toBe(whole(22))
    const scene = offStage(FOX, 40, 60)
    const fastest = 0.83
    scene.put({ selfVx: 0.099 * fastest })
    expect(scene.step().miscActionState).toBe(whole(20))
    scene.put({ selfVx: 0.101 * fastest })
    expect(scene.step().miscActionState).toBe(whole(21))
  })

  test('walking shows 1.3 times the speed of the stick', () => {
    const scene = new Scene({ character: MARTH }).stand()
    const walk = scene.step(stick(60))
    expect(walk.actionStateId).toBe(ACTION.WalkSlow)
    expect(walk.miscActionState).toBeCloseTo(1.3 * 0.75 * 1.6, 4)
  })

  test('a turn shows whether it has turned, a dash and a run 0, a run out of a turn the frames it is bound', () => {
    const scene = new Scene().stand()
    const { facingDirection } = scene.post
    expect(scene.step(stick(-30 * facingDirection)).miscActionState).toBe(0)
    expect(wordIn(ACTION.Wait)(scene)).toBe(whole(1))
    const runner = new Scene().stand()
    expect(runner.step(RIGHT).miscActionState).toBe(0)
    expect(wordIn(ACTION.Run, RIGHT)(runner)).toBe(0)
    runner.until((post) => post.actionStateId === ACTION.TurnRun, LEFT)
    expect(wordIn(ACTION.Run, LEFT)(runner)).toBe(10)
    expect(runner.step(LEFT).miscActionState).toBe(9)
  })

  test('a ledge is shown by the number of its line', () => {
    const scene = new Scene()
      .stand()
      .put({ action: ACTION.Fall, x: 90, y: 5, facing: -1, isAirborne: true, jumpsUsed: 1 })
    expect(wordIn(ACTION.CliffCatch)(scene)).toBe(whole(2))
    expect(wordIn(ACTION.CliffWait)(scene)).toBe(whole(2))
  })

  test('rolls count down from 5 and air dodges from 3, shields count up, a spot dodge leaves the word as it was', () => {
    const roll = new Scene().stand()
    roll.hold(press(BUTTON.R), 8)
    expect(roll.post.miscActionState).toBe(7)
    const side = { ...RIGHT, buttons: BUTTON.R }
    const words = [roll.step(side), ...roll.hold(NEUTRAL, 6)].map((post) => post.miscActionState)
    expect(words).toEqual([5, 4, 3, 2, 1, 0, 0].map(whole))
    const dodge = new Scene().stand()
    dodge.hold(press(BUTTON.R), 8)
    expect(dodge.step({ ...DOWN, buttons: BUTTON.R }).actionStateId).toBe(ACTION.EscapeN)
    expect(dodge.step().miscActionState).toBe(8)
    const air = offStage(FOX, 40, 60)
    air.step()
    expect([air.step(press(BUTTON.L)), ...air.hold(NEUTRAL, 3)].map((post) => post.miscActionState)).toEqual(
      [3, 2, 1, 0].map(whole),
    )
  })

  test('a death and a return show the whole frames left', () => {
    const scene = offStage(FOX, 40, -130)
    expect(wordIn(ACTION.DeadDown)(scene)).toBe(whole(60))
    expect(scene.step().miscActionState).toBe(whole(59))
    expect(wordIn(ACTION.Rebirth)(scene)).toBe(whole(60))
    expect(wordIn(ACTION.RebirthWait)(scene)).toBe(whole(240))
    const entry = new Scene()
    expect(wordIn(ACTION.EntryStart)(entry)).toBe(whole(29))
    expect(wordIn(ACTION.EntryEnd)(entry)).toBe(whole(30))
  })
})

describe('counters', () => {
  test('walking changes to the next speed with a first step at its own rate', () => {
    const scene = new Scene().stand()
    const faster = scene.until((post) => post.actionStateId === ACTION.WalkMiddle, stick(60))
    const { actionStateCounter } = faster
    expect(Number.isInteger(actionStateCounter)).toBe(true)
    expect(scene.step(stick(60)).actionStateCounter).toBe(actionStateCounter + 1)
  })

  test('a walk begins where its step stands in the other’s: Fox’s slow one has 50 frames, the next 35 (51 recorded)', () => {
    const scene = new Scene()
      .stand()
      .put({ action: ACTION.WalkSlow, animationFrame: 24, animationRate: 1, groundVelocity: 0.8 })
    const after = scene.step(stick(60 * scene.post.facingDirection))
    expect(after.actionStateId).toBe(ACTION.WalkMiddle)
    expect(after.actionStateCounter).toBe(Math.floor((25 / 50) * 35) + 1)
  })

  test('EntryStart stops at 10', () => {
    const scene = new Scene()
    const shown: PostFrame[] = []
    scene.until((post) => {
      if (post.actionStateId === ACTION.EntryStart) shown.push(post)
      return post.actionStateId === ACTION.EntryEnd
    })
    expect(Math.max(...shown.map((post) => post.actionStateCounter))).toBe(10)
  })

  test('attacks and rolls off the floor show their first step at once and cannot be hit on it; standing up shows none', () => {
    const lying = (): Scene => {
      const scene = new Scene().stand().put({ action: ACTION.DamageFall, y: 2, isAirborne: true, selfVy: -1 })
      scene.until((post) => LYING.has(post.actionStateId))
      return scene
    }
    for (const [pad, counter] of [
      [press(BUTTON.A), 1],
      [LEFT, 1],
      [RIGHT, 1],
      [press(BUTTON.L), 0],
    ] as const) {
      const up = lying().step(pad)
      expect(LYING.has(up.actionStateId)).toBe(false)
      expect(up.actionStateCounter).toBe(counter)
      expect(up.hurtboxCollisionState).toBe(2)
    }
  })
})

test('an air dodge cannot be hit from its 4th frame to its 29th', () => {
  const scene = offStage(FOX, 60, 100)
  scene.step()
  const dodge = [scene.step(press(BUTTON.L)), ...scene.hold(NEUTRAL, 34)]
  const safe = dodge.flatMap((post, i) => (post.hurtboxCollisionState === 2 ? [i + 1] : []))
  expect([safe[0], safe.at(-1), safe.length]).toEqual([4, 29, 26])
})

describe('state flags', () => {
  test('0x80 of the first: a script has let the fighter do something else since its last attack began', () => {
    const scene = new Scene().stand()
    expect(scene.post.stateBitFlags1 & 0x80).toBe(0)
    scene.step(press(BUTTON.A))
    const opened = scene.until((post) => (post.stateBitFlags1 & 0x80) !== 0)
    expect(opened.actionStateId).toBe(44)
    const after = scene.until((post) => post.actionStateId === ACTION.Wait)
    expect(after.stateBitFlags1 & 0x80).toBe(0x80)
    scene.hold(NEUTRAL, 40)
    expect(scene.step(press(BUTTON.A)).stateBitFlags1 & 0x80).toBe(0)
  })

  test('0x04 of the third: it holds a fighter; 0x80 of the fourth: the last hit it took was its holder’s', () => {
    const duel = new Duel(8)
    const [holder] = duel.until(([, held]) => held.actionStateId === 227, press(BUTTON.Z))
    expect(holder.stateBitFlags3 & 0x04).toBe(0x04)
    expect(duel.pair[1].stateBitFlags4 & 0x80).toBe(0)
    duel.step()
    const [, struck] = duel.until(([, held]) => held.percent > 0, press(BUTTON.A), NEUTRAL, 30)
    expect(struck.stateBitFlags4 & 0x80).toBe(0x80)
    duel.until(([one]) => one.actionStateId === 216)
    const [thrower] = duel.until(([, thrown]) => (thrown.stateBitFlags4 & 0x02) !== 0, UP)
    expect(thrower.stateBitFlags3 & 0x04).toBe(0)
  })

  test("a power shield shows its reflection (0x40, 0x10 when new) and whether the last reflection was a shield's (0x04)", () => {
    const scene = new Scene().stand()
    const first = scene.step({ ...press(BUTTON.R), r: 255 })
    expect(first.actionStateId).toBe(182)
    expect(first.stateBitFlags4 & 0x50).toBe(0x50)
    expect(first.stateBitFlags1 & 0x14).toBe(0x14)
    const later = scene.hold({ ...press(BUTTON.R), r: 255 }, 10).at(-1)!
    expect(later.stateBitFlags4 & 0x50).toBe(0)
    expect(later.stateBitFlags1 & 0x14).toBe(0x04)
    expect(later.stateBitFlags2 & 0x01).toBe(0x01)
  })

  test('0xc0 of the fifth: a fighter lost beyond a side is dead and out of sight; a star keeps its stock and is seen at last', () => {
    const scene = offStage(FOX, 40, -130)
    const dead = scene.until((post) => post.actionStateId === ACTION.DeadDown)
    expect(dead.stateBitFlags5).toBe(0xc0)
    const star = new Scene().stand()
    star.put({ action: ACTION.DeadUpStar, actionFrame: 1, animationRate: 1, animationFrame: 0 })
    const posts = star.hold(NEUTRAL, 140)
    expect(posts[0]!.stateBitFlags5 & 0xc0).toBe(0x80)
    expect(posts[80]!.stateBitFlags5 & 0xc0).toBe(0)
    expect(posts[135]!.stateBitFlags5 & 0x40).toBe(0x40)
    // It tumbles: the counter goes round with that animation.
    expect(Math.max(...posts.map((post) => post.actionStateCounter))).toBeLessThan(30)
  })
})
