/**
 * Identifies the measured engine by its play: a digest over the streams of games with every character and every stage,
 * between reproducible random players. Renaming a function does not change it; changing a rule does.
 */
import { createHash } from 'node:crypto'
import { CHARACTER_COUNT, Game, STAGE_IDS } from '../../../engine/src/index.ts'
import { RandomPads } from '../../../engine/tests/random-pads.ts'

/** Twenty seconds of each game. */
const FRAMES = 1200
/** Difference between the characters of the two players. */
const DISTANCE = 7

/** The first twelve digits of the SHA-256. */
export function engineFingerprint(frames = FRAMES): string {
  const digest = createHash('sha256')
  for (let character = 0; character < CHARACTER_COUNT; character++) {
    const game = new Game({
      seed: new Uint8Array(32).fill(character),
      stage: STAGE_IDS[character % STAGE_IDS.length]!,
      players: [
        { character, costume: 0, name: 'one' },
        { character: (character + DISTANCE) % CHARACTER_COUNT, costume: 0, name: 'two' },
      ],
    })
    const first = new RandomPads(2 * character + 1)
    const second = new RandomPads(2 * character + 2)
    digest.update(game.start())
    for (let frame = 0; frame < frames && !game.ending; frame++) digest.update(game.step(first.next(), second.next()))
  }
  return digest.digest('hex').slice(0, 12)
}
