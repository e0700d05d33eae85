/**
 * An operator who plays and publishes a day, as an arena does, into a folder: games of real frames, ratings that follow, the
 * log with its tiles. Tests change what it publishes, and so have an operator who cheats.
 */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { drawPorts, drawStage, Game, loadFighters, type EndCause, type GameSettings, type Pad } from '@arena/engine'
import { playAgain, type KeptPads } from '@arena/engine/play-again'
import { createKeyPair, encodePad, PAD_BYTES } from '@arena/protocol'
import { writeDay, type ArchivedMatch } from '@arena/protocol/archive'
import { encodePadColumns } from '@arena/protocol/pad-columns'
import {
  checkpointText,
  commitmentOf,
  bundlesBetween,
  entriesPath,
  entryBundle,
  entryText,
  leafHash,
  rootOf,
  seedOf,
  signNote,
  TILE_WIDTH,
  tilePath,
  tilesBetween,
  type Entry,
  type ResultNote,
} from '@arena/protocol/public-log'
import { INITIAL_RATING, rate, type Rating } from '@arena/ratings'
import { ColumnReader, FIRST_FRAME } from '@arena/slp'
import { RandomPads } from '../../engine/tests/random-pads.ts'

export const DAY = '2026-11-24'
export const SECRET = '5f0c1d7e92ab3468c0ffee00112233445566778899aabbccddeeff0123456789'
export const LOG = 'arena.example/log/1'
export const KEYS = createKeyPair()
const FOX = 2
type Pair<T> = readonly [T, T]

const NAMES = ['ember', 'umi'] as const
const idOf = (n: number): string => String(n).padStart(26, '0')
export const matchIdOf = (number: number): string => `match_${idOf(number)}`
const BOTS = [1, 2, 3].map((n) => `bot_${idOf(n)}`)

/** A result, and the files that go with it. */
export interface Published {
  readonly note: ResultNote
  readonly replay: Uint8Array | null
  readonly archived: ArchivedMatch
}

/** `matches` that a bot never came to, as the first of the ports has it. */
export function dayWithoutGames(matches: number): ResultNote[] {
  const ratings = new Map<string, Rating>()
  return Array.from({ length: matches }, (_, i) => noteOf(i + 1, ratings, null))
}

/** A day of games in which port 1 stops to send pads after some frames, and forfeits. */
export async function dayOfGames(matches: number): Promise<Published[]> {
  const ratings = new Map<string, Rating>()
  const published: Published[] = []
  for (let number = 1; number <= matches; number++) {
    const game = await gameOf(number, { landed: 40, end: { kind: 'forfeit', port: 1 } })
    const note = noteOf(number, ratings, game)
    published.push({ note, replay: game.replay, archived: archivedOf(note, game) })
  }
  return published
}

/** A game, by port. */
export interface Played {
  readonly names: Pair<string>
  readonly picks: Pair<{ readonly character: number; readonly costume: number }>
  readonly pads: Pair<KeptPads>
  readonly replay: Uint8Array
  readonly reason: 'stocks' | 'time' | 'forfeit'
  readonly winner: 0 | 1 | null
}

/** A game in which port 1 walks off the stage until it has no stock left. */
export async function decidedGame(number: number, end: EndCause): Promise<Played> {
  const settings = settingsOf(number)
  await loadFighters([FOX])
  const game = new Game(settings)
  game.start()
  const [rest, walk] = [new RandomPads(0).pad, { ...new RandomPads(0).pad, stickX: 255 }]
  const all: [Uint8Array[], Uint8Array[]] = [[], []]
  for (let frame = FIRST_FRAME; game.ending === null; frame++) {
    game.step(rest, walk)
    all[0].push(encodePad({ frame, ...rest }))
    all[1].push(encodePad({ frame, ...walk }))
  }
  const pads = [landedPads(all[0]), landedPads(all[1])] as const
  return await played(number, { pads, frames: all[0].length, end })
}

const landedPads = (each: readonly Uint8Array[]): KeptPads => ({ missed: [], pads: Buffer.concat(each) })

