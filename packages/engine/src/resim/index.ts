/** Re-simulation of real recordings: how near the engine comes to them. */
export { follow, type Divergence } from './follow.ts'
export { readRecording } from './recording.ts'
export { ACTION } from '../actions/ids.ts'
