/** What a replay of the arena says to an engine that plays it again: picks and stage, pads, random seeds, and how the game ended. */
import { EventWriter, FIRST_FRAME, VERSION } from '@arena/slp'
import type { ColumnReader, FighterColumns, GameEnd } from '@arena/slp'
import type { EndCause, GameSettings } from './game.ts'
import { padOf, type Pad, type RecordedController } from './input/controller.ts'
import { loadFighters } from './load-fighters.ts'
import { END_METHOD } from './phases/judge.ts'
import { isStage } from './recorded-picture.ts'
import type { Seeds } from './ruleset.ts'
import { CHARACTER_COUNT } from './seed.ts'

const HUMAN = 0
const EMPTY = 3

/** Whether the start of a recording is one that the arena writes; only those are played again. */
export function isArenaReplay({ raw, gameStart }: ColumnReader): boolean {
  if (!gameStart) return false
  const { version, stageId, players } = gameStart
  const writer = new EventWriter()
  writer.eventPayloads()
  const payloads = writer.bytes()
  return (
    payloads.every((byte, i) => byte === raw[i]) &&
    VERSION.every((number, i) => number === version[i]) &&
    isStage(stageId) &&
    players.every(({ playerType, characterId }, port) =>
      port < 2 ? playerType === HUMAN && characterId < CHARACTER_COUNT : playerType === EMPTY,
    )
  )
}

/** Loads the fighters of a recording, those that the engine knows, as must be done before its pictures are asked for. */
export async function loadReplayFighters({ gameStart }: ColumnReader): Promise<void> {
  const picks = gameStart?.players.filter(({ playerType }) => playerType !== EMPTY) ?? []
  await loadFighters(picks.map(({ characterId }) => characterId).filter((character) => character < CHARACTER_COUNT))
}

/** The random seed of each frame that has been read; the first one's is in Game Start, so that it is known before its frame is. */
export function replaySeeds({ gameStart, columns }: ColumnReader): Seeds {
  const { randomSeed } = gameStart!
  return { at: (frame) => (frame === FIRST_FRAME ? randomSeed : columns.frames.seed[frame - FIRST_FRAME]!) | 0 }
}

/** A game of the picks and the stage of a replay. Needs a reader that has read Game Start. */
export function settingsOf({ gameStart }: ColumnReader, seed: GameSettings['seed']): GameSettings {
  const { stageId, players } = gameStart!
  if (!isStage(stageId)) throw new RangeError(`There is no stage ${stageId}`)
  const [first, second] = players.map(({ characterId, costumeIndex, displayName }) => ({
    character: characterId,
    costume: costumeIndex,
    name: displayName,
  }))
  return { seed, stage: stageId, players: [first!, second!] }
}

const NEUTRAL: Pad = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const CONTROLLER = {
  physicalButtons: 0,
  rawJoystickX: 0,
  rawJoystickY: 0,
  rawCStickX: 0,
  rawCStickY: 0,
  physicalLTrigger: 0,
  physicalRTrigger: 0,
} satisfies RecordedController

/** A pad at rest. */
export function newPad(): Pad {
  return { ...NEUTRAL }
}

/** Fills the pad of a fighter on a row; at rest where none was recorded. */
export function readPad(fighter: FighterColumns | null, row: number, into: Pad): void {
  if (!fighter || fighter.at.preAt[row] === 0) {
    Object.assign(into, NEUTRAL)
    return
  }
  const { pre } = fighter
  CONTROLLER.physicalButtons = pre.physicalButtons[row]!
  CONTROLLER.rawJoystickX = pre.rawJoystickX[row]!
  CONTROLLER.rawJoystickY = pre.rawJoystickY[row]!
  CONTROLLER.rawCStickX = pre.rawCStickX[row]!
  CONTROLLER.rawCStickY = pre.rawCStickY[row]!
  CONTROLLER.physicalLTrigger = pre.physicalLTrigger[row]!
  CONTROLLER.physicalRTrigger = pre.physicalRTrigger[row]!
  padOf(CONTROLLER, into)
}

/** Why the arena ended a game, from the Game End that it wrote. */
export function causeOf({ gameEndMethod, lrasInitiatorIndex, placements }: GameEnd): EndCause {
  if (gameEndMethod !== END_METHOD.noContest) return { kind: 'natural' }
  if (lrasInitiatorIndex === 0 || lrasInitiatorIndex === 1) return { kind: 'forfeit', port: lrasInitiatorIndex }
  return placements[0] === 0 ? { kind: 'forfeit', port: null } : { kind: 'aborted' }
}
