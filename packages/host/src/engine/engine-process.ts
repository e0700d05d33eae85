/**
 * The host's side of one engine process: starts it, asks it one thing at a time and checks what it answers, in form
 * (engine-protocol) and in substance (event-stream). Any failure (an invalid answer, silence, a crash) ends this engine
 * with one `EngineError` and affects nothing else. It plays one game at a time; `serve` names the receiver of its
 * answers.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { FIRST_FRAME } from '@arena/slp'
import { wordsOf } from '@arena/protocol/words-of'
import {
  ANSWER,
  createAnswer,
  decodeAnswer,
  encodeEnd,
  encodeStart,
  ENGINE_PROTOCOL_VERSION,
  EngineProtocolError,
  failureText,
  LENGTH_BYTES,
  MAX_MESSAGE_BYTES,
  type Answer,
  type EndReason,
  type EngineStart,
} from './engine-protocol.ts'
import { plainWords } from './plain-words.ts'
import { startProcess } from '../system/start-process.ts'
import { Watchdog } from '../system/watchdog.ts'
import { ENTRY_ENVIRONMENT, ENTRY_OPTIONS, entryPath } from '../system/entry.ts'
import { EventStream, EventStreamError } from './event-stream.ts'

/** A program and its arguments. */
export type EngineCommand = readonly [string, ...string[]]

/** Frames that an engine process plays before its match, so that V8 compiles the code. */
const WARM_UP_FRAMES = 10_000

/**
 * The command of the engine that ships with the arena, for many processes on one machine (research/performance.md, Speed
 * of the engine). It has a small young generation, no threads beside the one that plays, and no baseline compilation,
 * which code that is warm does not need. Between games it collects garbage and moves the rest of the heap together.
 */
const NODE: EngineCommand = [
  process.execPath,
  '--max-semi-space-size=1',
  '--max-old-space-size=64',
  '--single-threaded',
  '--no-sparkplug',
  '--expose-gc',
  '--compact-on-every-full-gc',
]
const BUILT_IN: EngineCommand = [...NODE, ...ENTRY_OPTIONS, entryPath('engine-main')]

/** The command of a build of the built-in engine that is one file. */
export const engineOfFile = (path: string): EngineCommand => [...NODE, path]

const KEPT = entryPath('kept-engine')
/** The build of this program as such a file; null where it was not made, as where the program runs from its sources. */
export const ENGINE_FILE: string | null = ENTRY_OPTIONS.length === 0 && existsSync(KEPT) ? KEPT : null

/** Warmed up where frames have to come in time: on the live clock, from compiled files. */
export function builtInEngine(clock: 'live' | 'fast'): EngineCommand {
  return clock === 'live' && ENTRY_OPTIONS.length === 0 ? [...BUILT_IN, String(WARM_UP_FRAMES)] : BUILT_IN
}

/** The revision of the engine that a command starts; null for another engine than the built-in one. */
export function revisionOf(command: EngineCommand): string | null {
  return command.includes(entryPath('engine-main')) ? ENGINE_REVISION : null
}

/** Splits a command line at spaces; quotes, double or single, keep a part together. */
export function parseCommand(line: string): EngineCommand {
  const parts = [...line.matchAll(/"([^"]*)"|'([^']*)'|[^\s"]+/g)].map((part) => part[1] ?? part[2] ?? part[0])
  const [program, ...rest] = parts
  if (program === undefined) throw new Error('The engine command is empty')
  return [program, ...rest]
}

/** For engines that start slowly: an emulator, or ours where a machine is short of processors (six seconds at load nine). */
const START_MS = 30_000
/** Longer than the lag rule's patience, so that a slow engine is judged by that rule and only a dead one by this. */
export const STEP_MS = 8_000

/** When writing to an engine fails, this is how long its last output is awaited, which explains more. */
const LAST_WORDS_MS = 1_000
const STDERR_TAIL = 2000
/** Characters kept of what an engine answered, or of what was said about it. */
const MOST_WORDS = 500

/** What an engine process is given of the environment: no secret of the arena. */
const ENVIRONMENT = /^(?:PATH|HOME|LANG|LC_\w+|TMPDIR|SystemRoot|ENGINE_\w+)$/

/**
 * What an engine did wrong: it did not start; it ended; it was silent; it answered `failed`; its output is not made of one message for each
 * request; a message is not the answer that is due; the events of an answer are not those of its frame. `stopped` is no fault of its own.
 */
export type EngineFailure = 'start' | 'exit' | 'silence' | 'failed' | 'output' | 'answer' | 'events' | 'stopped'

