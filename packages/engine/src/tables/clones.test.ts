import { expect, it } from 'vitest'
import { modelOf } from './clones.ts'
import { FIGHTERS } from './fighters.ts'

it('a clone has a model, which is no clone itself, and a size beside it', () => {
  const clones = FIGHTERS.filter(({ internalId }) => modelOf(internalId))
  expect(clones.map(({ key }) => key).sort()).toEqual([
    'drmario',
    'falco',
    'ganondorf',
    'luigi',
    'nana',
    'pichu',
    'roy',
    'younglink',
  ])
  for (const { internalId } of clones) expect(modelOf(modelOf(internalId)!.internalId)).toBeUndefined()
  expect(modelOf(26)!.ratio).toBeCloseTo(1.08 / 1.15, 6)
})
