/** How long the engine is as a browser downloads it: bundled and minified by what builds the pages, then compressed. */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'

const ENTRY = fileURLToPath(new URL('../packages/engine/src/index.ts', import.meta.url))
const MOST_BYTES = 400_000

test("the engine's share of a download stays under 400 kB compressed", async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source'] },
    build: { write: false, rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  const code = built.output[0].code
  expect(code).toContain('SpecialAirLw')
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(MOST_BYTES)
})
