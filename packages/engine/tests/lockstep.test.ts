/** A match played beside the arena, from its stream (`lockstep.ts`). */
import { EventReader, EVENTS, FIRST_FRAME, FrameBuilder, type Frame, type GameStart } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { numbers, some } from '../../../scripts/tests/series.ts'
import { Lockstep, VERIFIED_FRAMES } from '../src/lockstep.ts'
import { RandomPads } from './random-pads.ts'
import { numberedGame } from './replay-hash.ts'

/** An arena's game between wild players, and the same stream as a bot reads it. */
class Arena {
  readonly game
  readonly lockstep: Lockstep
  readonly #pads
  readonly #builder = new FrameBuilder()
  #start: GameStart | null = null
  #frame: Frame | null = null
  readonly #reader = new EventReader((event) => {
    if (event.name === 'gameStart') this.#start = event.record
    this.#frame = this.#builder.take(event) ?? this.#frame
  })

  constructor(number: number) {
    this.game = numberedGame(number)
    this.#pads = [new RandomPads(number * 2 + 1), new RandomPads(number * 2 + 2)] as const
    this.#reader.push(this.game.start())
    this.lockstep = new Lockstep(this.#start!)
  }

  /** Plays a frame; `change` corrupts what the bot receives of it. */
  step(arrives = true, change: (events: Uint8Array) => void = () => {}): void {
    const events = this.game.step(this.#pads[0].next(), this.#pads[1].next()).slice()
    change(events)
    this.#reader.push(events)
    if (arrives) this.lockstep.take(this.#frame!, events)
  }

  /** Plays frames until a condition holds; at most `most`. */
  play(most: number, until: () => boolean = () => false): void {
    for (let i = 0; i < most && !this.game.ending && !until(); i++) this.step()
  }

  lose(frames: number): void {
    for (let i = 0; i < frames; i++) this.step(false)
  }
}

/** Every character twice, on all stages. */
const NUMBERS = some(
  numbers(100).map((n) => 7 * n),
  20,
)

test.each(NUMBERS)('match %i is played in lockstep: every byte, and the whole state', (number) => {
  const arena = new Arena(number)
  const { game, lockstep } = arena
  arena.play(3000, () => !lockstep.isExact || lockstep.game.hash() !== game.hash())
  expect(lockstep.difference).toBeNull()
  expect(lockstep).toMatchObject({ isInStep: true, isExact: true, lost: null })
  expect(lockstep.game.hash()).toBe(game.hash())
})

test('a frame that was taken before is left out', () => {
  const arena = new Arena(7)
  arena.play(200)
  const hash = arena.lockstep.game.hash()
  arena.lockstep.take({ frame: FIRST_FRAME + 100 } as Frame, new Uint8Array(0))
  expect(arena.lockstep.game.hash()).toBe(hash)
  expect(arena.lockstep.isExact).toBe(true)
})

describe('an arena that plays otherwise', () => {
  const damage = (events: Uint8Array): void => {
    // Percent of port 0 after the frame: Frame Start, two Pre-Frames, then the Post-Frame of port 0.
    const at = events.indexOf(EVENTS.postFrame.code, 13 + 2 * 66)
    const { offset } = EVENTS.postFrame.fields.find(({ name }) => name === 'percent')!
    new DataView(events.buffer).setFloat32(at + offset, 77)
  }

  test('is named by frame, event, field and both values', () => {
    const arena = new Arena(1)
    arena.play(300)
    arena.step(true, damage)
    expect(arena.lockstep.difference).toMatchObject({
      frame: FIRST_FRAME + 300,
      event: 'Post-Frame Update',
      field: 'percent',
    })
    expect(arena.lockstep.difference!.text).toMatch(/of port 0 differs in percent: 77 recorded, [\d.]+ played again/)
    expect(arena.lockstep).toMatchObject({ isInStep: false, isExact: false })
  })

  test('is followed: what the stream says counts from then on', () => {
    const arena = new Arena(1)
    arena.play(300)
    arena.step(true, damage)
    expect(arena.lockstep.game.players[0].percent).toBe(77)
  })
})

describe('a missed stretch', () => {
  test('is said at once, with its frames, and the state is called approximate', () => {
    const arena = new Arena(3)
    arena.play(400)
    arena.lose(45)
    expect(arena.lockstep.isExact).toBe(true)
    arena.step()
    const from = FIRST_FRAME + 400
    expect(arena.lockstep).toMatchObject({ lost: { from, to: from + 44 }, isInStep: false, isExact: false })
  })

  test.each([1, 20, 300])('of %i frames: from the next frame on all that the stream holds is as recorded', (frames) => {
    for (const number of numbers(12).map((n) => 51 * n)) {
      const arena = new Arena(number)
      const { game, lockstep } = arena
      arena.play(500)
      arena.lose(frames)
      for (let i = 0; i < 200 && !game.ending; i++) {
        arena.step()
        const shown = lockstep.game.players.map(({ x, y, percent, stocks, character }) => [
          x,
          y,
          percent,
          stocks,
          character,
        ])
        const real = game.players.map(({ x, y, percent, stocks, character }) => [x, y, percent, stocks, character])
        if (lockstep.game.frame !== game.frame || String(shown) !== String(real)) {
          expect.fail(`match ${number}, frame ${game.frame}: ${String(shown)} instead of ${String(real)}`)
        }
      }
    }
  })

  test('leaves most frames equal byte for byte, and is called exact only after a long run of them', () => {
    let equal = 0
    let all = 0
    for (const number of numbers(6).map((n) => 75 * n + 25)) {
      const arena = new Arena(number)
      const { game, lockstep } = arena
      arena.play(400)
      arena.lose(30)
      let run = 0
      while (!game.ending && all < 6 * 1500 && game.frame < 1800) {
        arena.step()
        all++
        run = lockstep.isInStep ? run + 1 : 0
        if (lockstep.isInStep) equal++
        if (lockstep.isExact !== run >= VERIFIED_FRAMES) expect.fail(`match ${number}, frame ${game.frame}`)
      }
    }
    expect(equal / all).toBeGreaterThan(0.9)
  })

  test('may be the whole beginning, as for a bot that was started again', () => {
    for (const number of numbers(12).map((n) => 51 * n + 4)) {
      const arena = new Arena(number)
      arena.lose(700)
      arena.play(60)
      const { game, lockstep } = arena
      expect(lockstep.lost).toEqual({ from: FIRST_FRAME, to: FIRST_FRAME + 699 })
      expect(lockstep.isExact).toBe(false)
      expect(lockstep.game.players.map(({ x, y }) => [x, y])).toEqual(game.players.map(({ x, y }) => [x, y]))
    }
  })
})

test('a stage or a character that the engine does not have is refused in words', () => {
  const start = { stageId: 31, randomSeed: 0, players: [0, 1].map(() => ({ characterId: 2 })) } as unknown as GameStart
  expect(() => new Lockstep({ ...start, stageId: 9 })).toThrow('The engine has no stage 9')
  const players = [{ characterId: 30 }, { characterId: 2 }] as unknown as GameStart['players']
  expect(() => new Lockstep({ ...start, players })).toThrow('The engine has no character 30')
})
