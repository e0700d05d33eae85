/** The second Ice Climber: a fighter of its own that follows the first. */
import { collectFrames, EventReader, writeReplay, type PostFrame, type PreFrame, type SlpEvent } from '@arena/slp'
import { SlippiGame } from '@slippi/slippi-js/node'
import { describe, expect, test } from 'vitest'
import { ACTION } from '../src/action-ids.ts'
import { changeAction } from '../src/actions/change.ts'
import { enterDamage } from '../src/actions/damage.ts'
import { articleHitbox } from '../src/articles/hitbox.ts'
import { LoggedHit } from '../src/combat/scratch.ts'
import type { Fighter } from '../src/fighter.ts'
import { EventRecorder } from '../src/events/recorder.ts'
import { INTERNAL_ID } from '../src/tables/ids.ts'
import { Game, type Pad } from '../src/index.ts'
import { Match } from '../src/match.ts'
import { levelOf } from '../src/computer/behaviour.ts'
import { inSteps } from '../src/phases/follow.ts'
import { random16 } from '../src/random.ts'
import { FrameSeeds } from '../src/seed.ts'
import { FighterRecord } from '../src/state/fields.ts'
import { fighterAt } from '../src/state/state.ts'
import { BUTTON, FOX, ICE_CLIMBERS, LEFT, NEUTRAL, press, RIGHT, stick } from './scene.ts'
import { RandomPads } from './random-pads.ts'

const SLEEP = 11
const POPO = INTERNAL_ID.popo
const NANA = INTERNAL_ID.nana

interface Shown {
  readonly frame: number
  readonly pre: PreFrame
  readonly post: PostFrame
}

/** Ice Climbers as the first player against Fox on Final Destination: frames of both climbers out. */
class Climb {
  readonly game: Game
  readonly messages: Uint8Array[] = []
  readonly popo: Shown[] = []
  /** By frames shown; a frame without her is missing. */
  readonly nana: Shown[] = []
  readonly #reader: EventReader
  #pre: PreFrame[] = []

  constructor(first = ICE_CLIMBERS, second = FOX) {
    this.game = new Game({
      seed: new Uint8Array(32).fill(3),
      stage: 32,
      players: [
        { character: first, costume: 0, name: 'climbers' },
        { character: second, costume: 0, name: 'fox' },
      ],
    })
    this.#reader = new EventReader((event) => this.#take(event))
    this.#push(this.game.start())
  }

  #take(event: SlpEvent): void {
    if (event.name === 'frameStart') this.#pre = []
    if (event.name === 'preFrame' && event.record.playerIndex === 0) this.#pre[event.record.isFollower] = event.record
    if (event.name !== 'postFrame' || event.record.playerIndex !== 0) return
    const { record: post } = event
    const shown = { frame: post.frame, pre: this.#pre[post.isFollower]!, post }
    ;(post.isFollower === 0 ? this.popo : this.nana).push(shown)
  }

  #push(message: Uint8Array): void {
    this.messages.push(message.slice())
    this.#reader.push(message)
  }

  step(pad: Pad = NEUTRAL, other: Pad = NEUTRAL): void {
    this.#push(this.game.step(pad, other))
  }

  until(isDone: () => boolean, pad: Pad = NEUTRAL, limit = 600): this {
    for (let i = 0; i < limit; i++) {
      this.step(pad)
      if (isDone()) return this
    }
    throw new Error(`Not after ${limit} frames`)
  }

  /** Plays until both climbers stand and she is in step. */
  stand(): this {
    return this.until(() => this.popo.at(-1)!.frame === 60)
  }

  put(index: number, fields: Partial<FighterRecord>): this {
    const saved = this.game.save()
    Object.assign(new FighterRecord(saved.buffer as ArrayBuffer, fighterAt(index)), fields)
    this.game.restore(saved)
    return this
  }
}

