/** Re-simulation of recordings: the engine agrees with its own in everything, and every manipulation shows. */
import { describe, expect, test } from 'vitest'
import { STAGE_IDS } from '../../engine/src/index.ts'
import { FLAGS } from '../../engine/src/events/recorder.ts'
import { windowStarts } from '../src/resim/agreement.ts'
import { diffFrames } from '../src/resim/frame-diff.ts'
import {
  addTally,
  emptyTally,
  measure,
  readRecording,
  RecordingError,
  type Agreement,
  type Recording,
  WINDOW_FILTERS,
} from '../src/resim/index.ts'
import { measureHits } from '../src/resim/hit-steps.ts'
import { beforeFirstChange, type RecordedFrame } from '../src/resim/recording.ts'
import { Tracker } from '../src/resim/tracker.ts'
import { diffStates } from '../../engine/src/index.ts'
import { some } from '../../../scripts/tests/series.ts'
import { asVersion, recordGame, recordWildGame } from './recorded.ts'
import {
  ACTION,
  BATTLEFIELD,
  BUTTON,
  FALCO,
  FOX,
  ICE_CLIMBERS,
  MARTH,
  NEUTRAL,
  press,
} from '../../engine/tests/scene.ts'

const POKEMON_STADIUM = 3

const { all, plain, movement } = WINDOW_FILTERS

const FRAMES = 700

function sumOf({ tallies }: Agreement) {
  const sum = emptyTally()
  for (const byAction of tallies.values()) for (const tally of byAction.values()) addTally(sum, tally)
  return sum
}

function postOf(recording: Recording, frame: number, player: 0 | 1 = 0) {
  return recording.frames[frame - recording.frames[0]!.frame]!.players[player].post
}

describe.each(
  some(
    STAGE_IDS.map((stage, i) => [stage, [i * 4, 25 - i * 4] as const] as const),
    3,
  ),
)('a game that the engine recorded on stage %i', (stage, characters) => {
  const { recording, states } = recordWildGame(stage, characters, FRAMES)
  const { windows, free } = measure(recording, all)

  test('agrees on every fighter frame, in windows and in free runs', () => {
    for (const agreement of [windows, free]) {
      const { frames, ...sum } = sumOf(agreement)
      expect(frames).toBe(2 * (recording.frames.length - 1))
      expect(sum).toEqual({ action: frames, position: frames, percent: frames, all: frames, distance: 0 })
      expect(agreement.losses).toEqual([])
    }
    expect(windows.judged).toBe(windows.windows)
    expect(free.firstDivergence).toBeNull()
  })

  test('has every hit on its exact frame and at its height, and no other hit', () => {
    for (const { hits, found, heightShown, right, extra, shieldHits, shieldFound, shieldExtra } of measureHits(
      recording,
    ).values()) {
      expect({ found, right, extra, shieldFound, shieldExtra }).toEqual({
        found: hits,
        right: heightShown,
        extra: 0,
        shieldFound: shieldHits,
        shieldExtra: 0,
      })
    }
  })

  test('is restored with all values that a recording does not hold', () => {
    const tracker = new Tracker(recording)
    for (const state of states) {
      tracker.advance()
      const lines = diffStates(state, new Uint8Array(tracker.match.buffer))
      expect(lines.filter((line) => line.startsWith('fighter'))).toEqual([])
    }
  })
})

test('a game of four fighters, two of them followers, agrees on every fighter frame', () => {
  const { recording } = recordWildGame(BATTLEFIELD, [ICE_CLIMBERS, ICE_CLIMBERS], FRAMES)
  const { windows, free } = measure(recording, all)
  const shown = recording.frames.slice(1).flatMap(({ followers }) => followers.filter((follower) => follower !== null))
  for (const agreement of [windows, free]) {
    expect(sumOf(agreement).frames).toBe(2 * (recording.frames.length - 1) + shown.length)
    expect(agreement.losses).toEqual([])
  }
})

test('a recording that ends in zero bytes is played up to them, and says that it is cut off', () => {
  const { file, recording } = recordWildGame(BATTLEFIELD, [FOX, MARTH], FRAMES)
  const cut = file.slice()
  cut.fill(0, file.length - 20_000)
  const read = readRecording(cut)
  expect(recording.cut).toBeNull()
  expect(read.cut).toContain('only zero bytes follow')
  expect(read.frames.length).toBeGreaterThan(FRAMES / 2)
  expect(read.frames).toEqual(recording.frames.slice(0, read.frames.length))
})

