/**
 * Fits the network of the chance of winning to samples of games: Adam with decay of the weights (Kingma and Ba 2015; Loshchilov and Hutter
 * 2019) on the likelihood of the outcomes. The engine has the inference; here are the slopes. All draws follow from a seed.
 */
import { Random } from '@arena/sdk'
import { INPUTS, PAIR_INPUTS, readInputs, SIDE_INPUTS } from '../../packages/engine/src/chance/inputs.ts'
import {
  bent,
  logistic,
  lookFrom,
  TRAITS,
  VIEW,
  worthOf,
  type Network,
} from '../../packages/engine/src/chance/network.ts'
import type { SampledGame } from './samples.ts'

const CHARACTERS = 27
/** What port 0 has of the win. */
export const SCORE = { win: 1, draw: 0.5, loss: 0 } as const

/** Samples of games, one after another. */
export interface Samples {
  readonly count: number
  /** `INPUTS` numbers for each. */
  readonly inputs: Float32Array
  /** Internal ids by port. */
  readonly characters: Uint8Array
  /** What port 0 had of the win. */
  readonly scores: Float32Array
  /** Where each game begins, and the end. */
  readonly games: readonly number[]
}

/** Rows from one sample that is learnt from to the next, two seconds: those in between say the same. */
const EVERY = 4

/** Games whose ratings are hidden count as games of new bots. */
export function samplesOf(games: readonly SampledGame[], isHidden: (game: number) => boolean): Samples {
  const isTaken = (game: SampledGame, row: number): boolean => row % EVERY === 0 && isOpen(game, row)
  const kept = games.map((game) => game.frames.flatMap((_, row) => (isTaken(game, row) ? [row] : [])))
  const count = kept.reduce((sum, rows) => sum + rows.length, 0)
  const inputs = new Float32Array(count * INPUTS)
  const characters = new Uint8Array(2 * count)
  const scores = new Float32Array(count)
  const starts: number[] = []
  const into = new Float64Array(INPUTS)
  let at = 0
  for (const [number, { columns, frames, stage, ratings, outcome }] of games.entries()) {
    starts.push(at)
    const context = isHidden(number) ? { stage } : { stage, ratings }
    for (const row of kept[number]!) {
      readInputs(columns, row, frames[row]!, context, into)
      inputs.set(into, at * INPUTS)
      for (const port of [0, 1] as const) {
        characters[2 * at + port] = columns.fighter(port)!.post.internalCharacterId[row]!
      }
      scores[at++] = SCORE[outcome]
    }
  }
  return { count, inputs, characters, scores, games: [...starts, at] }
}

/** Whether both still play on a row. */
export function isOpen({ columns }: Pick<SampledGame, 'columns'>, row: number): boolean {
  return [0, 1].every((port) => columns.fighter(port)!.post.stocksRemaining[row]! > 0)
}

export interface FitOptions {
  readonly seed: string
  readonly units: number
  /** How often each sample is seen. */
  readonly rounds: number
  /** The longest step. */
  readonly rate: number
  /** What a number loses of itself in a step, as a share of the step; those of traits apart, of which few games tell. */
  readonly decay: number
  readonly traitDecay: number
  readonly after?: (round: number, loss: number) => void
}

const FIT: FitOptions = { seed: 'chance', units: 12, rounds: 5, rate: 0.003, decay: 0.5, traitDecay: 2 }

const BATCH = 256
const [FADE_1, FADE_2, TINY] = [0.9, 0.999, 1e-8]

/** Places of the numbers in one array. */
function layoutOf(units: number) {
  const bias = units * VIEW
  const worth = bias + units
  const direct = worth + units
  const traits = direct + VIEW
  return { bias, worth, direct, traits, size: traits + CHARACTERS * TRAITS }
}

