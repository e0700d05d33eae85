/** The service as a part: a machine to open and close from a program of one's own. `main.ts` is the one that comes with it. */
export { Machine } from './machine/open.ts'
export { ConfigError, readConfig } from './config.ts'
export { createLog } from './log.ts'
