/**
 * Prints how many bytes a warm frame allocates in the worst of the matches of each kind, with few articles and with many: for each
 * match the least of several rounds. A program of its own, because what V8 inlines in a test runner's process depends on what
 * else runs there and on how busy the machine is.
 */
import { argv, stdout } from 'node:process'
import { getHeapSpaceStatistics } from 'node:v8'
import { FIRING, RandomPads, type Habits } from './random-pads.ts'
import { numberedGame, PROJECTILE_MATCHES } from './replay-hash.ts'
import { loadAllFighters, type Pad } from '../src/index.ts'

/** One per stage, with twelve different characters. */
const MATCHES = [5, 82, 189, 296, 403, 510]
const FRAMES = 2000
const WARM_ROUNDS = 30
const MEASURED_ROUNDS = 4

function padsOf(number: number, habits?: Habits): Pad[] {
  const pads = new RandomPads(number, habits)
  return Array.from({ length: FRAMES }, () => ({ ...pads.next() }))
}

/** A few of the matches, or all of them. */
const every = Number(argv[2])

await loadAllFighters()
const kinds: readonly (readonly [readonly number[], Habits?])[] = [[MATCHES], [PROJECTILE_MATCHES, FIRING]]
const games = kinds.map(([matches, habits]) =>
  matches
    .filter((_, index) => index % every === 0)
    .map((number) => {
      const game = numberedGame(number)
      game.start()
      return { game, start: game.save(), first: padsOf(number, habits), second: padsOf(number + 1, habits) }
    }),
)
type Played = (typeof games)[number][number]

function play({ game, start, first, second }: Played): void {
  game.restore(start)
  for (let i = 0; i < FRAMES; i++) game.step(first[i]!, second[i]!)
}

/** What frames allocate is young; the rest of the heap grows with what V8 compiles, a page at a time. */
function youngBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')!.space_used_size
}

function bytesAFrame(game: Played): number {
  globalThis.gc!()
  const before = youngBytes()
  play(game)
  return (youngBytes() - before) / FRAMES
}

for (let round = 0; round < WARM_ROUNDS; round++) for (const game of games.flat()) play(game)
const measured = games.map((kind) =>
  kind.map((game) =>
    // A collection meanwhile (below 0) means nothing.
    Math.min(...Array.from({ length: MEASURED_ROUNDS }, () => bytesAFrame(game)).filter((bytes) => bytes >= 0)),
  ),
)
stdout.write(JSON.stringify(measured.map((kind) => Math.max(...kind))))
