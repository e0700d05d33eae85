/** The deploy check as a person follows it: every step with how it stands, and what to do about the one that failed. */
import type { DeployStep, DeployStepName } from '@arena/protocol'

export interface ShownStep {
  readonly name: DeployStepName
  readonly title: string
  readonly state: 'passed' | 'failed' | 'running' | 'waiting'
  /** What came back. */
  readonly detail: string
}

interface StepText {
  readonly title: string
  readonly advice: string
}

/** In order. */
const STEPS: Readonly<Record<DeployStepName, StepText>> = {
  resolve: {
    title: 'Look up the host',
    advice: 'Look at the spelling of the host in the URL, and whether its DNS entry is public.',
  },
  address: {
    title: 'Check its addresses',
    advice: 'The arena connects to bots on public addresses only.',
  },
  ping: {
    title: 'Ask for /ping',
    advice: 'A GET of /ping below the URL has to answer with status 200 and the body pong.',
  },
  upgrade: {
    title: 'Open a WebSocket',
    advice: 'The URL itself has to accept a WebSocket upgrade, also when its handshake is for a deploy check.',
  },
}
const UNCOMPRESSED =
  'The arena reads the body of /ping as it comes: turn compression off for it, in the bot or in its proxy.'
const NAMES = Object.keys(STEPS) as DeployStepName[]

/** `isRunning`: whether more steps may come. */
export function shownSteps(taken: readonly DeployStep[], isRunning: boolean): ShownStep[] {
  return NAMES.map((name, index) => {
    const { title } = STEPS[name]
    const step = taken[index]
    if (step !== undefined) return { name, title, state: step.ok ? 'passed' : 'failed', detail: timed(step) }
    const hasFailed = taken.some(({ ok }) => !ok)
    return { name, title, state: isRunning && !hasFailed && index === taken.length ? 'running' : 'waiting', detail: '' }
  })
}

/** For the failed step of a check; '' where none failed. */
export function adviceFor(taken: readonly DeployStep[]): string {
  const failed = taken.find(({ ok }) => !ok)
  if (failed === undefined) return ''
  return / compression;/.test(failed.received) ? UNCOMPRESSED : STEPS[failed.name].advice
}

/** What a reader that hears the page is told while the check runs. */
export function progressOf(taken: readonly DeployStep[]): string {
  const current = taken.every(({ ok }) => ok) ? NAMES[taken.length] : undefined
  return current === undefined ? '' : `Step ${taken.length + 1} of ${NAMES.length}: ${STEPS[current].title}…`
}

function timed({ received, ms }: DeployStep): string {
  return `${received} (${ms < 1 ? 'under 1' : Math.round(ms)} ms)`
}
