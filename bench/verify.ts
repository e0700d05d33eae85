/**
 * How long an outsider needs to verify a day by its public files: matches of house bots on the fast clock are signed, logged and archived
 * as an arena does it, and then verified by the tiles and the day file alone, with `arena-kit verify --day` in this process:
 *
 *   npx tsx --conditions=source bench/verify.ts
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuUsage } from 'node:process'
import type { KeptPads } from '@arena/engine/play-again'
import { encodePad } from '@arena/protocol'
import { seedOf } from '@arena/protocol/public-log'
import type { Rating } from '@arena/ratings'
import { houseBots } from '@arena/sdk/house'
import { GameMetadata, readReplay, writeReplay } from '@arena/slp'
import { wholeNumber } from '@arena/host/command-line'
import { runKit } from '../packages/kit/src/program.ts'
import { Terminal } from '../packages/kit/src/terminal.ts'
import { archivedOf, DAY, entriesOf, noteOf, PublicFolder, SECRET, startOf } from '../packages/kit/tests/operator.ts'
import type { Played, Published } from '../packages/kit/tests/operator.ts'
import { newScript } from '../scripts/command-line.ts'
import { playMatch } from '../scripts/house-matches/match.ts'
import { fixturesOf } from '../scripts/house-matches/series.ts'
import { thisMachine } from './this-machine.ts'

const { count } = newScript(
  'npx tsx --conditions=source bench/verify.ts',
  'Measures how long it takes to verify a day of matches by its public files.',
)
  .option('--count <n>', 'matches of the day', wholeNumber(1), 1000)
  .parse()
  .opts()

console.log(thisMachine())
const folder = await mkdtemp(join(tmpdir(), 'arena-bench-verify-'))
try {
  await measure(new PublicFolder(folder))
} finally {
  await rm(folder, { recursive: true })
}

async function measure(files: PublicFolder): Promise<void> {
  const ratings = new Map<string, Rating>()
  const published: Published[] = []
  let frames = 0
  for (const { number, contestants } of fixturesOf(houseBots(), 1, count)) {
    const game = await play(number, contestants)
    const note = noteOf(number, ratings, game)
    frames += game.pads[0].pads.length / 12
    published.push({ note, replay: null, archived: archivedOf(note, game) })
  }
  await files.putDayFile(published)
  await files.publish(entriesOf(published.map(({ note }) => note)))
  const { size } = await stat(join(folder, `archive/${DAY}.parquet`))
  console.log(
    `${count} matches, ${Math.round(frames / count)} frames in the mean; the day file has ${(size / 1e6).toFixed(1)} MB`,
  )
  process.env['XDG_CONFIG_HOME'] = join(folder, 'config')
  const before = cpuUsage()
  const startedAt = performance.now()
  const terminal = new Terminal(new AbortController().signal, process.stdout, { write: () => {} })
  const code = await runKit(['verify', '--day', DAY, '--files', folder], terminal)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = cpuUsage(before)
  const spent = (user + system) / 1e6
  console.log(
    `exit code ${code}: ${seconds.toFixed(1)} s, ${spent.toFixed(1)} s of processor time, ${Math.round(frames / spent)} frames a second`,
  )
}

async function play(number: number, contestants: Parameters<typeof playMatch>[1]): Promise<Played> {
  const messages: Uint8Array[] = []
  const pads: [Uint8Array[], Uint8Array[]] = [[], []]
  const characters: (readonly [number, number, number])[] = []
  const seed = Buffer.from(seedOf(SECRET, number)).toString('hex')
  const { names, endReason, winner } = await playMatch(seed, contestants, (events, game, polled) => {
    messages.push(events.slice())
    if (polled === null) return
    for (const port of [0, 1] as const) pads[port].push(encodePad({ frame: game.frame, ...polled[port] }))
    characters.push([game.frame, game.players[0].character, game.players[1].character])
  })
  if (endReason === 'engine') throw new Error(`The engine found a fault in match ${number}`)
  const metadata = new GameMetadata(names)
  for (const each of characters) metadata.frame(...each)
  const replay = writeReplay(Buffer.concat(messages), metadata.build(Date.parse(startOf(number)), null))
  const { players } = readReplay(replay).gameStart
  const pick = (port: 0 | 1) => ({ character: players[port]!.characterId, costume: players[port]!.costumeIndex })
  const landed = (port: 0 | 1): KeptPads => ({ missed: [], pads: Buffer.concat(pads[port]) })
  return { names, picks: [pick(0), pick(1)], pads: [landed(0), landed(1)], replay, reason: endReason, winner }
}
