/** Who is winning: the chance of winning after each frame of a recording, and where it moved. For viewers, servers and tools. */
export { chanceAt, chancesOf } from './chance.ts'
export type { ChanceContext, Rating } from './inputs.ts'
export { MOST_SWINGS, swingsOf, type Swing } from './swings.ts'
