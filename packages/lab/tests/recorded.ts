/** Small recordings that the engine itself writes, read back as the re-simulation reads real ones. */
import { absentFields, EVENTS, payloadSize, writeReplay, type EventTable } from '@arena/slp'
import { Game, type Pad, type StageId } from '../../engine/src/index.ts'
import { readRecording, type Recording } from '../src/resim/index.ts'
import { RandomPads } from '../../engine/tests/random-pads.ts'

export interface RecordedGame {
  readonly file: Uint8Array
  readonly recording: Recording
  /** The whole state after each frame. */
  readonly states: Uint8Array[]
}

/** Plays `frames` frames of a game with pads that a function chooses for each frame index. */
export function recordGame(
  stage: StageId,
  characters: readonly [number, number],
  frames: number,
  padsAt: (index: number) => readonly [Pad, Pad],
): RecordedGame {
  const game = new Game({
    seed: new Uint8Array(32).fill(stage),
    stage,
    players: [
      { character: characters[0], costume: 0, name: 'one' },
      { character: characters[1], costume: 1, name: 'two' },
    ],
  })
  const messages = [game.start().slice()]
  const states: Uint8Array[] = []
  for (let index = 0; index < frames && !game.ending; index++) {
    messages.push(game.step(...padsAt(index)).slice())
    states.push(game.save())
  }
  messages.push(game.end(game.ending ? { kind: 'natural' } : { kind: 'aborted' }).slice())
  const file = writeReplay(Uint8Array.from(messages.flatMap((message) => [...message])), { lastFrame: game.frame })
  return { file, recording: readRecording(file), states }
}

/** A recording as one of another version of the format, whose events may lack fields or not exist. */
export function asVersion(recording: Recording, version: readonly number[]): Recording {
  const tables: EventTable[] = Object.values(EVENTS)
  const written = tables.map((table) => [table.code, payloadSize(table, version)] as const)
  return { ...recording, version, absent: absentFields(new Map(written.filter(([, bytes]) => bytes > 0))) }
}

/** A game of two random but reproducible players. */
export function recordWildGame(stage: StageId, characters: readonly [number, number], frames: number): RecordedGame {
  const first = new RandomPads(stage * 2 + 1)
  const second = new RandomPads(stage * 2 + 2)
  return recordGame(stage, characters, frames, () => [first.next(), second.next()])
}
