import type { Bot } from '@arena/protocol'
import { ArenaProblem } from '@arena/sdk'
import { CommandFailure } from '@arena/host/command-line'
import { describeSteps } from '../advice.ts'

/** Work that has the arena check a bot. What it found where it does not reach the bot, `what`, in words. */
export async function checked(what: string, work: () => Promise<Bot>): Promise<Bot> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ArenaProblem) || error.report === undefined) throw error
    throw new CommandFailure([`The arena does not reach ${what}:`, '', ...describeSteps(error.report.steps)].join('\n'))
  }
}