test('a game with a character that the arena does not have is refused', () => {
  const GAME_START = 0x36
  const EXTERNAL_ID = 0x65
  const PAYLOAD_SIZES = 15
  const { file } = recordGame(BATTLEFIELD, [FOX, MARTH], 10, () => [NEUTRAL, NEUTRAL])
  const bytes = file.slice()
  const start = PAYLOAD_SIZES + 1 + bytes[PAYLOAD_SIZES + 1]!
  expect(bytes[start]).toBe(GAME_START)
  bytes[start + EXTERNAL_ID] = 26
  expect(() => readRecording(bytes)).toThrow(new RecordingError('played with character 26, which the arena has not'))
})

describe('frames of a transforming Stadium before its first change count', () => {
  const ROCK_FLOOR = 43
  const { recording } = recordGame(POKEMON_STADIUM, [FOX, MARTH], 5200, () => [NEUTRAL, NEUTRAL])
  const { frames } = recording
  const lastOf = (counted: readonly RecordedFrame[]) => counted.at(-1)!.frame
  const changed = (at: number, change: (frame: RecordedFrame) => void): readonly RecordedFrame[] => {
    const copy = structuredClone(frames)
    change(copy.find(({ frame }) => frame === at)!)
    return copy
  }

  test('all of a game that continues without one, or whose header says that it is frozen', () => {
    expect(beforeFirstChange(frames, false)).toEqual(frames)
    expect(beforeFirstChange(frames.slice(0, 4300), true)).toHaveLength(4300)
  })

  test('up to 3599 where a fighter stands on a floor of a transformation later, or the game ends too early to show it', () => {
    const later = changed(4200, ({ players }) => (players[0].post.lastGroundId = ROCK_FLOOR))
    expect(lastOf(beforeFirstChange(later, false))).toBe(3599)
    expect(lastOf(beforeFirstChange(frames.slice(0, 4300), false))).toBe(3599)
  })

  test('up to the frame of the recorded change, where one is recorded', () => {
    const transformed = changed(
      3000,
      ({ events }) => (events.stadiumTransformation = { frame: 3000, event: 2, type: 6 }),
    )
    expect(lastOf(beforeFirstChange(transformed, false))).toBe(2999)
  })
})

describe('a manipulated recording', () => {
  const pads = (index: number) => [index % 120 >= 20 && index % 120 < 23 ? press(BUTTON.X) : NEUTRAL, NEUTRAL] as const
  const record = (): Recording => recordGame(BATTLEFIELD, [FOX, MARTH], FRAMES, pads).recording
  /** Middle of a window: windows begin at -123 and every 60 frames from there. */
  const INSIDE = 30
  /** Frame from which a window takes its state. */
  const TAKEN = 57

  test('in a position loses that frame, and names it', () => {
    const recording = record()
    const post = postOf(recording, INSIDE)
    post.positionX += 0.06
    const { windows, free } = measure(recording, all)
    expect(sumOf(windows)).toMatchObject({ frames: 2 * (FRAMES - 1), position: 2 * (FRAMES - 1) - 1 })
    expect(windows.losses).toMatchObject([
      { player: 0, frame: INSIDE, aspect: 'position', action: post.actionStateId, played: post.actionStateId, lost: 1 },
    ])
    // This is too little to diverge: a free run diverges by half a unit.
    expect(free.firstDivergence).toBeNull()
    post.positionX += 0.5
    expect(measure(recording, all).free.firstDivergence).toBe(INSIDE)
  })

  test('in a position by less than 0.05 loses nothing', () => {
    const recording = record()
    postOf(recording, INSIDE).positionX += 0.04
    expect(measure(recording, all).windows.losses).toEqual([])
  })

  test('in an action loses that frame, and reports the recorded and the played action', () => {
    const recording = record()
    const played = postOf(recording, INSIDE).actionStateId
    postOf(recording, INSIDE).actionStateId = ACTION.Squat
    const { windows } = measure(recording, all)
    expect(sumOf(windows).action).toBe(2 * (FRAMES - 1) - 1)
    expect(windows.losses).toMatchObject([{ frame: INSIDE, aspect: 'action', action: ACTION.Squat, played, lost: 1 }])
  })

  test('in a percent loses that frame', () => {
    const recording = record()
    postOf(recording, INSIDE, 1).percent = 12
    const { windows } = measure(recording, all)
    expect(windows.losses).toMatchObject([{ player: 1, frame: INSIDE, aspect: 'percent', got: '0.00 %', lost: 1 }])
  })

  test('in a percent taken off camera is rebuilt: consoles count from the frame on which the screen loses a fighter', () => {
    const recording = record()
    for (const { frame, players } of recording.frames) {
      if (frame <= TAKEN) players[1].post.stateBitFlags5 |= FLAGS.stateBitFlags5.offCamera
      else players[1].post.percent = 1
    }
    expect(measure(recording, all).windows.losses).toEqual([])
  })

  test('at the start of a window loses that window, and no other', () => {
    const recording = record()
    postOf(recording, TAKEN, 1).positionX += 3
    const { windows } = measure(recording, all)
    // Its own frame ends the window before; all of the next window is off by as much.
    expect(windows.losses.map(({ player, frame, lost }) => ({ player, frame, lost }))).toEqual([
      { player: 1, frame: TAKEN, lost: 1 },
      { player: 1, frame: TAKEN + 1, lost: 60 },
    ])
  })

  test('in the inputs is rebuilt: a jump without its press costs the rest of its window and nothing after', () => {
    const recording = record()
    const jump = recording.frames.findIndex(
      ({ players }, i) => i > 200 && players[0].post.actionStateId === ACTION.KneeBend,
    )
    for (let i = jump - 1; i < jump + 3; i++) {
      Object.assign(recording.frames[i]!.players[0].pre, { buttons: 0, physicalButtons: 0 })
    }
    const { windows } = measure(recording, all)
    expect(windows.losses).toMatchObject([
      { player: 0, from: ACTION.Wait, action: ACTION.KneeBend, played: ACTION.Wait, frame: jump - 123 },
    ])
    expect(windows.losses[0]!.lost).toBeGreaterThan(20)
  })
})