export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly failure: EngineFailure

  constructor(failure: EngineFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

export interface EngineListener {
  /** The answer to `step`; valid until the next request. */
  stepped(answer: Answer): void
  /** Called at most once. A pending `start` or `end` is rejected as well. */
  failed(error: EngineError): void
}

/** The receiver while an engine has no match. It gets no requests then; `isAtRest` shows whether it has failed. */
const IDLE: EngineListener = { stepped: () => {}, failed: () => {} }

export class EngineProcess {
  /** Null when it could not be started; `#fail` is on its way then. */
  readonly #child: ChildProcess | null
  #listener: EngineListener = IDLE
  readonly #stream = new EventStream()
  readonly #answer = createAnswer()
  readonly #watchdog: NodeJS.Timeout
  readonly #stepMs: number
  /** The type of the answer that is due; null while nothing is asked. */
  #due: number | null = null
  /** Answers to steps that are due after that one. */
  #ahead = 0
  /** Counts from the last request. */
  readonly #silence: Watchdog
  #limitMs = START_MS
  #frame = FIRST_FRAME - 1
  #pending: { resolve: (answer: Answer) => void; reject: (error: EngineError) => void } | null = null
  /** The beginning of a message whose rest has not come yet. */
  #carry: Buffer | null = null
  #stderr = ''
  #over = false
  /** Nothing has been asked yet, or the engine has said that it rests. */
  #atRest = true

  constructor(command: EngineCommand, stepMs: number) {
    this.#stepMs = stepMs
    const [program, ...rest] = command
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name)))
    this.#child = startProcess(
      () =>
        spawn(program, rest, {
          stdio: ['pipe', 'pipe', 'pipe'],
          // A process group of its own: a Ctrl-C in the arena's terminal must not end the games that are to be drained, and what
          // the engine starts in its turn ends with it.
          detached: true,
          env: { ...ENTRY_ENVIRONMENT, ...env },
        }),
      (error) => this.#fail('start', `could not be started: ${error.message}`),
    )
    if (this.#child !== null) this.#listen(this.#child)
    const everyMs = Math.min(1000, stepMs / 4)
    this.#silence = new Watchdog(everyMs, performance.now())
    this.#watchdog = setInterval(() => this.#watch(), everyMs)
    this.#watchdog.unref()
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Whether it could play another game: it lives, and is not in the middle of one. */
  get isAtRest(): boolean {
    return this.#atRest && !this.#over
  }

  /** Names the receiver of answers and failures from now on; none by default. */
  serve(listener: EngineListener = IDLE): void {
    this.#listener = listener
  }

  /** The events of the answer stay valid; the rest of it only until the next request. */
  start(start: Omit<EngineStart, 'version'>): Promise<Answer> {
    this.#atRest = false
    this.#frame = FIRST_FRAME - 1
    return this.#request(ANSWER.started, encodeStart({ version: ENGINE_PROTOCOL_VERSION, ...start }))
  }

  /** Sends a step message of the given frame; the answer comes to the listener. */
  step(message: Uint8Array, frame: number): void {
    this.#frame = frame
    this.#ask(ANSWER.stepped, message, this.#stepMs)
  }

  /** Sends a batch of step messages at once and takes the answers in order. Only the built-in engine reads messages ahead. */
  stepAll(messages: Uint8Array, frame: number, count: number): void {
    this.#ahead = count - 1
    this.step(messages, frame)
  }

  end(reason: EndReason): Promise<Answer> {
    return this.#request(ANSWER.ended, encodeEnd(reason))
  }

  /** For a check: writes what need be no request, so that no answer is due. */
  write(bytes: Uint8Array): void {
    this.#child?.stdin!.write(bytes)
  }

  /** For a check: the host is gone, as far as the engine sees. */
  closeInput(): void {
    this.#child?.stdin!.end()
  }

  /** The Game End to use when the engine can give none. */
  abortedGameEnd(): Uint8Array {
    return this.#stream.abortedGameEnd()
  }

  /** Ends the process, and all that it has started, without a word to the listener. */
  kill(): void {
    this.#over = true
    clearInterval(this.#watchdog)
    const child = this.#child
    // Later the number may be another's, and what it left behind has ended with it.
    if (child !== null && child.exitCode === null && child.signalCode === null) endGroup(child)
    this.#pending?.reject(new EngineError('stopped', 'the engine was stopped'))
    this.#pending = null
  }

  #listen(child: ChildProcess): void {
    const { stdin, stdout, stderr } = child
    stdin!.on('error', (error) => {
      // Most have ended: how, and with what words, is known a moment later.
      setTimeout(() => this.#fail('exit', `could not be written to: ${error.message}`), LAST_WORDS_MS).unref()
    })
    stdout!.on('data', (chunk: Buffer) => this.#read(chunk))
    stderr!.setEncoding('utf8')
    stderr!.on('data', (text: string) => (this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL)))
    child.on('error', (error) => this.#fail('exit', `could not be reached: ${error.message}`))
    // Processes that it leaves behind end at once: at this moment, other than later, no other group can have its number.
    child.on('exit', () => endGroup(child))
    // `close` and not `exit`: by then everything that it wrote has been read.
    child.on('close', (code, signal) => this.#fail('exit', `ended with ${signal ?? `code ${code}`}`))
  }

  #request(due: number, message: Uint8Array): Promise<Answer> {
    if (this.#over) return Promise.reject(new EngineError('stopped', 'the engine is over'))
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      this.#ask(due, message, due === ANSWER.started ? START_MS : this.#stepMs)
    })
  }

  #ask(due: number, message: Uint8Array, limitMs: number): void {
    if (this.#over) return
    this.#due = due
    this.#limitMs = limitMs
    this.#silence.heard(performance.now())
    this.#child?.stdin!.write(message)
  }

  #read(chunk: Buffer): void {
    if (this.#over) return
    let bytes = this.#carry === null ? chunk : Buffer.concat([this.#carry, chunk])
    this.#carry = null
    while (bytes.length > 0 && !this.#over) {
      const end = bytes.length < LENGTH_BYTES ? Infinity : LENGTH_BYTES + bytes.readUInt32LE(0)
      if (end === LENGTH_BYTES || (end < Infinity && end > LENGTH_BYTES + MAX_MESSAGE_BYTES)) {
        return this.#fail('output', `answered a message of ${end - LENGTH_BYTES} bytes`)
      }
      if (bytes.length < end) {
        this.#carry = bytes
        return
      }
      if (bytes.length > end && this.#ahead === 0) return this.#fail('output', 'answered more than it was asked')
      this.#take(bytes.subarray(LENGTH_BYTES, end))
      bytes = bytes.subarray(end)
    }
  }

  #take(bytes: Uint8Array): void {
    const failure = failureText(bytes)
    if (failure !== null) return this.#fail('failed', `gave up: ${failure}`)
    const answer = this.#answer
    try {
      decodeAnswer(bytes, answer)
      const type = answer.type === ANSWER.rested ? ANSWER.ended : answer.type
      if (type !== this.#due) {
        throw new EngineProtocolError(`answer of type ${answer.type} where ${this.#due ?? 'none'} was due`)
      }
      if (type === ANSWER.started) this.#stream.first(answer.events)
      else if (type === ANSWER.ended) this.#stream.last(answer.events)
      else this.#stream.frame(answer.events, this.#frame)
      if (answer.frame !== this.#frame) {
        throw new EngineProtocolError(`answer for frame ${answer.frame}, not ${this.#frame}`)
      }
    } catch (error) {
      return this.#fail(error instanceof EventStreamError ? 'events' : 'answer', `answered nonsense: ${wordsOf(error)}`)
    }
    this.#due = null
    this.#atRest = answer.type === ANSWER.rested
    if (this.#ahead > 0 && answer.type === ANSWER.stepped) {
      this.#ahead--
      this.#frame++
      this.#due = ANSWER.stepped
      this.#silence.heard(performance.now())
    }
    if (answer.type === ANSWER.stepped) return this.#listener.stepped(answer)
    const pending = this.#pending
    this.#pending = null
    pending?.resolve(answer)
  }

  #watch(): void {
    if (!this.#isSilent()) return
    setImmediate(() => {
      if (this.#isSilent()) this.#fail('silence', `did not answer within ${this.#limitMs} ms`)
    })
  }

  #isSilent(): boolean {
    return this.#silence.silentMs(performance.now()) > this.#limitMs && this.#due !== null
  }

  #fail(failure: EngineFailure, what: string): void {
    if (this.#over) return
    const tail = plainWords(this.#stderr, STDERR_TAIL)
    const error = new EngineError(
      failure,
      `The engine ${plainWords(what, MOST_WORDS)}${tail === '' ? '' : ` (${tail})`}`,
    )
    const pending = this.#pending
    this.#pending = null
    this.kill()
    pending?.reject(error)
    this.#listener.failed(error)
  }
}

/** The start of a trial game, which nobody plays. */
const TRIAL: Omit<EngineStart, 'version'> = {
  seed: '0'.repeat(64),
  stage: 31,
  players: [
    { character: 2, costume: 0, name: '' },
    { character: 20, costume: 0, name: '' },
  ],
}

/** Starts an engine once, and ends it again. Rejects with an `EngineError` where no game begins, and once the signal says so. */
export async function tryEngine(command: EngineCommand, signal?: AbortSignal): Promise<void> {
  const engine = new EngineProcess(command, STEP_MS)
  const stop = () => engine.kill()
  signal?.addEventListener('abort', stop)
  try {
    await engine.start(TRIAL)
  } finally {
    signal?.removeEventListener('abort', stop)
    engine.kill()
  }
}

/** Ends an engine and all that it has started. Windows has no process groups: there it is the engine alone. */
function endGroup(engine: ChildProcess): void {
  if (process.platform === 'win32') {
    engine.kill('SIGKILL')
    return
  }
  try {
    process.kill(-engine.pid!, 'SIGKILL')
  } catch {
    // The group is empty.
  }
}
