/** Recorded values besides motion: the last attacker, combos, instance numbers. */
import { EventReader } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { Game } from '../../engine/src/index.ts'
import { measureFields, WINDOW_FILTERS } from '../src/resim/index.ts'
import { Duel } from '../../engine/tests/duel.ts'
import { recordWildGame } from './recorded.ts'
import {
  ACTION,
  BATTLEFIELD,
  BUTTON,
  FOX,
  MARTH,
  NEUTRAL,
  press,
  RIGHT,
  Scene,
  stick,
} from '../../engine/tests/scene.ts'

const NOBODY = 6

/** Fox's jab at arm's length. */
function jab(): Duel {
  const duel = new Duel(10)
  duel.until(([, victim]) => victim.percent > 0, press(BUTTON.A), NEUTRAL, 20)
  return duel
}

describe('last hit by (doldecomp/melee Fighter_ChangeMotionState; 560 recorded cases)', () => {
  test('is forgotten 60 frames after the fighter came to rest on the ground', () => {
    const duel = jab()
    expect(duel.posts[1]!.lastHitBy).toBe(0)
    const settled = duel.until(([, victim]) => victim.actionStateId === ACTION.Wait)[1].frame
    const forgotten = duel.until(([, victim]) => victim.lastHitBy === NOBODY)[1].frame
    expect(forgotten - settled).toBe(60)
  })

  test('is none for a held fighter', () => {
    const duel = new Duel(8)
    const [, victim] = duel.until(
      ([, held]) => held.actionStateId === 227 || held.actionStateId === 226,
      press(BUTTON.Z),
    )
    expect(victim.lastHitBy).toBe(NOBODY)
    expect(victim.instanceHitBy).toBeGreaterThan(0)
  })
})

test('a pummel on the ground leaves the victim without a last attacker (159 recorded pummels)', () => {
  const duel = new Duel(8)
  duel.until(([, held]) => held.actionStateId === 227, press(BUTTON.Z))
  duel.step()
  const [, victim] = duel.until(([, held]) => held.percent > 0, press(BUTTON.A), NEUTRAL, 30)
  expect(victim.lastHitBy).toBe(NOBODY)
})

describe('combo (doldecomp/melee ftColl_800763C0)', () => {
  test('begins at 1, and stays when the victim is free again', () => {
    const duel = jab()
    duel.until(([, victim]) => victim.frame > 200)
    expect(duel.posts[0]!.currentComboCount).toBe(1)
  })
})

describe('the number of a performance (doldecomp/melee ft_800895E0)', () => {
  test('stays the same through the speeds of walking', () => {
    const scene = new Scene().stand()
    const walk = scene.step(stick(40)).instanceId
    const faster = scene.until((post) => post.actionStateId === ACTION.WalkMiddle, stick(60))
    expect(faster.instanceId).toBe(walk)
  })

  test('is taken by both fighters behind a pick as they enter, also by the hidden one (recorded)', () => {
    const SHEIK = 19
    const entering = (first: number, second: number): number[] => {
      const game = new Game({
        seed: new Uint8Array(32),
        stage: BATTLEFIELD,
        players: [
          { character: first, costume: 0, name: '' },
          { character: second, costume: 0, name: '' },
        ],
      })
      const numbers: number[] = []
      const reader = new EventReader(({ name, record }) => {
        if (name === 'postFrame') numbers[record.playerIndex] = record.instanceId
      })
      reader.push(game.start())
      reader.push(game.step(NEUTRAL, NEUTRAL))
      return numbers
    }
    expect(entering(SHEIK, MARTH)).toEqual([1, 3])
    expect(entering(MARTH, SHEIK)).toEqual([1, 2])
  })

  test('stays the same from an aerial to its landing, and is new after it', () => {
    const scene = new Scene().stand()
    scene.until((post) => post.actionStateId === ACTION.JumpF, press(BUTTON.X))
    const aerial = scene.until((post) => post.actionStateId === 65, press(BUTTON.A))
    const landing = scene.until((post) => post.actionStateId === 70)
    expect(landing.instanceId).toBe(aerial.instanceId)
    const after = scene.until((post) => post.actionStateId === ACTION.Wait)
    expect(after.instanceId).toBeGreaterThan(landing.instanceId)
  })

  test('stays the same where an attack follows itself (ft_800890D0; 31 of 43 recorded)', () => {
    const scene = new Scene().stand()
    scene.hold(NEUTRAL, 60)
    const tilt = scene.step(stick(0, 40, BUTTON.A))
    scene.hold(stick(0, 40), 21)
    expect(scene.post.actionStateId).toBe(56)
    const again = scene.step(stick(0, 40, BUTTON.A))
    expect([again.actionStateId, again.actionStateCounter]).toEqual([56, 1])
    expect(again.instanceId).toBe(tilt.instanceId)
  })

  test('is taken twice by a down tilt, which may follow itself (80 of 82 recorded)', () => {
    const scene = new Scene().stand()
    scene.hold(NEUTRAL, 60)
    const before = scene.until((post) => post.actionStateId === ACTION.SquatWait, stick(0, -60))
    const tilt = scene.step(stick(0, -60, BUTTON.A))
    expect(tilt.instanceId).toBe(before.instanceId + 2)
  })

  test('is new for a dash and for the run after it', () => {
    const scene = new Scene().stand()
    const dash = scene.step(RIGHT)
    expect(dash.actionStateId).toBe(ACTION.Dash)
    expect(scene.until((post) => post.actionStateId === ACTION.Run, RIGHT).instanceId).not.toBe(dash.instanceId)
  })
})

test('every field of a recording that the engine wrote itself agrees', () => {
  const { recording } = recordWildGame(BATTLEFIELD, [FOX, MARTH], 900)
  const differing = [...measureFields(recording, WINDOW_FILTERS.all)].filter(([, { frames, same }]) => same < frames)
  expect(differing.map(([name]) => name)).toEqual([])
})
