/** Recorded hits count, whatever the engine found on the frame. */
import type { PostFrame } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID, asExternalId } from '../tables/ids.ts'
import { ACTION } from '../action-ids.ts'
import { changeAction } from '../actions/change.ts'
import { EventRecorder } from '../events/recorder.ts'
import type { Fighter } from '../fighter.ts'
import { Match } from '../match.ts'
import { FighterRecord } from '../state/fields.ts'
import { fighterAt } from '../state/state.ts'
import { isStriker, applyRecordedHit, restoreStaleQueue, type RecordedStep } from './hits.ts'

const HITLAG = 0x20
const FALCO_LASER = 18
const CAPTAIN_FALCON = 0
const FALCON_KICK = 357

const REST = { actionStateId: 14, percent: 10, shieldSize: 60, stateBitFlags2: 0, lastAttackLanded: 0, frame: 100 }
const step = (post: Partial<PostFrame>, before: Partial<PostFrame> = {}): RecordedStep => ({
  post: { ...REST, ...post } as PostFrame,
  before: { ...REST, ...before } as PostFrame,
})

function scene(character = 20) {
  const match = new Match(
    { seed: new Uint8Array(32), stage: 32, characters: [asExternalId(character), EXTERNAL_ID.fox] },
    new EventRecorder(),
  )
  const [attacker, victim] = match.fighters as [Fighter, Fighter]
  const was = new FighterRecord(match.buffer.slice(0), fighterAt(0))
  return { attacker, victim, was }
}

describe('a recorded hit', () => {
  test('stales the attack that the recording names, once per performance', () => {
    const { attacker, victim, was } = scene()
    const own = step({ lastAttackLanded: FALCO_LASER })
    const other = step({ percent: 13, stateBitFlags2: HITLAG })
    for (const instance of [7, 7, 8]) {
      applyRecordedHit(attacker, was, own, victim, other, instance)
      was.staleAttacks.set(attacker.staleAttacks)
      was.staleInstances.set(attacker.staleInstances)
    }
    expect(Array.from(attacker.staleAttacks.slice(0, 3))).toEqual([FALCO_LASER, FALCO_LASER, 0])
    expect(Array.from(attacker.staleInstances.slice(0, 2))).toEqual([8, 7])
  })

  test('that only the engine found leaves no trace', () => {
    const { attacker, victim, was } = scene()
    attacker.staleAttacks[0] = FALCO_LASER
    attacker.metFighters = 2
    attacker.shieldPush = -1
    restoreStaleQueue(attacker, was, step({}))
    applyRecordedHit(attacker, was, step({}), victim, step({}), 7)
    expect(attacker.staleAttacks[0]).toBe(0)
    expect(attacker.shieldPush).toBe(0)
    expect(attacker.metFighters).toBe(0)
  })

  test('that only the engine found does not slow a Falcon Kick', () => {
    const { attacker, victim } = scene(CAPTAIN_FALCON)
    changeAction(attacker, FALCON_KICK)
    attacker.stateFloats[0] = 1
    const was = new FighterRecord(attacker.match.buffer.slice(0), fighterAt(0))
    const strike = (own: RecordedStep) => {
      attacker.metFighters = 2
      attacker.stateFloats[0] = 0.5
      applyRecordedHit(attacker, was, own, victim, step({}), 7)
      return attacker.stateFloats[0]
    }
    expect(strike(step({ stateBitFlags2: HITLAG }))).toBe(0.5)
    expect(strike(step({}))).toBe(1)
  })

  test('that was countered has hitlag for both, no damage, and pushes its attacker back', () => {
    const { attacker, victim, was } = scene()
    attacker.shieldPush = -1
    const frozen = step({ stateBitFlags2: HITLAG })
    applyRecordedHit(attacker, was, frozen, victim, frozen, 7)
    expect(attacker.shieldPush).toBe(-1)
  })

  test('of a ray has no hitlag, but stales its attack', () => {
    const { attacker, victim, was } = scene()
    attacker.hitboxesOut = 1
    applyRecordedHit(attacker, was, step({ lastAttackLanded: FALCO_LASER }), victim, step({ percent: 12.73 }), 7)
    expect(attacker.staleAttacks[0]).toBe(FALCO_LASER)
    expect(attacker.metFighters).toBe(0)
  })

  test('damage of 1 % without hitlag, as off camera, has no attacker', () => {
    const { attacker, victim, was } = scene()
    applyRecordedHit(attacker, was, step({ lastAttackLanded: 2 }), victim, step({ percent: 11 }), 7)
    expect(attacker.staleAttacks[0]).toBe(0)
  })

  test('of a song has no damage and no hitlag; it has met the fighter that falls asleep', () => {
    const { attacker, victim, was } = scene()
    attacker.hitboxesOut = 1
    applyRecordedHit(attacker, was, step({}), victim, step({ actionStateId: ACTION.DamageSong }), 7)
    expect(attacker.metFighters).toBe(2)
  })

  test('on a power shield, which does not wear, has met its holder where both begin hitlag', () => {
    const { attacker, victim, was } = scene()
    attacker.hitboxesOut = 1
    const frozen = step({ stateBitFlags2: HITLAG })
    const stunned = step({ actionStateId: ACTION.GuardSetOff, stateBitFlags2: HITLAG })
    applyRecordedHit(attacker, was, step({}), victim, stunned, 7)
    expect(attacker.metFighters).toBe(0)
    applyRecordedHit(attacker, was, frozen, victim, stunned, 7)
    expect(attacker.metFighters).toBe(2)
  })

  test('on a second climber counts like one on the first; the last attack landed does not name it while hits on the other are counted', () => {
    const match = new Match(
      { seed: new Uint8Array(32), stage: 32, characters: [EXTERNAL_ID.falco, EXTERNAL_ID.popo] },
      new EventRecorder(),
    )
    const [attacker, , nana] = match.fighters as [Fighter, Fighter, Fighter]
    const was = new FighterRecord(match.buffer.slice(0), fighterAt(0))
    changeAction(attacker, ACTION.AttackS3S)
    const own = step({ lastAttackLanded: FALCO_LASER, stateBitFlags2: HITLAG })
    applyRecordedHit(attacker, was, own, nana, step({ percent: 13, stateBitFlags2: HITLAG }), 7)
    expect(attacker.staleAttacks[0]).toBe(attacker.state.attackId)
  })

  test('by one of two climbers belongs to the one in hitlag or with a new last attack, and stales for both', () => {
    const match = new Match(
      { seed: new Uint8Array(32), stage: 32, characters: [EXTERNAL_ID.popo, EXTERNAL_ID.falco] },
      new EventRecorder(),
    )
    const [popo, nana, victim] = match.fighters as [Fighter, Fighter, Fighter]
    const was = new FighterRecord(match.buffer.slice(0), fighterAt(1))
    const idle = step({})
    const frozen = step({ stateBitFlags2: HITLAG, lastAttackLanded: 9 })
    const shot = step({ lastAttackLanded: 18 })
    expect([isStriker(nana, frozen, idle), isStriker(popo, idle, frozen)]).toEqual([true, false])
    expect([isStriker(nana, shot, idle), isStriker(popo, idle, shot)]).toEqual([true, false])
    expect([isStriker(nana, idle, idle), isStriker(popo, idle, idle)]).toEqual([false, true])
    applyRecordedHit(nana, was, frozen, victim, step({ percent: 20, stateBitFlags2: HITLAG }), 7)
    expect(popo.staleAttacks[0]).toBe(9)
  })
})
