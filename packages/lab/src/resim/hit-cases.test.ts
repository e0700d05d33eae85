import { describe, expect, test } from 'vitest'
import { INTERNAL_ID } from '@arena/engine'
import { asVersion, recordGame } from '../../tests/recorded.ts'
import { BATTLEFIELD, FOX, MARTH, NEUTRAL } from '../../../engine/tests/scene.ts'
import { moveByName } from '../../../engine/src/tables/moves.ts'
import {
  emptyHitScore,
  HitCaseError,
  judgeCase,
  parseHitCases,
  scoreSwing,
  type HitCase,
  type HitResult,
} from './hit-cases.ts'

const HEADER =
  'file,swing,frame,attacker_port,attacker_action,script_frame,attacker_x,attacker_y,attacker_start_facing,victim_port,' +
  'victim_action,victim_state_frame,victim_airborne,victim_x,victim_y,victim_facing,shield_up,shield_health,result'

const INTERNAL_FOX = INTERNAL_ID.fox
const jab = moveByName(INTERNAL_FOX, 'jab1')!
const JAB = jab.actions[0]!
const FRAME = jab.windows[0]!.first

function line(victimX: number, result: string, isShielding = 0): string {
  return `a.slp,1,20,1,${JAB},${FRAME},0,0,1,2,14,5,0,${victimX},0,-1,${isShielding},60,${result}`
}

const { recording } = recordGame(BATTLEFIELD, [FOX, MARTH], 200, () => [NEUTRAL, NEUTRAL])

describe('labelled frames', () => {
  test('are read by the names of their columns', () => {
    expect(parseHitCases(`${HEADER}\n${line(8, 'hit')}\n`)).toMatchObject([
      {
        file: 'a.slp',
        swing: 1,
        frame: 20,
        attackerPort: 1,
        victimPort: 2,
        victimX: 8,
        isShielding: false,
        result: 'hit',
      },
    ])
  })

  test.each([
    ['a column is missing', HEADER.replace('victim_x', 'x'), 'no column victim_x'],
    ['a number is none', `${HEADER}\n${line(8, 'hit').replace(',20,', ',late,')}`, 'line 2: frame is not a number'],
    ['a result is unknown', `${HEADER}\n${line(8, 'hit')}\n${line(8, 'maybe')}`, 'line 3: result'],
  ])('are refused where %s', (_what, text, message) => {
    expect(() => parseHitCases(text)).toThrow(HitCaseError)
    expect(() => parseHitCases(text)).toThrow(message)
  })

  test.each<[number, number, HitResult]>([
    [8, 0, 'hit'],
    [8, 1, 'shield'],
    [60, 0, 'no'],
    [60, 1, 'no'],
  ])('with the victim at %d and the shield %d are judged %s', (victimX, isShielding, result) => {
    const [hit] = parseHitCases(`${HEADER}\n${line(victimX, 'no', isShielding)}`)
    expect(judgeCase(recording, hit!)).toMatchObject({ attacker: INTERNAL_FOX, result })
  })

  test('beyond the recording cannot be judged', () => {
    const [hit] = parseHitCases(`${HEADER}\n${line(8, 'hit')}`)
    expect(judgeCase(recording, { ...hit!, frame: 5000 })).toBeNull()
    expect(judgeCase(recording, { ...hit!, victimPort: 4 })).toBeNull()
  })

  test('of recordings of 3.3 and older are taken one record earlier', () => {
    const [hit] = parseHitCases(`${HEADER}\n${line(8, 'hit')}`)
    const last = { ...hit!, frame: recording.frames.at(-1)!.frame + 1 }
    expect(judgeCase(recording, last)).toBeNull()
    expect(judgeCase(asVersion(recording, [3, 3, 0, 0]), last)).toMatchObject({ result: 'hit' })
  })
})

describe('a swing', () => {
  const scoreOf = (expected: readonly HitResult[], got: readonly HitResult[]) => {
    const [hit] = parseHitCases(`${HEADER}\n${line(8, 'no')}`)
    const score = emptyHitScore()
    const judged = expected.map((result, i) => ({
      case: { ...hit!, result } satisfies HitCase,
      attacker: 1,
      victim: 18,
      result: got[i]!,
    }))
    scoreSwing(score, judged)
    return score
  }

  test('counts by its first frame that connects', () => {
    expect(scoreOf(['no', 'hit'], ['no', 'hit'])).toMatchObject({ cases: 2, right: 2, swings: 1, exact: 1 })
    expect(scoreOf(['no', 'hit'], ['hit', 'hit'])).toMatchObject({ right: 1, swings: 1, exact: 0, early: 1, late: 0 })
    expect(scoreOf(['no', 'shield'], ['no', 'no'])).toMatchObject({ right: 1, early: 0, late: 1, found: 0 })
  })

  test('that connects only in the engine is a false one', () => {
    expect(scoreOf(['no', 'no'], ['no', 'hit'])).toMatchObject({ swings: 0, misses: 1, falseSwings: 1, predicted: 1 })
    expect(scoreOf(['no', 'no'], ['no', 'no'])).toMatchObject({ misses: 1, falseSwings: 0 })
  })
})
