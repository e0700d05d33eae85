/** A series of matches between house bots: every pair, in both orders of the ports, again and again, each with its seed. */
import { createHash } from 'node:crypto'
import type { HouseBot } from '@arena/sdk'

export interface Fixture {
  /** From 1 on. */
  readonly number: number
  /** What `arena-kit play` is given: whose ports the seed draws. */
  readonly contestants: readonly [HouseBot, HouseBot]
  readonly seed: string
}

/** Matches `first` to `last` of the endless series of these bots. */
export function* fixturesOf(bots: readonly HouseBot[], first: number, last: number): Generator<Fixture> {
  const pairs = bots.flatMap((bot, i) => bots.slice(i).map((opponent) => [bot, opponent] as const))
  for (let number = first; number <= last; number++) {
    // Both orders of a pair share a seed: the same draws, with the ports exchanged.
    const turn = Math.ceil(number / 2)
    const [bot, opponent] = pairs[(turn - 1) % pairs.length]!
    const contestants = number % 2 === 1 ? ([bot, opponent] as const) : ([opponent, bot] as const)
    yield { number, contestants, seed: createHash('sha256').update(`house match ${turn}`).digest('hex') }
  }
}

/** How to play a match again and see it. */
export function commandOf({ contestants: [bot, opponent], seed }: Fixture): string {
  return `arena-kit play ${bot.name.toLowerCase()} --against ${opponent.name.toLowerCase()} --fast --seed ${seed}`
}
