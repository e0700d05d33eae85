/**
 * Hit detection measured on labelled frames: each case is an attack of one fighter near another on one frame of a
 * recording, with its result (hit, shield, no). Cases are lines of a CSV file with a header; the poses of the frame
 * before come from the recording.
 */
import { asInternalId, type InternalId } from '@arena/engine'
import { meetsBody, meetsShield, type Shielded } from '../../../engine/src/combat/contact.ts'
import { emptyCapsule, type Capsule } from '../../../engine/src/combat/space.ts'
import { leanBubble } from '../../../engine/src/actions/shield-place.ts'
import { INPUT, SHIELD } from '../../../engine/src/constants.ts'
import { f } from '../../../engine/src/math.ts'
import { emptyPlace, hitboxPlace, moveOf } from '../../../engine/src/tables/moves.ts'
import { shieldSizeOf } from '../../../engine/src/tables/shapes.ts'
import { isSince, type RecordedFighter, type Recording } from './recording.ts'

const RESULTS = ['no', 'shield', 'hit'] as const
export type HitResult = (typeof RESULTS)[number]

export interface HitCase {
  readonly file: string
  /** Number of the attack within its file. */
  readonly swing: number
  readonly frame: number
  /** Ports, counted from 1. */
  readonly attackerPort: number
  readonly victimPort: number
  readonly attackerAction: number
  readonly scriptFrame: number
  readonly attackerX: number
  readonly attackerY: number
  readonly attackerFacing: number
  readonly victimAction: number
  readonly victimFrame: number
  readonly victimAirborne: boolean
  readonly victimX: number
  readonly victimY: number
  readonly victimFacing: number
  readonly isShielding: boolean
  readonly shieldHealth: number
  readonly result: HitResult
}

export class HitCaseError extends Error {
  override readonly name = 'HitCaseError'
}

const COLUMNS = {
  file: 'file',
  swing: 'swing',
  frame: 'frame',
  attackerPort: 'attacker_port',
  victimPort: 'victim_port',
  attackerAction: 'attacker_action',
  scriptFrame: 'script_frame',
  attackerX: 'attacker_x',
  attackerY: 'attacker_y',
  attackerFacing: 'attacker_start_facing',
  victimAction: 'victim_action',
  victimFrame: 'victim_state_frame',
  victimAirborne: 'victim_airborne',
  victimX: 'victim_x',
  victimY: 'victim_y',
  victimFacing: 'victim_facing',
  isShielding: 'shield_up',
  shieldHealth: 'shield_health',
  result: 'result',
} as const satisfies Record<keyof HitCase, string>

export function parseHitCases(text: string): HitCase[] {
  const [header = '', ...lines] = text.split(/\r?\n/)
  const names = header.split(',')
  const missing = Object.values(COLUMNS).filter((name) => !names.includes(name))
  if (missing.length > 0) throw new HitCaseError(`no column ${missing.join(', ')}`)
  return lines.flatMap((line, i) => {
    if (line === '') return []
    const cells = line.split(',')
    const cell = (column: keyof HitCase): string => cells[names.indexOf(COLUMNS[column])] ?? ''
    const number = (column: keyof HitCase): number => {
      const value = Number(cell(column))
      if (cell(column) === '' || Number.isNaN(value)) {
        throw new HitCaseError(`line ${i + 2}: ${COLUMNS[column]} is not a number`)
      }
      return value
    }
    const result = RESULTS.find((name) => name === cell('result'))
    if (!result) throw new HitCaseError(`line ${i + 2}: result is none of ${RESULTS.join(', ')}`)
    return {
      file: cell('file'),
      swing: number('swing'),
      frame: number('frame'),
      attackerPort: number('attackerPort'),
      victimPort: number('victimPort'),
      attackerAction: number('attackerAction'),
      scriptFrame: number('scriptFrame'),
      attackerX: number('attackerX'),
      attackerY: number('attackerY'),
      attackerFacing: number('attackerFacing'),
      victimAction: number('victimAction'),
      victimFrame: number('victimFrame'),
      victimAirborne: number('victimAirborne') !== 0,
      victimX: number('victimX'),
      victimY: number('victimY'),
      victimFacing: number('victimFacing'),
      isShielding: number('isShielding') !== 0,
      shieldHealth: number('shieldHealth'),
      result,
    }
  })
}

