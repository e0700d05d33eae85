/** The engine in the bot: a match in lockstep with the arena's, and games that are played ahead of it. */
import { FIRST_FRAME, type GameEnd } from '@arena/slp'
import { beforeAll, describe, expect, test } from 'vitest'
import { FrameSeeds } from '../../engine/src/seed.ts'
import { RandomPads } from '../../engine/tests/random-pads.ts'
import { numbers, some } from '../../../scripts/tests/series.ts'
import { BUTTON, stick, type Controller, type Hands } from '../src/controller.ts'
import type { Character } from '../src/characters.ts'
import type { Game } from '../src/game.ts'
import {
  guessedSeeds,
  withEngine,
  type EngineGame,
  type EnginePlay,
  type FutureGame,
  type SavedGame,
} from '../src/predict/index.ts'
import type { Play } from '../src/session.ts'
import { Duel, seedOf } from './duel.ts'

type Answer = (game: EngineGame) => Hands

let makePlay: (bot: EnginePlay) => Play
beforeAll(async () => {
  let next: EnginePlay
  const make = await withEngine(() => next)
  makePlay = (bot) => {
    next = bot
    return make()
  }
})

/** A match by its number, between wild pads and a bot that answers so. */
function duel(number: number, frame: Answer): Promise<Duel> {
  return Duel.begin(
    number,
    makePlay({ pick: () => ({ character: ((number * 7 + 3) % 26) as Character, costume: 0 }), frame }),
  )
}

/** Pads of a wild player, each its own object. */
function wild(seed: number): () => Controller {
  const pads = new RandomPads(seed)
  return () => ({ ...pads.next() })
}

/** The state of a game on a frame, without what is said of how it was played. */
function seen({ frame, stage, me, opponent, items, raw }: Game) {
  return { frame, stage, me, opponent, items, stageEvents: [raw.fodPlatforms, raw.dreamlandWhispy] }
}

/** The view of a match at a frame, and the one some frames later. */
interface Stretch {
  readonly number: number
  readonly from: number
  readonly frames: number
}

/** Plays a match in which the bot presses wild buttons; asks at `from`, and gives what then comes after `frames` frames. */
async function playStretch<T>(
  { number, from, frames }: Stretch,
  ask: (game: EngineGame, coming: { own: Controller[]; other: Controller[] }) => T,
): Promise<{ asked: T; came: EngineGame }> {
  // The opponent's pads do not depend on the bot's: a first game shows them.
  const rehearsal = await duel(number, () => ({}))
  rehearsal.play(from - FIRST_FRAME + frames + 1)
  const next = wild(number + 1000)
  const own: Controller[] = []
  for (let i = 0; i < from - FIRST_FRAME + frames + 2; i++) own.push(next())
  let asked: T | undefined
  let came: EngineGame | undefined
  const match = await duel(number, (game) => {
    const index = game.frame - FIRST_FRAME
    if (game.frame === from) {
      const other = rehearsal.opponentPads.slice(index + 1)
      asked = ask(game, { own: own.slice(index), other })
    }
    if (game.frame === from + frames) came = game
    return own[index]!
  })
  match.play(from - FIRST_FRAME + frames + 1)
  return { asked: asked!, came: came! }
}

const realSeeds = (number: number) => {
  const seeds = new FrameSeeds(seedOf(number))
  return (frame: number) => seeds.at(frame)
}

const STRETCHES: Stretch[] = numbers(18).map((i) => ({
  number: 31 * i + 2,
  from: 60 + 41 * i,
  frames: 1 + ((7 * i) % 60),
}))

describe('in lockstep', () => {
  test.each(some(numbers(100), 25))(
    'match %i: the bot that tries out wild futures stays equal byte for byte',
    async (number) => {
      const wildness = wild(number + 5)
      let frames = 0
      let worst: EngineGame | null = null
      const match = await duel(number, (game) => {
        frames++
        if (!game.isExact || !game.isInStep) worst ??= game
        const plan = [wildness(), wildness(), wildness()]
        if (game.frame % 20 === 0) game.simulate(plan, 30, { opponent: plan, seeds: guessedSeeds(number) })
        return plan[0]!
      })
      match.play(1500, () => worst !== null)
      expect(worst).toBeNull()
      expect(frames).toBeGreaterThan(200)
    },
  )
})

