/** The bot of the README against a fighter that walks to a place and does nothing from then on. */
import type { StageId } from '@arena/engine'
import { Character, STAGES, stick, type Game, type Hands, type Play } from '@arena/sdk'
import { beforeAll, expect, test } from 'vitest'
import { orderOf } from '../packages/kit/src/order.ts'
import { playMatch } from './house-matches/match.ts'
import { botOf } from './tests/example.ts'
import { some } from './tests/series.ts'

let own: () => Play
beforeAll(async () => {
  own = await botOf('packages/sdk/examples/twenty-lines.ts')
})

const LEGAL = Object.keys(STAGES).map(Number) as StageId[]
const SEATS = ['Twenty lines', 'Still'].map((name) => ({ botId: name, name, url: '' }))
/** Where it stands: where the game puts it, or at a share of the way from the centre to the edge. */
const PLACES = [null, -0.97, 0.5]
/** Whoever has not arrived after ten seconds, because the other is in the way, stays where it is. */
const LATEST = 600
/** From its arrival on: a run over the widest stage and some jumps. */
const FRAMES_TO_HIT = 900

/** A seed that draws the stage, and the port for the first of the two. */
function seedOf(stage: StageId, port: 0 | 1): string {
  for (let i = 0; ; i++) {
    const seed = i.toString(16).padStart(64, '0')
    const order = orderOf(Buffer.from(seed, 'hex'), null, [SEATS[0]!, SEATS[1]!])
    if (order.stage === stage && order.bots[port] === SEATS[0]) return seed
  }
}

/** Plays until the end; `hitAfter` is how many frames the other stood still before it was hit. */
async function play(seed: string, bot: Play, { character, place }: { character: Character; place: number | null }) {
  let arrival: number | null = null
  let hitAfter = Infinity
  const walk = ({ me, frame, stage }: Game): Hands => {
    const ahead = (place ?? 0) * stage.edge - me.x
    if (place === null || frame === LATEST || (me.y < 8 && Math.abs(ahead) < 1.5)) arrival = frame
    if (frame < 0 || arrival !== null) return {}
    if (me.y > 8) return stick(0, frame % 10 < 2 ? -1 : 0)
    return stick(Math.sign(ahead) * (Math.abs(ahead) > 25 ? 1 : 0.4))
  }
  const still: Play = {
    pick: () => ({ character, costume: 0 }),
    frame: (game) => (arrival === null ? walk(game) : {}),
  }
  const watched: Play = {
    pick: (offer) => bot.pick(offer),
    frame: (game) => {
      if (arrival === null) return {}
      if (game.opponent.percent > 0) hitAfter = Math.min(hitAfter, game.frame - arrival)
      return bot.frame(game)
    },
  }
  const outcome = await playMatch(seed, [
    { name: 'Twenty lines', play: () => watched },
    { name: 'Still', play: () => still },
  ])
  return { outcome, hitAfter }
}

test.each(some(LEGAL, 6))(
  'on stage %i the bot in twenty lines hits a motionless bot wherever it stands',
  async (stage) => {
    for (const port of [0, 1] as const) {
      for (const place of PLACES) {
        for (const character of [Character.Bowser, Character.Jigglypuff]) {
          const { outcome, hitAfter } = await play(seedOf(stage, port), own(), { character, place })
          const where = `character ${character} at ${place}, port ${port}`
          expect(hitAfter, where).toBeLessThan(FRAMES_TO_HIT)
          expect(outcome, where).toMatchObject({ stage, endReason: 'stocks', winner: port })
        }
      }
    }
  },
)
