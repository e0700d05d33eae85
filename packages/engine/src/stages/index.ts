/** The six stages of the arena. */
import type { StageId } from '../seed.ts'
import { battlefield } from './battlefield.ts'
import { dreamLand } from './dream-land.ts'
import { finalDestination } from './final-destination.ts'
import { fountainOfDreams } from './fountain-of-dreams.ts'
import { pokemonStadium } from './pokemon-stadium.ts'
import type { Stage } from './stage.ts'
import { yoshisStory } from './yoshis-story.ts'

export { putPlatform } from './fountain-of-dreams.ts'
export { emptyStageState } from './state.ts'

export const STAGE_BY_ID: Readonly<Record<StageId, Stage>> = {
  31: battlefield,
  32: finalDestination,
  28: dreamLand,
  8: yoshisStory,
  2: fountainOfDreams,
  3: pokemonStadium,
}
