/** The house bots on the built-in engine: the first bots that a visitor of a new arena sees. */
import { Game, loadFighters } from '@arena/engine'
import { decodePad, NEUTRAL, STOCKS, type Pad, type PickRequest, type PickResponse } from '@arena/protocol'
import { houseBots, type Play } from '../src/index.ts'
import { STAGE_IDS } from '@arena/slp'
import { expect, test } from 'vitest'
import { Session } from '../src/session.ts'

const FIRST_FRAME = -123
/** The frames of the eight minutes of a game. */
const MOST_FRAMES = 8 * 60 * 60

const still = (): Play => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => ({}) })

/** Stocks by port at the end of a game, played without sockets and clock. */
async function play(bots: readonly [Play, Play], stage: 31 | 32 | 28 | 8 | 2 | 3): Promise<readonly [number, number]> {
  const stocks: [number, number] = [STOCKS, STOCKS]
  const pads = [new Map<number, Pad>(), new Map<number, Pad>()] as const
  const picks: PickResponse['action'][] = []
  const sessions = bots.map((bot, port) => {
    const send = (message: string | Uint8Array) => {
      if (typeof message === 'string') return picks.push((JSON.parse(message) as PickResponse).action)
      const pad = decodePad(message)!
      return pads[port as 0 | 1].set(pad.frame, pad)
    }
    const frame: Play['frame'] = (game) => {
      stocks[port as 0 | 1] = game.me.stocks
      return bot.frame(game)
    }
    const onError = (error: unknown) => {
      throw error
    }
    return new Session({ play: { pick: (request) => bot.pick(request), frame }, send, lead: 'fixed', onError })
  })
  for (const [port, session] of sessions.entries()) {
    const request: PickRequest = {
      id: 0,
      kind: 'pick',
      matchId: `match_${'0'.repeat(26)}`,
      mode: 'live',
      port: port as 0 | 1,
      opponent: { botId: `bot_${'0'.repeat(26)}`, name: 'the other' },
      deadlineMs: 10_000,
      inputDelayFrames: 2,
    }
    await session.text(JSON.stringify(request))
  }
  const players = [
    { ...picks[0]!, name: 'a' },
    { ...picks[1]!, name: 'b' },
  ] as const
  await loadFighters(players.map(({ character }) => character))
  const game = new Game({ seed: new Uint8Array(32).fill(stage), stage, players })
  for (const session of sessions) session.binary(game.start())
  for (let frame = FIRST_FRAME; frame < MOST_FRAMES && !stocks.includes(0); frame++) {
    const events = game.step(pads[0].get(frame) ?? NEUTRAL, pads[1].get(frame) ?? NEUTRAL)
    for (const session of sessions) session.binary(events)
  }
  return stocks
}

test.each(houseBots(8).map(({ name, play: bot }, i) => [name, bot, STAGE_IDS[i % STAGE_IDS.length]!] as const))(
  '%s beats an opponent that does not move, and rarely falls off the stage',
  async (_name, bot, stage) => {
    const [own, other] = await play([bot(), still()], stage)
    expect(other).toBe(0)
    expect(own).toBeGreaterThanOrEqual(STOCKS - 2)
  },
  60_000,
)
