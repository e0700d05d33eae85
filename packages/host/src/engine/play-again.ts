/**
 * Plays archived matches again: on the engine of this program with `playAgain` of @arena/engine, on one of any revision with `playOn`.
 *
 *     const file = await playAgain(keptMatchOf(match))
 */
import { inflateSync } from 'node:zlib'
import { endCauseOf, requestsOf, type EngineAnswer, type EngineRequest, type KeptMatch } from '@arena/engine/kept-match'
import { decodePadColumns, MOST_COLUMN_BYTES } from '@arena/protocol/pad-columns'
import type { ArchivedMatch } from '@arena/protocol/archive'
import { EngineError, EngineProcess, STEP_MS, type EngineCommand } from './engine-process.ts'

import { createStep, setStepFrame, STEP_PADS_OFFSET, type Answer } from './engine-protocol.ts'

export { ENGINE_FILE, engineOfFile } from './engine-process.ts'

type Settings = KeptMatch['settings']

/** An archived match of which no game can be played again. */
export class NoGameError extends Error {
  override readonly name = 'NoGameError'
}

/**
 * What an engine needs. Throws NoGameError where the archive has no game, or where a name is gone with its account, and an Error where
 * the pads are damaged.
 */
export function keptMatchOf({ matchId, seed, stage, ports, end, result, engine, game }: ArchivedMatch): KeptMatch {
  if (game === null || stage === null) throw new NoGameError(`The archive has no pads of ${matchId}.`)
  const player = ({ name, character, costume }: ArchivedMatch['ports'][0]): Settings['players'][0] => {
    if (name === null) throw new NoGameError(`A name in ${matchId} is gone with its account.`)
    if (character === null || costume === null) throw new NoGameError(`The archive has no picks of ${matchId}.`)
    return { character, costume, name }
  }
  const columns = decodePadColumns(inflateSync(game.pads, { maxOutputLength: MOST_COLUMN_BYTES }))
  return {
    settings: {
      seed: Buffer.from(seed, 'hex'),
      stage: stage as Settings['stage'],
      players: [player(ports[0]), player(ports[1])],
    },
    frames: columns.frames,
    pads: columns.ports,
    end: endCauseOf({
      endReason: end.status === 'completed' ? end.reason : 'engine',
      winner: result?.winner ?? null,
    }),
    startAt: game.startAt,
    engine,
  }
}

/**
 * The replay file, as an engine that is a process plays it. Rejects with an EngineError where that fails, and where the signal says
 * that it is enough.
 */
export async function playOn(command: EngineCommand, match: KeptMatch, signal?: AbortSignal): Promise<Uint8Array> {
  signal?.throwIfAborted()
  const player = new Player(new EngineProcess(command, STEP_MS))
  const stop = () => player.stop(new EngineError('stopped', 'the engine was stopped'))
  signal?.addEventListener('abort', stop)
  try {
    const requests = requestsOf(match)
    let next = requests.next()
    while (next.done !== true) next = requests.next(await player.answer(next.value))
    return next.value
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** Asks an engine process for one answer after the other. */
class Player {
  readonly #engine: EngineProcess
  readonly #step = createStep()
  readonly #stepView = new DataView(this.#step.buffer)
  #stepped: { resolve: (answer: Answer) => void; reject: (error: EngineError) => void } | null = null
  #failure: EngineError | null = null

  constructor(engine: EngineProcess) {
    this.#engine = engine
    engine.serve({ stepped: (answer) => this.#stepped?.resolve(answer), failed: (error) => this.stop(error) })
  }

  /** Ends the process; what is asked now or later rejects with the first of the errors. */
  stop(error: EngineError): void {
    this.#failure ??= error
    this.#stepped?.reject(this.#failure)
    this.#engine.kill()
  }

  async answer(request: EngineRequest): Promise<EngineAnswer> {
    switch (request.kind) {
      case 'start': {
        const { seed, stage, players } = request.settings
        return this.#engine.start({ seed: Buffer.from(seed as Uint8Array).toString('hex'), stage, players })
      }
      case 'step':
        return this.#play(request)
      case 'end': {
        const { cause } = request
        if (cause.kind !== 'aborted') return this.#engine.end(cause)
        return { events: this.#engine.abortedGameEnd(), players: [{ character: 0 }, { character: 0 }] }
      }
    }
  }

  #play({ frame, pads }: Extract<EngineRequest, { kind: 'step' }>): Promise<Answer> {
    setStepFrame(this.#step, frame)
    for (const port of [0, 1] as const) {
      const { buttons, stickX, stickY, cstickX, cstickY, l, r } = pads[port]
      const at = STEP_PADS_OFFSET[port]
      this.#stepView.setUint16(at, buttons, true)
      this.#step.set([stickX, stickY, cstickX, cstickY, l, r], at + 2)
    }
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure)
      this.#stepped = { resolve, reject }
      this.#engine.step(this.#step, frame)
    })
  }
}
