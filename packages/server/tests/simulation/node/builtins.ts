/**
 * Puts the simulation in the place of what Node gives a process: clocks, timers, chance, child processes and files. So the code under
 * test is the service's own, to the last line. Everything is as it was when the stage is disposed of, and at all times for code that is no
 * part of a simulated process.
 */
import childProcess from 'node:child_process'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import promisedTimers from 'node:timers/promises'
import zlib from 'node:zlib'
import { Transform } from 'node:stream'
import { replaceFiles } from './files.ts'
import type { SimulatedEvent } from '../kernel/kernel.ts'
import { currentKernel, currentProcess, currentStage, replace, setStage } from './stage.ts'
import type { AnyFunction, Stage, Undo } from './stage.ts'

/** A run begins; its parts are in the place of Node's until it is over. */
export function raise(stage: Stage): Disposable {
  setStage(stage)
  const undo = replaceAll()
  return {
    [Symbol.dispose]() {
      setStage(null)
      for (const restore of undo.toReversed()) restore()
      syncBuiltinESMExports()
    },
  }
}

function replaceAll(): Undo {
  const undo: Undo = []
  replaceClocks(undo)
  replaceTimers(undo)
  replace(undo, crypto, 'randomBytes', (length: number) => currentStage().kernel.chance.bytes(length))
  replace(undo, crypto, 'randomUUID', () => currentStage().kernel.chance.bytes(16).toString('hex'))
  replace(undo, childProcess, 'fork', () => currentStage().fork(currentProcess()!))
  replace(undo, childProcess, 'spawn', () => currentStage().spawn(currentProcess()!))
  replaceCompression(undo)
  replaceFiles(undo)
  syncBuiltinESMExports()
  return undo
}

function replaceClocks(undo: Undo): void {
  // The database reads them as well: its clock is that of the world.
  const [wall, elapsed] = [Date.now.bind(Date), performance.now.bind(performance)]
  const own = Object.getOwnPropertyDescriptor(Date, 'now')!
  const worldMs = () => {
    const kernel = currentKernel()
    return kernel === null ? undefined : Math.floor(kernel.now)
  }
  Date.now = () => currentProcess()?.wallMs ?? worldMs() ?? wall()
  Object.defineProperty(performance, 'now', {
    configurable: true,
    value: () => currentProcess()?.elapsedMs ?? currentKernel()?.elapsedMs ?? elapsed(),
  })
  undo.push(
    () => void Object.defineProperty(Date, 'now', own),
    () => void Reflect.deleteProperty(performance, 'now'),
  )
}

/** What `setTimeout` and its kind give back. */
class SimulatedTimer {
  readonly #process = currentProcess()!
  readonly #ms: number
  readonly #act: () => void
  readonly #isRepeated: boolean
  #event: SimulatedEvent

  constructor(act: AnyFunction, ms: unknown, isRepeated: boolean, parts: readonly unknown[]) {
    this.#ms = Math.max(1, Math.trunc(Number(ms)) || 1)
    this.#act = () => act(...parts)
    this.#isRepeated = isRepeated
    this.#event = this.#next()
  }

  clear(): void {
    this.#event.isCancelled = true
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }

  #next(): SimulatedEvent {
    return this.#process.after(this.#ms, () => {
      if (this.#isRepeated) this.#event = this.#next()
      this.#act()
    })
  }
}

/** The database sets timers for its statistics, on the time of the machine that runs the simulation; nobody reads them. */
const NEVER = { unref: () => NEVER, clear() {} }

function replaceTimers(undo: Undo): void {
  const later =
    (isRepeated: boolean) =>
    (act: AnyFunction, ms?: unknown, ...parts: unknown[]) =>
      new SimulatedTimer(act, ms, isRepeated, parts)
  replace(undo, globalThis, 'setTimeout', later(false), () => NEVER)
  replace(undo, globalThis, 'setInterval', later(true))
  replace(undo, globalThis, 'setImmediate', (act: AnyFunction, ...parts: unknown[]) => {
    const event = currentProcess()!.after(0, () => act(...parts))
    return { clear: () => (event.isCancelled = true) }
  })
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate'] as const) {
    const real = globalThis[name] as AnyFunction
    // A timer of a process that has been put away may be cleared by whoever put it away.
    const clear = (timer: unknown) => {
      if (typeof timer === 'object' && timer !== null && 'clear' in timer) (timer.clear as AnyFunction)()
      else real(timer)
    }
    replace(undo, globalThis, name, clear)
  }
  replace(undo, promisedTimers, 'setTimeout', (ms: number, value?: unknown, options: { signal?: AbortSignal } = {}) => {
    const { signal } = options
    return new Promise((resolve, reject) => {
      const abort = () => {
        timer.clear()
        reject(new DOMException('The operation was aborted', 'AbortError'))
      }
      const timer = new SimulatedTimer(
        () => {
          signal?.removeEventListener('abort', abort)
          resolve(value)
        },
        ms,
        false,
        [],
      )
      if (signal?.aborted === true) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  })
}

/** Node compresses in threads, whose order nobody decides; here it is done at once. */
function replaceCompression(undo: Undo): void {
  const whole = (work: (bytes: Buffer) => Buffer) => () => {
    const chunks: Buffer[] = []
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      flush(done) {
        try {
          done(null, work(Buffer.concat(chunks)))
        } catch (error) {
          done(error as Error)
        }
      },
    })
  }
  const { gzipSync, gunzipSync } = zlib
  const quick = (bytes: Buffer) => gzipSync(bytes, { level: 1 })
  replace(undo, zlib, 'createGzip', whole(quick))
  replace(
    undo,
    zlib,
    'createGunzip',
    whole((bytes) => gunzipSync(bytes)),
  )
  const packed = (bytes: Buffer, done: (error: null, packed: Buffer) => void) => done(null, zlib.deflateSync(bytes))
  replace(undo, zlib, 'deflate', packed)
  replace(undo, zlib, 'gzip', (bytes: Buffer, done: (error: null, packed: Buffer) => void) => done(null, quick(bytes)))
}
