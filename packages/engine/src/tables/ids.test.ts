/** Ids of fighters and actions. */
import { describe, expect, test } from 'vitest'
import { actionOf } from '../actions/action.ts'
import { castOf, kindOf } from '../fighters/index.ts'
import {
  type ActionId,
  asExternalId,
  asInternalId,
  EXTERNAL_ID,
  type ExternalId,
  INTERNAL_ID,
  type InternalId,
} from './ids.ts'
import { FIGHTERS } from './fighters.ts'

describe('ids', () => {
  test('name every fighter in both numberings', () => {
    const bySlug = (id: 'internalId' | 'externalId') =>
      Object.fromEntries(FIGHTERS.map((info) => [info.slug, info[id]]))
    expect(INTERNAL_ID).toEqual(bySlug('internalId'))
    expect(EXTERNAL_ID).toEqual(bySlug('externalId'))
  })

  test('of different kinds cannot be mixed', () => {
    const pick: ExternalId = EXTERNAL_ID.fox
    const fighter: InternalId = INTERNAL_ID.fox
    // @ts-expect-error: a cast is chosen by the pick
    expect(castOf(fighter).forms[0]!.internalId).not.toBe(fighter)
    // @ts-expect-error: a fighter is no pick
    const wrong: InternalId = pick
    expect(castOf(pick).forms[0]!.internalId).toBe(fighter)
    // @ts-expect-error: and no action
    const action: ActionId = fighter
    expect([wrong, action]).toEqual([2, 1])
    // @ts-expect-error: an action is asked for by its id
    expect(actionOf(kindOf(fighter), fighter)).toBe(actionOf(kindOf(fighter), 1))
  })

  test('of fighters are made of numbers where those come in, and nowhere else', () => {
    // @ts-expect-error: a number may be of either kind
    expect(kindOf(1)).toBe(kindOf(asInternalId(1)))
    // @ts-expect-error: a number may be of either kind
    expect(castOf(2).forms).toEqual(castOf(asExternalId(2)).forms)
  })

  test.each([-1, 1.5, 27, NaN])('of a fighter are refused where no such fighter exists: %d', (id) => {
    expect(() => asInternalId(id)).toThrow(new RangeError(`There is no fighter ${id}`))
  })

  test.each([-1, 1.5, 26, NaN])('of a pick are refused where no such pick exists: %d', (id) => {
    expect(() => asExternalId(id)).toThrow(new RangeError(`There is no character ${id}`))
  })
})