describe('windows', () => {
  const { recording } = recordGame(BATTLEFIELD, [FOX, FALCO], 200, () => [NEUTRAL, NEUTRAL])

  test('begin every 60 frames and reach the end', () => {
    expect(windowStarts(200)).toEqual([0, 60, 120, 180])
    expect(windowStarts(181)).toEqual([0, 60, 120])
    expect(windowStarts(1)).toEqual([])
  })

  test('with a character-specific action or an item are judged only when all are', () => {
    const { frames } = structuredClone(recording)
    expect(plain(frames)).toBe(true)
    frames[70]!.players[1].post.actionStateId = 341
    expect(plain(frames)).toBe(false)
    expect(plain(frames.slice(0, 70))).toBe(true)
    const tampered = { ...recording, frames }
    expect(measure(tampered, plain).windows).toMatchObject({ judged: 3, windows: 4 })
    expect(measure(tampered, all).windows).toMatchObject({ judged: 4, windows: 4 })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only that there is one counts
    frames[10]!.events.items.push({} as never)
    expect(plain(frames.slice(0, 70))).toBe(false)
  })

  test('are of movement only while no fighter attacks, is hit or is in hitlag', () => {
    expect(movement(recording.frames)).toBe(true)
    for (const change of [
      { actionStateId: 44 },
      { actionStateId: 75 },
      { stateBitFlags2: 0x20 },
      { stateBitFlags4: 2 },
    ]) {
      const frames = structuredClone(recording.frames)
      Object.assign(frames[50]!.players[0].post, change)
      expect(movement(frames)).toBe(false)
      expect(plain(frames)).toBe(true)
    }
  })

  test('of recordings without speeds are not judged: the state cannot be restored', () => {
    const { windows, free } = measure(asVersion(recording, [3, 4, 0, 0]), all)
    expect(windows).toMatchObject({ judged: 0, windows: 0 })
    expect(free.losses).toEqual([])
  })

  test('in recordings of 3.3 and older a hit shows a record late, so the record before it is not judged', () => {
    const { frames } = structuredClone(recording)
    for (const { players } of frames.slice(100)) players[0].post.percent = 8
    const framesAt = (version: number[]) =>
      sumOf(measure(asVersion({ ...recording, frames }, version), all).free).frames
    expect(framesAt([3, 3, 0, 0])).toBe(framesAt([3, 4, 0, 0]) - 1)
  })
})

describe('a frame shown field by field', () => {
  const { recording } = recordWildGame(BATTLEFIELD, [FOX, MARTH], 200)

  test('has every recorded field of both fighters, all the same', () => {
    const { takenOver, fighters } = diffFrames(recording, 20, 1)
    expect(takenOver).toBe(-3)
    expect(fighters.map(({ frame, port }) => [frame, port])).toEqual([
      [19, 0],
      [19, 1],
      [20, 0],
      [20, 1],
      [21, 0],
      [21, 1],
    ])
    for (const { fields } of fighters) {
      expect(fields.length).toBeGreaterThan(30)
      expect(fields.filter(({ isSame }) => !isSame)).toEqual([])
    }
  })

  test('marks what differs', () => {
    const tampered = { ...recording, frames: structuredClone(recording.frames) }
    postOf(tampered, 20).shieldSize = 31
    const { fighters } = diffFrames(tampered, 20, 0)
    expect(fighters[0]!.fields.filter(({ isSame }) => !isSame)).toMatchObject([{ name: 'shieldSize', expected: 31 }])
  })

  test('must be one of the recording', () => {
    expect(() => diffFrames(recording, 5000, 1)).toThrow(RecordingError)
  })
})