/** A game in which pads of port 1 land for a number of frames, and those of port 0 until the game is over, 300 polls later. */
export async function gameOf(
  number: number,
  { landed, end, polls = landed + 300 }: { landed: number; end: EndCause; polls?: number },
): Promise<Played> {
  const pads = [
    { missed: [], pads: sent(number, polls) },
    {
      missed: polls > landed ? [{ frame: FIRST_FRAME + landed, count: polls - landed }] : [],
      pads: sent(number + 1000, landed),
    },
  ] as const
  return await played(number, { pads, frames: polls, end })
}

async function played(number: number, game: { pads: Pair<KeptPads>; frames: number; end: EndCause }): Promise<Played> {
  const settings = settingsOf(number)
  return {
    names: NAMES,
    picks: settings.players,
    pads: game.pads,
    replay: await playAgain({ ...game, settings, startAt: startOf(number), engine: null }),
    reason: game.end.kind === 'forfeit' ? 'forfeit' : 'stocks',
    winner: 0,
  }
}

function settingsOf(number: number): GameSettings {
  const seed = seedOf(SECRET, number)
  const player = (port: 0 | 1) => ({ character: FOX, costume: port, name: NAMES[port] })
  return { seed, stage: drawStage(seed), players: [player(0), player(1)] }
}

function sent(seed: number, frames: number): Uint8Array {
  const random = new RandomPads(seed)
  const one = (frame: number, pad: Pad) => encodePad({ frame, ...pad })
  return Buffer.concat(Array.from({ length: frames }, (_, i) => one(FIRST_FRAME + i, random.next())))
}

export const startOf = (number: number): string => new Date(Date.parse(DAY) + number * 60_000).toISOString()
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Takes the ratings of the day so far, and moves them on. */
export function noteOf(number: number, ratings: Map<string, Rating>, game: Played | null): ResultNote {
  const seed = seedOf(SECRET, number)
  const pair = [BOTS[number % 3]!, BOTS[(number + 1) % 3]!].toSorted() as [string, string]
  const ids = drawPorts(seed) === 0 ? pair : (pair.toReversed() as [string, string])
  const { reason, winner } = game ?? { reason: 'forfeit', winner: 0 }
  const before = ids.map((id) => ratings.get(id) ?? INITIAL_RATING) as [Rating, Rating]
  const after = rate(...before, winner === null ? 'draw' : winner === 0 ? 'win' : 'loss')
  for (const port of [0, 1] as const) ratings.set(ids[port], after[port])
  const { frames, stocks, percent } =
    game === null ? { frames: 0, stocks: [4, 0], percent: [0, 0] } : standsOf(game.replay)
  const score = reason === 'forfeit' ? [winner === 0 ? 4 : 0, winner === 1 ? 4 : 0] : stocks
  const port = (at: 0 | 1): ResultNote['ports'][0] => ({
    botId: ids[at],
    character: game?.picks[at].character ?? null,
    costume: game?.picks[at].costume ?? null,
    pads: game === null ? null : notedPads(game.pads[at]),
  })
  return {
    log: LOG,
    matchId: matchIdOf(number),
    day: DAY,
    number,
    startedAt: startOf(number),
    endedAt: new Date(Date.parse(startOf(number)) + 30_000).toISOString(),
    build: 'builtin-0123456789ab',
    engine: null,
    seed: Buffer.from(seed).toString('hex'),
    stage: game === null ? null : drawStage(seed),
    ports: [port(0), port(1)],
    replay: game === null ? null : notedReplay(game.replay),
    end: { status: 'completed', reason },
    result: {
      winner,
      frames,
      stocks: [stocks[0]!, stocks[1]!],
      percent: [percent[0]!, percent[1]!],
      score: [score[0]!, score[1]!],
      placement: [winner === 1 ? 2 : 1, winner === 0 ? 2 : 1],
    },
    ratings: [
      { before: before[0], after: after[0] },
      { before: before[1], after: after[1] },
    ],
  }
}

function standsOf(replay: Uint8Array): { frames: number; stocks: number[]; percent: number[] } {
  const reader = new ColumnReader()
  reader.push(replay)
  const { columns } = reader
  const post = [0, 1].map((port) => columns.fighter(port)!.post)
  const last = columns.count - 1
  return {
    frames: Math.max(0, columns.lastFrame + 1),
    stocks: post.map(({ stocksRemaining }) => stocksRemaining[last]!),
    percent: post.map(({ percent }) => Math.floor(percent[last]!)),
  }
}