describe('entering', () => {
  const climb = new Climb()
  climb.step()

  test('both stand five units from their place, the first ahead (recordings)', () => {
    expect(climb.popo[0]!.post).toMatchObject({
      positionX: -55,
      internalCharacterId: POPO,
      actionStateId: ACTION.Entry,
    })
    expect(climb.nana[0]!.post).toMatchObject({
      positionX: -65,
      internalCharacterId: NANA,
      actionStateId: ACTION.Entry,
    })
  })

  test('a frame holds leader and follower of a port one after the other, Pre-Frames and Post-Frames alike', () => {
    const mirror = new Game({
      seed: new Uint8Array(32),
      stage: 32,
      players: [
        { character: ICE_CLIMBERS, costume: 0, name: '' },
        { character: ICE_CLIMBERS, costume: 1, name: '' },
      ],
    })
    const order: string[] = []
    const reader = new EventReader(({ name, record }) => {
      if (name === 'preFrame' || name === 'postFrame') order.push(`${name} ${record.playerIndex}${record.isFollower}`)
    })
    reader.push(mirror.start())
    reader.push(mirror.step(NEUTRAL, NEUTRAL))
    expect(order).toEqual([
      ...['00', '01', '10', '11'].map((who) => `preFrame ${who}`),
      ...['00', '01', '10', '11'].map((who) => `postFrame ${who}`),
    ])
  })
})

const isShield = (action: number) => action >= ACTION.GuardOn && action <= ACTION.GuardReflect

