/** Names in tables of callbacks: checked by the compiler against all fighters, and here against each fighter's own. */
import { describe, expect, test } from 'vitest'
import { asInternalId } from '../tables/ids.ts'
import { ACTION } from '../action-ids.ts'
import { tableOf } from '../actions/action.ts'
import { actionCount, actionName, FIRST_OWN_ACTION } from '../tables/actions.ts'
import { FIGHTERS } from '../tables/fighters.ts'
import { OWN_ACTION_NAMES } from '../tables/generated/own-action-names.ts'
import { overridesOf } from './index.ts'
import type { FighterOverrides } from './kind.ts'
import { named, type Copy } from './special.ts'

/** In the order of internal ids. */
const LISTS = Object.values(OWN_ACTION_NAMES).map((names) => names.split(' '))

test('a misspelt action name does not compile', () => {
  const nothing = {}
  const overrides: FighterOverrides[] = [
    { actions: { SpecialNStart: nothing, EscapeAir: nothing } },
    // @ts-expect-error: no fighter has an action of this name
    { actions: { SpecialNStrat: nothing } },
    // @ts-expect-error: nor is there a common one
    { holding: ['CatchWiat'] },
  ]
  expect(overrides).toHaveLength(3)
})

test('nor does one that is put together', () => {
  const nothing = {}
  const ways = ['Start', 'Strat'] as const
  expect(tableOf([[`SpecialN${ways[0]}`, nothing]])).toEqual({ SpecialNStart: nothing })
  // @ts-expect-error: no fighter has an action of this name
  expect(tableOf([[`SpecialN${ways[1]}`, nothing]])).toEqual({ SpecialNStrat: nothing })
  const copy: Copy<'Ss'> = { first: 407, prefix: 'Ss' }
  expect(named(copy, { SpecialNHold: nothing })).toEqual({ SsSpecialNHold: nothing })
  // @ts-expect-error: Kirby has no action of this name, though a fighter has one without the prefix
  expect(named(copy, { SpecialNLoop: nothing })).toEqual({ SsSpecialNLoop: nothing })
})

describe.each(Object.keys(OWN_ACTION_NAMES).map((slug, internalId) => ({ slug, internalId })))(
  '$slug',
  ({ internalId }) => {
    const own = LISTS[internalId]!

    test('has the character-specific actions of the tables', () => {
      const ids = Array.from(
        { length: actionCount(asInternalId(internalId)) - FIRST_OWN_ACTION },
        (_, i) => FIRST_OWN_ACTION + i,
      )
      expect(own).toEqual(ids.map((id) => actionName(asInternalId(internalId), id)))
    })

    test('gives callbacks to actions that it has', () => {
      const { actions = {}, holding = [] } = overridesOf(asInternalId(internalId))
      const known = new Set([...Object.keys(ACTION), ...own])
      expect([...Object.keys(actions), ...holding].filter((name) => !known.has(name))).toEqual([])
    })
  },
)

test('every fighter has a list', () => {
  expect(LISTS).toHaveLength(FIGHTERS.length)
})
