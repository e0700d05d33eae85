/** Twelve typical moments of a fighter, played with the pads of a mirror match, the same each time. */
import { Game, Picture, PICTURE_BYTES, type Pad, type PickId, type PictureBody } from '@arena/engine'
import { BUTTON } from '@arena/slp'

/** A moment: the body that is meant, and the picture as base64. */
export interface Moment {
  readonly body: number
  readonly picture: string
}

/** The columns of the sheet. */
export const ACTION_NAMES = [
  'stand',
  'run',
  'jump',
  'attack',
  'in the air',
  'special',
  'shield',
  'hold',
  'throw',
  'hurt',
  'down',
  'ledge',
  'climb',
] as const

const NEUTRAL: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const { A, B, X, Z, L } = BUTTON
/** Waits, also at an edge. */
const WAITS = [14, 245, 246]
const DOWN = [184, 192]
const THROW = [219, 220, 221, 222]
const HANG = 253
const CLIMBS = [254, 255]
/** Final Destination. */
const STAGE = 32
const EDGE = 85.57

type Pads = readonly [Partial<Pad>, Partial<Pad>]

class Play {
  readonly #game: Game
  readonly #picture = new Picture()
  /** Index of the second player's body. */
  readonly rival: number

  constructor(character: PickId) {
    const player = { character, costume: 0, name: '' }
    this.#game = new Game({ seed: new Uint8Array(32).fill(7), stage: STAGE, players: [player, player] })
    this.step({}, {})
    this.rival = this.#picture.bodies.findIndex(({ port }) => port === 1)
  }

  body(index = 0): PictureBody {
    return this.#picture.bodies[index]!
  }

  get bodies(): [PictureBody, PictureBody] {
    return [this.body(), this.body(this.rival)]
  }

  step(first: Partial<Pad>, second: Partial<Pad>): void {
    this.#game.step({ ...NEUTRAL, ...first }, { ...NEUTRAL, ...second })
    this.#game.show(this.#picture)
  }

  hold(frames: number, first: Partial<Pad> = {}, second: Partial<Pad> = {}): void {
    for (let i = 0; i < frames; i++) this.step(first, second)
  }

  /** Plays until something holds, up to a number of frames. Returns whether it came to hold. */
  until(limit: number, holds: () => boolean, pads: (frame: number) => Pads = () => [{}, {}]): boolean {
    for (let i = 0; i < limit; i++) {
      if (holds()) return true
      this.step(...pads(i))
    }
    return holds()
  }

  shot(body = 0): Moment {
    const buffer = new ArrayBuffer(PICTURE_BYTES)
    this.#game.show(new Picture(buffer))
    return { body, picture: Buffer.from(buffer).toString('base64') }
  }
}

/** On the floor, free to act. */
function isReady({ action }: PictureBody): boolean {
  return WAITS.includes(action)
}

function solo(
  character: PickId,
): Record<'stand' | 'run' | 'jump' | 'attack' | 'in the air' | 'special' | 'shield', Moment> {
  const play = new Play(character)
  const ready = (): boolean => play.until(200, () => isReady(play.body()))
  const strike = (pad: Partial<Pad>, limit = 60): void => {
    play.until(
      limit,
      () => play.body().hitboxCount > 0,
      (frame) => [frame < 2 ? pad : {}, {}],
    )
    play.step({}, {})
  }
  play.hold(150)
  const stand = play.shot()
  play.hold(24, { stickX: 255 })
  const run = play.shot()
  ready()
  play.hold(3, { buttons: X })
  play.hold(14)
  const jump = play.shot()
  ready()
  strike({ buttons: A, stickX: 255 })
  const attack = play.shot()
  ready()
  play.hold(4, { buttons: X })
  play.hold(12)
  strike({ buttons: A, stickX: 200 })
  const air = play.shot()
  ready()
  play.hold(2, { buttons: B, stickY: 255 })
  play.hold(9)
  const special = play.shot()
  play.until(400, () => isReady(play.body()))
  play.hold(20, { buttons: L, l: 255 })
  return { stand, run, jump, attack, 'in the air': air, special, shield: play.shot() }
}

