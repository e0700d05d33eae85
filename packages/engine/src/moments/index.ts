/** What is worth a look in a recording, and what fighters do in it, in words: for viewers, pictures and tools. */
export { actionLabel, actionWords, attackWords } from './action-words.ts'
export { sequencesOf, type Following } from './moment-sequences.ts'
export { MOMENT_KINDS, momentsOf, type Moment, type MomentContext, type MomentKind } from './moments.ts'
export { replayEndOf, type ReplayEnd } from './replay-end.ts'
