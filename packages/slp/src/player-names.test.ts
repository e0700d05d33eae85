import { expect, test } from 'vitest'
import type { Metadata } from './envelope.ts'
import { emptyGameStart } from './game-start.ts'
import { calledNames, playerNames } from './player-names.ts'

const TAG = Uint8Array.of(0x82, 0x60, 0x82, 0x61, ...new Uint8Array(12))
const FOX = 2

function gameStart(...players: readonly { displayName?: string; nametag?: Uint8Array; characterId?: number }[]) {
  const start = emptyGameStart()
  for (const [port, player] of players.entries()) {
    Object.assign(start.players[port]!, { playerType: 0, characterId: FOX, ...player })
  }
  return start
}

const netplay = (name: unknown): Metadata => ({ players: { 0: { names: { netplay: name } } } }) as Metadata

test.each([
  ['the display name', { displayName: 'Ann', nametag: TAG }, netplay('Bess'), 'Ann'],
  ['else the name of the metadata', { nametag: TAG }, netplay('Bess'), 'Bess'],
  ['else the tag', { nametag: TAG }, netplay(''), 'ＡＢ'],
  ['else the tag, also without metadata', { nametag: TAG }, null, 'ＡＢ'],
  ['and not an empty name beside another', { displayName: 'Ann' }, netplay(''), 'Ann'],
  ['and not one of spaces', { displayName: ' 　 ', nametag: TAG }, netplay(' '), 'ＡＢ'],
  ['and nothing that is no text', {}, netplay(7), ''],
  ['and nothing where there is none', {}, {}, ''],
])('a player has %s', (_, player, metadata, name) => {
  expect(playerNames(gameStart(player), metadata)).toEqual([name, '', '', ''])
})

test('a port that nobody plays on has no name', () => {
  const start = gameStart({ displayName: 'Ann' })
  start.players[2]!.displayName = 'Nobody'
  expect(playerNames(start, { players: { 3: { names: { netplay: 'Nobody' } } } })).toEqual(['Ann', '', '', ''])
})

test('a sentence calls a player by its character without a name, and with its port where two are called alike', () => {
  const start = gameStart({ displayName: 'Ann' }, {}, {}, { characterId: 99 })
  const names = playerNames(start, null)
  expect(calledNames(start, names, 0)).toEqual(['Ann', 'Fox (port 1)', 'Fox (port 2)', 'Character 99'])
  expect(calledNames(start, names, 1)).toEqual(['Ann', 'Fox (port 2)', 'Fox (port 3)', 'Character 99'])
})
