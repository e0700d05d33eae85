/**
 * Plays matches from numbers alone and folds every byte of their streams into one number (FNV-1a), for comparing
 * platforms. Runs in Node and in browsers.
 */
import { Game, loadFighters, STAGE_IDS } from '../src/index.ts'
import { RandomPads } from './random-pads.ts'

const BASIS = 0x811c9dc5
const PRIME = 0x01000193

function fold(hash: number, bytes: Uint8Array): number {
  let folded = hash
  for (const byte of bytes) folded = Math.imul(folded ^ byte, PRIME)
  return folded
}

function charactersOf(number: number): [number, number] {
  return [number % 26, Math.floor(number / 26) % 26]
}

/** A match named by a number: its seed, stage, characters and pads all follow from it. Its fighters are to be loaded. */
export function numberedGame(number: number): Game {
  const [first, second] = charactersOf(number)
  const seed = Uint8Array.from({ length: 32 }, (_, i) => (number * 37 + i * 11) & 255)
  return new Game({
    seed,
    stage: STAGE_IDS[number % STAGE_IDS.length]!,
    players: [
      { character: first, costume: number % 6, name: 'one' },
      { character: second, costume: 1, name: 'two' },
    ],
  })
}

/** Numbered matches of fighters with projectiles: Falco, Samus, Mario, Link, Young Link, Pikachu, Dr. Mario. */
export const PROJECTILE_MATCHES = [436, 224, 528, 585, 358, 422]

/** Digest of the whole stream of a numbered match, played for a number of frames or to its end. */
export async function streamHash(number: number, frames: number): Promise<number> {
  await loadFighters(charactersOf(number))
  const game = numberedGame(number)
  const first = new RandomPads(number * 2 + 1)
  const second = new RandomPads(number * 2 + 2)
  let hash = fold(BASIS, game.start())
  for (let frame = 0; frame < frames && !game.ending; frame++) hash = fold(hash, game.step(first.next(), second.next()))
  return fold(hash, game.end(game.ending ? { kind: 'natural' } : { kind: 'aborted' })) >>> 0
}
