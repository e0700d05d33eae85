/**
 * A recording of a game between two players as the re-simulation reads it: settings, and for each frame the controller
 * and the resulting state of each fighter. Ports of the recording become players 0 and 1 in their order.
 */
import {
  absentFields,
  collectFrames,
  readReadable,
  type FighterFrame,
  type Frame,
  type ItemUpdate,
  type PostFrame,
  type PreFrame,
} from '@arena/slp'
import { asExternalId, type ExternalId } from '@arena/engine'
import type { Fighter } from '../../../engine/src/fighter.ts'
import { NO_GROUND } from '../../../engine/src/recorded/rebuild.ts'
import { CHARACTER_COUNT, STAGE_IDS, type StageId } from '../../../engine/src/seed.ts'
import { pokemonStadium } from '../../../engine/src/stages/pokemon-stadium.ts'
import { snapsCardinals } from './cardinals.ts'

export interface RecordedFighter {
  readonly pre: PreFrame
  readonly post: PostFrame
}

export interface RecordedFrame {
  readonly frame: number
  readonly seed: number
  readonly players: readonly [RecordedFighter, RecordedFighter]
  /** The second climber of each player; null where there is none. */
  readonly followers: readonly [RecordedFighter | null, RecordedFighter | null]
  readonly events: Frame
}

export interface Recording {
  readonly stage: StageId
  readonly characters: readonly [ExternalId, ExternalId]
  readonly version: readonly number[]
  /** The fields that its events lack, by event: its payload list says so, not its version. */
  readonly absent: ReturnType<typeof absentFields>
  /** The random seed of Game Start. */
  readonly startSeed: number
  /** Port of each player in the file. */
  readonly ports: readonly [number, number]
  /** Whether both players were human. */
  readonly areHumans: boolean
  /** The players whose controllers UCF reads. */
  readonly ucf: readonly [boolean, boolean]
  /** Whether the game treated a stick at full tilt on one axis as exactly cardinal. */
  readonly snaps: boolean
  readonly frames: readonly RecordedFrame[]
  /** Why the recording ends before its game does, where its file is cut off or ends in zero bytes; null for a whole file. */
  readonly cut: string | null
}

/** A recording that is whole, but of a game that the arena does not play. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
}

/** Kinds of players in Game Start. */
const HUMAN = 0
const EMPTY = 3
/** Value of the controller fixes of Game Start that stands for UCF. */
const UCF = 1

/** Ground ids of fighters that have not landed yet, and of the frozen Stadium's floors. */
const STADIUM_GROUNDS: ReadonlySet<number> = new Set([NO_GROUND, ...pokemonStadium.floors.map((floor) => floor.id)])

/**
 * The first change of a Stadium. In 11 recordings a fighter first stands on a floor of a transformation on frames 4135
 * to 4270. The old layout recedes before that. No recording shows how long before, so nine seconds are left out.
 */
const STADIUM_CHANGE = { earliest: 3600, surely: 4800 } as const

/**
 * First versions in which a hit shows on its own frame (before, one record later), and those with UCF 0.80 and 0.84 (the
 * cases: research/post-frame.md).
 */
const SINCE = { promptHits: [3, 4], ucf080: [3, 9], voteOfLiving: [3, 14], ucf084: [3, 15] } as const

/** Whether a recording is of a version in which the named change had been made. */
export function isSince({ version }: Pick<Recording, 'version'>, change: keyof typeof SINCE): boolean {
  const [major, minor] = SINCE[change]
  return version[0]! > major || (version[0] === major && version[1]! >= minor)
}

/** Step of the frames' seeds in netplay, which sets them by the number of the frame; offline one generator runs through. */
const NETPLAY_STEP = 0x10000

export function isNetplay({ frames }: Pick<Recording, 'frames'>): boolean {
  const [first, second] = frames
  return second !== undefined && (second.seed - first!.seed) >>> 0 === NETPLAY_STEP
}

/** What only some recordings hold: the event, and its last field that is needed. */
const CONTENT = {
  speeds: ['postFrame', 'speedGroundX'],
  hitlag: ['postFrame', 'hitlagRemaining'],
  rawY: ['preFrame', 'rawJoystickY'],
  instances: ['postFrame', 'instanceId'],
  platforms: ['fodPlatforms', 'height'],
  wind: ['dreamlandWhispy', 'direction'],
} as const

/** Whether a recording holds the named content. Some hold what their version does not have yet. */
export function holds({ absent }: Pick<Recording, 'absent'>, content: keyof typeof CONTENT): boolean {
  const [event, field] = CONTENT[content]
  return !absent[event].includes(field)
}

/**
 * Reads a recording up to where its file is cut off. Throws an `SlpError` for data that is no recording or is damaged, a `RecordingError` for a recording that is not of two players on
 * a legal stage.
 */
