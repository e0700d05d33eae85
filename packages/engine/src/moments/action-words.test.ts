import { INTERNAL_ID } from '../index.ts'
import { ACTION } from '../action-ids.ts'
import { OWN_ACTION_NAMES } from '../tables/generated/own-action-names.ts'
import { describe, expect, test } from 'vitest'
import { actionLabel, actionWords, attackWords, wordsOf } from './action-words.ts'

const { fox } = INTERNAL_ID

describe('words for an action', () => {
  test.each([
    ['DamageFlyHi', 'launched'],
    ['DamageHi2', 'hit'],
    ['DamageFall', 'tumbles'],
    ['Wait', 'stands'],
    ['AttackAirLw', 'down air'],
    ['AttackS3HiS', 'forward tilt'],
    ['Attack11', 'jab'],
    ['Attack100Loop', 'rapid jab'],
    ['LandingAirB', 'lands a back air'],
    ['CapturePulledHi', 'grabbed'],
    ['ThrownLw', 'thrown'],
    ['SpecialAirHi', 'up special in the air'],
    ['SpecialHiHoldAir', 'up special in the air, charging'],
    ['SpecialLwStart', 'down special, begins'],
    ['SpecialN', 'neutral special'],
    ['SomethingNew2', 'something new 2'],
  ])('%s: %s', (name, words) => {
    expect(wordsOf(name)).toBe(words)
  })

  test('every action of the game has words other than its name', () => {
    const names = [...Object.keys(ACTION), ...Object.values(OWN_ACTION_NAMES).flatMap((each) => each.split(' '))]
    const common = Object.keys(ACTION).filter((name) => wordsOf(name).replaceAll(' ', '') === name.toLowerCase())
    expect(common).toEqual([])
    for (const name of names) expect(wordsOf(name)).toMatch(/^[a-z]/)
  })

  test('are found by fighter and number, with the name of the game beside them', () => {
    expect([actionLabel(fox, 87), actionWords(fox, 87)]).toEqual(['DamageFlyHi', 'launched'])
    expect([actionLabel(fox, 341), actionWords(fox, 341)]).toEqual(['SpecialNStart', 'neutral special, begins'])
    expect([actionLabel(99, 999), actionWords(99, 999)]).toEqual(['Action 999', 'action 999'])
    expect([attackWords(17), attackWords(1)]).toEqual(['down air', null])
  })
})
