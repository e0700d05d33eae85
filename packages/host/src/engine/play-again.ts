/**
 * Plays archived matches again: on the engine of this program with `playAgain` of @arena/engine, on one of any revision with `playOn`.
 *
 *     const file = await playAgain(keptMatchOf(match))
 */
import { constants, setPriority } from 'node:os'
import { requestsOf, type EngineAnswer, type KeptMatch } from '@arena/engine/kept-match'
import { FIRST_FRAME } from '@arena/slp'
import { EngineError, EngineProcess, STEP_MS, type EngineCommand } from './engine-process.ts'

import { createStep, setStepFrame, STEP_PADS_OFFSET, type Answer } from './engine-protocol.ts'

export { keptMatchOf, NoGameError } from './kept-match.ts'
export { ENGINE_FILE, engineOfFile } from './engine-process.ts'

/**
 * The replay file, as a build of the built-in engine plays it as a process. All steps are sent at once: an answer to each in turn would
 * wait for a turn of both processes, thousands of times. Rejects with an EngineError where that fails, and where the signal says that it is
 * enough.
 */
export async function playOn(command: EngineCommand, match: KeptMatch, signal?: AbortSignal): Promise<Uint8Array> {
  signal?.throwIfAborted()
  const engine = new EngineProcess(command, STEP_MS)
  giveWay(engine)
  let stop!: (error: EngineError) => void
  const failed = new Promise<never>((_resolve, reject) => (stop = reject))
  // Whoever waits for an answer hears of it.
  failed.catch(() => {})
  const abort = () => stop(new EngineError('stopped', 'the engine was stopped'))
  signal?.addEventListener('abort', abort)
  try {
    return await Promise.race([failed, played(engine, match, stop)])
  } finally {
    signal?.removeEventListener('abort', abort)
    engine.kill()
  }
}

/** Matches that are being played come first. */
function giveWay({ pid }: EngineProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not let it.
  }
}

async function played(engine: EngineProcess, match: KeptMatch, failed: (error: EngineError) => void) {
  const { seed, stage, players } = match.settings
  const requests = requestsOf(match)
  requests.next()
  let next = requests.next(
    await engine.start({ seed: Buffer.from(seed as Uint8Array).toString('hex'), stage, players }),
  )
  if (match.frames > 0) {
    await new Promise<void>((resolve) => {
      const stepped = (answer: Answer) => {
        next = requests.next(answer)
        if (next.done === true || next.value.kind !== 'step') resolve()
      }
      engine.serve({ stepped, failed })
      engine.stepAll(stepsOf(match), FIRST_FRAME, match.frames)
    })
  }
  next = requests.next(await ended(engine, match.end))
  if (next.done !== true) throw new Error('An engine is asked for more than a game')
  return next.value
}

async function ended(engine: EngineProcess, end: KeptMatch['end']): Promise<EngineAnswer> {
  if (end.kind !== 'aborted') return engine.end(end)
  return { events: engine.abortedGameEnd(), players: [{ character: 0 }, { character: 0 }] }
}

/** The messages of all steps, one after the other: what is asked does not depend on answers. */
function stepsOf(match: KeptMatch): Uint8Array {
  const step = createStep()
  const view = new DataView(step.buffer)
  const all = new Uint8Array(match.frames * step.length)
  const requests = requestsOf(match)
  let at = 0
  for (let next = requests.next(); next.done !== true && next.value.kind !== 'end'; next = requests.next(UNHEARD)) {
    if (next.value.kind === 'start') continue
    const { frame, pads } = next.value
    setStepFrame(step, frame)
    for (const port of [0, 1] as const) {
      const { buttons, stickX, stickY, cstickX, cstickY, l, r } = pads[port]
      view.setUint16(STEP_PADS_OFFSET[port], buttons, true)
      step.set([stickX, stickY, cstickX, cstickY, l, r], STEP_PADS_OFFSET[port] + 2)
    }
    all.set(step, at)
    at += step.length
  }
  return all
}

/** For requests that are only collected. */
const UNHEARD: EngineAnswer = { events: new Uint8Array(0), players: [{ character: 0 }, { character: 0 }] }
