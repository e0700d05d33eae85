/** A replay of eight minutes in Chromium: read by the worker, played again to equal bytes, shown at any frame. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../../scripts/tests/browser.ts'
import { longReplay } from './long-replay.ts'
import type { Watched } from './watching.ts'

/** The page's script and the worker's, by file name. */
async function bundle(): Promise<Map<string, string>> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    base: './',
    resolve: { conditions: ['source'] },
    worker: { format: 'es' },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('watching.ts', import.meta.url)),
        output: { entryFileNames: 'page.js' },
        preserveEntrySignatures: 'strict',
      },
    },
  })) as Rolldown.RolldownOutput
  return new Map(
    built.output.map((output) => [output.fileName, output.type === 'chunk' ? output.code : String(output.source)]),
  )
}

describe('In Chromium', () => {
  it('an eight-minute replay comes out equal, and any frame is shown at once', { timeout: 120_000 }, async () => {
    const [scripts, replay] = await Promise.all([bundle(), longReplay()])
    const body = gzipSync(replay)
    const server = createServer((request, response) => {
      const name = (request.url ?? '/').slice(1)
      const script = scripts.get(name)
      if (name === '')
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>replay</title>')
      else if (name === 'long.slp') response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)
      else if (script === undefined) response.writeHead(404).end()
      else response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const page = await openPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await page.addScriptTag({ url: '/page.js', type: 'module' })
      await page.waitForFunction('"watch" in globalThis')
      const watched = (await page.evaluate('watch("/long.slp")')) as Watched
      const readingMs = await page.evaluate('readingMs("/long.slp", 5)')
      console.log(JSON.stringify({ ...watched, info: undefined, readingMs, bytes: replay.length, sent: body.length }))
      expect(watched.error).toBeNull()
      expect(watched.info).toMatchObject({ kind: 'arena', lastFrame: 28_800, end: { method: 1 } })
      expect(watched.verdict).toEqual({ state: 'equal', frames: 28_924 })
      expect(watched.exact).toBe(watched.seekMs.length)
      const missing = (await page.evaluate('watch("/none.slp")')) as Watched
      expect(missing.error).toBe('The replay could not be fetched: there is none at this address.')
    } finally {
      server.close()
    }
  })
})
