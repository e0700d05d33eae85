/**
 * An engine that plays no game: to every step it answers with the same frame, under its number. It reads and writes as
 * the built-in engine does, so that what that one costs more is the game: the engine's own work.
 *
 *   npm run build && npx tsx bench/pacing.ts --engine "node --max-semi-space-size=1 --single-threaded bench/no-game.mjs"
 */
import { execFileSync } from 'node:child_process'
import { openSync, readSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import {
  ANSWER,
  AnswerWriter,
  createStep,
  decodeStart,
  decodeStep,
  emptyStep,
  REQUEST,
  setStepFrame,
} from '../packages/host/dist/engine/engine-protocol.js'

const HEADER = 5
const DIRECTORY = new URL('.', import.meta.url)
/** Plays that frame in a process of its own, so that the game's memory is not this one's. */
const GAME = `
  import { Game, loadFighters } from '../packages/engine/dist/index.js'
  const { seed, stage, players } = JSON.parse(process.argv[1])
  await loadFighters(players.map(({ character }) => character))
  const game = new Game({ seed: new Uint8Array(Buffer.from(seed, 'hex')), stage, players })
  const first = [...game.start()]
  const pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
  // Until both fighters stand.
  let events
  for (let i = 0; i < 200; i++) events = game.step(pad, pad)
  const standing = ({ stocks, character, percent, x, y }) => ({ stocks, character, percent, x, y })
  console.log(JSON.stringify({ first, events: [...events], players: game.players.map(standing) }))
`
/** Answers given to nobody, so that the code for it is compiled. */
const WARM_UP = 10_000

const answers = new AnswerWriter()
const step = emptyStep()
const buffer = Buffer.alloc(4096)
let filled = 0
let input = 0
let output = 1

/** What stands, and the events of a frame with the places of its number in them. */
let played
let events
let numbers = []

function read() {
  while (filled < 4 || filled < 4 + buffer.readUInt32LE(0)) {
    const count = readSync(input, buffer, filled, buffer.length - filled, null)
    if (count === 0) return 0
    filled += count
  }
  return 4 + buffer.readUInt32LE(0)
}

function write(length) {
  for (let at = 0; at < length;) at += writeSync(output, answers.bytes, at, length - at)
}

function answerStep(body) {
  decodeStep(body, step)
  played.frame = step.frame
  for (const at of numbers) for (let i = 0; i < 4; i++) events[at + i] = step.frame >> (24 - 8 * i)
  write(answers.write(ANSWER.stepped, played, events))
}

function start(body) {
  const { seed, stage, players } = decodeStart(body)
  const told = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', GAME, JSON.stringify({ seed, stage, players })], {
      cwd: DIRECTORY,
      encoding: 'utf8',
    }),
  )
  const first = Uint8Array.from(told.first)
  const sizes = new Map()
  for (let at = 2; at < 1 + first[1]; at += 3) sizes.set(first[at], 1 + ((first[at + 1] << 8) | first[at + 2]))
  events = Uint8Array.from(told.events)
  numbers = []
  for (let at = 0; at < events.length; at += sizes.get(events[at])) numbers.push(at + 1)
  played = { frame: -124, ending: null, players: told.players }
  rehearse()
  played.frame = -124
  write(answers.write(ANSWER.started, played, first))
}

function rehearse() {
  const message = createStep()
  input = output = openSync(devNull, 'r+')
  for (let i = 0; i < WARM_UP; i++) {
    read()
    setStepFrame(message, i)
    answerStep(message.subarray(HEADER))
  }
  input = 0
  output = 1
}

for (let length = read(); length > 0; length = read()) {
  const type = buffer[4]
  const body = Buffer.from(buffer.subarray(HEADER, length))
  filled -= length
  if (type === REQUEST.start) start(body)
  else if (type === REQUEST.step) answerStep(body)
  else write(answers.write(ANSWER.ended, played, Uint8Array.of(0x39, 7, 0xff, 0xff, 0xff, 0xff, 0xff)))
}
