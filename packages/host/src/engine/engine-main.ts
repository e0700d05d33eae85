/**
 * The built-in engine as a process of its own: one game after the other, spoken to over stdin and stdout in the engine
 * protocol. A blocking read-step-write loop and nothing else: no timers, no sockets, no event loop. It ends when stdin does.
 */
import { createRequire } from 'node:module'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { BrokenInvariant, Game, loadFighters, unloadFighters } from '@arena/engine'
import { FrameSeeds } from '@arena/engine/seed'
import { FIRST_FRAME } from '@arena/slp'
import { traceOf } from '@arena/protocol/words-of'
import {
  ANSWER,
  AnswerWriter,
  decodeEnd,
  decodeStart,
  decodeStep,
  emptyStep,
  encodeFailure,
  EngineProtocolError,
  LENGTH_BYTES,
  MAX_MESSAGE_BYTES,
  REQUEST,
  type EngineStart,
} from './engine-protocol.ts'
import { rehearsals, type Rehearsal } from './engine-warm-up.ts'

const STDIN = 0
const STDOUT = 1
/** Where the compiled program has its figures (vite.engine.config.ts). */
const FIGURES = /[/\\]figures[/\\][\w-]+\.cjs$/
/** Frames to play before the first request is read; the argument of the program. */
const WARM_UP_FRAMES = Number(process.argv[2] ?? 0)

let input = STDIN
let output = STDOUT
/** The source of requests while nothing is read yet. */
let rehearsal: Rehearsal | null = null

// One of each, used for every frame: a process that allocates nothing stays small and is never stopped to collect garbage.
const step = emptyStep()
const answers = new AnswerWriter()
let game: Game | null = null
/** A game that is about to begin. */
let starting: EngineStart | null = null
/** Whether `game` is being played. One that is over stays until the next, see `tidyUp`. */
let isPlaying = false
/** Bytes read: a request, or its beginning. */
let buffer = Buffer.alloc(4096)
let filled = 0
let lastBuffer = buffer
let lastBody = buffer.subarray(0, 0)

// Not from here: while the program itself is still running, the code that only loads it cannot be let go of.
setImmediate(() => void main())

async function main(): Promise<void> {
  try {
    if (WARM_UP_FRAMES > 0) await warmUp()
    await serveAll()
  } catch (error) {
    output = STDOUT
    const failure = encodeFailure(
      error instanceof EngineProtocolError || error instanceof BrokenInvariant ? error.message : traceOf(error),
    )
    write(failure, failure.length)
    process.exitCode = 1
  }
}

/** Plays warm-up matches: reads nothing, and writes to the null device. */
async function warmUp(): Promise<void> {
  input = output = openSync(devNull, 'r+')
  // Frees the memory that loading used first, or the process would keep its pages.
  tidyUp()
  for (rehearsal of rehearsals(WARM_UP_FRAMES)) {
    await serveAll()
    isPlaying = false
  }
  rehearsal = null
  tidyUp()
  closeSync(output)
  input = STDIN
  output = STDOUT
}

/**
 * Forgets the fighters of the last game, which may not come again, and collects garbage while nobody waits, so that no game is
 * stopped for it; where the host has exposed this. What the last game consists of is kept, as compiled code goes with the last of the objects that it was compiled for.
 */
function tidyUp(): void {
  unloadFighters()
  globalThis.gc?.()
}

/** Answers requests until there is none any more. Only a start has to wait, for its fighters. */
async function serveAll(): Promise<void> {
  while (serve()) {
    if (starting === null) continue
    await loadFighters(starting.players.map(({ character }) => character))
    dropReadModules()
    game = newGame(starting)
    starting = null
    isPlaying = true
    answer(ANSWER.started, game.start())
  }
}

const { cache, main: program } = createRequire(import.meta.url)

/**
 * The modules of figures, which are files beside the compiled program, have been read. Their text is longer than what is made
 * of it, and would be kept for good: 3 MB of a process that has played with all fighters.
 */
function dropReadModules(): void {
  for (const file of Object.keys(cache)) if (FIGURES.test(file)) delete cache[file]
  if (program) program.children = program.children.filter(({ filename }) => !FIGURES.test(filename))
  globalThis.gc?.()
}

/** Waits for a request and answers it; false when there is none any more. */
function serve(): boolean {
  const length = read()
  if (length === 0) return false
  take(buffer[LENGTH_BYTES]!, bodyOf(length))
  filled -= LENGTH_BYTES + length
  if (filled > 0) buffer.copyWithin(0, LENGTH_BYTES + length, LENGTH_BYTES + length + filled)
  return true
}

function take(type: number, body: Uint8Array): void {
  switch (type) {
    case REQUEST.start:
      if (isPlaying) throw new EngineProtocolError('the game has been started already')
      starting = decodeStart(body)
      break
    case REQUEST.step: {
      const running = started()
      decodeStep(body, step)
      if (step.frame !== running.frame + 1) {
        throw new EngineProtocolError(`step of frame ${step.frame} after frame ${running.frame}`)
      }
      answer(ANSWER.stepped, running.step(step.pads[0], step.pads[1]))
      break
    }
    case REQUEST.end:
      answer(ANSWER.rested, started().end(decodeEnd(body)))
      isPlaying = false
      tidyUp()
      break
    default:
      throw new EngineProtocolError(`request of unknown type ${type}`)
  }
}

function started(): Game {
  if (game === null || !isPlaying) throw new EngineProtocolError('no game is being played')
  return game
}

function newGame({ seed: hex, stage, players, seeds }: EngineStart): Game {
  const seed = new Uint8Array(Buffer.from(hex, 'hex'))
  if (seeds === undefined) return new Game({ seed, stage, players })
  const drawn = new FrameSeeds(seed)
  const at = (frame: number): number => (seeds[frame - FIRST_FRAME] ?? drawn.at(frame)) | 0
  return new Game({ seed: { at }, stage, players })
}

function answer(type: number, events: Uint8Array): void {
  write(answers.bytes, answers.write(type, started(), events))
}

/** Waits until the buffer begins with a whole request; gives its length, or 0 when the host is gone. */
function read(): number {
  for (;;) {
    if (filled >= LENGTH_BYTES) {
      const length = buffer[0]! | (buffer[1]! << 8) | (buffer[2]! << 16) | (buffer[3]! << 24)
      if (length < 1 || length > MAX_MESSAGE_BYTES) throw new EngineProtocolError(`request of ${length} bytes`)
      if (filled >= LENGTH_BYTES + length) return length
      if (buffer.length < LENGTH_BYTES + length) grow(LENGTH_BYTES + length)
    }
    let count = readSync(input, buffer, filled, buffer.length - filled, null)
    if (rehearsal !== null) count = rehearsal.next(buffer, filled)
    if (count === 0) return 0
    filled += count
  }
}

function grow(bytes: number): void {
  const grown = Buffer.alloc(bytes)
  grown.set(buffer.subarray(0, filled))
  buffer = grown
}

/** The body of the request that the buffer begins with, of the given length. */
function bodyOf(length: number): Uint8Array {
  if (lastBody.length !== length - 1 || lastBuffer !== buffer) {
    lastBuffer = buffer
    lastBody = buffer.subarray(LENGTH_BYTES + 1, LENGTH_BYTES + length)
  }
  return lastBody
}

function write(bytes: Uint8Array, length: number): void {
  for (let at = 0; at < length;) at += writeSync(output, bytes, at, length - at)
}
