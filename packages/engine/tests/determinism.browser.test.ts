/** The engine gives the same bytes in Node and in Chromium: whole streams of matches over all stages and characters. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { openPage } from '../../../scripts/tests/browser.ts'
import { streamHash } from './replay-hash.ts'

const MATCHES = Array.from({ length: 60 }, (_, i) => i * 11 + 5)
const FRAMES = 1200

/** The match player as one script that leaves `streamHash` on the page. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('replay-hash.ts', import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source'] },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'player' } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('Nothing was bundled')
  return output.output[0].code
}

it('Node and Chromium play the same matches to the same bytes', async () => {
  const page = await openPage()
  await page.setContent('<!doctype html><title>determinism</title>')
  await page.addScriptTag({ content: await bundle() })
  const played = await page.evaluate(
    `Promise.all(${JSON.stringify(MATCHES)}.map((number) => player.streamHash(number, ${FRAMES})))`,
  )
  expect(played).toEqual(await Promise.all(MATCHES.map((number) => streamHash(number, FRAMES))))
})
