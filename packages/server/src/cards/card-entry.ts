/** The program that draws cards: compiled where this file is. */
import { fileURLToPath } from 'node:url'
import { ENTRY_OPTIONS } from '@arena/host/system'

/** The same place seen from `src/cards` and from `dist/cards`. */
const name = import.meta.url.endsWith('.ts') ? '../../../card/src/main.ts' : '../../../card/dist/main.js'

/** What `node` is started with. */
export const CARD_PROGRAM: readonly string[] = [...ENTRY_OPTIONS, fileURLToPath(new URL(name, import.meta.url))]