describe('in step', () => {
  test('she repeats his stick six frames later (doldecomp/melee ftCo_800B0AF4; recordings)', () => {
    const climb = new Climb().stand()
    const at = climb.nana.length
    for (const x of [50, 0, 0, -40, 0, 0, 60, 60, 60, 0, 0, 0, 0, 0, 0, 0]) climb.step(stick(x))
    const his = climb.popo.slice(at, -6).map(({ pre }) => pre.joystickX)
    const hers = climb.nana.slice(at + 6).map(({ pre }) => pre.joystickX)
    expect(his.filter((x) => x !== 0).length).toBeGreaterThan(3)
    expect(hers).toEqual(his.map(inSteps))
  })

  test('she dashes back without a turn, six frames later, by a flick of his as by one that UCF made a dash (18 of 18 recorded)', () => {
    const actions = (pads: readonly Pad[]): number[] => {
      const climb = new Climb().stand()
      const at = climb.nana.length
      for (const pad of [...pads, NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL]) climb.step(pad)
      expect(climb.popo.slice(at, at + 2).map(({ post }) => post.actionStateId)).toEqual([ACTION.Turn, ACTION.Dash])
      return climb.nana.slice(at + 6, at + 8).map(({ post }) => post.actionStateId)
    }
    expect(actions([stick(-40), stick(-80)])).toEqual([ACTION.Dash, ACTION.Dash])
    expect(actions([stick(-80), stick(-80)])).toEqual([ACTION.Dash, ACTION.Dash])
  })

  test('she is drawn to where he was, by a twentieth of the distance each frame, and faces as he did', () => {
    const climb = new Climb().stand()
    const [his, hers] = [climb.popo.at(-1)!.post.positionX, climb.nana.at(-1)!.post.positionX]
    climb.step()
    const expected = Math.fround(0.95 * hers + 0.05 * his)
    expect(climb.nana.at(-1)!.post.positionX).toBeCloseTo(expected, 5)
    climb.step(stick(-40))
    for (let i = 0; i < 20; i++) climb.step()
    expect(climb.nana.at(-1)!.post.facingDirection).toBe(climb.popo.at(-1)!.post.facingDirection)
  })

  test('landing with an attack she is drawn on, landing without one she is not (doldecomp/melee ftmotionstates.c; recordings)', () => {
    const climb = new Climb().stand()
    const drawn = (action: number): number => {
      const before = climb.popo.at(-1)!.post.positionX - 10
      climb.put(1, { action, actionFrame: 1, animationFrame: 0, animationRate: 0, groundVelocity: 0, x: before })
      climb.step()
      return climb.nana.at(-1)!.post.positionX - before
    }
    expect(Math.abs(drawn(ACTION.LandingAirN))).toBeGreaterThan(0.1)
    expect(drawn(ACTION.LandingFallSpecial)).toBe(0)
  })

  test('she falls in again in the midst of an attack or shield, once as fast as he (doldecomp/melee ftCo_800B0E98; recordings)', () => {
    for (const action of [ACTION.AttackS3S, ACTION.Guard]) {
      const climb = new Climb().stand()
      const out = { action, actionFrame: 1, animationFrame: 0, animationRate: 0 }
      climb.put(1, { ...out, x: climb.popo.at(-1)!.post.positionX - 26 })
      climb.step(stick(0, 0, 0x100))
      const { positionX } = climb.popo.at(-1)!.post
      // As it was put nearer it moved that frame.
      climb.put(1, { x: positionX - 20 })
      climb.step()
      const stays = climb.nana.at(-1)!.post.positionX
      climb.step()
      expect(stays).toBeCloseTo(positionX - 20, 4)
      expect(climb.nana.at(-1)!.post.positionX).toBeGreaterThan(stays + 0.5)
    }
  })

  test('made to face as he did, she turns and dashes by the side that she began to turn from (ftCo_Turn_IASA, ftCo_TurnRun_Anim; 4 recorded)', () => {
    const nana = new Match(
      { seed: new Uint8Array(32), stage: 32, characters: [ICE_CLIMBERS, FOX] },
      new EventRecorder(),
    ).fighters[1]!
    nana.facing = 1
    changeAction(nana, ACTION.Turn)
    // It has turned, on this frame, and is to dash: she faces as before all the same.
    nana.stateInts.fill(1, 1, 4)
    nana.stickX = -1
    nana.tiltXTimer = 254
    nana.state.interrupt(nana)
    expect(nana).toMatchObject({ action: ACTION.Dash, facing: 1 })
    changeAction(nana, ACTION.TurnRun, 18, 0)
    nana.facing = -1
    nana.groundVelocity = 0.3
    nana.state.animation(nana)
    expect(nana).toMatchObject({ facing: -1, animationRate: 0 })
  })

  test('she repeats no input held before play starts (recording: six frames later her shield goes up)', () => {
    const climb = new Climb()
    climb.until(() => climb.popo.at(-1)!.frame === -20, press(BUTTON.R))
    const first = (shown: readonly Shown[]) => shown.find(({ post }) => isShield(post.actionStateId))!.frame
    expect(first(climb.nana) - first(climb.popo)).toBe(6)
  })

  test('she pushes no fighter, and none pushes her (doldecomp/melee ftCommon_8007E0E4)', () => {
    const climb = new Climb().stand()
    const x = climb.popo.at(-1)!.post.positionX - 20
    climb.put(1, { x }).put(2, { x: x + 1 })
    climb.step()
    const drawn = Math.fround(0.95 * x + 0.05 * climb.popo.at(-2)!.post.positionX)
    expect(climb.nana.at(-1)!.post.positionX).toBeCloseTo(drawn, 4)
    expect(climb.game.players[1].x).toBeCloseTo(x + 1, 4)
  })

  test('the two do not push each other apart', () => {
    const climb = new Climb().stand()
    climb.put(1, { x: climb.popo.at(-1)!.post.positionX })
    const { positionX } = climb.popo.at(-1)!.post
    for (let i = 0; i < 10; i++) climb.step()
    expect(climb.popo.at(-1)!.post.positionX).toBe(positionX)
  })

  test('more than 25 units away she is out of step: she lets go for two frames and runs after him (ftCo_800B101C, ftCo_800AA42C)', () => {
    const climb = new Climb().stand()
    climb.put(1, { x: climb.popo.at(-1)!.post.positionX - 30 })
    for (let i = 0; i < 4; i++) climb.step()
    expect(climb.nana.slice(-4).map(({ pre }) => pre.joystickX)).toEqual([0, 0, 1, 1])
    climb.until(() => Math.abs(climb.nana.at(-1)!.post.positionX - climb.popo.at(-1)!.post.positionX) < 10)
  })
})

