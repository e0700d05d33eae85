/**
 * What the archive is for: matches of house bots, their replays thrown away, come back byte for byte from a day file, played by the build
 * of the engine that an arena keeps.
 *
 *   npx tsx --conditions=source bench/archive.ts
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { wholeNumber } from '@arena/host/command-line'
import { engineOfFile, keptMatchOf, playOn } from '@arena/host/play-again'
import { encodePad } from '@arena/protocol'
import { dayFileOf, readDay, writeDay, type ArchivedMatch } from '@arena/protocol/archive'
import { encodePadColumns } from '@arena/protocol/pad-columns'
import { houseBots } from '@arena/sdk/house'
import { FIRST_FRAME, GameMetadata, readReplay, writeReplay } from '@arena/slp'
import { keptEngine } from '../packages/host/tests/kept-engine.ts'
import { newScript } from '../scripts/command-line.ts'
import { playMatch } from '../scripts/house-matches/match.ts'
import { fixturesOf, type Fixture } from '../scripts/house-matches/series.ts'
import { thisMachine } from './this-machine.ts'

const PORTS = [0, 1] as const
const DAY = '2026-11-24'
const STARTED = `${DAY}T10:00:00.000Z`

const { count } = newScript(
  'npx tsx --conditions=source bench/archive.ts',
  'Archives matches of house bots as a day file, and plays all of them again on the build of the engine that an arena keeps.',
)
  .option('--count <n>', 'matches', wholeNumber(1), 200)
  .parse()
  .opts()

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const idOf = (kind: string, number: number): string => `${kind}_${String(number).padStart(26, '0')}`

/** Plays a match, and keeps of it what the archive keeps. */
async function archivedOf({ contestants, seed }: Fixture, number: number): Promise<ArchivedMatch> {
  const messages: Uint8Array[] = []
  const pads: [Uint8Array[], Uint8Array[]] = [[], []]
  const characters: [number, number][] = []
  const { names, stage, endReason, winner, frames, stocks, percents } = await playMatch(
    seed,
    contestants,
    (events, game, polled) => {
      messages.push(events.slice())
      if (polled === null) return
      for (const port of PORTS) pads[port].push(encodePad({ frame: game.frame, ...polled[port] }))
      characters.push([game.players[0].character, game.players[1].character])
    },
  )
  if (endReason === 'engine') throw new Error('The engine found a fault in itself')
  const metadata = new GameMetadata(names)
  for (const [i, [first, second]] of characters.entries()) metadata.frame(FIRST_FRAME + i, first, second)
  const replay = writeReplay(Buffer.concat(messages), metadata.build(Date.parse(STARTED), ENGINE_REVISION))
  const { players } = readReplay(replay).gameStart
  const all = [Buffer.concat(pads[0]), Buffer.concat(pads[1])] as const
  const port = (at: 0 | 1): ArchivedMatch['ports'][0] => ({
    botId: idOf('bot', at),
    name: names[at],
    character: players[at]!.characterId,
    costume: players[at]!.costumeIndex,
    pads: { landed: pads[at].length, sha256: sha256(all[at]) },
  })
  const columns = encodePadColumns({
    first: FIRST_FRAME,
    frames: characters.length,
    ports: [
      { missed: [], pads: all[0] },
      { missed: [], pads: all[1] },
    ],
  })
  return {
    matchId: idOf('match', number),
    day: DAY,
    number,
    startedAt: STARTED,
    endedAt: STARTED,
    build: 'bench',
    engine: ENGINE_REVISION,
    seed,
    stage,
    ports: [port(0), port(1)],
    replay: { bytes: replay.length, sha256: sha256(replay) },
    end: { status: 'completed', reason: endReason },
    result: {
      winner,
      frames,
      stocks,
      percent: percents,
      score: stocks,
      placement: winner === null ? [1, 1] : winner === 0 ? [1, 2] : [2, 1],
    },
    game: { startAt: STARTED, pads: deflateSync(columns) },
  }
}

console.log(thisMachine())
const folder = mkdtempSync(join(tmpdir(), 'arena-archive-'))
try {
  const engine = engineOfFile(await keptEngine(folder))
  const matches: ArchivedMatch[] = []
  for (const fixture of fixturesOf(houseBots(), 1, count)) matches.push(await archivedOf(fixture, matches.length + 1))
  const sizes = matches.map(({ game }) => game!.pads.length).toSorted((a, b) => a - b)
  const file = writeDay(DAY, matches)
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const replays = matches.reduce((sum, { replay }) => sum + replay!.bytes, 0)
  console.log(
    `${matches.length} matches of house bots: a day file of ${kB(file.length)}, ${kB(file.length / count)} a match, pads ${kB(sizes.at(-1)!)} at ` +
      `most; their replays ${kB(replays / count)} each`,
  )
  let equal = 0
  const from = performance.now()
  for await (const match of readDay(dayFileOf(file))) {
    const replay = await playOn(engine, keptMatchOf(match))
    if (sha256(replay) === match.replay!.sha256) equal++
    else console.log(`${match.matchId} is another replay`)
  }
  const each = (performance.now() - from) / count
  console.log(`${equal} of ${count} replays are the same bytes, played on the kept build in ${each.toFixed(0)} ms each`)
} finally {
  rmSync(folder, { recursive: true })
}
