/**
 * The moment of a match that its card shows: where its replay is kept, the last kill's hit as the engine plays it;
 * else both fighters face each other on the stage.
 */
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Game, loadFighters, Picture, PICTURE_BYTES, type Pad, type StageId } from '@arena/engine'
import { loadReplayFighters, Rerun } from '@arena/engine/rerun'
import { characterName, ColumnReader, FIRST_FRAME, MOST_REPLAY_BYTES, SlpError } from '@arena/slp'
import { momentsOf, type Moment, type ReplayInfo } from '@arena/viewer'
import type { MatchCard } from './card.ts'
import { shortened } from './text.ts'

const unpack = promisify(gunzip)

interface Shown {
  readonly info: ReplayInfo
  readonly previous: Picture
  readonly picture: Picture
}

/** Characters of a name over a fighter. */
const TAG = 14
/** Frames after the hit: its victim begins to fly. */
const AFTER_HIT = 9
const START_FRAMES = 150
const MOST_STEPS = 240
/** Units between two that face each other. */
const FACING = 30
const NEUTRAL: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const WALK = 60
/** Gone meanwhile, too large, or not the gzip file that its name says. */
const NO_REPLAY = /^(?:ENOENT|ERR_BUFFER_TOO_LARGE|Z_.*)$/

/** Null for a match in which no game was played. */
export async function momentOf(card: MatchCard): Promise<Shown | null> {
  const recorded = card.replay === null ? null : await recordedMoment(card, card.replay)
  return recorded ?? facingMoment(card)
}

async function recordedMoment(card: MatchCard, path: string): Promise<Shown | null> {
  const reader = await read(path)
  const { gameStart, columns } = reader ?? {}
  if (!reader || !gameStart || !columns || columns.count < 2) return null
  await loadReplayFighters(reader)
  const end = reader.gameEnd && { method: reader.gameEnd.gameEndMethod, quitter: -1, winner: card.winner }
  const moments = momentsOf(columns, { stage: gameStart.stageId, names: [], end })
  const row = Math.min(columns.count - 1, Math.max(1, decisiveFrame(moments, columns.lastFrame) - FIRST_FRAME))
  const rerun = new Rerun(reader)
  rerun.advance(row + 1)
  const buffer = new ArrayBuffer(2 * PICTURE_BYTES)
  rerun.pictures(row - 1, 2, buffer)
  const players = gameStart.players.slice(0, 2).map(({ characterId, costumeIndex }, port) => ({
    port,
    character: characterId,
    costume: costumeIndex,
    name: shortened(card.players[port]!.name, TAG),
  }))
  const info = infoOf(gameStart.stageId, players)
  return { info, previous: new Picture(buffer, 0), picture: new Picture(buffer, PICTURE_BYTES) }
}

/** The hit that killed last; where nobody was killed, the last thing worth a look; else the end. */
export function decisiveFrame(moments: readonly Moment[], lastFrame: number): number {
  const kill = moments.findLast(({ kind }) => kind === 'kill')
  if (kill) return kill.startFrame + AFTER_HIT
  return moments.findLast(({ kind }) => kind === 'combo' || kind === 'grab')?.startFrame ?? lastFrame
}

/** Null where the file is gone, or is no replay that can be read. */
async function read(path: string): Promise<ColumnReader | null> {
  try {
    if ((await stat(path)).size > MOST_REPLAY_BYTES) return null
    const file = await readFile(path)
    const reader = new ColumnReader()
    reader.push(path.endsWith('.gz') ? await unpack(file, { maxOutputLength: MOST_REPLAY_BYTES }) : file)
    reader.end()
    return reader
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (error instanceof SlpError || NO_REPLAY.test(code)) return null
    throw error
  }
}

async function facingMoment({ players, stage }: MatchCard): Promise<Shown | null> {
  const [first, second] = players.map(({ name, character, costume }, port) => ({
    port,
    name: shortened(name, TAG),
    character,
    costume: costume ?? 0,
  }))
  if (stage === null || !isPicked(first!) || !isPicked(second!)) return null
  await loadFighters([first.character, second.character])
  const game = new Game({
    seed: new Uint8Array(32),
    stage: stage as StageId,
    players: [pickOf(first), pickOf(second)],
  })
  const [before, after] = [new Picture(), new Picture()]
  for (let i = 0; i < START_FRAMES; i++) game.step(NEUTRAL, NEUTRAL)
  // From where the game put them they walk towards each other.
  for (let i = 0; i < MOST_STEPS; i++) {
    game.show(after)
    const [a, b] = leadersOf(after)
    const distance = b.x - a.x
    const isNear = Math.abs(distance) <= FACING
    if (isNear && !a.isAirborne && !b.isAirborne) break
    const stick = isNear ? 0 : WALK * Math.sign(distance)
    game.step({ ...NEUTRAL, stickX: 128 + stick }, { ...NEUTRAL, stickX: 128 - stick })
  }
  for (let i = 0; i < 30; i++) game.step(NEUTRAL, NEUTRAL)
  game.show(before)
  game.step(NEUTRAL, NEUTRAL)
  game.show(after)
  return { info: infoOf(stage, [first, second]), previous: before, picture: after }
}

interface Player {
  readonly port: number
  readonly name: string
  readonly character: number | null
  readonly costume: number
}

function isPicked(player: Player): player is Player & { readonly character: number } {
  return player.character !== null
}

function pickOf({ character, costume }: Player & { readonly character: number }) {
  return { character, costume, name: characterName(character) }
}

function leadersOf({ head, bodies }: Picture) {
  const of = (port: number) => bodies.slice(0, head.bodyCount).find((body) => body.port === port && !body.isFollower)!
  return [of(0), of(1)] as const
}

function infoOf(stage: number, players: ReplayInfo['players']): ReplayInfo {
  const frames = { firstFrame: FIRST_FRAME, lastFrame: 0 }
  return { version: [0, 0, 0], stage, players, timeLimit: null, kind: 'arena', ...frames, end: null }
}
