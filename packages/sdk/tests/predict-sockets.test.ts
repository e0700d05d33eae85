/** The engine in a bot that is served: over sockets, frame by frame as soon as it has answered. */
import { Game as Engine, type Pad } from '@arena/engine'
import { FIRST_FRAME } from '@arena/slp'
import { serveBot, stick } from '@arena/sdk'
import { expect, test } from 'vitest'
import { RandomPads } from '../../engine/tests/random-pads.ts'
import { withEngine, type EngineGame, type FutureGame } from '../src/predict/index.ts'
import { pickRequest, Seat } from './fake-arena.ts'

/** Pads that answer a frame: for the next one, and for those that the lead may reach. */
const PADS_AN_ANSWER = 3

class Match {
  readonly engine = new Engine({
    seed: new Uint8Array(32).fill(9),
    stage: 2,
    players: [
      { character: 2, costume: 0, name: 'bot' },
      { character: 14, costume: 0, name: 'wild' },
    ],
  })
  readonly #first = this.engine.start().slice()
  readonly #opponent = new RandomPads(4)
  #seat: Seat | null = null

  async dial(url: string, isFirst: boolean): Promise<void> {
    this.#seat = await Seat.dial(url)
    if (isFirst) {
      this.#seat.send(pickRequest(0))
      await this.#seat.padsUntil(PADS_AN_ANSWER)
    }
    this.#seat.send(this.#first)
  }

  hangUp(): void {
    this.#seat?.socket.close()
    this.#seat = null
  }

  /** Plays frames; while the socket is down nothing is heard and nothing is seen. */
  async play(frames: number): Promise<void> {
    for (let i = 0; i < frames; i++) {
      const frame = this.engine.frame + 1
      const pad = this.#seat?.pads.findLast((sent) => sent.frame === frame) ?? REST
      const events = this.engine.step({ ...pad }, this.#opponent.next())
      if (!this.#seat) continue
      const answered = this.#seat.pads.length + PADS_AN_ANSWER
      this.#seat.send(events.slice())
      await this.#seat.padsUntil(answered)
    }
  }
}

const REST: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }

test('the bot is exact until its socket drops, says which frames it lost, and goes on from what it sees', async () => {
  const games: EngineGame[] = []
  const futures: FutureGame[] = []
  const errors: unknown[] = []
  const server = await serveBot({
    port: 0,
    play: await withEngine(() => ({
      pick: () => ({ character: 2, costume: 0 }),
      frame: (game) => {
        games.push(game)
        const plan = stick(game.frame % 40 < 20 ? 1 : -1)
        if (game.frame % 50 === 0) futures.push(game.simulate([plan], 10))
        return plan
      },
    })),
    onError: (error) => errors.push(error),
  })
  try {
    const url = `http://127.0.0.1:${server.port}`
    const match = new Match()
    await match.dial(url, true)
    await match.play(400)
    expect(games.every(({ isExact, isInStep }) => isExact && isInStep)).toBe(true)
    expect(games).toHaveLength(400)

    match.hangUp()
    await match.play(80)
    await match.dial(url, false)
    await match.play(100)
    const from = FIRST_FRAME + 400
    expect(games[400]).toMatchObject({ isExact: false, isInStep: false, lost: { from, to: from + 79 } })
    expect(games.at(-1)).toMatchObject({ frame: match.engine.frame, isExact: false })
    expect(futures.every(({ fault }) => fault === null)).toBe(true)
    expect(errors).toEqual([])
  } finally {
    await server.close()
  }
})
