/** Each helper in the engine: what it is named after happens, with every third character, or with all (`ARENA_TEST_SERIES=all`). */
import { Action, Character, figuresOf, groundAt, inputs, Plan, STAGES, stick, type Game, type Hands } from '@arena/sdk'
import { describe, expect, test } from 'vitest'
import { some } from '../../../scripts/tests/series.ts'
import { put } from './engine-insides.ts'
import { Sparring } from './sparring.ts'

const stand = async (character: Character, stage: 31 | 32 = 32): Promise<Sparring> =>
  (await Sparring.begin({ characters: [character, Character.Fox], stage })).stand()

/** Plays these, and gives the first frame in the air. */
function takeOff(sparring: Sparring, plan: readonly Hands[]): Game['me'] {
  for (const hands of plan) if (sparring.step(hands).me.isAirborne) return sparring.game.me
  throw new Error('It stays on the ground')
}

/** In the air above the stage, falling, in an action. */
function inTheAir(sparring: Sparring, y: number, action: number = Action.Fall, fields = {}): Sparring {
  put(sparring.engine, { action, y, isAirborne: true, jumpsUsed: 1, x: 0, ...fields })
  return sparring
}

describe.each(some(Object.entries(Character), 6))('%s', (_, character) => {
  const figures = figuresOf(character)

  test('short hops and full hops as high as its figures say', async () => {
    const short = takeOff(await stand(character), inputs.shortHop(character))
    expect(short.speedY).toBeCloseTo(figures.shortHopSpeed, 4)
    const full = takeOff(await stand(character), inputs.fullHop(character, 1))
    expect(full.speedY).toBeCloseTo(figures.fullHopSpeed, 4)
    expect(full.speedX).toBeGreaterThan(0)
  })

  test('wavedashes either way: the air dodge lands on the frame of the jump, and it slides', async () => {
    for (const direction of [-1, 1]) {
      const sparring = await stand(character)
      const from = sparring.game.me.x
      sparring.play(inputs.wavedash(character, direction))
      expect(sparring.game.me).toMatchObject({ actionName: 'LandingFallSpecial', isAirborne: false })
      sparring.until(({ me }) => me.canAct)
      expect((sparring.game.me.x - from) * direction).toBeGreaterThan(8)
    }
  })

  test.each([0, 1, 2])('L-cancels every aerial over a lead of %i', async (lead) => {
    let cancelled = 0
    for (const way of ['neutral', 'forward', 'back', 'up', 'down'] as const) {
      // So low that the landing comes in the middle of it.
      const sparring = inTheAir(await stand(character), 14)
      const plan = inputs.aerial(way, sparring.step().me.facing)
      const onTheWay: Hands[] = []
      const outcomes = new Set<string>()
      let landing = -1
      for (let i = 0; i < 120 && landing < 0; i++) {
        const { me } = sparring.step(onTheWay.length >= lead + 1 ? onTheWay.shift() : {})
        const game = { ...sparring.game, lead }
        onTheWay.push(plan.shift() ?? inputs.lCancel(game))
        if (me.lCancel !== 'none') outcomes.add(me.lCancel)
        if (!me.isAirborne) landing = me.action
      }
      // An aerial that is over before the landing, or has a landing of its own, has nothing to cancel.
      const isCancellable = landing >= Action.LandingAirN && landing <= Action.LandingAirLw
      expect([way, ...outcomes]).toEqual(isCancellable ? [way, 'done'] : [way])
      if (isCancellable) cancelled++
    }
    // Most of Mr. Game & Watch's cannot be cancelled.
    expect(cancelled).toBeGreaterThan(0)
  })

  test('attacks: tilts, smashes, aerials, specials and a grab', async () => {
    const does = async (plan: (me: Game['me']) => readonly Hands[]): Promise<string> => {
      const sparring = await stand(character)
      sparring.play(plan(sparring.game.me))
      return sparring.game.me.actionName
    }
    expect(await does(inputs.jab)).toMatch(/^Attack1/)
    expect(await does(({ facing }) => inputs.tiltAttack('forward', facing))).toMatch(/^AttackS3/)
    expect(await does(({ facing }) => inputs.tiltAttack('up', facing))).toMatch(/^AttackHi3/)
    expect(await does(({ facing }) => inputs.tiltAttack('down', facing))).toMatch(/^AttackLw3/)
    expect(await does(() => inputs.smash('left'))).toMatch(/^AttackS4/)
    expect(await does(() => inputs.smash('up'))).toMatch(/^AttackHi4/)
    expect(await does(() => inputs.smash('down'))).toMatch(/^AttackLw4/)
    expect(await does(inputs.grab)).toBe('Catch')
    for (const [way, name] of [
      ['neutral', 'N'],
      ['forward', 'F'],
      ['back', 'B'],
      ['up', 'Hi'],
      ['down', 'Lw'],
    ] as const) {
      const plan = ({ facing }: Game['me']) => [...inputs.fullHop(character), {}, ...inputs.aerial(way, facing)]
      expect(await does(plan)).toMatch(new RegExp(`AttackAir${name}`))
    }
    for (const way of ['neutral', 'left', 'right', 'up', 'down'] as const)
      expect(await does(() => inputs.special(way)), way).toMatch(/Special|Appeal/)
  })

  test('shields, rolls, dodges on the spot', async () => {
    const does = async (plan: readonly Hands[]): Promise<Game> => {
      const sparring = await stand(character)
      sparring.play(plan)
      return sparring.game
    }
    expect((await does(inputs.shield(10))).me.situation).toBe('shield')
    expect((await does(inputs.spotDodge())).me.actionName).toBe('EscapeN')
    expect((await does(inputs.roll(1))).me.actionName).toMatch(/^Escape[FB]$/)
  })

  test('drops out of its shield through a platform, and through one on which it stands', async () => {
    for (const plan of [[...inputs.shield(8), ...inputs.shieldDrop()], inputs.dropThrough()]) {
      const sparring = await stand(character, 31)
      expect(sparring.game.me.y).toBeGreaterThan(20)
      const actions = sparring.play([...plan, {}, {}]).map(({ me }) => me.actionName)
      expect(actions).toContain('Pass')
    }
  })

  test('on the ledge: climbs, rolls, attacks, jumps, drops', async () => {
    const { edge } = STAGES[32]
    for (const [plan, name] of [
      [inputs.ledge.climb(1), /^CliffClimb/],
      [inputs.ledge.roll(), /^CliffEscape/],
      [inputs.ledge.attack(), /^CliffAttack/],
      [inputs.ledge.jump(), /^CliffJump/],
      [inputs.ledge.drop(1), /^Fall$/],
    ] as const) {
      const sparring = inTheAir(await stand(character), 5, Action.Fall, { x: -edge - 5, facing: 1 })
      sparring.until(({ me }) => me.situation === 'ledge')
      sparring.step()
      sparring.play(plan)
      expect(sparring.game.me.actionName).toMatch(name)
    }
  })
})

