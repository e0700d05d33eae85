/** Re-simulation of real recordings: how near the engine comes to them. */
export { follow, type Divergence, type FollowResult } from './follow.ts'
export { readRecording, type Recording } from './recording.ts'
export { ACTION } from '../actions/ids.ts'
