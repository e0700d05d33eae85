/**
 * Which engine was measured, by what it plays: a digest over the streams of games in which every character takes part, on
 * every stage, between reproducible wild players. Renaming a function leaves it as it is; a changed rule changes it.
 */
import { createHash } from 'node:crypto'
import { CHARACTER_COUNT, Game, STAGE_IDS } from '../../../engine/src/index.ts'
import { RandomPads } from '../../../engine/tests/random-pads.ts'

/** Twenty seconds of each game. */
const FRAMES = 1200
/** Players meet characters that are this far from their own. */
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
