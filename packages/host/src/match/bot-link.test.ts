import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { BotLink } from './bot-link.ts'
import { LINK_TIMING } from './timing.ts'
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

/** A link to a bot that takes the connection and never answers. */
function linkToNobody(dialMs: number): BotLink {
  return new BotLink({
    dial: (_url, _matchId, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')), { once: true })
      }),
    url: 'http://127.0.0.1:1',
    request: REQUEST,
    pads: new PadBuffer(-124),
    sight: new Sight(true),
    journal: new LinkJournal(() => performance.now(), new Arrivals()),
    timing: { ...LINK_TIMING, dialMs },
    maxMessagesPerSecond: 1000,
    onPad: () => {},
  })
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
