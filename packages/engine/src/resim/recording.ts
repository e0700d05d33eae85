/**
 * A recording of a game between two players as the re-simulation reads it: settings, and by frame what each player's
 * controller said and what became of it. Ports of the recording become 0 and 1 in their order.
 */
import { collectFrames, readReplay, type Frame, type PostFrame, type PreFrame } from '@arena/slp'
import { STAGE_IDS, type StageId } from '../seed.ts'

interface RecordedPlayer {
  readonly pre: PreFrame
  readonly post: PostFrame
}

export interface RecordedFrame {
  readonly frame: number
  readonly seed: number
  readonly players: readonly [RecordedPlayer, RecordedPlayer]
  readonly events: Frame
}

export interface Recording {
  readonly stage: StageId
  readonly characters: readonly [number, number]
  readonly version: readonly number[]
  /** Port of each player in the file. */
  readonly ports: readonly [number, number]
  readonly frames: readonly RecordedFrame[]
}

const EMPTY = 3

/** Throws for recordings that are not of two players on one of the arena's stages. */
export function readRecording(bytes: Uint8Array): Recording {
  const { gameStart, events } = readReplay(bytes)
  const ports = [0, 1, 2, 3].filter((port) => gameStart.players[port]!.playerType !== EMPTY)
  const stage = STAGE_IDS.find((id) => id === gameStart.stageId)
  if (ports.length !== 2 || stage === undefined) throw new RangeError('Not a game of two players on a legal stage')
  const [first, second] = ports as [number, number]
  const frames: RecordedFrame[] = []
  // Where a frame was played again after a rollback, its last version counts.
  for (const events_ of collectFrames(events)) {
    const players = [playerOf(events_, first), playerOf(events_, second)] as const
    if (!players[0] || !players[1]) continue
    const at = events_.frame - (frames[0]?.frame ?? events_.frame)
    const seed = events_.start?.seed ?? players[0].pre.seed
    frames[at] = { frame: events_.frame, seed, players: [players[0], players[1]], events: events_ }
  }
  return {
    stage,
    characters: [gameStart.players[first]!.characterId, gameStart.players[second]!.characterId],
    version: gameStart.version,
    ports: [first, second],
    frames,
  }
}

function playerOf(frame: Frame, port: number): RecordedPlayer | null {
  const player = frame.players[port]
  return player?.pre && player.post ? { pre: player.pre, post: player.post } : null
}
