/** An engine that is checked: its games are played through the host's own client, which refuses what an arena refuses. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createStep,
  EngineError,
  EngineProcess,
  LiveClock,
  setStepFrame,
  STEP_PADS_OFFSET,
  type Answer,
  type EndReason,
  type EngineCommand,
  type EngineFailure,
  type EngineStart,
  type Pair,
  type Standing,
} from '@arena/host'
import { FIRST_FRAME } from '@arena/slp'
import type { PadScript } from './pads.ts'

export type GameSetup = Omit<EngineStart, 'version'>

export interface PlayedFrame {
  readonly frame: number
  readonly pads: Pair<Uint8Array>
  readonly standing: Standing
  readonly events: Uint8Array
}

/** How long answers took, and how far their frames were behind the clock when they were asked for, in milliseconds. */
interface Pace {
  readonly answerMs: number[]
  readonly behindMs: number[]
}

/** All that an engine answered in a game. */
export interface PlayedGame {
  readonly setup: GameSetup
  /** Frames that were to be played, if the game does not end before. */
  readonly most: number
  startMs: number
  start: { readonly standing: Standing; readonly events: Uint8Array } | null
  readonly frames: PlayedFrame[]
  /** From the first step to the last answer. */
  playMs: number
  readonly pace: Pace
  end: { readonly reason: EndReason; readonly standing: Standing; readonly events: Uint8Array } | null
  /** Why the game was not played to its end. */
  error: { readonly during: 'start' | 'step' | 'end'; readonly failure: EngineFailure; readonly message: string } | null
}

export interface GamePlan {
  readonly setup: GameSetup
  readonly script: PadScript
  /** Frames to play; the game is then ended by a forfeit. */
  readonly most: number
  /** The port that forfeits; null: both do. */
  readonly forfeit: 0 | 1 | null
  readonly clock?: 'live'
  /** One step reaches the engine in pieces. */
  readonly inPieces?: boolean
  /** A game that should have ended long ago goes on no longer. */
  readonly isOverdue?: (standing: Standing) => boolean
}

/** Bytes of a step that come first, and how long the others take. */
const PIECE = { bytes: 7, ms: 30 }

export class CheckedEngine {
  readonly #process: EngineProcess
  readonly #signal: AbortSignal
  readonly #step = createStep()
  #error: EngineError | null = null
  #waiting: { resolve: (answer: Answer) => void; reject: (error: EngineError) => void } | null = null

