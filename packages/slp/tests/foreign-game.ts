/** Recordings of games that an arena did not play, to be written in tests: any players, and whatever their frames show. */
import {
  emptyGameStart,
  emptyItemUpdate,
  emptyPostFrame,
  emptyPreFrame,
  EventWriter,
  FIRST_FRAME,
  type GameStart,
  type ItemUpdate,
  type PostFrame,
  type PreFrame,
} from '@arena/slp'

/** A fighter on the stage; the first of a port is its player. */
interface ForeignFighter {
  readonly port: number
  readonly isFollower?: boolean
  /** External id, of the pick. */
  readonly characterId: number
  readonly internalCharacterId: number
}

export const FOX = { characterId: 2, internalCharacterId: 1 }
export const FALCO = { characterId: 20, internalCharacterId: 22 }
export const POPO = { characterId: 14, internalCharacterId: 10 }
export const NANA = { characterId: 14, internalCharacterId: 11, isFollower: true }

export interface ForeignGame {
  readonly frames: number
  readonly fighters: readonly ForeignFighter[]
  readonly start?: Partial<GameStart>
  /** What a fighter shows on a frame; null where it is not there. */
  readonly post?: (frame: number, fighter: ForeignFighter) => Partial<PostFrame> | null
  /** What its pad does. */
  readonly pre?: (frame: number, fighter: ForeignFighter) => Partial<PreFrame>
  readonly items?: (frame: number) => readonly Partial<ItemUpdate>[]
  /** Whatever else a frame has. */
  readonly also?: (writer: EventWriter, frame: number) => void
}

const STANDING = 14
const HUMAN = 0

/** The raw block of a game. Fighters stand side by side, unless they are told otherwise. */
export function foreignGame({ frames, fighters, start, post, pre, items, also }: ForeignGame): Uint8Array<ArrayBuffer> {
  const writer = new EventWriter()
  writer.eventPayloads()
  const gameStart = emptyGameStart()
  for (const { port, isFollower, characterId } of fighters) {
    if (!isFollower) Object.assign(gameStart.players[port]!, { playerType: HUMAN, characterId })
  }
  writer.gameStart({ ...gameStart, version: [3, 12, 0, 0], stageId: 31, ...start })
  for (let frame = FIRST_FRAME; frame < FIRST_FRAME + frames; frame++) {
    writer.frameStart({ frame, seed: 0, sceneFrameCounter: 0 })
    also?.(writer, frame)
    const there = fighters.flatMap((fighter) => {
      const shown = post ? post(frame, fighter) : {}
      const place = { frame, playerIndex: fighter.port, isFollower: fighter.isFollower ? 1 : 0 }
      return shown === null ? [] : [{ fighter, place, shown }]
    })
    for (const { fighter, place } of there) {
      writer.preFrame({ ...emptyPreFrame(), ...place, ...pre?.(frame, fighter) })
    }
    for (const { fighter, place, shown } of there) {
      const { port: playerIndex, internalCharacterId } = fighter
      writer.postFrame({
        ...emptyPostFrame(),
        ...place,
        internalCharacterId,
        actionStateId: STANDING,
        stocksRemaining: 4,
        facingDirection: 1,
        positionX: 20 * playerIndex - 30 - (fighter.isFollower ? 8 : 0),
        shieldSize: 60,
        ...shown,
      })
    }
    for (const item of items?.(frame) ?? [])
      writer.itemUpdate({ ...emptyItemUpdate(), frame, facingDirection: 1, ...item })
    writer.frameBookend({ frame, latestFinalizedFrame: frame })
  }
  writer.gameEnd({ gameEndMethod: 2, lrasInitiatorIndex: -1, placements: [0, 1, 2, 3] })
  return writer.bytes().slice()
}
