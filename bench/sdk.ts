/**
 * What the SDK adds between a frame and its pad. Two bots on loopback, each a process of its own, get the frames of one match, one after
 * the other at the pace of a live match: a bot of the SDK that looks at both fighters, and a bot that does the least, which reads the
 * frame's number and sends a pad. The time is from the frame's message to the first pad after it.
 *
 *     npx tsx --conditions=source bench/sdk.ts
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Option } from '@commander-js/extra-typings'
import { createKeyPair, encodePad, MODES, NEUTRAL, PAD_BYTES, signHandshake, type PickRequest } from '@arena/protocol'
import { Game, loadFighters } from '@arena/engine'
import { Character, serveBot, stick } from '@arena/sdk'
import { houseBots, Seat } from '@arena/sdk/house'
import { positive } from '@arena/host/command-line'
import { WebSocket, WebSocketServer } from 'ws'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

const MATCH_ID = `match_${'0'.repeat(26)}`
const PICK: PickRequest = {
  id: 0,
  kind: 'pick',
  matchId: MATCH_ID,
  mode: 'live',
  port: 0,
  opponent: { botId: `bot_${'0'.repeat(26)}`, name: 'Edgeguard' },
  deadlineMs: MODES.live.pickMs,
  inputDelayFrames: MODES.live.inputDelayFrames,
}
/** Frames before the figures count: compilers warm up. */
const WARM_UP = 300
/** The Frame Bookend ends a frame's message; its frame number stands four bytes before the last four. */
const FRAME_FROM_END = 8

async function serveSdkBot(): Promise<number> {
  const { port } = await serveBot({
    port: 0,
    play: () => ({
      pick: () => ({ character: Character.Fox, costume: 0 }),
      frame: ({ me, opponent, items, stage }) => {
        const isNear = me.canAct && Math.abs(opponent.x - me.x) < 20 && items.length < stage.platforms.length + 9
        return stick(Math.sign(opponent.x - me.x), 0, isNear ? 0x100 : 0)
      },
    }),
  })
  return port
}

/** Answers the pick, and every frame with a pad for the next. */
async function serveBareBot(): Promise<number> {
  const server = createServer()
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) socket.send(JSON.stringify({ id: 0, action: { character: 2, costume: 0 } }))
      else if (data[0] === 0x3a) {
        const frame = data.readInt32BE(data.length - FRAME_FROM_END)
        socket.send(encodePad({ frame: frame + 1, ...NEUTRAL }))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

class Bot {
  readonly name: string
  readonly times: number[] = []
  readonly #child: ChildProcess
  readonly #socket: WebSocket
  #sentAt = 0
  /** Settles the frame that waits for its pad. */
  #answered: (() => void) | null = null

  static async start(name: string, kind: string): Promise<Bot> {
    const child = fork(fileURLToPath(import.meta.url), ['--bot', kind], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const [port] = (await once(child, 'message')) as [number]
    const headers = signHandshake(createKeyPair().privateKey, MATCH_ID, Date.now())
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers, perMessageDeflate: false })
    await once(socket, 'open')
    return new Bot(name, child, socket)
  }

  private constructor(name: string, child: ChildProcess, socket: WebSocket) {
    this.name = name
    this.#child = child
    this.#socket = socket
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const now = performance.now()
      // The first counts: what follows it is for later frames.
      if (!isBinary || data.length !== PAD_BYTES || this.#answered === null) return
      this.times.push(now - this.#sentAt)
      this.#answered()
      this.#answered = null
    })
  }

  send(message: Uint8Array | string): void {
    this.#socket.send(message)
  }

  /** Sends a frame; settles with its pad. */
  async answer(message: Uint8Array): Promise<void> {
    const answered = new Promise<void>((resolve) => (this.#answered = resolve))
    this.#sentAt = performance.now()
    this.#socket.send(message)
    await answered
  }

  end(): void {
    this.#socket.terminate()
    this.#child.kill()
  }
}

function show({ name, times }: Bot): number {
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!
  const cells = [0.1, 0.5, 0.99].map((share) => at(share).toFixed(3).padStart(9))
  console.log(`${name.padEnd(24)}${cells.join('')}`)
  return at(0.5)
}

/** The stream of a match between two house bots: its first message, and as many frames. */
async function streamOf(count: number): Promise<Buffer[]> {
  const seats = houseBots(4)
    .slice(2)
    .map(({ name, play }, i) => new Seat({ name, port: i as 0 | 1, matchId: MATCH_ID, play: play() }))
  const picks = await Promise.all(seats.map((seat) => seat.join(PICK.opponent)))
  await loadFighters(picks.map(({ character }) => character))
  const [one, two] = picks.map((pick, i) => ({ ...pick, name: seats[i]!.name }))
  const game = new Game({ seed: new Uint8Array(32), stage: 8, players: [one!, two!] })
  const messages: Buffer[] = []
  const take = (events: Uint8Array): void => {
    messages.push(Buffer.from(events))
    for (const seat of seats) seat.take(events)
  }
  take(game.start())
  while (messages.length <= count && game.ending === null) {
    const [first, second] = seats.map((seat) => ({ ...seat.padOf(game.frame + 1) }))
    take(game.step(first!, second!))
  }
  return messages
}

async function main(seconds: number): Promise<void> {
  const [start, ...frames] = await streamOf(WARM_UP + Math.round((seconds * 1000) / MODES.live.frameMs))
  const bots = [await Bot.start('bot of the SDK', 'sdk'), await Bot.start('bot that does the least', 'bare')]
  for (const bot of bots) {
    bot.send(JSON.stringify(PICK))
    bot.send(start!)
  }
  console.log(thisMachine())
  for (const [i, message] of frames.entries()) {
    for (const bot of i % 2 === 0 ? bots : bots.toReversed()) {
      await bot.answer(message)
      await sleep(MODES.live.frameMs / bots.length)
    }
  }
  for (const bot of bots) bot.end()
  console.log(thisMachine())
  console.log(`${frames.length - WARM_UP} frames each`)
  console.log(`${'frame to pad, ms'.padEnd(24)}${['10 %', 'median', '99 %'].map((name) => name.padStart(9)).join('')}`)
  const [sdk, bare] = bots.map(show)
  console.log(`The SDK adds ${(sdk! - bare!).toFixed(3)} ms at the median.`)
}

const values = newScript(
  'npx tsx --conditions=source bench/sdk.ts',
  'Measures the time that a bot of the SDK takes from a frame to its pad, beside a bot that does the least.',
)
  .option('--seconds <n>', 'length of the match', positive, 60)
  // The kind of bot that a process plays which this program starts.
  .addOption(new Option('--bot <kind>').hideHelp())
  .parse()
  .opts()
if (values.bot === undefined) await main(values.seconds)
else {
  process.send?.(await (values.bot === 'sdk' ? serveSdkBot() : serveBareBot()))
  process.once('disconnect', () => process.exit())
}