function grapple(character: PickId): Record<'hold' | 'throw' | 'hurt', Moment> {
  const play = new Play(character)
  play.hold(150)
  const gap = (): number => play.bodies[1].x - play.bodies[0].x
  play.until(
    300,
    () => gap() < 40,
    () => [{ stickX: 190 }, { stickX: 66 }],
  )
  play.until(
    100,
    () => gap() < 9,
    () => [{ stickX: 170 }, {}],
  )
  for (let i = 0; i < 4 && play.body().holds < 0; i++) {
    play.until(60, () => isReady(play.body()))
    play.until(
      30,
      () => play.body().holds >= 0,
      (frame) => [frame < 2 ? { buttons: Z } : {}, {}],
    )
  }
  play.hold(14)
  const hold = play.shot()
  play.until(
    30,
    () => THROW.includes(play.body().action),
    () => [{ stickX: 255 }, {}],
  )
  play.until(40, () => play.body().holds < 0 || play.body().actionFrame > 8)
  const thrown = play.shot()
  play.until(80, () => play.body().holds < 0)
  play.hold(4)
  const hurt = play.shot(play.rival)
  return { hold, throw: thrown, hurt }
}

/** Struck until it lies on the floor, from the left with the whole stage to fall on. */
function floored(character: PickId): Moment {
  const play = new Play(character)
  const isDown = (): boolean => DOWN.includes(play.bodies[1].action)
  play.hold(150)
  for (let i = 0; i < 24 && !isDown(); i++) {
    const isNear = (): boolean => play.bodies[1].x - play.bodies[0].x < 11
    play.until(400, () => isReady(play.bodies[1]))
    play.until(400, isNear, () => [{}, { stickX: 60 }])
    play.until(200, () => isReady(play.bodies[0]) && isReady(play.bodies[1]))
    const blow = i % 2 === 0 ? { stickX: 255 } : { stickY: 0 }
    play.until(150, isDown, (frame) => [frame < 2 ? { buttons: A, ...blow } : {}, {}])
  }
  play.hold(6)
  return play.shot(play.rival)
}

function ledge(character: PickId): Record<'ledge' | 'climb', Moment> {
  const play = new Play(character)
  play.hold(150)
  // To the right edge, then backwards over it, and to the ledge.
  for (let i = 0; i < 4 && play.body().action !== HANG; i++) {
    play.until(
      400,
      () => play.body().x > EDGE - 14,
      () => [{ stickX: 176 }, { stickX: 80 }],
    )
    play.until(60, () => isReady(play.body()))
    play.until(
      60,
      () => play.body().facing < 0,
      () => [{ stickX: 90 }, {}],
    )
    play.until(60, () => isReady(play.body()))
    play.until(
      12,
      () => play.body().isAirborne,
      () => [{ buttons: X, stickX: 255 }, {}],
    )
    // It drifts to a place just outside, with an eye on where its speed takes it.
    let last = play.body().x
    play.until(
      200,
      () => play.body().action === HANG || !play.body().isAirborne,
      () => {
        const { x } = play.body()
        const soon = x + (x - last) * 8
        last = x
        return [{ stickX: soon > EDGE + 6 ? 0 : soon < EDGE + 4 ? 255 : 128 }, {}]
      },
    )
  }
  play.hold(10)
  const hang = play.shot()
  play.until(
    60,
    () => CLIMBS.includes(play.body().action),
    (frame) => [frame % 2 === 0 ? { stickX: 0 } : {}, {}],
  )
  play.hold(14)
  return { ledge: hang, climb: play.shot() }
}

export function actionsOf(character: PickId): Moment[] {
  const all = { ...solo(character), ...grapple(character), down: floored(character), ...ledge(character) }
  return ACTION_NAMES.map((name) => all[name])
}
