/** The browser's entry: one script makes `<arena-replay>` known to a page. */
import { ArenaReplay } from './arena-replay.ts'

export { ArenaReplay } from './arena-replay.ts'
export { settingsFromUrl } from './settings.ts'

ArenaReplay.define()