export interface JudgedCase {
  readonly case: HitCase
  /** Internal ids. */
  readonly attacker: number
  readonly victim: number
  readonly result: HitResult
}

/**
 * Cases by their label and the engine's result, and attacks by the first frame on which the engine has them connect.
 */
export interface HitScore {
  cases: number
  right: number
  /**
   * Cases labelled `hit` or `shield`, how many of them the engine finds as that, and how many cases the engine takes for
   * one.
   */
  connecting: number
  found: number
  predicted: number
  /**
   * Attacks that connect: on the exact frame, before it, or not by then; and attacks that connect only in the engine.
   */
  swings: number
  exact: number
  early: number
  late: number
  misses: number
  falseSwings: number
}

export function emptyHitScore(): HitScore {
  return {
    cases: 0,
    right: 0,
    connecting: 0,
    found: 0,
    predicted: 0,
    swings: 0,
    exact: 0,
    early: 0,
    late: 0,
    misses: 0,
    falseSwings: 0,
  }
}

/** Adds the judged cases of one attack, in order of their frames. */
export function scoreSwing(score: HitScore, cases: readonly JudgedCase[]): void {
  for (const { case: hit, result } of cases) {
    score.cases++
    if (result === hit.result) score.right++
    if (hit.result !== 'no') score.connecting++
    if (hit.result !== 'no' && result === hit.result) score.found++
    if (result !== 'no') score.predicted++
  }
  const expected = cases.findIndex(({ case: hit }) => hit.result !== 'no')
  const got = cases.findIndex(({ result }) => result !== 'no')
  if (expected < 0) {
    score.misses++
    if (got >= 0) score.falseSwings++
    return
  }
  score.swings++
  if (got === expected) score.exact++
  else if (got >= 0 && got < expected) score.early++
  else score.late++
}

/** The engine's result for a case; null where the recording does not reach that frame. */
export function judgeCase(recording: Recording, hit: HitCase): JudgedCase | null {
  const first = recording.frames[0]!.frame
  const attackers = recordsOf(recording, hit.attackerPort)
  const victims = recordsOf(recording, hit.victimPort)
  // Old recordings show a hit one record late; the poses that met are those of the record before.
  const index = hit.frame - first - (isSince(recording, 'promptHits') ? 0 : 1)
  if (!attackers || !victims || index < 1 || index >= recording.frames.length) return null
  const attackerId = asInternalId(attackers(index).post.internalCharacterId)
  const victimId = asInternalId(victims(index).post.internalCharacterId)
  const attacker = attackerPose(hit, attackerId, attackers(index - 1))
  const victim = victimPose(hit, victimId, victims, index)
  return { case: hit, attacker: attackerId, victim: victimId, result: resultOf(attacker, victim) }
}

function recordsOf(recording: Recording, port: number): ((index: number) => RecordedFighter) | null {
  const player = recording.ports.indexOf(port - 1)
  return player < 0 ? null : (index) => recording.frames[index]!.players[player as 0 | 1]
}

interface Attacker {
  readonly internalId: InternalId
  readonly action: number
  readonly frame: number
  /** Frame of the script on the recorded frame before. */
  readonly frameBefore: number
  readonly x: number
  readonly y: number
  readonly previousX: number
  readonly previousY: number
  readonly side: number
}

interface Victim extends Shielded {
  readonly isShielding: boolean
}

const PLACE = emptyPlace()
const PLACE_BEFORE = emptyPlace()
const SWEEP: Capsule = emptyCapsule()

function resultOf(attacker: Attacker, victim: Victim): HitResult {
  const move = moveOf(attacker.internalId, attacker.action)
  let result: HitResult = 'no'
  for (const { first, last, hitboxes } of move?.windows ?? []) {
    if (attacker.frame < first || attacker.frame > last) continue
    for (const { id, hitsGround, hitsAir, element } of hitboxes) {
      if (element === 'grab' || !(victim.isAirborne ? hitsAir : hitsGround)) continue
      if (!sweeps(attacker, id)) continue
      if (victim.isShielding && meetsShield(SWEEP, victim)) result = 'shield'
      else if (meetsBody(SWEEP, victim)) return 'hit'
    }
  }
  return result
}