describe('movement', () => {
  test('a dash dance turns at each end', async () => {
    const sparring = await stand(Character.Marth)
    const games = sparring.play(inputs.dashDance(1, 8, 4))
    const turns = games.filter(({ me }, i) => i > 0 && me.facing !== games[i - 1]!.me.facing)
    expect(turns).toHaveLength(3)
    expect(new Set(games.map(({ me }) => me.actionName))).toEqual(new Set(['Dash', 'Turn']))
  })

  test('a fast fall is fast at once', async () => {
    const sparring = inTheAir(await stand(Character.Fox), 60)
    sparring.step()
    sparring.play(inputs.fastFall())
    expect(sparring.game.me.isFastFalling).toBe(true)
    expect(sparring.game.me.speedY).toBeCloseTo(-figuresOf(Character.Fox).fastFallSpeed, 4)
  })

  test('an air jump and an air dodge', async () => {
    const sparring = inTheAir(await stand(Character.Fox), 60)
    sparring.step()
    sparring.play(inputs.airJump())
    expect(sparring.game.me.actionName).toBe('JumpAerialF')
    sparring.step()
    sparring.play(inputs.airDodge(1, 0))
    expect(sparring.game.me).toMatchObject({ actionName: 'EscapeAir', speedY: 0 })
    expect(sparring.game.me.speedX).toBeGreaterThan(2)
  })

  test('a steeper wavedash slides less far, and one without a direction not at all', async () => {
    const slide = async (...aim: [number, number?]): Promise<number> => {
      const sparring = await stand(Character.Luigi)
      const from = sparring.game.me.x
      sparring.play(inputs.wavedash(Character.Luigi, ...aim))
      sparring.until(({ me }) => me.canAct)
      return Math.abs(sparring.game.me.x - from)
    }
    const [longest, steep, none] = [await slide(1), await slide(1, 60), await slide(0)]
    expect(longest).toBeGreaterThan(steep)
    expect(steep).toBeGreaterThan(none)
    expect(none).toBeLessThan(1)
  })
})

