import { Character } from '@arena/sdk'
import { describe, expect, test } from 'vitest'
import { FIGURES } from '../packages/sdk/src/house/figures/generated/figures.ts'
import { figureRowsOf, movesOf } from './house-figures.ts'
import { some } from './tests/series.ts'

describe('the figures of the house bots are those of the engine', () => {
  test.each(Object.entries(Character))('body, attacks and throws of %s', async (_, character) => {
    expect(FIGURES[character]).toMatchObject(await movesOf(character))
  })

  test.each(some(Object.entries(Character), 26))('the way back of %s, tried in the engine', async (_, character) => {
    expect(FIGURES[character]).toEqual(await figureRowsOf(character))
  })
})
