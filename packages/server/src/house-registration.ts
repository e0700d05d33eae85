/** Registers the house bots through `POST /bots`, as anyone's bot is; tries again for as long as it takes. */
import type { RegisterBot } from '@arena/protocol'
import { ArenaClient, ArenaProblem, UnexpectedAnswer, type HouseBot } from '@arena/sdk'
import { wordsOf } from '@arena/protocol/words-of'

export interface Registration {
  readonly baseUrl: string
  /** Bearer secrets, one an account; the bots are dealt out to them in turn, so that they may meet. */
  readonly keys: readonly string[]
  /** Where the house server is reached. */
  readonly houseUrl: string
  /** Names that the arena already knows: their URL is the same, so there is nothing to do. */
  readonly registered: ReadonlySet<string>
  readonly signal: AbortSignal
  readonly log: (message: string, fields: Record<string, unknown>) => void
  /** Waits between attempts; rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
const REQUEST_MS = 20_000

export async function registerHouseBots(bots: readonly HouseBot[], registration: Registration): Promise<void> {
  for (const [i, bot] of bots.entries()) {
    if (registration.registered.has(bot.name)) continue
    await registerBot(bot, registration.keys[i % registration.keys.length]!, registration)
  }
}

async function registerBot({ name, path }: HouseBot, key: string, registration: Registration): Promise<void> {
  const { baseUrl, houseUrl, signal, log, sleep } = registration
  const arena = new ArenaClient({ baseUrl, auth: { bearer: key }, timeoutMs: REQUEST_MS, signal })
  const body: RegisterBot = { name, mode: 'live', url: new URL(path, houseUrl).href }
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      await arena.registerBot(body)
      log('registered', { bot: name, url: body.url })
      return
    } catch (error) {
      signal.throwIfAborted()
      const isPassing = mayPass(error)
      // A refusal that no waiting cures is reported and left; the other bots may fare better.
      log(isPassing ? 'registration not answered yet' : 'registration refused', { bot: name, detail: wordsOf(error) })
      if (!isPassing) return
      await sleep((error instanceof ArenaProblem ? error.retryAfterMs : undefined) ?? waitMs, signal)
    }
  }
}

/** Whether trying again may help: the arena does not listen yet, is busy, or still starting. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ArenaProblem || error instanceof UnexpectedAnswer)) return true
  // The deploy check (422) may have failed because the machine is still busy starting.
  return error.status >= 500 || error.status === 429 || error.status === 422
}