describe('landing', () => {
  test.each(Object.entries(Character))('%s: a fall is foreseen to within four frames', async (_, character) => {
    const sparring = inTheAir(await stand(character), 50)
    sparring.step()
    const foreseen = inputs.landsIn(sparring.game.me, sparring.game.stage)!
    const from = sparring.game.frame
    sparring.until(({ me }) => !me.isAirborne)
    const late = sparring.game.frame - from - foreseen
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThanOrEqual(4)
  })

  test('beside the stage nothing is landed on', async () => {
    const sparring = inTheAir(await stand(Character.Fox), 50, Action.Fall, { x: 150 })
    sparring.step()
    expect(inputs.landsIn(sparring.game.me, sparring.game.stage)).toBeNull()
    expect(groundAt(STAGES[32], 150)).toBeNull()
    expect(groundAt(STAGES[8], -47.6)).toBeCloseTo(-1.75, 5)
  })

  test.each([
    [0, 'Passive'],
    [1, 'PassiveStandF'],
    [-1, 'PassiveStandB'],
  ])('a tumble ends in a tech toward %i: %s, over every lead', async (direction, action) => {
    for (const lead of [0, 1, 2]) {
      const tumble = { techTimer: 254, previousTechTimer: 254, facing: 1 }
      const sparring = inTheAir(await stand(Character.Fox), 60, Action.DamageFall, tumble)
      const onTheWay: Hands[] = []
      sparring.step()
      while (sparring.game.me.actionName === 'DamageFall') {
        onTheWay.push(inputs.tech({ ...sparring.game, lead }, direction))
        sparring.step(onTheWay.length > lead ? onTheWay.shift() : {})
      }
      expect(sparring.game.me.actionName).toBe(action)
    }
  })
})

describe('hit', () => {
  /** Hits the fighter on port 0 with an up smash at a high percent, and holds a stick while it is in hitlag. */
  async function launch(stickOf: (me: Game['me']) => Hands): Promise<number> {
    const sparring = await stand(Character.Mario)
    sparring.until(({ me, opponent }) => Math.abs(opponent.x - me.x) < 8, stick(0.5))
    put(sparring.engine, { percent: 90 })
    sparring.step({}, { cstickY: 208 })
    sparring.until(({ me }) => me.hitlag > 0)
    while (sparring.game.me.hitlag > 0) sparring.step(stickOf(sparring.game.me))
    const { speedAttackX, speedAttackY } = sparring.game.me
    return (Math.atan2(speedAttackY, speedAttackX) * 180) / Math.PI
  }

  test('DI turns a launch by up to 18 degrees either way, as far as foreseen', async () => {
    const straight = await launch(() => ({}))
    let foreseen = 0
    const left = await launch((me) => {
      foreseen = inputs.launchAfter(me, 1)
      return inputs.di(me, 1)
    })
    const right = await launch((me) => inputs.di(me, -1))
    expect(left - straight).toBeGreaterThan(16)
    expect(straight - right).toBeGreaterThan(16)
    expect(Math.abs(left - foreseen)).toBeLessThan(1.5)
    expect(inputs.di({ speedAttackX: 0, speedAttackY: 0 }, 1)).toEqual({})
  })

  test('mashing ends a grab sooner', async () => {
    const held = async (isMashing: boolean): Promise<number> => {
      const sparring = await stand(Character.Mario)
      put(sparring.engine, { percent: 60 })
      sparring.until(({ me, opponent }) => Math.abs(opponent.x - me.x) < 8, stick(0.5))
      sparring.step({}, { buttons: 0x10 })
      sparring.until(({ me }) => me.situation === 'held')
      const from = sparring.game.frame
      while (sparring.game.me.situation === 'held') sparring.step(isMashing ? inputs.mash(sparring.game.frame) : {})
      return sparring.game.frame - from
    }
    expect(await held(true)).toBeLessThan((await held(false)) / 2)
  })
})

describe('a plan', () => {
  test('hands out its inputs one a frame, then nothing, and can be replaced or dropped', () => {
    const plan = new Plan()
    expect(plan.next()).toBeNull()
    expect(plan.start(inputs.inOrder(stick(1), inputs.rest(1), [stick(-1)]))).toEqual(stick(1))
    expect([plan.next(), plan.isDone, plan.next(), plan.isDone, plan.next()]).toEqual([
      {},
      false,
      stick(-1),
      true,
      null,
    ])
    plan.start(inputs.hold(stick(1), 5))
    plan.drop()
    expect([plan.isDone, plan.next()]).toEqual([true, null])
    expect(plan.start([])).toEqual({})
  })

  test('can be held together with other input: what the plan has comes first, and buttons are added', () => {
    const held = inputs.holding({ stickX: 208, buttons: 1 }, [{ buttons: 2 }, { stickX: 48 }])
    expect(held).toEqual([
      { stickX: 208, buttons: 3 },
      { stickX: 48, buttons: 1 },
    ])
  })
})