describe('a game played ahead', () => {
  test.each(STRETCHES)(
    'match $number: with both pads and the seeds known, $frames frames after $from it is what then happens, view and all',
    async ({ number, from, frames }) => {
      const { asked, came } = await playStretch({ number, from, frames }, (game, { own, other }) => {
        const seeds = realSeeds(number)
        return [
          game.simulate(own, frames, { opponent: other, seeds }),
          game.simulate(own, frames, { opponent: other, seeds, watch: () => {} }),
        ]
      })
      for (const future of asked) {
        expect(future.fault).toBeNull()
        expect(seen(future)).toEqual(seen(came))
      }
    },
  )

  test('begins with what is on its way to the arena', async () => {
    const sent: number[][] = []
    const match = await duel(2, (game) => {
      const played: number[] = []
      if (game.frame === 100) {
        game.simulate([stick(0.5)], 4, { watch: ({ me }) => played.push(me.raw.pre!.rawJoystickX) })
        sent.push(played)
      }
      return stick(game.frame % 2 === 0 ? 1 : -1)
    })
    match.play(300)
    // A house seat plays with a lead of two frames: the answers to 98 and 99, then the plan, then rest.
    expect(sent).toEqual([[80, -80, 40, 0]])
  })

  test('in two parts comes out as in one, from a future and from a saved game alike', async () => {
    const found: FutureGame[] = []
    const match = await duel(5, (game) => {
      if (game.frame === 250) {
        const next = wild(77)
        const plan = Array.from({ length: 50 }, next)
        const whole = game.simulate(plan, 52, { opponent: 'hold' })
        const first = game.simulate(plan, 22, { opponent: 'hold' })
        const saved = first.save()
        game.simulate([stick(-1)], 60)
        const rest = plan.slice(20)
        found.push(whole, first.simulate(rest, 30), game.restore(saved).simulate(rest, 30), first.restore(saved))
      }
      return {}
    })
    match.play(400)
    const [whole, second, restored, saved] = found
    expect(seen(second!)).toEqual(seen(whole!))
    expect(seen(restored!)).toEqual(seen(whole!))
    expect([saved!.frame, saved!.me.x]).not.toEqual([whole!.frame, whole!.me.x])
    expect(saved!.frame).toBe(272)
  })

  test('by functions comes out as by the lists of what they answer, each seen from its own side', async () => {
    const chase = ({ me, opponent }: Game): Hands => stick(Math.sign(opponent.x - me.x))
    const found: FutureGame[] = []
    const match = await duel(8, (game) => {
      if (game.frame === 200) {
        const own: Hands[] = []
        const other: Hands[] = []
        const byRule = game.simulate(
          (seenByMe) => {
            own.push(chase(seenByMe))
            return own.at(-1)!
          },
          40,
          {
            opponent: (seenByThem) => {
              expect(seenByThem.me.port).toBe(game.opponent.port)
              other.push(chase(seenByThem))
              return other.at(-1)!
            },
          },
        )
        found.push(byRule, game.simulate(own, 40, { opponent: other }))
      }
      return {}
    })
    match.play(400)
    expect(found).toHaveLength(2)
    expect(seen(found[0]!)).toEqual(seen(found[1]!))
    expect(found[0]!.opponent.x).not.toBe(found[0]!.me.x)
  })

  test('the opponent rests, holds its last input, or repeats its last ones', async () => {
    const played: Record<string, number[]> = {}
    const match = await duel(3, (game) => {
      if (game.frame !== 300) return {}
      for (const opponent of ['rest', 'hold', { repeat: 3 }] as const) {
        const sticks: number[] = (played[JSON.stringify(opponent)] = [])
        game.simulate([], 5, { opponent, watch: (future) => sticks.push(future.opponent.raw.pre!.rawJoystickX) })
      }
      return {}
    })
    match.play(500)
    const [first, second, last] = match.opponentPads
      .slice(298 - FIRST_FRAME, 301 - FIRST_FRAME)
      .map((pad) => pad.stickX - 128)
    expect(played).toEqual({
      '"rest"': [0, 0, 0, 0, 0],
      '"hold"': [last, last, last, last, last],
      '{"repeat":3}': [first, second, last, first, second],
    })
  })

  test('names who hit whom, and for how much', async () => {
    const damage = [0, 0]
    const pads: [Hands[], Hands[]] = [[], []]
    /** Runs to the other and strikes. */
    const fight = ({ frame, me, opponent }: Game): Hands => {
      const side = Math.sign(opponent.x - me.x)
      const hands = Math.abs(opponent.x - me.x) > 12 ? stick(side) : stick(side / 2, 0, frame % 16 < 2 ? BUTTON.A : 0)
      pads[me.port].push(hands)
      return hands
    }
    let future: FutureGame | undefined
    const match = await duel(1, (game) => {
      if (game.frame !== 0) return {}
      let before: Game = game
      const watch = (next: Game): void => {
        for (const side of ['me', 'opponent'] as const) {
          damage[next[side].port]! += Math.max(0, next[side].percent - before[side].percent)
        }
        before = next
      }
      future = game.simulate(fight, 1500, { opponent: fight, watch })
      const { me, opponent } = game
      const again = game.simulate(pads[me.port], 1500, { opponent: pads[opponent.port] })
      expect(again.hits).toEqual(future.hits)
      return {}
    })
    match.play(126)
    for (const port of [0, 1] as const) {
      const taken = future!.hits.filter(({ on }) => on === port)
      expect(taken.length).toBeGreaterThan(0)
      expect(taken.every(({ by }) => by === 1 - port)).toBe(true)
      expect(taken.reduce((sum, hit) => sum + hit.damage, 0)).toBeCloseTo(damage[port]!)
    }
  })

  test('ends with the game', async () => {
    const ends: FutureGame[] = []
    const match = await duel(11, (game) => {
      if (game.frame === 0)
        ends.push(
          game.simulate(() => stick(-1), 8 * 3600, { opponent: 'rest' }),
          game.simulate(
            Array.from({ length: 9000 }, () => stick(-1)),
            9000,
            { opponent: 'rest' },
          ),
        )
      return {}
    })
    match.play(126)
    for (const { ending, me, frame } of ends) {
      expect(ending).toEqual({ winner: 'opponent' })
      expect(me.stocks).toBe(0)
      expect(frame).toBeLessThan(9000)
    }
    expect(seen(ends[0]!).frame).toBe(ends[1]!.frame)
  })

  test('has the same luck for every plan, and other luck for the asking', async () => {
    const seeds = guessedSeeds()
    expect(seeds(100)).toBe(guessedSeeds()(100))
    expect(seeds(100)).not.toBe(seeds(101))
    expect(seeds(100)).not.toBe(guessedSeeds(1)(100))
  })

  test('refuses what it cannot play, in words', async () => {
    const errors: string[] = []
    const saves: SavedGame[] = []
    const attempt = (what: () => unknown): void => {
      try {
        what()
      } catch (error) {
        errors.push((error as Error).message)
      }
    }
    const ask = (game: EngineGame): Hands => {
      if (game.frame !== 0) return {}
      saves.push(game.save())
      attempt(() => game.simulate([], -1))
      attempt(() => game.simulate([], 1.5))
      attempt(() => game.simulate([{ stickX: 300 }], 5))
      attempt(() => game.simulate([], 5, { opponent: { repeat: 0 } }))
      attempt(() => game.simulate(() => game.simulate([], 1).me && {}, 5))
      attempt(() => game.restore(saves[0]!))
      return {}
    }
    for (const number of [1, 2]) (await duel(number, ask)).play(126)
    expect(errors.slice(5)).toEqual([...errors.slice(0, 5), 'This game was saved in another match'])
    expect(errors.slice(0, 5)).toEqual([
      'frames is a whole number from 0 to 30000, not -1',
      'frames is a whole number from 0 to 30000, not 1.5',
      'stickX is an integer from 0 to 255, not 300',
      'repeat is a whole number of frames from 1 to 600, not 0',
      'A function that is asked while a game is played ahead cannot play one ahead itself',
    ])
  })
})

