/**
 * An engine in which no fighter moves: the smallest program that speaks the engine protocol, written from
 * docs/engine-protocol.md alone, without this project's packages. Pre-Frame events carry the polled pads as they came.
 *
 *   node still.mjs [ends=<frame>] [by=stocks|time] [winner=0|1] [fault=<what>] [at=<frame>] [slow=<ms>] [bulk=<events>]
 *                  [rests=<games>]
 *
 * It rests after each of so many games; a fighter's percent tells how many the process has played before.
 *
 * Faults, at the given frame (-124 is the start, 99999 the end): die, hang, garbage, huge, frame, cut, twice, type,
 * fail (with words=<hex>), noise, stocks, words (dies with them as its last).
 */
import { readSync, writeSync } from 'node:fs'

const options = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('=')))
const endsAt = Number(options.ends ?? 1e9)
const rests = Number(options.rests ?? 0)
let games = 0
const bulk = Number(options.bulk ?? 0)
/** The last ones. */
const words = options.words === undefined ? Buffer.from('no such disc') : Buffer.from(options.words, 'hex')
const faultAt = Number(options.at ?? -124)
const pause = new Int32Array(new SharedArrayBuffer(4))

/** Payload sizes of 3.18.0: Game Start, Pre-Frame, Post-Frame, Game End, Frame Start, Frame Bookend, and a filler. */
const SIZES = { 0x36: 760, 0x37: 66, 0x38: 84, 0x39: 6, 0x3a: 12, 0x3c: 8, 0x60: 1000 }

const read = (length) => {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length;) {
    const count = readSync(0, bytes, at, length - at, null)
    if (count === 0) process.exit(0)
    at += count
  }
  return bytes
}

const write = (bytes) => {
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at)
}

const event = (code, frame, ...rest) => {
  const bytes = Buffer.alloc(1 + SIZES[code])
  bytes[0] = code
  bytes.writeInt32BE(frame, 1)
  Buffer.concat([Buffer.alloc(0), ...rest]).copy(bytes, 5)
  return bytes
}

const first = ({ stage, players }) => {
  const sizes = Object.entries(SIZES).flatMap(([code, size]) => [Number(code), size >> 8, size & 0xff])
  const gameStart = Buffer.alloc(1 + SIZES[0x36])
  gameStart.set([0x36, 3, 18, 0, 0])
  gameStart.writeUInt16BE(stage, 0x13)
  // Character, a human, four stocks, costume.
  for (const [port, { character, costume }] of players.entries())
    gameStart.set([character, 0, 4, costume], 0x65 + 0x24 * port)
  return Buffer.concat([Buffer.from([0x35, 1 + sizes.length, ...sizes]), gameStart])
}

const stocksOf = (port, frame) =>
  frame >= endsAt && options.by === 'stocks' && String(1 - port) === options.winner ? 0 : 4
const percentOf = (port) => 10 * port + games

const postFrame = (port, frame) => {
  const bytes = event(0x38, frame, Buffer.from([port, 0, port + 1]))
  bytes.writeFloatBE(percentOf(port), 0x16)
  bytes[0x21] = stocksOf(port, frame)
  return bytes
}

const answer = (type, frame, events) => {
  const head = Buffer.alloc(35)
  head.writeUInt32LE(31 + events.length, 0)
  head[4] = type
  head.writeInt32LE(frame, 5)
  const over = frame >= endsAt
  head[9] = over ? (options.by === 'stocks' ? 1 : 2) : 0
  head[10] = over && options.winner !== undefined ? Number(options.winner) : 255
  for (const [port, at] of [11, 23].entries()) {
    head[at] = stocksOf(port, frame)
    head[at + 1] = port + 1
    head.writeUInt16LE(percentOf(port), at + 2)
    head.writeFloatLE(port === 0 ? -40 : 40, at + 4)
    head.writeFloatLE(0.5, at + 8)
  }
  return Buffer.concat([head, events])
}

const spoil = (bytes) => {
  switch (options.fault) {
    case 'die':
      return process.exit(3)
    case 'hang':
      return Atomics.wait(pause, 0, 0)
    case 'garbage':
      return Buffer.from('This is a line that some library printed.\n')
    case 'huge':
      return Buffer.from([0xff, 0xff, 0xff, 0x7f])
    case 'frame':
      bytes.writeInt32LE(bytes.readInt32LE(5) + 1, 5)
      return bytes
    case 'cut': {
      const cut = bytes.subarray(0, -1)
      cut.writeUInt32LE(cut.length - 4, 0)
      return cut
    }
    case 'twice':
      return Buffer.concat([bytes, bytes])
    case 'type':
      bytes[4] = 0x90
      return bytes
    case 'fail': {
      const head = Buffer.from([0, 0, 0, 0, 0xff])
      head.writeUInt32LE(1 + words.length)
      return Buffer.concat([head, words])
    }
    case 'stocks':
      bytes[11] = 5
      return bytes
    case 'words':
      writeSync(2, words)
      return process.exit(3)
    case 'noise':
      process.stderr.write('a warning\n')
      return bytes
    default:
      return bytes
  }
}

const reply = (frame, bytes) => {
  if (options.slow !== undefined) Atomics.wait(pause, 0, 0, Number(options.slow))
  write(frame === faultAt ? spoil(bytes) : bytes)
}

let frame = -124
for (;;) {
  const message = read(read(4).readUInt32LE(0))
  if (message[0] === 1) {
    frame = -124
    reply(frame, answer(0x81, frame, first(JSON.parse(message.subarray(1)))))
  } else if (message[0] === 2) {
    frame = message.readInt32LE(1)
    const events = [event(0x3a, frame)]
    for (const port of [0, 1]) {
      events.push(event(0x37, frame, Buffer.from([port, 0]), message.subarray(5 + 8 * port, 13 + 8 * port)))
    }
    for (const port of [0, 1]) events.push(postFrame(port, frame))
    for (let i = 0; i < bulk; i++) events.push(event(0x60, frame))
    events.push(event(0x3c, frame))
    reply(frame, answer(0x82, frame, Buffer.concat(events)))
  } else {
    const forfeit = message[1]
    const gameEnd = Buffer.from([
      0x39,
      forfeit === 0 ? 2 : 7,
      forfeit === 1 ? 0 : forfeit === 2 ? 1 : 0xff,
      0,
      1,
      0xff,
      0xff,
    ])
    reply(99999, answer(games < rests ? 0x84 : 0x83, frame, gameEnd))
    games++
  }
}
