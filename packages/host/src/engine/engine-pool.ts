/**
 * The engine processes of a host. A game takes an engine and gives it back; one that rests after its game plays the
 * next, any other is ended. So the cost of a start, mainly the built-in engine's warm-up, is shared by many games.
 *
 * New processes are started in turn: the next when the last has answered its first start, or has had the time for it,
 * and none while the host has to wait. Otherwise many starts at once would take processor time from the matches that
 * already play.
 */
import { EngineError, EngineProcess, revisionOf, type EngineCommand, type EngineListener } from './engine-process.ts'
import type { Answer, EndReason, EngineStart } from './engine-protocol.ts'

/** How long an engine may rest. Matches come every few seconds or hardly at all; its memory is then put to better use. */
const REST_MS = 60_000
/** After this time the next process may be started, though the last has not been asked anything yet. */
const TURN_MS = 3000

export class EnginePool {
  readonly #command: EngineCommand
  readonly #stepMs: number
  /** Engines at rest, the one that rests the longest first. */
  readonly #resting: { readonly engine: EngineProcess; readonly timer: NodeJS.Timeout }[] = []
  /** Games that wait for their engine. */
  readonly #queue: GameEngine[] = []
  /** The process whose turn it is to start. */
  #starting: EngineProcess | null = null
  #turn: NodeJS.Timeout | null = null
  #mayStart = true
  #closed = false

  constructor(command: EngineCommand, stepMs: number) {
    this.#command = command
    this.#stepMs = stepMs
  }

  /** An engine for one game, which begins to start if none rests. */
  take(listener: EngineListener): GameEngine {
    const game = new GameEngine(this, listener)
    this.#queue.push(game)
    this.#serve()
    return game
  }

  /** What its engines play; null where that is not known. */
  get revision(): string | null {
    return revisionOf(this.#command)
  }

  /** Whether processes may be started; engines at rest are given out at any time. */
  set mayStart(mayStart: boolean) {
    this.#mayStart = mayStart
    this.#serve()
  }

  /** Ends the engines that rest, and from now on every one that is given back. */
  close(): void {
    this.#closed = true
    this.#passTurn(this.#starting)
    for (const { engine, timer } of this.#resting.splice(0)) {
      clearTimeout(timer)
      engine.kill()
    }
  }

  /** For GameEngine: the process has answered its first start, or never will. */
  started(engine: EngineProcess): void {
    this.#passTurn(engine)
    this.#serve()
  }

  /** For GameEngine: the game is over, or needs no engine any more. */
  giveBack(game: GameEngine, engine: EngineProcess | null): void {
    if (engine === null) {
      const index = this.#queue.indexOf(game)
      if (index !== -1) this.#queue.splice(index, 1)
      return
    }
    engine.serve()
    if (engine.isAtRest && !this.#closed) this.#rest(engine)
    else engine.kill()
    this.started(engine)
  }

  #rest(engine: EngineProcess): void {
    const timer = setTimeout(() => {
      this.#resting.splice(
        this.#resting.findIndex((resting) => resting.engine === engine),
        1,
      )
      engine.kill()
    }, REST_MS)
    this.#resting.push({ engine, timer })
  }

  #serve(): void {
    while (this.#queue.length > 0) {
      const engine = this.#wake() ?? this.#start()
      if (engine === null) return
      this.#queue.shift()!.assign(engine)
    }
  }

  /** The engine that has rested for the shortest time: what it knows may be in the caches still. */
  #wake(): EngineProcess | null {
    for (;;) {
      const resting = this.#resting.pop()
      if (resting === undefined) return null
      clearTimeout(resting.timer)
      if (resting.engine.isAtRest) return resting.engine
    }
  }

  /** A new process; null while another has its turn, or none may start. */
  #start(): EngineProcess | null {
    if (this.#starting !== null || !this.#mayStart) return null
    const engine = new EngineProcess(this.#command, this.#stepMs)
    this.#starting = engine
    this.#turn = setTimeout(() => this.started(engine), TURN_MS)
    return engine
  }

  #passTurn(engine: EngineProcess | null): void {
    if (engine === null || engine !== this.#starting) return
    this.#starting = null
    clearTimeout(this.#turn!)
  }
}

/** The engine of one game, which may have to wait for its process until `start` resolves. */
export class GameEngine {
  readonly #pool: EnginePool
  readonly #listener: EngineListener
  readonly #assigned: Promise<EngineProcess>
  #engine: EngineProcess | null = null
  #assign!: (engine: EngineProcess) => void
  #refuse!: (error: EngineError) => void

  constructor(pool: EnginePool, listener: EngineListener) {
    this.#pool = pool
    this.#listener = listener
    this.#assigned = new Promise((resolve, reject) => {
      this.#assign = resolve
      this.#refuse = reject
    })
    // A game that is given up before it asks for anything hears of it in no other way.
    this.#assigned.catch(() => {})
  }

  /** For EnginePool. */
  assign(engine: EngineProcess): void {
    this.#engine = engine
    engine.serve({
      stepped: (answer) => this.#listener.stepped(answer),
      failed: (error) => {
        this.#pool.started(engine)
        this.#listener.failed(error)
      },
    })
    this.#assign(engine)
  }

  async start(start: Omit<EngineStart, 'version'>): Promise<Answer> {
    const engine = await this.#assigned
    const answer = await engine.start(start)
    this.#pool.started(engine)
    return answer
  }

  /** Only for a game that was started. */
  step(message: Uint8Array, frame: number): void {
    this.#engine!.step(message, frame)
  }

  end(reason: EndReason): Promise<Answer> {
    return this.#engine!.end(reason)
  }

  abortedGameEnd(): Uint8Array {
    return this.#engine!.abortedGameEnd()
  }

  /** The listener hears nothing more. */
  giveBack(): void {
    this.#refuse(new EngineError('stopped', 'the engine was given back'))
    this.#pool.giveBack(this, this.#engine)
    this.#engine = null
  }
}