describe('after a missed stretch', () => {
  test('the game says which frames were lost and that its futures are guesses, and can be played on', async () => {
    const told: Pick<EngineGame, 'frame' | 'isExact' | 'lost'>[] = []
    let future: FutureGame | null = null
    const match = await duel(4, (game) => {
      const { frame, isExact, lost } = game
      if (frame === 299 || frame === 350) told.push({ frame, isExact, lost })
      if (frame === 350) future = game.simulate([], 20)
      return {}
    })
    match.play(300 - FIRST_FRAME)
    for (let i = 0; i < 50; i++) match.step(false)
    match.play(60)
    expect(told).toEqual([
      { frame: 299, isExact: true, lost: null },
      { frame: 350, isExact: false, lost: { from: 300, to: 349 } },
    ])
    expect(future).toMatchObject({ frame: 370, fault: null })
  })
})

test('a bot hears what every bot hears', async () => {
  const heard: string[] = []
  const play = makePlay({
    pick: () => ({ character: 2, costume: 0 }),
    frame: () => ({}),
    missed: () => heard.push('missed'),
    reconnected: () => heard.push('reconnected'),
    end: () => heard.push('end'),
  })
  play.missed?.({ frame: 0, isLate: false, count: 1 })
  play.reconnected?.({ lastFrame: 0, frame: 5, count: 1 })
  play.end?.({ game: null, gameEnd: {} as GameEnd, missed: 0, reconnects: 0 })
  expect(heard).toEqual(['missed', 'reconnected', 'end'])
})
