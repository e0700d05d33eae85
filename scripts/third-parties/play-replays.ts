/**
 * Plays matches for other programs to read: a real host and engine on the clock that follows the bots, bots over real
 * sockets. All 26 characters, every stage and every ending are among them, and the same bytes come out each time but
 * for the dates. Writes `<id>.slp` and `records.json` into the folder named. COUNT plays only the first of them.
 *
 *   tsx --conditions=source scripts/third-parties/play-replays.ts FOLDER [COUNT]
 */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { STAGE_IDS } from '@arena/engine'
import type { EndReason, GameSummary } from '@arena/protocol'
import {
  BUTTON,
  Character,
  houseBots,
  serveBot,
  stick,
  type BotServer,
  type Game,
  type Hands,
  type Play,
} from '@arena/sdk'
import { builtInEngine } from '../../packages/host/src/engine/engine-process.ts'
import type { SeatedBot } from '../../packages/host/src/order.ts'
import { PLACEMENTS } from '@arena/ratings'
import { Table } from '../../packages/host/tests/play-kit.ts'

/** What the record of a match says that a reader of its replay can find there too. */
export interface ReplayRecord {
  readonly id: string
  readonly summary: GameSummary
  readonly placements: readonly [number, number]
}

/** How a game goes on after its first seconds, in which two house bots fight. */
type Course = 'falls' | 'waits' | 'leaves' | 'both-leave'

const CHARACTERS = Object.values(Character)
const FOUGHT_UNTIL = 900

/** By match; the others end by stocks. */
const COURSES: Readonly<Record<number, Course>> = { 4: 'leaves', 8: 'waits', 11: 'both-leave' }
const EXPECTED: Readonly<Record<Course, EndReason>> = {
  falls: 'stocks',
  waits: 'time',
  leaves: 'forfeit',
  'both-leave': 'forfeit',
}

type Later = (game: Game) => Hands | 'gone'

const stand: Later = () => ({})
const leave: Later = () => 'gone'
/** Off the stage by the nearer edge, over whoever stands there. It lets go of a ledge: a jump from there may end on it again. */
const fall: Later = ({ me, frame }) =>
  me.actionName === 'CliffWait'
    ? stick(0, frame % 2 === 0 ? -1 : 0)
    : stick(me.x < 0 ? -1 : 1, 0, frame % 60 < 2 ? BUTTON.X : 0)

/** The later play of the winner, and of the other. */
const LATER: Readonly<Record<Course, readonly [Later, Later]>> = {
  falls: [stand, fall],
  waits: [stand, stand],
  leaves: [stand, leave],
  'both-leave': [leave, leave],
}

const HOUSE = houseBots(CHARACTERS.length)

/** Serves a house bot as another character, until `later` takes over. */
async function serve(character: Character, later: Later): Promise<BotServer> {
  const server = await serveBot({ port: 0, play })
  return server

  function play(): Play {
    const house = HOUSE[character]!.play()
    return {
      pick: async (request) => ({ ...(await house.pick(request)), character, costume: character % 4 }),
      frame(game) {
        if (game.frame < FOUGHT_UNTIL) return house.frame(game)
        const hands = later(game)
        if (hands !== 'gone') return hands
        void server.close()
        return {}
      },
    }
  }
}

async function playMatch(table: Table, number: number): Promise<ReplayRecord> {
  const course = COURSES[number] ?? 'falls'
  const later = (port: 0 | 1) => LATER[course][(port + number) & 1]!
  const servers = [
    await serve(CHARACTERS[number]!, later(0)),
    await serve(CHARACTERS.at(-1 - number)!, later(1)),
  ] as const
  const seated = (port: 0 | 1): SeatedBot => ({
    botId: `bot_${String(port).padStart(26, '0')}`,
    name: `Bot ${port}`,
    url: `http://127.0.0.1:${servers[port].port}`,
  })
  const bots = [seated(0), seated(1)] as const
  const { matchId, summary, detail } = await table.play([bots[0].url, bots[1].url], {
    matchId: `match_${String(number).padStart(26, '0')}`,
    seed: createHash('sha256').update(`replay ${number}`).digest('hex'),
    stage: STAGE_IDS[number % STAGE_IDS.length]!,
    bots,
  })
  await Promise.all(servers.map((server) => server.close()))
  if (summary?.endReason !== EXPECTED[course]) throw new Error(`match ${number} ended otherwise than meant: ${detail}`)
  const { winner } = summary
  return { id: matchId, summary, placements: PLACEMENTS[winner === null ? 'draw' : winner === 0 ? 'win' : 'loss'] }
}

const [, , folder, count = String(CHARACTERS.length / 2)] = process.argv
if (folder === undefined) throw new Error('Name the folder to write to.')

await using table = await Table.open({ engine: builtInEngine('fast') })
const records: ReplayRecord[] = []

async function playOneByOne(numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    const record = await playMatch(table, number)
    await writeFile(join(folder!, `${record.id}.slp`), await table.replay(record.id))
    records[number] = record
  }
}

// A game until its time is up takes as long as all others together.
const numbers = Array.from({ length: Number(count) }, (_, number) => number)
const long = (number: number) => COURSES[number] === 'waits'
await Promise.all([playOneByOne(numbers.filter(long)), playOneByOne(numbers.filter((number) => !long(number)))])
await writeFile(join(folder, 'records.json'), JSON.stringify(records))

const reasons = new Map<string, number>()
for (const { summary } of records) reasons.set(summary.endReason, (reasons.get(summary.endReason) ?? 0) + 1)
const frames = records.reduce((sum, { summary }) => sum + summary.frames, 0)
console.log(
  `${records.length} matches of ${frames} frames: ${[...reasons].map(([why, n]) => `${n} by ${why}`).join(', ')}`,
)
