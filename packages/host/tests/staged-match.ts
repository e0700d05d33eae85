/**
 * A match over real sockets in which time is staged: it stands still while bytes travel, so that a bot is exactly as slow, as far
 * away or as irregular as a test says, however busy the machine is. The bot answers frame after frame, as a program with one
 * thread does: what keeps it from one frame delays the next.
 */
import { WebSocket } from 'ws'
import type { ReceiptFacts } from '@arena/protocol'
import { hasForfeited, likelyCauses } from '../src/match/receipt/likely-causes.ts'
import type { MatchResult } from '../src/order.ts'
import { ManualClock, padBytes, stillEngine, Table, type BotOptions } from './play-kit.ts'

const FRAME_MS = 1000 / 60
const FIRST_FRAME = -123
const LEAD = 3

export interface StagedBot {
  /** How long the bot is busy with a frame; by default 2 ms. */
  readonly workMs?: (frame: number) => number
  /** From the arena to the bot and back; by default 4 ms. */
  readonly roundTripMs?: number
  /** What it sends after a frame; by default the pad that the lead asks for. */
  readonly answers?: (frame: number) => readonly (Buffer | string)[]
  /** What it sends after its pick; by default the pads for the first three frames. */
  readonly begins?: () => readonly (Buffer | string)[]
  /** Called when a frame has come, before the bot answers it; a promise is waited for. */
  readonly does?: (frame: number, socket: WebSocket) => unknown
  /** How long the arena's own engine takes for a frame; a slow one makes the next polls late. */
  readonly stepMs?: (frame: number) => number
  /** The last frame of the game, if the bot does not forfeit before; by default 60. */
  readonly ends?: number
  readonly pickMs?: number
  readonly options?: BotOptions
}

export interface Staged {
  readonly result: MatchResult
  readonly facts: ReceiptFacts
  readonly codes: readonly string[]
  readonly says: string
  readonly advice: string
}

/** What the owner of the bot on port 0 is told. */
export function concluded(result: MatchResult): Staged {
  const facts = result.receipts![0]
  const causes = likelyCauses(facts, hasForfeited(result.summary, 0))
  return {
    result,
    facts,
    codes: causes.map(({ code }) => code),
    says: causes.map(({ says }) => says).join(' '),
    advice: causes.map(({ advice }) => advice).join(' '),
  }
}

/** Plays a match of such a bot against an ordinary one. */
export async function stageMatch(bot: StagedBot): Promise<Staged> {
  const { workMs = () => 2, roundTripMs = 4, answers = answerAhead, begins = firstPads, does, stepMs, ends = 60 } = bot
  const clock = new ManualClock()
  clock.at = 1_000
  /** The ends of the sockets to the staged bot, as the arena sees them. */
  const ended: Promise<unknown>[] = []
  let url = ''
  await using table = await Table.open({
    clock,
    engine: stillEngine(`ends=${ends}`),
    ...(bot.pickMs !== undefined && { timing: { pickMs: bot.pickMs } }),
    dialled: (socket, dialled) => {
      if (dialled === url) ended.push(new Promise((resolve) => socket.once('close', resolve)))
    },
  })
  const pings: Buffer[] = []
  const staged = await table.bot({
    input: null,
    autoPong: false,
    ...bot.options,
    opened: (opened, index) => {
      opened.socket.on('ping', (data: Buffer) => {
        pings.push(data)
        underWay.push({ at: clock.at! + roundTripMs, send: (socket) => socket.pong(data) })
      })
      bot.options?.opened?.(opened, index)
    },
  })
  ;({ url } = staged)
  const ordinary = await table.bot()
  /** What is under way to the arena. */
  const underWay: { at: number; send: (socket: WebSocket) => void }[] = []
  const id = table.seat([staged, ordinary])
  await clock.ready()
  while (pings.length === 0) await table.event()
  const newest = () => staged.sockets.at(-1)!

  async function arriveUntil(until: number): Promise<void> {
    underWay.sort((a, b) => a.at - b.at)
    while (underWay[0] !== undefined && underWay[0].at <= until) {
      const { at, send } = underWay.shift()!
      clock.at = Math.max(clock.at!, at)
      if (newest().socket.readyState !== WebSocket.OPEN) continue
      send(newest().socket)
      await newest().fence()
    }
    clock.at = Math.max(clock.at!, until)
  }
  const sendAll = (messages: readonly (Buffer | string)[]) => (socket: WebSocket) => {
    for (const message of messages) socket.send(message)
  }

  underWay.push({ at: clock.at, send: sendAll(begins()) })
  const start = clock.at + 100
  let busyUntil = 0
  let earliest = 0
  for (let frame = FIRST_FRAME; !clock.isOver; frame++) {
    const due = start + (frame - FIRST_FRAME) * FRAME_MS
    const at = Math.max(due, earliest)
    await arriveUntil(at)
    clock.lateMs = at - due
    clock.polled = () => void (clock.at! += stepMs?.(frame) ?? 0.5)
    const before = newest().messages.length
    await clock.poll()
    earliest = Math.max(at + 15, clock.at)
    if (clock.isOver) break
    const { socket } = newest()
    if (socket.readyState !== socket.OPEN) continue
    await Promise.race([newest().received(before + 1), newest().closed])
    await does?.(frame, socket)
    if (socket.readyState !== socket.OPEN) await Promise.all(ended)
    busyUntil = Math.max(busyUntil, clock.at + roundTripMs / 2) + workMs(frame)
    underWay.push({ at: busyUntil + roundTripMs / 2, send: sendAll(answers(frame)) })
  }
  const result = await table.result(id)
  return concluded(result)
}

export const answerAhead = (frame: number): Buffer[] => [padBytes(frame + LEAD)]
const firstPads = (): Buffer[] => [0, 1, 2].map((ahead) => padBytes(FIRST_FRAME + ahead))
