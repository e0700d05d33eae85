/**
 * Feeds a recorded frame to a match: controllers as they were processed, and the stage's moving parts where the
 * recording tells of them.
 */
import type { PreFrame } from '@arena/slp'
import type { ControllerReading } from '../input/controller.ts'
import type { Match } from '../match.ts'
import type { RecordedFrame } from './recording.ts'

/** Stands in for the raw y that older recordings lack: off centre and off the rim, so that no cardinal is snapped. */
const NO_RAW_Y = 40

/** Frames for which a platform is told to wait: longer than any match. */
const HELD = 1_000_000

export function readRecorded(pre: PreFrame, hasRawY: boolean, into: ControllerReading): void {
  into.stickX = pre.joystickX
  into.stickY = pre.joystickY
  into.cstickX = pre.cStickX
  into.cstickY = pre.cStickY
  into.physicalButtons = pre.physicalButtons
  into.physicalL = pre.physicalLTrigger
  into.physicalR = pre.physicalRTrigger
  into.rawX = pre.rawJoystickX
  into.rawY = hasRawY ? pre.rawJoystickY : NO_RAW_Y
  into.rawCstickX = pre.rawCStickX
  into.rawCstickY = pre.rawCStickY
  into.buttons = pre.buttons | 0
  into.trigger = pre.trigger
}

/** Floors of the Fountain's side platforms by number of the platform (0 right, 1 left), and height by world y. */
const FOUNTAIN = 2
const PLATFORM_FLOORS = [1, 0] as const
const heightOf = (y: number): number => (y - 0.0001 - 1.125) / 0.75

/**
 * Holds the Fountain's platforms where the recording has them: by its events, or, in older recordings, by who stands on
 * them.
 */
export function placePlatforms(match: Match, { events, players }: RecordedFrame): void {
  if (match.stage.id !== FOUNTAIN) return
  const { platformHeight, platformWait, platformPhase } = match.stageRecord
  for (const [side, floor] of PLATFORM_FLOORS.entries()) {
    platformPhase[side] = 0
    platformWait[side] = HELD
    for (const { post } of players) {
      if (post.isAirborne === 0 && post.lastGroundId === floor) platformHeight[side] = heightOf(post.positionY)
    }
  }
  for (const { platform, height } of events.fodPlatforms) platformHeight[platform] = height
}
