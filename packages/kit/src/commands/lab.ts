/** `arena-kit lab`: how much of a network a bot bears. */
import { randomInt } from 'node:crypto'
import { FIRST_FRAME } from '@arena/slp'
import { EXIT, exitsWith, integer, newCommand, realNumber, wholeNumber } from '@arena/host/command-line'
import { InvalidArgumentError } from 'commander'
import { botSource, type BotSource } from '../arguments.ts'
import { NO_DELAY, seeded } from '../lab/delay-line.ts'
import { isUndisturbed, onBench, type Bench, type Measurement, type Run } from '../lab/bench.ts'
import { describeFound, describeMeasurement, describeRun, describeTotal } from '../lab/report.ts'
import { findLargest, type Found } from '../lab/search.ts'
import { OPPONENTS } from '../opponents.ts'
import type { Terminal } from '../terminal.ts'
import { type AddCommand } from './command.ts'

const FRAMES_PER_SECOND = 60
const MOST_SEED = 2 ** 32 - 1
/** The length of a run of the search. */
const SEARCH_SECONDS = 4

interface LabOptions {
  readonly roundTrip: number
  readonly jitter: number
  /** Percent. */
  readonly loss: number
  readonly drops: number
  readonly dropAt?: readonly number[]
  readonly seconds: number
  readonly against: string
  readonly seed?: number
  readonly search: boolean
}

export const addLab: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'lab', 'find out how much delay, jitter, loss and lost sockets a bot bears')
    .argument('<bot>', 'a program, or the URL of a bot that runs already', botSource)
    .option(
      '--round-trip <ms>',
      'time from the arena to the bot and back, added to what there is',
      realNumber(0, 2000),
      0,
    )
    .option('--jitter <ms>', 'each packet takes up to this much longer, each way', realNumber(0, 2000), 0)
    .option('--loss <percent>', 'this share of packets is lost and sent again, each way', realNumber(0, 50), 0)
    .option('--drops <n>', 'the socket drops this many times, at random frames', wholeNumber(0, 20), 0)
    .option('--drop-at <frames>', 'the socket drops at these frames, such as 0,120', frameList)
    .option('--seconds <n>', 'how long the match lasts', wholeNumber(2, 120), 10)
    .option('--against <bot>', `who plays against it: ${OPPONENTS.join(', ')}`, opponent, 'still')
    .option('--seed <n>', 'from which jitter, loss and drops are drawn (default: random)', wholeNumber(0, MOST_SEED))
    .option('--no-search', 'do not search for the largest round trip at which pads land')
    .addHelpText(
      'after',
      `
Plays a match through a stretch of network of the kit's own, and shows the slack of pads: how long before its poll the
first pad for each frame arrived, as the arena writes it down in the receipt of a match. Then searches, with matches of
${SEARCH_SECONDS} seconds and without jitter, loss and drops, for the largest round trip at which pads land.
A match in which one pad in 200 is missed counts as well, and a delay is tried up to four times, since stalls of this
machine cost pads too.

Jitter is evenly distributed, and packets stay in order, as TCP delivers them. TCP shows a loss as a delay: the packet
is sent again once three later ones have arrived, or after the round trip and 200 ms; what follows it waits.
${exitsWith('a match did not begin')}`,
    )
    .action(action((bot: BotSource, options: LabOptions) => lab(bot, options, terminal)))
}

/** Whole numbers with commas between them, in ascending order. */
function frameList(text: string): readonly number[] {
  return text
    .split(',')
    .map((frame) => integer(frame.trim()))
    .toSorted((one, other) => one - other)
}

function opponent(text: string): string {
  if (OPPONENTS.includes(text.toLowerCase())) return text.toLowerCase()
  throw new InvalidArgumentError(`It is none of ${OPPONENTS.join(', ')}.`)
}

/** The exit code. */
async function lab(source: BotSource, options: LabOptions, terminal: Terminal): Promise<number> {
  const { against, search, seconds } = options
  const seed = options.seed ?? randomInt(MOST_SEED)
  const conditions = {
    roundTripMs: options.roundTrip,
    jitterMs: options.jitter,
    loss: options.loss / 100,
  }
  const run: Run = { conditions, seconds, dropAt: dropsOf(options, seed) }
  return onBench({ source, against, seed, terminal }, async (bench) => {
    const beganAt = performance.now()
    terminal.print(`A match against ${against}: ${describeRun(run)}`, `  --seed ${seed}`, '')
    const measured = await bench.run(run, 'the match')
    terminal.print(...describeMeasurement(measured), '', ...bench.raised())
    terminal.data({ seed, against, ...run, ...measured })
    if (!search) return EXIT.ok
    terminal.print(
      `Searching for the largest round trip, with some 5 to 20 matches of ${SEARCH_SECONDS} seconds (--no-search leaves it out).`,
      '',
    )
    const found = await searchOn(bench, isUndisturbed(run) ? measured : null)
    terminal.print(...describeFound(found), '', describeTotal(found, performance.now() - beganAt))
    terminal.data(found)
    return EXIT.ok
  })
}

/** As they are set, and at random between the first frame and the last second. */
function dropsOf({ drops, dropAt = [], seconds }: LabOptions, seed: number): readonly number[] {
  const random = seeded(seed)
  const last = (seconds - 1) * FRAMES_PER_SECOND
  const drawn = Array.from({ length: drops }, () => FIRST_FRAME + 1 + Math.floor(random() * last))
  return [...dropAt, ...drawn].toSorted((one, other) => one - other)
}

async function searchOn(bench: Bench, idle: Measurement | null): Promise<Found> {
  const at = (roundTripMs: number, state: string): Promise<Measurement> => {
    const run = { conditions: { ...NO_DELAY, roundTripMs }, seconds: SEARCH_SECONDS, dropAt: [] }
    return bench.run(run, `${state}; ${roundTripMs} ms of round trip`)
  }
  const tryOf = ({ polled, landed, short }: Measurement) => ({ polled, missed: polled - landed - short })
  const first = idle ?? (await at(0, 'without delay'))
  return findLargest({
    idle: { ...tryOf(first), slackMs: first.facts.arrivals.slackMs?.p1 ?? 0 },
    run: async (roundTripMs, state) => tryOf(await at(roundTripMs, state)),
  })
}