describe('her own computer player (doldecomp/melee ftCo_0A01.c)', () => {
  /** Draws between the start of a frame and the first controller. */
  const drawsOf = ({ frame, pre }: Shown): number => {
    const state = { seed: new FrameSeeds(new Uint8Array(32).fill(3)).at(frame) >>> 0 }
    let draws = 0
    while (state.seed !== pre.seed >>> 0) {
      random16(state)
      draws++
      if (draws > 20) throw new Error(`More than 20 draws on frame ${frame}`)
    }
    return draws
  }

  test('in step she draws once a frame, and once more on every thirtieth (ftCo_800B33B0; 98.9 % of 2,761 recorded frames)', () => {
    const climb = new Climb().stand()
    const at = climb.popo.length
    for (let i = 0; i < 90; i++) climb.step()
    const draws = climb.popo.slice(at).map(drawsOf)
    const more = draws.flatMap((n, i) => (n > 1 ? [i] : []))
    expect(Math.min(...draws)).toBe(1)
    expect(more).toHaveLength(3)
    expect([more[1]! - more[0]!, more[2]! - more[1]!]).toEqual([30, 30])
  })

  test('out of step she minds an opponent for up to 30 frames, and draws for how long (ftCo_800A4BEC)', () => {
    const climb = new Climb().stand()
    climb.put(1, { x: climb.popo.at(-1)!.post.positionX - 60, y: 60, isAirborne: true, action: ACTION.Fall })
    const at = climb.popo.length
    for (let i = 0; i < 12; i++) climb.step()
    expect(
      climb.popo
        .slice(at)
        .map(drawsOf)
        .filter((draws) => draws === 0).length,
    ).toBeGreaterThan(3)
  })

  test('falling beside the stage she jumps toward it once the floor is above her head, and comes back (ftCo_800A9904)', () => {
    const climb = new Climb().stand()
    climb.put(1, { x: -125, y: 2, isAirborne: true, action: ACTION.Fall, jumpsUsed: 1, facing: 1 })
    climb.until(() => (climb.nana.at(-1)!.pre.buttons & BUTTON.Y) !== 0, NEUTRAL, 30)
    const { pre, post } = climb.nana.at(-1)!
    expect([pre.joystickX > 0.5, pre.joystickY > 0]).toEqual([true, true])
    expect(post.positionY).toBeLessThan(-8)
    climb.until(() => climb.nana.at(-1)!.post.isAirborne === 0, NEUTRAL, 400)
  })

  test('she plays the better the more damage he has: a level for every twenty percent, nine at most (ftCo_800B101C)', () => {
    const nana = new Match(
      { seed: new Uint8Array(32), stage: 32, characters: [ICE_CLIMBERS, FOX] },
      new EventRecorder(),
    ).fighters[1]!
    const levels = [0, 19.9, 20, 119, 400].map((percent) => {
      nana.leader.percent = percent
      return levelOf(nana)
    })
    expect(levels).toEqual([0, 0, 1, 5, 9])
  })
})

test('five units of every knockback bounce off her, none off him (doldecomp/melee ftNn_Init_OnDeath; 40 recorded hits)', () => {
  const { fighters } = new Match(
    { seed: new Uint8Array(32), stage: 32, characters: [ICE_CLIMBERS, FOX] },
    new EventRecorder(),
  )
  const launch = (fighter: Fighter): number => {
    const hit = Object.assign(new LoggedHit(), {
      by: fighters[2],
      hitbox: articleHitbox({ damage: 5, angle: 45, growth: 0, baseKnockback: 0, element: 'normal', radius: 1 }),
      knockback: 60,
      dealt: 5,
    })
    enterDamage(fighter, hit, 5, 5)
    return Math.hypot(fighter.kbVx, fighter.kbVy)
  }
  expect(launch(fighters[0]!)).toBeCloseTo(1.8, 4)
  expect(launch(fighters[1]!)).toBeCloseTo(1.65, 4)
})