export function fit(samples: Samples, options: Partial<FitOptions> = {}): Network {
  const { seed, units, rounds, rate, decay, traitDecay, after } = { ...FIT, ...options }
  const random = new Random(seed)
  const layout = layoutOf(units)
  const numbers = new Float64Array(layout.size)
  for (let i = 0; i < layout.bias; i++) numbers[i] = (2 * random.next() - 1) / Math.sqrt(VIEW)
  for (let i = layout.worth; i < layout.direct; i++) numbers[i] = (2 * random.next() - 1) * 0.3
  for (let i = layout.traits; i < layout.size; i++) numbers[i] = (2 * random.next() - 1) * 0.3
  // What is not learnt otherwise: the odds are those of the ratings.
  const prior = new Float64Array(layout.size)
  const rating = layout.direct + 2 * SIDE_INPUTS.length + PAIR_INPUTS.indexOf('rating')
  prior[rating] = numbers[rating] = 1
  const network = networkOf(numbers, units)
  const slopes = new Float64Array(layout.size)
  const first = new Float64Array(layout.size)
  const second = new Float64Array(layout.size)
  const order = Uint32Array.from({ length: samples.count }, (_, i) => i)
  const views = [new Float64Array(VIEW), new Float64Array(VIEW)] as const
  const inputs = new Float64Array(INPUTS)
  const sums = [new Float64Array(units), new Float64Array(units)] as const
  /** What a unit's sum weighs in the slope. */
  const inner = new Float64Array(units)
  const steps = Math.ceil(samples.count / BATCH) * rounds
  let step = 0
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random)
    let loss = 0
    for (let from = 0; from < samples.count; from += BATCH) {
      slopes.fill(0)
      const to = Math.min(samples.count, from + BATCH)
      for (let i = from; i < to; i++) loss += addSlopes(order[i]!, 1 / (to - from))
      move()
    }
    after?.(round, loss / samples.count)
  }
  return network

  /** Adds the slopes of a sample's loss, and gives the loss. */
  function addSlopes(sample: number, share: number): number {
    inputs.set(samples.inputs.subarray(sample * INPUTS, (sample + 1) * INPUTS))
    const characters = [samples.characters[2 * sample]!, samples.characters[2 * sample + 1]!] as const
    let odds = 0
    for (const port of [0, 1] as const) {
      lookFrom(port, inputs, characters, network.traits, views[port])
      const worth = forward(numbers, layout, views[port], sums[port])
      odds += port === 0 ? worth : -worth
    }
    const chance = logistic(odds)
    const score = samples.scores[sample]!
    for (const port of [0, 1] as const) {
      const slope = share * (chance - score) * (port === 0 ? 1 : -1)
      backward(numbers, slopes, layout, views[port], sums[port], slope, inner)
      for (const [side, character] of [characters[port], characters[1 - port]!].entries()) {
        const at = layout.traits + character * TRAITS
        const seen = VIEW + (side - 2) * TRAITS
        for (let i = 0; i < TRAITS; i++) {
          let sum = slope * numbers[layout.direct + seen + i]!
          for (let unit = 0; unit < units; unit++) sum += inner[unit]! * numbers[unit * VIEW + seen + i]!
          slopes[at + i]! += sum
        }
      }
    }
    return -(score * Math.log(Math.max(chance, 1e-12)) + (1 - score) * Math.log(Math.max(1 - chance, 1e-12)))
  }

  function move(): void {
    step++
    // The steps become shorter towards the end, along half a cosine.
    const pace = (rate * (1 + Math.cos((Math.PI * step) / steps))) / 2
    for (let i = 0; i < layout.size; i++) {
      const slope = slopes[i]!
      first[i] = FADE_1 * first[i]! + (1 - FADE_1) * slope
      second[i] = FADE_2 * second[i]! + (1 - FADE_2) * slope * slope
      const mean = first[i]! / (1 - FADE_1 ** step)
      const size = Math.sqrt(second[i]! / (1 - FADE_2 ** step))
      const isBias = i >= layout.bias && i < layout.worth
      const fading = isBias ? 0 : i >= layout.traits ? traitDecay : decay
      numbers[i]! -= pace * (mean / (size + TINY) + fading * (numbers[i]! - prior[i]!))
    }
  }
}

