/**
 * Loaded before the built-in engine, gives it a fault as it might have one: a Falcon Dive that has caught never goes on, and holds
 * its victim for ever.
 */
import { CAPTAIN_FALCON } from '../../../engine/src/fighters/captain-falcon/index.ts'

const dive = CAPTAIN_FALCON.actions!.SpecialHiCatch!
const { accessory } = dive
Object.assign(dive, {
  accessory: (fighter: Parameters<NonNullable<typeof accessory>>[0]) => {
    accessory?.(fighter)
    fighter.animationRate = 0
  },
})