export function readRecording(bytes: Uint8Array): Recording {
  const { gameStart, events, fault } = readReadable(bytes)
  if (fault && fault.code !== 'truncated') throw fault
  const ports = [0, 1, 2, 3].filter((port) => gameStart.players[port]!.playerType !== EMPTY)
  const stage = STAGE_IDS.find((id) => id === gameStart.stageId)
  if (ports.length !== 2) throw new RecordingError(`a game of ${ports.length} players, not two`)
  if (stage === undefined) throw new RecordingError(`played on stage ${gameStart.stageId}, which the arena has not`)
  if (gameStart.isPal !== 0) throw new RecordingError('the European release, which plays by other figures')
  const [first, second] = ports as [number, number]
  const picks = [gameStart.players[first]!.characterId, gameStart.players[second]!.characterId] as const
  const unknown = picks.find((character) => character >= CHARACTER_COUNT)
  if (unknown !== undefined) throw new RecordingError(`played with character ${unknown}, which the arena has not`)
  const frames: RecordedFrame[] = []
  // Where a rollback replayed a frame, its last version counts.
  for (const frame of collectFrames(events)) {
    const fighterOf = (shown: FighterFrame | null | undefined): RecordedFighter | null =>
      shown?.pre && shown.post ? { pre: shown.pre, post: asPlayed(shown.post, [first, second]) } : null
    const players = [fighterOf(frame.players[first]), fighterOf(frame.players[second])] as const
    const isNext = frames.length === 0 || frame.frame === frames.at(-1)!.frame + 1
    if (!players[0] || !players[1] || !isNext) break
    frames.push({
      frame: frame.frame,
      seed: frame.start?.seed ?? players[0].pre.seed,
      players: [players[0], players[1]],
      followers: [fighterOf(frame.players[first]!.follower), fighterOf(frame.players[second]!.follower)],
      events: frame,
    })
  }
  if (frames.length === 0) throw new RecordingError('it ends before its first frame')
  const { version, isFrozenStadium } = gameStart
  const opening = events.find(({ name }) => name === 'eventPayloads')
  const absent = absentFields(opening?.name === 'eventPayloads' ? opening.record.sizes : new Map())
  const counted = stage === pokemonStadium.id ? beforeFirstChange(frames, isFrozenStadium !== 0) : frames
  if (counted.length === 0) throw new RecordingError('Pokémon Stadium transforms before its first frame')
  return {
    stage,
    characters: [asExternalId(picks[0]), asExternalId(picks[1])],
    version,
    absent,
    startSeed: gameStart.randomSeed,
    ports: [first, second],
    areHumans: [first, second].every((port) => gameStart.players[port]!.playerType === HUMAN),
    ucf: [gameStart.players[first]!.dashbackFix === UCF, gameStart.players[second]!.dashbackFix === UCF],
    snaps: holds({ absent }, 'rawY') && snapsCardinals(counted),
    frames: counted,
    cut: fault?.message ?? null,
  }
}

/**
 * Frames of a Stadium before its first change, which the arena plays frozen. Newer recordings hold changes. In
 * older ones a floor of a transformation shows a change. A game that continues without one is frozen, even where the
 * header does not say so; one that ends earlier might have changed.
 */
export function beforeFirstChange(frames: readonly RecordedFrame[], isFrozen: boolean): readonly RecordedFrame[] {
  const isChange = (frame: RecordedFrame): boolean =>
    frame.events.stadiumTransformation !== null ||
    fightersOf(frame).some((post) => !STADIUM_GROUNDS.has(post.lastGroundId))
  const change = frames.find(isChange)
  if (!change && (isFrozen || frames.at(-1)!.frame >= STADIUM_CHANGE.surely)) return frames
  const end = Math.min(change?.frame ?? Infinity, STADIUM_CHANGE.earliest)
  return frames.filter(({ frame }) => frame < end)
}

/** Gives the attacker by player instead of port; no attacker stays none. */
function asPlayed(post: PostFrame, ports: readonly number[]): PostFrame {
  const player = ports.indexOf(post.lastHitBy)
  return player < 0 ? post : { ...post, lastHitBy: player }
}

/** What a recorded frame says of all its fighters. */
export function fightersOf({ players, followers }: RecordedFrame): PostFrame[] {
  return [...players, ...followers].flatMap((fighter) => (fighter ? [fighter.post] : []))
}

/** What a recorded frame says of articles, owners by player; recordings before 3.6 hold no owners. */
export function itemsOf({ events }: RecordedFrame, { ports }: Recording): ItemUpdate[] {
  return events.items.map((item) => ({ ...item, owner: ports.indexOf(item.owner) }))
}

/** What a recorded frame says of a fighter of a match; null when it says nothing. */
export function recordOf({ players, followers }: RecordedFrame, fighter: Fighter): RecordedFighter | null {
  return (fighter.isFollower ? followers : players)[fighter.port]!
}
