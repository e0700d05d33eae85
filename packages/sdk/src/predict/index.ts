/** The engine in the bot: a match played in lockstep with the arena's, and ahead of it. */
export { guessedSeeds, type Assumptions, type Opponent, type Planned } from './assumptions.ts'
export type { Hit } from './hits.ts'
export type { SavedGame } from './moment.ts'
export { Predictor, type EngineGame, type FutureGame } from './predictor.ts'
export { withEngine, type EnginePlay } from './with-engine.ts'
