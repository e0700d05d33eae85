/** Branches of house matches go on as the matches did (`@arena/engine/branch`), from frames that are drawn. */
import { Branch } from '@arena/engine/branch'
import { Game, loadFighters } from '@arena/engine'
import { ColumnReader, FIRST_FRAME, writeReplay } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { houseBots, Seat } from '../src/house/index.ts'
import { Random } from '../src/random.ts'

const POINTS = Number(process.env['BRANCH_POINTS'] ?? 24)
const MATCHES = Math.ceil(POINTS / 12)
const HOUSE = houseBots(8)
const STAGES = [2, 3, 8, 28, 31, 32] as const

const idOf = (number: number): string => `bot_${String(number).padStart(26, '0')}`

interface Played {
  readonly reader: ColumnReader
  readonly stream: Buffer
  readonly seed: Uint8Array
}

async function houseMatch(random: Random): Promise<Played> {
  const bots = [HOUSE[random.between(0, HOUSE.length - 1)]!, HOUSE[random.between(0, HOUSE.length - 1)]!] as const
  const seed = Uint8Array.from({ length: 32 }, () => random.between(0, 255))
  const matchId = `match_0${Buffer.from(seed).toString('hex').slice(0, 25)}`
  const seats = bots.map(({ name, play }, port) => new Seat({ name, port: port as 0 | 1, matchId, play: play() }))
  const [first, second] = [seats[0]!, seats[1]!]
  const picks = [
    await first.join({ botId: idOf(1), name: second.name }),
    await second.join({ botId: idOf(0), name: first.name }),
  ]
  await loadFighters(picks.map(({ character }) => character))
  const player = (port: 0 | 1) => ({ ...picks[port]!, name: seats[port]!.name })
  const stage = STAGES[random.between(0, STAGES.length - 1)]!
  const game = new Game({ seed, stage, players: [player(0), player(1)] })
  const messages: Uint8Array[] = []
  const show = (events: Uint8Array): void => {
    messages.push(events.slice())
    for (const seat of seats) seat.take(events)
  }
  show(game.start())
  while (!game.ending) show(game.step(first.padOf(game.frame + 1), second.padOf(game.frame + 1)))
  messages.push(game.end({ kind: 'natural' }).slice())
  const stream = Buffer.concat(messages)
  const reader = new ColumnReader()
  reader.push(writeReplay(stream, {}))
  return { reader, stream, seed }
}

describe('branches of house matches', { timeout: 600_000 }, () => {
  test(`with both recorded pads every byte comes out as recorded, from ${POINTS} frames of ${MATCHES} matches`, async () => {
    const random = new Random('branches')
    let frames = 0
    for (let match = 0; match < MATCHES; match++) {
      const { reader, stream, seed } = await houseMatch(random)
      for (let point = 0; point < POINTS / MATCHES; point++) {
        const frame = FIRST_FRAME + random.between(0, reader.columns.count - 2)
        // With the seed and without it: the recording has the random state of every frame.
        const branch = await Branch.open(reader, frame, point % 2 === 0 ? { seed } : {})
        const game = branch.begin()
        const messages = [branch.stream]
        while (game.frame < branch.lastFrame) {
          const next = game.frame + 1
          messages.push(game.step(branch.padOf(0, next)!, branch.padOf(1, next)!).slice())
          frames++
        }
        messages.push(game.end(branch.cause!).slice())
        expect(Buffer.concat(messages).equals(stream), `match ${match}, frame ${frame}`).toBe(true)
      }
    }
    if (POINTS > 24) console.log(`${frames} frames after ${POINTS} branch points are those of the replays`)
  })
})
