/** What articles look like, by their type. */

/** The shapes, by what an article looks like. */
export type ArticleShape =
  | 'laser'
  | 'fireball'
  | 'capsule'
  | 'wave'
  | 'boomerang'
  | 'arrow'
  | 'bomb'
  | 'hook'
  | 'spark'
  | 'pillar'
  | 'bolt'
  | 'needle'
  | 'egg'
  | 'star'
  | 'jolt'
  | 'mine'
  | 'shot'
  | 'missile'
  | 'blast'
  | 'turnip'
  | 'flame'
  | 'parasol'
  | 'toad'
  | 'ice'
  | 'blizzard'
  | 'orb'
  | 'ring'
  | 'shadow'
  | 'prop'
  | 'food'
  | 'shy-guy'
  | 'hidden'

const SHAPES: readonly (readonly [ArticleShape, readonly number[]])[] = [
  ['fireball', [48, 105, 130, 132]],
  ['capsule', [49, 131]],
  ['wave', [50]],
  ['laser', [54, 55, 136, 137]],
  ['shadow', [56, 57]],
  ['bomb', [6, 58, 59]],
  ['boomerang', [60, 61]],
  ['hook', [62, 63, 96, 97, 102, 113]],
  ['arrow', [64, 65, 140, 141]],
  ['spark', [66]],
  ['pillar', [67]],
  ['orb', [68, 69, 70, 71, 72, 73, 94, 112, 144, 145, 151]],
  ['hidden', [74, 75, 76, 77, 80, 83, 84, 101, 138, 139, 142, 143, 153]],
  ['needle', [79, 152]],
  ['bolt', [81, 82]],
  ['blast', [78, 85, 98, 109, 146]],
  ['egg', [86, 87, 157]],
  ['star', [88]],
  ['jolt', [89, 90, 91, 92, 147, 148, 149, 150]],
  ['mine', [93]],
  ['missile', [95]],
  ['turnip', [99]],
  ['flame', [100, 154]],
  ['parasol', [103]],
  ['toad', [104, 111, 134, 135]],
  ['ice', [106, 133]],
  ['blizzard', [107]],
  ['shot', [108]],
  ['ring', [110]],
  ['prop', [7, 12, 51, 114, 115, 116, 117, 118, 119, 120, 121, 123, 124]],
  ['food', [122, 155]],
  ['shy-guy', [210]],
]
const SHAPE_BY_TYPE = new Map(SHAPES.flatMap(([shape, types]) => types.map((type) => [type, shape] as const)))

/** What an article of a type looks like. Whatever is not known is a thing, not light: it need not hurt anybody. */
export function shapeOf(type: number): ArticleShape {
  return SHAPE_BY_TYPE.get(type) ?? 'prop'
}