  constructor(command: EngineCommand, stepMs: number, signal: AbortSignal) {
    signal.throwIfAborted()
    this.#process = new EngineProcess(command, stepMs)
    this.#signal = signal
    signal.addEventListener('abort', this.#abort)
    this.#process.serve({
      stepped: (answer) => this.#waiting?.resolve(answer),
      failed: (error) => {
        this.#error = error
        this.#waiting?.reject(error)
      },
    })
  }

  /** Whether it says that it can play another game. */
  get isAtRest(): boolean {
    return this.#process.isAtRest
  }

  readonly #abort = (): void => {
    this.#error = new EngineError('stopped', 'The check was broken off.')
    this.#process.kill()
    this.#waiting?.reject(this.#error)
  };

  [Symbol.dispose](): void {
    this.#signal.removeEventListener('abort', this.#abort)
    this.#process.kill()
  }

  /** Rejects only where the check is broken off. */
  async play(plan: GamePlan, onFrame: (frame: number) => void = () => {}): Promise<PlayedGame> {
    const { setup, most } = plan
    const game: PlayedGame = {
      setup,
      most,
      startMs: 0,
      start: null,
      frames: [],
      playMs: 0,
      pace: { answerMs: [], behindMs: [] },
      end: null,
      error: null,
    }
    let during: NonNullable<PlayedGame['error']>['during'] = 'start'
    try {
      game.start = await this.#start(game)
      during = 'step'
      if (plan.clock === 'live') await this.#playLive(game, plan, onFrame)
      else await this.#playFast(game, plan, onFrame)
      during = 'end'
      const hasEnded = game.frames.at(-1)!.standing.ending !== null
      const reason: EndReason = hasEnded ? { kind: 'natural' } : { kind: 'forfeit', port: plan.forfeit }
      const answer = await this.#process.end(reason)
      game.end = { reason, standing: copyOf(answer), events: answer.events }
    } catch (thrown) {
      this.#signal.throwIfAborted()
      if (!(thrown instanceof EngineError)) throw thrown
      // The failure itself says more than the request that came after it.
      const { failure, message } = this.#error ?? thrown
      game.error = { during, failure, message }
    }
    return game
  }

  /** Starts a game that is not played; false where the engine fails. */
  async begin(setup: GameSetup): Promise<boolean> {
    try {
      await this.#process.start(setup)
      return true
    } catch (error) {
      this.#signal.throwIfAborted()
      if (error instanceof EngineError) return false
      throw error
    }
  }

  /** What an engine does with bytes that are no request, or with the end of its stdin; null where it does nothing for so long. */
  async provoke(bytes: Uint8Array, closes: boolean, ms: number): Promise<EngineError | null> {
    this.#process.write(bytes)
    if (closes) this.#process.closeInput()
    const until = performance.now() + ms
    while (this.#error === null && performance.now() < until) await sleep(5, null, { signal: this.#signal })
    return this.#error
  }

  async #start(game: PlayedGame): Promise<PlayedGame['start']> {
    const at = performance.now()
    const answer = await this.#process.start(game.setup)
    game.startMs = performance.now() - at
    return { standing: copyOf(answer), events: answer.events }
  }

  async #playFast(game: PlayedGame, plan: GamePlan, onFrame: (frame: number) => void): Promise<void> {
    const from = performance.now()
    do {
      await this.#playFrame(game, plan)
      onFrame(game.frames.at(-1)!.frame)
    } while (!isDone(game, plan))
    game.playMs = performance.now() - from
  }

  /** On the arena's own clock. */
  #playLive(game: PlayedGame, plan: GamePlan, onFrame: (frame: number) => void): Promise<void> {
    const clock = new LiveClock()
    const from = performance.now()
    return new Promise((resolve, reject) => {
      const step = async (): Promise<void> => {
        const at = performance.now()
        await this.#playFrame(game, plan)
        game.pace.answerMs.push(performance.now() - at)
        onFrame(game.frames.at(-1)!.frame)
        if (!isDone(game, plan)) return pacing.next()
        pacing.stop()
        game.playMs = performance.now() - from
        resolve()
      }
      const pacing = clock.begin({
        poll: (_now, lateMs) => game.pace.behindMs.push(lateMs),
        step: () =>
          void step().catch((error) => {
            pacing.stop()
            reject(error)
          }),
        awaits: () => 'nobody',
      })
    })
  }

  async #playFrame({ start, frames }: PlayedGame, { script, inPieces = false }: GamePlan): Promise<void> {
    const frame = FIRST_FRAME + frames.length
    const polled = script(frame, frames.at(-1)?.standing ?? start!.standing)
    // Copies: a script may use its bytes again.
    const pads = [polled[0].slice(), polled[1].slice()] as const
    setStepFrame(this.#step, frame)
    for (const port of [0, 1] as const) this.#step.set(pads[port], STEP_PADS_OFFSET[port])
    let message: Uint8Array = this.#step
    if (inPieces && frame === FIRST_FRAME) {
      this.#process.write(message.slice(0, PIECE.bytes))
      message = message.slice(PIECE.bytes)
      await sleep(PIECE.ms, null, { signal: this.#signal })
    }
    if (this.#error !== null) throw this.#error
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#process.step(message, frame)
    })
    this.#waiting = null
    frames.push({ frame, pads, standing: copyOf(answer), events: answer.events.slice() })
  }
}

const isDone = ({ frames }: PlayedGame, { most, isOverdue }: GamePlan): boolean => {
  const { standing } = frames.at(-1)!
  return standing.ending !== null || frames.length >= most || isOverdue?.(standing) === true
}

/** An answer is written anew by the next. */
const copyOf = ({ frame, ending, winner, players: [first, second] }: Standing): Standing => ({
  frame,
  ending,
  winner,
  players: [{ ...first }, { ...second }],
})
