/** The service as a part: an arena to start and stop from a program of one's own. `main.ts` is the one that comes with it. */
export { Arena } from './arena.ts'
export { ConfigError, readConfig } from './config.ts'
export { createLog } from './log.ts'
