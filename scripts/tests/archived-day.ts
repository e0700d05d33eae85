/**
 * A day of the archive with short games, and their replays. As a program it writes both into a folder:
 *
 *   node --conditions=source --import tsx scripts/tests/archived-day.ts FOLDER
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { playAgain, type KeptMatch } from '@arena/engine/play-again'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { encodePad } from '@arena/protocol'
import { writeDay, type ArchivedMatch } from '@arena/protocol/archive'
import { encodePadColumns } from '@arena/protocol/pad-columns'
import { FIRST_FRAME } from '@arena/slp'

export const DAY = '2026-11-24'
const FRAMES = 420
const STAGES = [31, 2, 8] as const
const SEED = '5f'.repeat(32)
const START_AT = '2026-11-24T10:00:09.001Z'

export interface ArchivedGame {
  readonly match: ArchivedMatch
  readonly replay: Uint8Array
}

const idOf = (prefix: string, number: number) => `${prefix}_01k9y40r6yes3v1c5hzq8p${String(number).padStart(4, '0')}`
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Pushes and presses something else every few frames. */
function padsOf(port: number): Uint8Array {
  const pads = Array.from({ length: FRAMES }, (_, i) => {
    const frame = FIRST_FRAME + i
    const buttons = [0, 0x100, 0x200, 0x400][(frame >> 3) & 3]!
    const stick = (frame * 37 + 90 * port) & 0xff
    return encodePad({ frame, buttons, stickX: stick, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 })
  })
  return Buffer.concat(pads)
}

/** Broken off after seven seconds. */
export async function archivedGame(number: number, names: readonly [string, string]): Promise<ArchivedGame> {
  const pads = [padsOf(0), padsOf(1)] as const
  const stage = STAGES[number % STAGES.length]!
  const characters = [2, 14 + number] as const
  const [first, second] = [0, 1].map((port) => ({ missed: [], pads: pads[port]! }))
  const kept: KeptMatch = {
    settings: {
      seed: Buffer.from(SEED, 'hex'),
      stage,
      players: [
        { character: characters[0], costume: 0, name: names[0] },
        { character: characters[1], costume: 0, name: names[1] },
      ],
    },
    frames: FRAMES,
    pads: [first!, second!],
    end: { kind: 'aborted' },
    startAt: START_AT,
    engine: ENGINE_REVISION,
  }
  const replay = await playAgain(kept)
  const port = (at: 0 | 1): ArchivedMatch['ports'][0] => ({
    botId: idOf('bot', at),
    name: names[at],
    character: characters[at],
    costume: 0,
    pads: { landed: FRAMES, sha256: sha256(pads[at]) },
  })
  const columns = encodePadColumns({ first: FIRST_FRAME, frames: FRAMES, ports: kept.pads })
  return {
    match: {
      matchId: idOf('match', number),
      day: DAY,
      number,
      startedAt: '2026-11-24T10:00:00.000Z',
      endedAt: '2026-11-24T10:00:20.000Z',
      build: 'test',
      engine: ENGINE_REVISION,
      seed: SEED,
      stage,
      ports: [port(0), port(1)],
      replay: { bytes: replay.length, sha256: sha256(replay) },
      end: { status: 'aborted', cause: 'operator' },
      result: null,
      game: { startAt: START_AT, pads: deflateSync(columns) },
    },
    replay,
  }
}

async function main(folder: string): Promise<void> {
  const games = [await archivedGame(1, ['Ann', 'Bess']), await archivedGame(2, ['Ann', 'Cleo'])]
  const [first, second] = games.map(({ match }) => match)
  const later = { ...first!, endedAt: '2026-11-24T10:01:00.000Z' }
  const matches: ArchivedMatch[] = [
    first!,
    second!,
    { ...later, matchId: idOf('match', 3), number: 3, replay: null, game: null },
    { ...later, matchId: idOf('match', 4), number: 4, replay: { bytes: 1, sha256: '0'.repeat(64) } },
    { ...later, matchId: idOf('match', 5), number: 5, ports: [{ ...first!.ports[0], name: null }, first!.ports[1]] },
  ]
  writeFileSync(join(folder, `${DAY}.parquet`), writeDay(DAY, matches))
  for (const { match, replay } of games) writeFileSync(join(folder, `${match.matchId}.slp`), replay)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2]!)
