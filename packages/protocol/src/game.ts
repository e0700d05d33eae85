/** Closed sets and bounds of the game that records and picks share (spec: Game rules). */
import { CHARACTER_COUNT, STAGE_IDS } from '@arena/slp'
import { z } from 'zod'

export const STOCKS = 4

export const StageId = z.literal(STAGE_IDS).meta({
  id: 'StageId',
  description:
    '.slp stage id: 31 Battlefield, 32 Final Destination, 28 Dream Land, 8 Yoshi’s Story, 2 Fountain of Dreams, 3 Pokémon Stadium (frozen).',
  examples: [31],
})
export type StageId = z.infer<typeof StageId>

export const Port = z.literal([0, 1]).meta({ id: 'Port', description: '.slp player index.', examples: [0] })
export type Port = z.infer<typeof Port>

export const Character = z
  .int()
  .min(0)
  .max(CHARACTER_COUNT - 1)
  .meta({
    id: 'Character',
    description: '.slp external character id.',
    examples: [2],
  })
export type Character = z.infer<typeof Character>

export const Costume = z
  .int()
  .min(0)
  .max(5)
  .meta({
    id: 'Costume',
    description: 'Costume index; 0 is the default costume.',
    examples: [0],
  })
export type Costume = z.infer<typeof Costume>
