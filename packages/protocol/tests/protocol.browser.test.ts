/** The protocol in a browser: the same bytes, signatures and verdicts as in Node. */
import { build } from 'vite'
import { expect, it } from 'vitest'
import { openPage } from '../../../scripts/tests/browser.ts'
import * as protocol from '../src/index.ts'

/** The package as one module, as a page would get it. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: new URL('../src/index.ts', import.meta.url).pathname, formats: ['es'], fileName: 'protocol' },
    },
  })
  const [output] = Array.isArray(result) ? result : []
  const [chunk] = output?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error('the bundle holds no code')
  return chunk.code
}

/** What is asked of the package, here and there. */
function questions(api: typeof protocol) {
  const privateKey = 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc='
  const publicKey = api.publicKeyOf(privateKey)
  const now = 1_795_219_200_000
  const headers = api.signHandshake(privateKey, 'match_01k9y40r6yes3v1c5hzq8p2n7t', now)
  const request = { method: 'POST', path: '/bots?x=ä', body: '{"name":"Wäveland"}' }
  const fresh = api.createKeyPair()
  return {
    pad: [...api.encodePad({ frame: -123, ...api.NEUTRAL, buttons: api.BUTTON.A, stickX: 255 })],
    headers,
    handshake: api.verifyHandshake(publicKey, headers, now),
    forged: api.verifyHandshake(publicKey, { ...headers, 'x-arena-match': 'deploy-check' }, now),
    request: api.signRequest(privateKey, 'key_01k9y3wa4ff3st9v6x1r8c2jgm', request, now),
    fresh: api.verifyHandshake(fresh.publicKey, api.signHandshake(fresh.privateKey, 'deploy-check', now), now).ok,
    pick: api.PickResponse.safeParse({ id: 0, action: { character: 26, costume: 0 } }).success,
    url: api.BotUrl.safeParse('wss://bot.example/').success,
    problem: api.problemBody(new api.Problem('rate-limited'), 'req-1'),
  }
}

it('answers in Chromium as it answers in Node', async () => {
  const page = await openPage()
  const source = `data:text/javascript;base64,${Buffer.from(await bundle()).toString('base64')}`
  const there = await page.evaluate(`import(${JSON.stringify(source)}).then(${questions.toString()})`)
  expect(there).toEqual(questions(protocol))
  expect(there).toMatchObject({ handshake: { ok: true }, forged: { ok: false }, fresh: true, pick: false, url: true })
})
