/** The judgement of the chance of winning, again and again: on games that nobody has learnt from. The nightly run has others each day. */
import { expect, test } from 'vitest'
import { loadAllFighters } from '../packages/engine/src/load-fighters.ts'
import { homeGames } from './chance/home-arena.ts'
import { judgement } from './chance/judgement.ts'
import { openGame, sampled, type SampledGame } from './chance/samples.ts'
import { IS_LONG } from './tests/series.ts'

const GAMES = IS_LONG ? 300 : 8
const SEASON = IS_LONG ? `judged on ${new Date().toISOString().slice(0, 10)}` : 'judged'
const TIMEOUT = 1_800_000

test(
  'from the first stock lost on it is a fifth better than the ratings alone, and what is called likely is',
  async () => {
    await loadAllFighters()
    const games: SampledGame[] = []
    for await (const { reader, ...game } of homeGames(SEASON)) {
      games.push(openGame(sampled(reader, game)))
      if (games.length === GAMES) break
    }
    const { parts } = judgement(games)
    const { brier, brierOfRatings } = parts.at(-1)!
    expect(brier).toBeLessThan(0.8 * brierOfRatings)
    // So few games miss the chances by some points, however right these are.
    if (IS_LONG) expect(parts[0]!.calibration).toBeLessThan(0.06)
  },
  TIMEOUT,
)
