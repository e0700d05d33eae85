/** A game played by hand: pads in, the recorded frames of player 0 out. Player 1 stands aside. */
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { EventReader, type PostFrame, type PreFrame } from '@arena/slp'
import { Game, type Pad, type PickId, type StageId } from '../src/index.ts'
import { FighterRecord } from '../src/state/fields.ts'
import { fighterAt } from '../src/state/state.ts'

export { BUTTON } from '../src/input/buttons.ts'

export const NEUTRAL: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }

/** External character ids. */
export const FOX = EXTERNAL_ID.fox
export const KIRBY = EXTERNAL_ID.kirby
export const MARTH = EXTERNAL_ID.marth
export const PEACH = EXTERNAL_ID.peach
export const NESS = EXTERNAL_ID.ness
export const ICE_CLIMBERS = EXTERNAL_ID.popo
export const JIGGLYPUFF = EXTERNAL_ID.jigglypuff
export const FALCO = EXTERNAL_ID.falco

export const BATTLEFIELD: StageId = 31
const FINAL_DESTINATION: StageId = 32

/** A pad with the stick at a number of eightieths. */
export function stick(x: number, y = 0, buttons = 0): Pad {
  return { ...NEUTRAL, stickX: 128 + x, stickY: 128 + y, buttons }
}

export function press(buttons: number): Pad {
  return { ...NEUTRAL, buttons }
}

export const RIGHT = stick(80)
export const LEFT = stick(-80)
export const DOWN = stick(0, -80)
export const UP = stick(0, 80)

interface Setting {
  character?: number
  stage?: StageId
  seed?: number
}

export class Scene {
  readonly game: Game
  post!: PostFrame
  pre!: PreFrame
  readonly #reader: EventReader

  constructor({ character = FOX, stage = FINAL_DESTINATION, seed = 1 }: Setting = {}) {
    this.game = new Game({
      seed: new Uint8Array(32).fill(seed),
      stage,
      players: [
        { character, costume: 0, name: 'first' },
        { character: FOX, costume: 1, name: 'second' },
      ],
    })
    this.#reader = new EventReader((event) => {
      if (event.name !== 'postFrame' && event.name !== 'preFrame') return
      if (event.record.playerIndex !== 0 || event.record.isFollower !== 0) return
      if (event.name === 'postFrame') this.post = event.record
      else this.pre = event.record
    })
    this.#reader.push(this.game.start())
  }

  /** Plays one frame. */
  step(pad: Pad = NEUTRAL): PostFrame {
    this.#reader.push(this.game.step(pad, NEUTRAL))
    return this.post
  }

  /** Plays several frames with one pad; gives each. */
  hold(pad: Pad, frames: number): PostFrame[] {
    return Array.from({ length: frames }, () => this.step(pad))
  }

  /** Plays a pad a frame; gives each frame. */
  play(...pads: Pad[]): PostFrame[] {
    return pads.map((pad) => this.step(pad))
  }

  /** Plays one pad until a frame satisfies; gives that frame. */
  until(isDone: (post: PostFrame) => boolean, pad: Pad = NEUTRAL, limit = 2000): PostFrame {
    for (let i = 0; i < limit; i++) {
      if (isDone(this.step(pad))) return this.post
    }
    throw new Error(`Still in action ${this.post.actionStateId} after ${limit} frames`)
  }

  /** The fighter's state as it stands: a copy. */
  get state(): FighterRecord {
    return new FighterRecord(this.game.save().buffer as ArrayBuffer, fighterAt(0))
  }

  /** Sets fields of the fighter's state. */
  put(fields: Partial<FighterRecord>): this {
    const saved = this.game.save()
    Object.assign(new FighterRecord(saved.buffer as ArrayBuffer, fighterAt(0)), fields)
    this.game.restore(saved)
    return this
  }

  /** Plays on until the fighter stands idle and may act. */
  stand(): this {
    this.until((post) => post.actionStateId === ACTION.Wait && post.frame >= -39)
    return this
  }
}

/** Left end of Final Destination. */
export const LEFT_END = -85.5657

/** Falling off the left end of Final Destination, at this distance from it, facing the stage. */
export function offStage(character: number, distance: number, y = 0): Scene {
  return new Scene({ character }).stand().put({
    action: ACTION.Fall,
    x: LEFT_END - distance,
    y,
    facing: 1,
    isAirborne: true,
    jumpsUsed: 1,
    previousEcbBottom: 0,
  })
}

/** Just caught the left ledge of Final Destination. */
export function hanging(character: PickId = FOX): Scene {
  const scene = offStage(character, 5, 5)
  scene.until((post) => post.actionStateId === ACTION.CliffCatch, NEUTRAL, 60)
  return scene
}

/** The actions that tests name (the game's own numbers). */
export const ACTION = {
  DeadDown: 0,
  DeadUpStar: 4,
  Rebirth: 12,
  RebirthWait: 13,
  Wait: 14,
  WalkSlow: 15,
  WalkMiddle: 16,
  Turn: 18,
  TurnRun: 19,
  Dash: 20,
  Run: 21,
  RunBrake: 23,
  KneeBend: 24,
  JumpF: 25,
  JumpB: 26,
  JumpAerialF: 27,
  Fall: 29,
  FallAerial: 32,
  FallSpecial: 35,
  DamageFall: 38,
  Squat: 39,
  SquatWait: 40,
  SquatRv: 41,
  Landing: 42,
  LandingFallSpecial: 43,
  GuardOn: 178,
  Guard: 179,
  GuardOff: 180,
  EscapeF: 233,
  EscapeB: 234,
  EscapeN: 235,
  EscapeAir: 236,
  Pass: 244,
  Ottotto: 245,
  CliffCatch: 252,
  CliffWait: 253,
  CliffClimbQuick: 255,
  CliffAttackQuick: 257,
  CliffEscapeQuick: 259,
  CliffJumpSlow1: 260,
  CliffJumpSlow2: 261,
  CliffJumpQuick1: 262,
  CliffJumpQuick2: 263,
  Entry: 322,
  EntryStart: 323,
  EntryEnd: 324,
} as const

/** Lengths of the runs of equal action ids. */
export function runs(posts: readonly PostFrame[]): [action: number, frames: number][] {
  const found: [number, number][] = []
  for (const { actionStateId } of posts) {
    const last = found.at(-1)
    if (last?.[0] === actionStateId) last[1]++
    else found.push([actionStateId, 1])
  }
  return found
}

/** Facing right in the middle of the stage. */
export function standing(character?: number): Scene {
  return new Scene(character === undefined ? {} : { character }).stand()
}
