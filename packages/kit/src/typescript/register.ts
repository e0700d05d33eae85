/** Loaded before a bot that is a TypeScript file (`node --import`): from here on Node runs TypeScript, the same on every version. */
import * as nodeModule from 'node:module'

interface Registering {
  /** From Node 22.15 on. */
  readonly registerHooks?: (hooks: object) => void
}

const { registerHooks } = nodeModule as Registering
if (registerHooks) registerHooks((await import('./hooks.ts')).inThread)
else nodeModule.register('./hooks.js', import.meta.url)