/** The sweep of a hitbox from the frame before; false while it does not exist. A new hitbox is not swept. */
function sweeps({ internalId, action, frame, frameBefore, x, y, previousX, previousY, side }: Attacker, id: number) {
  if (!hitboxPlace(internalId, action, id, frame, PLACE)) return false
  SWEEP.x2 = x + side * PLACE.x
  SWEEP.y2 = y + PLACE.y
  SWEEP.z2 = side * PLACE.z
  SWEEP.radius = PLACE.radius
  const isNew = !hitboxPlace(internalId, action, id, frameBefore, PLACE_BEFORE)
  SWEEP.x1 = isNew ? SWEEP.x2 : previousX + side * PLACE_BEFORE.x
  SWEEP.y1 = isNew ? SWEEP.y2 : previousY + PLACE_BEFORE.y
  SWEEP.z1 = isNew ? SWEEP.z2 : side * PLACE_BEFORE.z
  return true
}

function attackerPose(hit: HitCase, internalId: InternalId, { post }: RecordedFighter): Attacker {
  const frameBefore = Math.floor(post.actionStateCounter)
  const isRunning = post.actionStateId === hit.attackerAction && frameBefore <= hit.scriptFrame
  return {
    internalId,
    action: hit.attackerAction,
    frame: hit.scriptFrame,
    frameBefore: isRunning ? frameBefore : hit.scriptFrame - 1,
    x: hit.attackerX,
    y: hit.attackerY,
    previousX: post.positionX,
    previousY: post.positionY,
    side: hit.attackerFacing,
  }
}

/** The victim before the hit was dealt: its record of the frame may already show the hit. */
function victimPose(
  hit: HitCase,
  internalId: InternalId,
  records: (index: number) => RecordedFighter,
  index: number,
): Victim {
  const { pre, post } = records(index)
  const hardness = f(f(pre.trigger - INPUT.triggerDeadZone) / f(1 - INPUT.triggerDeadZone))
  const shield = shieldSizeOf(internalId)
  const pose = {
    kind: { internalId, shield },
    action: hit.victimAction,
    animationFrame:
      post.actionStateId === hit.victimAction && hit.result === 'no'
        ? post.actionStateCounter
        : counterBefore(hit, records, index),
    x: hit.victimX,
    y: hit.victimY,
    z: 0,
    facing: hit.victimFacing,
    facingAtStart: facingAtStart(hit, records, index),
    isAirborne: hit.victimAirborne,
    isShielding: hit.isShielding,
    shieldHealth: Math.min(hit.shieldHealth, SHIELD.health),
    shieldHardness: Math.max(0, Math.min(1, hardness)),
    posedAs: 0,
    posedAt: 0,
    shieldTilt: 0,
    shieldAngle: 0,
    shieldX: shield.x,
    shieldY: shield.y,
    stickX: 0,
    stickY: 0,
  }
  for (let i = Math.max(0, index - TILT_MEMORY); i < index; i++) {
    const { joystickX, joystickY } = records(i).pre
    pose.stickX = joystickX
    pose.stickY = joystickY
    leanBubble(pose, 1, 1)
  }
  return pose
}

/** Frames after which an earlier stick no longer affects the lean of a shield. */
const TILT_MEMORY = 8

/** The counter had advanced by its rate since the frame before; an action just begun counts from its first frame. */
function counterBefore(hit: HitCase, records: (index: number) => RecordedFighter, index: number): number {
  const last = records(index - 1).post
  if (last.actionStateId !== hit.victimAction) return hit.victimFrame
  const pace = index > 1 ? last.actionStateCounter - records(index - 2).post.actionStateCounter : 1
  return last.actionStateCounter + (pace > 0 && pace <= 4 ? pace : 1)
}

function facingAtStart(hit: HitCase, records: (index: number) => RecordedFighter, index: number): number {
  let facing = hit.victimFacing
  for (let i = index - 1; i >= 0 && records(i).post.actionStateId === hit.victimAction; i--) {
    facing = records(i).post.facingDirection
  }
  return facing
}
