/**
 * What the engine in a bot costs: frames played ahead in a second beside a game that runs, with and without views, and beside the bare
 * engine on the same games; and how long the bot needs for a frame before it is asked for its answer. Times are processor times.
 *
 *   npx tsx --conditions=source bench/predict.ts
 */
import { Game as Engine, loadAllFighters, STAGE_IDS } from '@arena/engine'
import { Character, type Controller } from '@arena/sdk'
import { Seat } from '@arena/sdk/house'
import { withEngine, type EngineGame } from '@arena/sdk/predict'
import { RandomPads } from '../packages/engine/tests/random-pads.ts'
import { thisMachine } from './this-machine.ts'

const AHEAD = 30
/** Frames of the game that runs; at each of them `AHEAD` frames are played ahead. */
const FRAMES = 1500
const ROUNDS = 5
const CHARACTERS = [Character.Fox, Character.Marth, Character.Peach, Character.Falco, Character.Sheik, Character.Samus]

type Run = 'bare engine' | 'ahead' | 'ahead, every frame seen' | 'lockstep alone' | 'no engine'

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

function wild(seed: number): Controller[] {
  const pads = new RandomPads(seed)
  return Array.from({ length: FRAMES + AHEAD }, () => ({ ...pads.next() }))
}

/** Microseconds that were measured, and frames that took them. */
interface Cost {
  us: number
  frames: number
}

/** Plays a game in which the bot presses wild buttons, and measures what a run asks of it. */
async function play(number: number, run: Run): Promise<Cost> {
  const cost: Cost = { us: 0, frames: 0 }
  const own = wild(number)
  const other = wild(number + 100)
  const character = CHARACTERS[number % CHARACTERS.length]!
  const players = [character, CHARACTERS[(number + 1) % CHARACTERS.length]!].map((id) => ({
    character: id,
    costume: 0,
    name: 'bench',
  }))
  const settings = {
    seed: new Uint8Array(32).fill(number),
    stage: STAGE_IDS[number % STAGE_IDS.length]!,
    players: [players[0]!, players[1]!] as const,
  }
  const bare = new Engine(settings)
  bare.start()
  const ahead = (game: EngineGame, index: number): void => {
    const opponent = other.slice(index, index + AHEAD)
    const watch = run === 'ahead, every frame seen' ? () => {} : undefined
    const from = cpuUs()
    const future = game.simulate(own.slice(index, index + AHEAD), AHEAD, { opponent, ...(watch && { watch }) })
    cost.us += cpuUs() - from
    cost.frames += future.frame - game.frame
  }
  let at = 0
  const make =
    run === 'no engine'
      ? () => ({ pick: () => ({ character, costume: 0 }), frame: () => own[at]! })
      : await withEngine(() => ({
          pick: () => ({ character, costume: 0 }),
          frame: (game) => {
            if (run.startsWith('ahead')) ahead(game, at)
            return own[at]!
          },
        }))
  const seat = new Seat({ name: 'bench', port: 0, matchId: `match_${'0'.repeat(26)}`, play: make() })
  await seat.join({ botId: `bot_${'0'.repeat(26)}`, name: 'wild' })
  const engine = new Engine(settings)
  seat.take(engine.start())
  for (; at < FRAMES && engine.ending === null; at++) {
    const events = engine.step({ ...seat.padOf(engine.frame + 1) }, other[at]!)
    const from = cpuUs()
    if (run === 'bare engine') {
      if (bare.ending === null) bare.step(own[at]!, other[at]!)
      cost.us += cpuUs() - from
      cost.frames++
    } else {
      seat.take(events)
      if (run === 'lockstep alone' || run === 'no engine') {
        cost.us += cpuUs() - from
        cost.frames++
      }
    }
  }
  return cost
}

async function round(run: Run): Promise<number> {
  const sum: Cost = { us: 0, frames: 0 }
  for (let number = 0; number < CHARACTERS.length; number++) {
    const { us, frames } = await play(number, run)
    sum.us += us
    sum.frames += frames
  }
  return sum.us / sum.frames
}

const startedAt = cpuUs()
await loadAllFighters()
console.log(thisMachine())
console.log(`all fighters loaded in ${((cpuUs() - startedAt) / 1000).toFixed(0)} ms of processor time\n`)
console.log('| | us a frame | frames a second |\n| --- | --- | --- |')
for (const run of ['bare engine', 'ahead', 'ahead, every frame seen', 'lockstep alone', 'no engine'] as const) {
  await round(run)
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i++) times.push(await round(run))
  const us = median(times)
  console.log(`| ${run} | ${us.toFixed(1)} | ${Math.round(1e6 / us)} |`)
}
