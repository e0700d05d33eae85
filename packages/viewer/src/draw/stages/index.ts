/** The drawings of the six stages. */
import type { StageId } from '@arena/engine'
import { battlefieldArt } from './battlefield.ts'
import { dreamLandArt } from './dream-land.ts'
import { finalDestinationArt } from './final-destination.ts'
import { fountainOfDreamsArt } from './fountain-of-dreams.ts'
import { pokemonStadiumArt } from './pokemon-stadium.ts'
import type { StageArt } from './scene.ts'
import { yoshisStoryArt } from './yoshis-story.ts'

export const STAGE_ART: Readonly<Record<StageId, StageArt>> = {
  31: battlefieldArt,
  32: finalDestinationArt,
  28: dreamLandArt,
  8: yoshisStoryArt,
  2: fountainOfDreamsArt,
  3: pokemonStadiumArt,
}
