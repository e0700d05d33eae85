/** What the players of a recording are called. Every reader that shows a name takes it from here. */
import type { Metadata } from './envelope.ts'
import type { GameStart } from './events.ts'
import { characterName } from './game-names.ts'
import { decodeShiftJis } from './text.ts'

/** Player type of a port that nobody plays on. */
const EMPTY = 3

/** The ports that somebody plays on. */
export function playedPorts({ players }: GameStart): number[] {
  return players.flatMap(({ playerType }, port) => (playerType === EMPTY ? [] : [port]))
}

/**
 * By port: the display name, else the name of the metadata, else the tag; empty for a player without any and for a port that nobody
 * plays on.
 */
export function playerNames(gameStart: GameStart, metadata: Metadata | null): string[] {
  const ports = playedPorts(gameStart)
  return gameStart.players.map(({ displayName, nametag }, port) => {
    if (!ports.includes(port)) return ''
    const netplay: unknown = metadata?.players?.[port]?.names?.netplay
    const names = [displayName, typeof netplay === 'string' ? netplay : '', decodeShiftJis(nametag)]
    return names.map((name) => name.trim()).find((name) => name !== '') ?? ''
  })
}

/**
 * By port: what a sentence calls a player, by its character where it has no name, and with its port where two would be called alike;
 * empty for a port that nobody plays on. `firstPort` is what the first port is called, 0 or 1.
 */
export function calledNames(gameStart: GameStart, names: readonly string[], firstPort: 0 | 1): string[] {
  const ports = playedPorts(gameStart)
  const called = gameStart.players.map(({ characterId }, port) =>
    ports.includes(port) ? names[port] || characterName(characterId) : '',
  )
  return called.map((name, port) =>
    name !== '' && called.indexOf(name) !== called.lastIndexOf(name) ? `${name} (port ${port + firstPort})` : name,
  )
}
