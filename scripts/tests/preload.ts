/**
 * Loaded by each test worker before its first test (`execArgv` in `vitest.config.ts`): the modules that say where programs are
 * come from their bundles, and so find bundles. A process that a test starts is one, whichever process starts it.
 */
import { register } from 'node:module'
import { BUNDLED_ENTRIES } from './programs.ts'

register('./bundled-entries.ts', import.meta.url, { data: BUNDLED_ENTRIES })
