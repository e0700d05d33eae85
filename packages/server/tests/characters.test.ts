/** How the sdk numbers characters, against the engine's fighters and the names of the replay format. */
import { Character, type Pick } from '@arena/sdk'
import { characterName, type PostFrame } from '@arena/slp'
import { expect, expectTypeOf, test } from 'vitest'
import { FIGHTERS } from '../../engine/src/tables/fighters.ts'
import { characterOf } from '../../sdk/src/characters.ts'

test('each of the 26 constants has the name that its number has in replays', () => {
  const written = Object.values(Character).map((id) =>
    characterName(id)
      .replace('&', 'And')
      .replace(/[^A-Za-z]/g, ''),
  )
  expect(written).toEqual(Object.keys(Character))
  expect(Object.values(Character)).toEqual(Array.from({ length: 26 }, (_, id) => id))
})

test('a fighter in a game is the character that it is in a pick', () => {
  expect(FIGHTERS.map(({ internalId }) => characterOf(internalId))).toEqual(
    FIGHTERS.map(({ externalId }) => externalId),
  )
  expect(characterOf(27)).toBeNull()
})

test('the compiler takes constants and their numbers as a pick, and no number of the stream', () => {
  expectTypeOf<typeof Character.Fox>().toExtend<Pick['character']>()
  expectTypeOf<2>().toExtend<Pick['character']>()
  expectTypeOf<26>().not.toExtend<Pick['character']>()
  expectTypeOf<PostFrame['internalCharacterId']>().not.toExtend<Pick['character']>()
})
