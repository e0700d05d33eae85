/** The program of the house bots, beside this file: compiled where this file is. */
import { fileURLToPath } from 'node:url'
import { ENTRY_OPTIONS } from '@arena/host/system'

const name = import.meta.url.endsWith('.ts') ? './house-main.ts' : './house-main.js'

/** What `node` is started with. */
export const HOUSE_PROGRAM: readonly string[] = [...ENTRY_OPTIONS, fileURLToPath(new URL(name, import.meta.url))]
