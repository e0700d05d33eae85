/** How the sdk numbers characters, against the engine's fighters and the names of the replay format. */
import { Character } from '@arena/sdk'
import { characterName } from '@arena/slp'
import { expect, test } from 'vitest'
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