describe('dying', () => {
  test('her death costs no stock, and she is not shown until his next return', () => {
    const climb = new Climb().stand()
    climb.put(1, { x: -400, isAirborne: true, action: ACTION.Fall })
    climb.until(() => climb.nana.at(-1)!.frame < climb.popo.at(-1)!.frame)
    expect(climb.popo.at(-1)!.post.stocksRemaining).toBe(4)
    expect(climb.nana.filter(({ post }) => post.actionStateId === 1)).toHaveLength(60)
    climb.put(0, { x: -400, isAirborne: true, action: ACTION.Fall })
    climb.until(() => climb.popo.at(-1)!.post.actionStateId === ACTION.Rebirth)
    const [his, hers] = [climb.popo.at(-1)!.post, climb.nana.at(-1)!.post]
    expect(hers).toMatchObject({ frame: his.frame, actionStateId: ACTION.Rebirth, stocksRemaining: 3, percent: 0 })
    expect(Math.abs(hers.positionX - his.positionX)).toBe(10)
  })

  test('when he dies she leaves with him, at the end of his death, and both come back, she a frame ahead (doldecomp/melee ftCo_800BFD9C; 3 recorded)', () => {
    const climb = new Climb().stand()
    climb.put(0, { x: -400, isAirborne: true, action: ACTION.Fall })
    climb.step()
    expect(climb.popo.at(-1)!.post).toMatchObject({ actionStateId: 1, stocksRemaining: 3 })
    climb.until(() => climb.popo.at(-1)!.post.actionStateId === ACTION.Rebirth)
    expect(climb.nana.every(({ post }) => post.actionStateId !== SLEEP)).toBe(true)
    expect(climb.nana.at(-1)!.post.actionStateId).toBe(ACTION.Rebirth)
    expect([climb.popo, climb.nana].map((shown) => shown.at(-1)!.post.actionStateCounter)).toEqual([0, 1])
    climb.until(() => climb.nana.at(-1)!.post.actionStateId === ACTION.RebirthWait)
    expect(climb.popo.at(-1)!.post.actionStateId).toBe(ACTION.Rebirth)
    climb.until(() => climb.popo.at(-1)!.post.actionStateId === ACTION.RebirthWait)
    expect(climb.nana.at(-1)!.post).toMatchObject({ actionStateId: ACTION.RebirthWait, speedY: 0 })
    expect(climb.nana.at(-1)!.post.positionY).toBeCloseTo(climb.popo.at(-1)!.post.positionY, 4)
    climb.step(LEFT)
    expect(climb.popo.at(-1)!.post.actionStateId).toBe(ACTION.Fall)
    expect(climb.nana.at(-1)!.post.actionStateId).toBe(ACTION.Fall)
  })

  test('a game of them is readable for slippi-js: stocks, winner, and her frames while she is there', () => {
    const climb = new Climb()
    while (!climb.game.ending) climb.step(RIGHT)
    climb.messages.push(climb.game.end({ kind: 'natural' }).slice())
    const bytes = Uint8Array.from(climb.messages.flatMap((message) => [...message]))
    const file = writeReplay(bytes, { lastFrame: climb.game.frame })
    const slippi = new SlippiGame(file.buffer as ArrayBuffer)
    expect(slippi.getWinners().map(({ playerIndex }) => playerIndex)).toEqual([1])
    expect(slippi.getLatestFrame()!.players[0]!.post.stocksRemaining).toBe(0)
    const frames = slippi.getFrames()
    expect(frames[0]!.followers[0]!.post.internalCharacterId).toBe(NANA)
    const events: SlpEvent[] = []
    new EventReader((event) => events.push(event)).push(bytes)
    const shown = collectFrames(events).filter(({ players }) => players[0]!.follower?.post)
    expect(shown).toHaveLength(climb.nana.length)
  })
})

test('saved at any frame and restored, a game of four continues with equal bytes', () => {
  const games = [new Climb(ICE_CLIMBERS, ICE_CLIMBERS).game, new Climb(ICE_CLIMBERS, ICE_CLIMBERS).game] as const
  const pads = [new RandomPads(1), new RandomPads(2)] as const
  for (let i = 0; i < 1200; i++) {
    const [first, second] = [pads[0].next(), pads[1].next()]
    if (i % 100 === 0) games[1].restore(games[0].save())
    const bytes = games[0].step(first, second).slice()
    expect(Buffer.compare(games[1].step(first, second), bytes)).toBe(0)
  }
  expect(games[1].hash()).toBe(games[0].hash())
})
