/** Figures that a clone's folder leaves out are its model's. */
import { expect, test } from 'vitest'
import { attributeOf, cloneOf, fighterBySlug, FIGHTERS, pathOf } from './source.ts'

test('a clone has a model, which is no clone itself, and a scale relative to it', () => {
  const models = FIGHTERS.flatMap(({ slug }) => {
    const model = cloneOf(slug, 'animations')
    return model ? [[slug, model.of.slug]] : []
  })
  expect(models).toEqual(
    expect.arrayContaining([
      ['nana', 'popo'],
      ['luigi', 'mario'],
      ['young-link', 'link'],
      ['dr-mario', 'mario'],
      ['falco', 'fox'],
      ['pichu', 'pikachu'],
      ['ganondorf', 'captain-falcon'],
      ['roy', 'marth'],
    ]),
  )
  for (const [, model] of models) expect(cloneOf(model!, 'animations')).toBeUndefined()
  expect(cloneOf('roy', 'animations')!.scale).toBeCloseTo(1.08 / 1.15, 6)
})

test('a clone lists the attributes that differ, and has the others of its model', () => {
  const [roy, marth] = [fighterBySlug('roy'), fighterBySlug('marth')]
  expect([attributeOf(roy, 'gravity'), attributeOf(marth, 'gravity')]).toEqual([0.114, 0.085])
  expect(attributeOf(roy, 'maxJumps')).toBe(2)
  expect(roy.rows('attributes.csv').length).toBe(marth.rows('attributes.csv').length)
})

test('a file that a clone leaves out is its model’s, but not the articles that only the model makes', () => {
  expect(pathOf('falco', 'actions.csv')).toBe('fox/actions.csv')
  expect(pathOf('falco', 'moves.txt')).toBe('falco/moves.txt')
  expect(fighterBySlug('popo').rows('projectiles.csv').length).toBeGreaterThan(0)
  expect(fighterBySlug('nana').rows('projectiles.csv')).toEqual([])
})

test('bodies are those of the animations’ fighter unless another one is named', () => {
  expect(cloneOf('samus', 'outlines')!.of.slug).toBe('luigi')
  expect(cloneOf('samus', 'animations')).toBeUndefined()
  expect(cloneOf('ganondorf', 'hurtboxes')!.scale).toBe(1.113)
  expect(cloneOf('falco', 'hurtboxes')!.of.slug).toBe('fox')
})
