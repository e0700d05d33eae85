import { expect, it } from 'vitest'
import { modelOf } from './clones.ts'
import { FIGHTERS } from './fighters.ts'

it('a clone has a model, which is no clone itself, and a size beside it', () => {
  const clones = FIGHTERS.filter(({ internalId }) => modelOf(internalId))
  expect(clones.map(({ slug }) => slug).sort()).toEqual([
    'dr-mario',
    'falco',
    'ganondorf',
    'luigi',
    'nana',
    'pichu',
    'roy',
    'young-link',
  ])
  for (const { internalId } of clones) expect(modelOf(modelOf(internalId)!.internalId)).toBeUndefined()
  expect(modelOf(26)!.ratio).toBeCloseTo(1.08 / 1.15, 6)
})
