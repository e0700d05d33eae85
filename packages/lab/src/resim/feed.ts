/**
 * Plays recorded frames: with the recorded controllers and random seeds, and the stage's moving parts where the
 * recording shows them.
 */
import { EventRecorder } from '../../../engine/src/events/recorder.ts'
import { playFrame } from '../../../engine/src/frame.ts'
import { Match } from '../../../engine/src/match.ts'
import { readRecorded } from '../../../engine/src/recorded/reading.ts'
import type { Ruleset } from '../../../engine/src/ruleset.ts'
import { tellWind } from '../../../engine/src/stages/dream-land.ts'
import { HIDDEN, SUNK, WAITING } from '../../../engine/src/stages/fountain-of-dreams.ts'
import { platformsOf } from './platforms.ts'
import { holds, isNetplay, isSince, type Recording } from './recording.ts'
import type { Winds } from './wind.ts'

/** Frames for which a moving part has to wait: longer than any match. */
const HELD = 1_000_000

/**
 * A match with the recorded draws, in which players respawn by their recorded ports. What a computer decides comes from the
 * recording, since it is partly random: the motion of followers that are out of step, and the draws of followers and of
 * computer players, which fall between Frame Start and the first Pre-Frame.
 */
export function matchOf(recording: Recording, recorder = new EventRecorder()): Match {
  const { stage, characters } = recording
  return new Match({ seed: new Uint8Array(32), stage, characters, rules: rulesOf(recording) }, recorder)
}

function rulesOf(recording: Recording): Ruleset {
  const { ports, ucf, startSeed, frames, snaps, areHumans } = recording
  const first = frames[0]!.frame
  const hasComputer = !areHumans || frames[0]!.followers.some((follower) => follower !== null)
  return {
    seats: ports,
    ucf,
    deadCount: !(isNetplay(recording) && isSince(recording, 'voteOfLiving')),
    isUcf080: isSince(recording, 'ucf080'),
    isUcf084: isSince(recording, 'ucf084') && snaps,
    seeds: { start: startSeed, at: (frame) => frames[frame - first]?.seed ?? 0 },
    straggle: (follower, into) => {
      const pre = frames[follower.match.record.frame - first]?.followers[follower.port]?.pre
      if (pre) readRecorded(pre, snaps, into)
    },
    seedAfterComputers: hasComputer ? (frame) => frames[frame - first]?.players[0].pre.seed ?? 0 : null,
  }
}

/** Plays frame `index` of the recording with the stage's moving parts where the recording has them. */
export function playRecorded(match: Match, recording: Recording, index: number, winds: Winds): void {
  placePlatforms(match, recording, index)
  tellWind(match.stageRecord, winds[index] ?? 0)
  playInputs(match, recording, index)
}

/** Plays frame `index` of the recording with the stage's moving parts as the engine moves them. */
export function playInputs(match: Match, recording: Recording, index: number): void {
  const recorded = recording.frames[index]!
  match.record.frame = recorded.frame - 1
  match.record.endMethod = 0
  for (const leader of match.leaders) {
    readRecorded(recorded.players[leader.port]!.pre, recording.snaps, match.readings[leader.index]!)
  }
  playFrame(match)
}

const FOUNTAIN = 2

/**
 * Holds the Fountain's platforms at their recorded places: from events, or, in older recordings, from the fighters that
 * stand on them.
 */
function placePlatforms(match: Match, recording: Recording, index: number): void {
  if (match.stage.id !== FOUNTAIN) return
  const { platformHeight, platformWait, platformPhase } = match.stageRecord
  const { fodPlatforms } = recording.frames[index]!.events
  const isTold = holds(recording, 'platforms')
  for (const { platform, height } of fodPlatforms) platformHeight[platform] = height
  for (const side of [0, 1] as const) {
    if (!isTold) platformHeight[side] = platformsOf(recording)[side][index]!
    const hides = isTold && platformHeight[side] === SUNK && fodPlatforms.every(({ platform }) => platform !== side)
    platformPhase[side] = hides ? HIDDEN : WAITING
    platformWait[side] = HELD
  }
}