/** The match with another game, and all hashes signed anew. */
export function signedAnew({ note }: Published, game: Played): Published {
  const port = (at: 0 | 1) => ({ ...note.ports[at], pads: notedPads(game.pads[at]) })
  const anew: ResultNote = { ...note, ports: [port(0), port(1)], replay: notedReplay(game.replay) }
  return { note: anew, replay: game.replay, archived: archivedOf(anew, game) }
}

export const notedReplay = (replay: Uint8Array) => ({ bytes: replay.length, sha256: sha256(replay) })
const notedPads = ({ pads }: KeptPads) => ({ landed: pads.length / PAD_BYTES, sha256: sha256(pads) })

/** The row of the day file. */
export function archivedOf(note: ResultNote, game: Played | null): ArchivedMatch {
  const { ports } = note
  const port = (at: 0 | 1) => ({ ...ports[at], name: game?.names[at] ?? NAMES[at] })
  const frames = game === null ? 0 : framesOf(game.pads[0])
  const pads = () => encodePadColumns({ first: FIRST_FRAME, frames, ports: game!.pads })
  return {
    ...note,
    ports: [port(0), port(1)],
    game: game === null ? null : { startAt: startOf(note.number), pads: deflateSync(pads()) },
  }
}

const framesOf = ({ missed, pads }: KeptPads): number =>
  pads.length / PAD_BYTES + missed.reduce((sum, run) => sum + run.count, 0)

interface InLog {
  readonly log?: string
  /** The number of the day's first match in this log. */
  readonly first?: number
}

/** The day in the log: key, commitment, results and, once the day is over, the secret. */
export const entriesOf = (
  results: readonly ResultNote[],
  secret: string | null = SECRET,
  { log = LOG, first = 1 }: InLog = {},
): Entry[] => [
  { kind: 'key', log, publicKey: KEYS.publicKey, since: `${DAY}T00:00:00.000Z` },
  { kind: 'day', log, day: DAY, first, commitment: commitmentOf(SECRET) },
  ...results.map((result) => ({ kind: 'result', log, result: { ...result, log } }) as const),
  ...(secret === null ? [] : [{ kind: 'secret', log, day: DAY, secret } as const]),
]

/** The public files, below a folder. */
export class PublicFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  async put(path: string, bytes: string | Uint8Array): Promise<void> {
    const place = join(this.path, path)
    await mkdir(dirname(place), { recursive: true })
    await writeFile(place, bytes)
  }

  async publish(entries: readonly Entry[], privateKey = KEYS.privateKey): Promise<void> {
    const [{ log: origin }] = entries as readonly [Entry]
    const folder = origin.slice(origin.indexOf('/') + 1)
    const texts = entries.map(entryText)
    const size = texts.length
    for (const { n, width } of bundlesBetween(0, size)) {
      const bundle = texts.slice(n * TILE_WIDTH, n * TILE_WIDTH + width)
      await this.put(`${folder}/${entriesPath(n, width)}`, entryBundle(bundle))
    }
    const levels = [texts.map(leafHash)]
    for (const { level, n, width } of tilesBetween(0, size)) {
      const hashes = (levels[level] ??= chunks(levels[level - 1]!).map(rootOf))
      const tile = hashes.slice(n * TILE_WIDTH, n * TILE_WIDTH + width)
      await this.put(`${folder}/${tilePath(level, n, width)}`, Buffer.concat(tile))
    }
    const checkpoint = { origin, size, root: rootOf(levels[0]!) }
    await this.put(`${folder}/checkpoint`, signNote(checkpointText(checkpoint), origin, privateKey))
  }

  async putDayFile(published: readonly Published[]): Promise<void> {
    await this.put(
      `archive/${DAY}.parquet`,
      writeDay(
        DAY,
        published.map(({ archived }) => archived),
      ),
    )
  }

  async putReplays(published: readonly Published[]): Promise<void> {
    for (const { note, replay } of published) {
      if (replay !== null) await this.put(`matches/${note.matchId}/replay.slp`, replay)
    }
  }
}

/** The full tiles of a level. */
function chunks(hashes: readonly Uint8Array[]): Uint8Array[][] {
  return Array.from({ length: Math.floor(hashes.length / TILE_WIDTH) }, (_, n) =>
    hashes.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH),
  )
}
