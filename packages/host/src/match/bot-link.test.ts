import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { listen } from '../../tests/loopback.ts'
import { BotConnectionError } from '../bots/bot-url.ts'
import { BotLink, type Dial } from './bot-link.ts'
import { LINK_TIMING, type LinkTiming } from './timing.ts'
import { Sight } from './lead.ts'
import { PadBuffer } from './pad-buffer.ts'
import { Arrivals } from './receipt/arrivals.ts'
import { LinkJournal } from './receipt/link-journal.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const REQUEST = {
  id: 0,
  kind: 'pick',
  matchId: 'match_00000000000000000000000001',
  mode: 'live',
  port: 0,
  opponent: { botId: 'bot_00000000000000000000000001', name: 'Other' },
  deadlineMs: 1000,
  inputDelayFrames: 2,
} as const

function linkBy(dial: Dial, timing: Partial<LinkTiming>): BotLink {
  return new BotLink({
    dial,
    url: 'http://127.0.0.1:1',
    request: REQUEST,
    pads: new PadBuffer(-124),
    sight: new Sight(true),
    journal: new LinkJournal(() => performance.now(), new Arrivals()),
    timing: { ...LINK_TIMING, dialMs: 10_000, ...timing },
    maxMessagesPerSecond: 1000,
    onPad: () => {},
  })
}

/** A link to a bot that takes the connection and never answers. */
function linkToNobody(dialMs: number): BotLink {
  const dial: Dial = (_url, _matchId, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('given up')), { once: true })
    })
  return linkBy(dial, { dialMs })
}

test('Forfeit: a bot that never answers the connection attempt is given up in time, however long garbage collection takes', async () => {
  const timer = setInterval(collectGarbage, 10)
  try {
    expect(await linkToNobody(200).join()).toEqual({ present: false, why: 'given up' })
  } finally {
    clearInterval(timer)
  }
})

test('a closed link stops connecting at once', async () => {
  const link = linkToNobody(3_600_000)
  const joined = link.join()
  link.close()
  expect(await joined).toEqual({ present: false, why: 'given up' })
})

/** A bot whose first socket is cut at once; all later dials fail as said. */
async function dropsOnce(failure: Error): Promise<{ dial: Dial; dials: () => number }> {
  const bots = new WebSocketServer({ server: createServer() })
  bots.on('connection', (bot) => bot.terminate())
  const url = `ws://127.0.0.1:${await listen(bots.options.server!)}`
  let dials = 0
  const dial: Dial = async () => {
    if (++dials > 1) throw failure
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return { socket, version: null }
  }
  return { dial, dials: () => dials }
}

test('a link that is closed while it waits to redial does not dial again', async () => {
  const { dial, dials } = await dropsOnce(new Error('refused'))
  const link = linkBy(dial, { redialMinMs: 50 })
  expect(await link.join()).toEqual({ present: true, pick: { kind: 'dropped' } })
  link.close()
  await sleep(100)
  expect(dials()).toBe(1)
})

const REFUSED = new BotConnectionError('upgrade', 'connection refused')
const BAD_CERTIFICATE = new BotConnectionError('upgrade', 'certificate has expired', null, true)

test('a bot whose certificate is refused is dialled twice while it may join, another one again and again', async () => {
  for (const failure of [BAD_CERTIFICATE, REFUSED]) {
    let dials = 0
    const dial: Dial = () => {
      dials++
      return Promise.reject(failure)
    }
    const joined = await linkBy(dial, { dialMs: 300, redialMinMs: 5, redialMaxMs: 5 }).join()
    expect(joined).toEqual({ present: false, why: failure.message })
    if (failure === BAD_CERTIFICATE) expect(dials).toBe(2)
    else expect(dials).toBeGreaterThan(2)
  }
})

test('a second redial that fails in TLS is not repeated for 10 seconds, and another one is', async () => {
  for (const failure of [BAD_CERTIFICATE, REFUSED]) {
    const { dial, dials } = await dropsOnce(failure)
    const link = linkBy(dial, { redialMinMs: 5, redialMaxMs: 5 })
    expect(await link.join()).toMatchObject({ present: true })
    await sleep(300)
    link.close()
    if (failure === BAD_CERTIFICATE) expect(dials()).toBe(3)
    else expect(dials()).toBeGreaterThan(3)
  }
})