type Layout = ReturnType<typeof layoutOf>

/** The worth of a view; the sums of the units are kept. */
function forward(numbers: Float64Array, layout: Layout, view: Float64Array, sums: Float64Array): number {
  const units = sums.length
  let worth = 0
  for (let i = 0, at = layout.direct; i < VIEW; i++) worth += numbers[at + i]! * view[i]!
  for (let unit = 0; unit < units; unit++) {
    let sum = numbers[layout.bias + unit]!
    for (let i = 0, at = unit * VIEW; i < VIEW; i++) sum += numbers[at + i]! * view[i]!
    sums[unit] = sum
    worth += numbers[layout.worth + unit]! * bent(sum)
  }
  return worth
}

/** Adds to the slopes of all numbers but those of traits. */
function backward(
  numbers: Float64Array,
  slopes: Float64Array,
  layout: Layout,
  view: Float64Array,
  sums: Float64Array,
  slope: number,
  inner: Float64Array,
): void {
  for (let i = 0, at = layout.direct; i < VIEW; i++) slopes[at + i]! += slope * view[i]!
  for (let unit = 0; unit < sums.length; unit++) {
    const sum = sums[unit]!
    const weight = (slope * numbers[layout.worth + unit]!) / (1 + Math.abs(sum)) ** 2
    inner[unit] = weight
    slopes[layout.worth + unit]! += slope * bent(sum)
    slopes[layout.bias + unit]! += weight
    for (let i = 0, at = unit * VIEW; i < VIEW; i++) slopes[at + i]! += weight * view[i]!
  }
}

/**
 * A network whose odds are as far from even as games that it has not seen say: the decay of the weights draws them together. One factor for
 * all, by Newton's steps on the likelihood (Platt's scaling, without its offset, as neither side is the first).
 */
export function scaled(network: Network, unseen: Samples): Network {
  const odds = Float64Array.from({ length: unseen.count }, (_, sample) => oddsOf(network, unseen, sample))
  let factor = 1
  for (let step = 0; step < 20; step++) {
    let [slope, curvature] = [0, 0]
    for (const [sample, own] of odds.entries()) {
      const chance = logistic(factor * own)
      slope += (unseen.scores[sample]! - chance) * own
      curvature += chance * (1 - chance) * own * own
    }
    factor += slope / curvature
  }
  return {
    units: network.units.map(({ weights, bias, worth }) => ({ weights, bias, worth: factor * worth })),
    direct: Float64Array.from(network.direct, (weight) => factor * weight),
    traits: network.traits,
  }
}

const seenBy = [new Float64Array(VIEW), new Float64Array(VIEW)] as const

function oddsOf(network: Network, samples: Samples, sample: number): number {
  const inputs = Float64Array.from(samples.inputs.subarray(sample * INPUTS, (sample + 1) * INPUTS))
  const characters = [samples.characters[2 * sample]!, samples.characters[2 * sample + 1]!] as const
  const [own, other] = ([0, 1] as const).map((port) => {
    lookFrom(port, inputs, characters, network.traits, seenBy[port])
    return worthOf(network, seenBy[port])
  })
  return own! - other!
}

function shuffle(order: Uint32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = random.between(0, i)
    ;[order[i], order[other]] = [order[other]!, order[i]!]
  }
}

/** A network whose numbers are parts of one array. */
function networkOf(numbers: Float64Array, units: number): Network {
  const { bias, worth, direct, traits } = layoutOf(units)
  return {
    units: Array.from({ length: units }, (_, unit) => ({
      weights: numbers.subarray(unit * VIEW, (unit + 1) * VIEW),
      get bias() {
        return numbers[bias + unit]!
      },
      get worth() {
        return numbers[worth + unit]!
      },
    })),
    direct: numbers.subarray(direct, traits),
    traits: Array.from({ length: CHARACTERS }, (_, character) =>
      numbers.subarray(traits + character * TRAITS, traits + (character + 1) * TRAITS),
    ),
  }
}
