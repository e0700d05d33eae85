/**
 * The largest round trip at which pads land: all of them, but for what a stall of this machine costs. The slack of nearly all pads
 * of a run without delay says where it should be, since each millisecond of round trip takes one of slack; runs around there find out.
 * Pure, but for the runs.
 */

/** One try at a round trip. */
interface Try {
  readonly roundTripMs: number
  readonly missed: number
  readonly polled: number
}

export interface Found {
  /** Null where pads are missed without any delay. */
  readonly largestMs: number | null
  readonly tries: readonly Try[]
}

/** How far from the least round trip at which a pad is missed the search ends. */
const STEP_MS = 0.5
/** Beyond this nobody plays. */
const MOST_MS = 10_000
/** The share of pads that a run may miss by chance. A bot that is too slow misses more: its slow frames come again. */
const CHANCE = 1 / 200
/**
 * Stalls of this machine only make a bot look slower than it is, and another run does not have the same ones. So a round trip is tried
 * several times, unless it misses a larger share of the pads than a stall does.
 */
const ATTEMPTS = 4
const MANY = 0.03

export interface SearchOptions {
  /** A run without delay: how many pads were missed, and the slack that 99 in 100 have at least. */
  readonly idle: Omit<Try, 'roundTripMs'> & { readonly slackMs: number }
  /** `state` says in words what is known so far. */
  readonly run: (roundTripMs: number, state: string) => Promise<Omit<Try, 'roundTripMs'>>
}

export async function findLargest({ idle, run }: SearchOptions): Promise<Found> {
  const tries: Try[] = [{ roundTripMs: 0, missed: idle.missed, polled: idle.polled }]
  // Pads land at `low`, and not at `high`.
  let low = 0
  let high = Infinity
  const lands = async (roundTripMs: number): Promise<boolean> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { missed, polled } = await run(roundTripMs, `try ${tries.length}, ${describeRange(low, high)}`)
      tries.push({ roundTripMs, missed, polled })
      if (missed <= CHANCE * polled) return true
      if (missed > MANY * polled) return false
    }
    return false
  }
  if (idle.missed > CHANCE * idle.polled && (idle.missed > MANY * idle.polled || !(await lands(0))))
    return { largestMs: null, tries }

  let next = Math.max(STEP_MS, Math.floor(idle.slackMs))
  for (let step = STEP_MS; high - low > STEP_MS && low < MOST_MS;) {
    if (await lands(next)) low = next
    else high = next
    if (high === Infinity) next = low + step
    else if (low === 0 && high > step + STEP_MS) next = high - step
    else next = STEP_MS * Math.round((low + high) / 2 / STEP_MS)
    step *= 2
  }
  return { largestMs: low, tries }
}

/** Where the largest round trip lies; the search ends where the two are no more than a step apart. */
const describeRange = (low: number, high: number): string =>
  high === Infinity ? `it is ${low} ms or more` : `it is between ${low} and ${high} ms`
