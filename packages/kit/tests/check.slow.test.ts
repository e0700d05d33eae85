/** The conformance run, against bots that follow the interface but for one fault. Several play at once, in one host. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkBotUrl, deployCheck, matchTiming, WatchedHost } from '@arena/host'
import { createKeyPair } from '@arena/protocol'
import { serveBot } from '@arena/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stillEngine, TestBot } from '../../host/tests/play-kit.ts'
import { some } from '../../../scripts/tests/series.ts'
import { conform } from '../src/conformance/conform.ts'
import { judgeDeployCheck } from '../src/conformance/judge-door.ts'
import type { RuleName, Verdict } from '../src/conformance/rules.ts'
import type { Status } from '../src/conformance/verdicts.ts'

/** The twelve faults that authors make most, and then some more; what the rule that names each of them has found. */
const ALL_FAULTS: readonly (readonly [fault: string, rule: RuleName, status: Status, found: RegExp])[] = [
  ['late pads', 'pads-in-time', 'fail', /\d+ pads came after the poll/],
  ['no first pads', 'first-pads', 'fail', /for -123, -122, -121 no pad came in time/],
  ['wrong byte order', 'byte-order', 'fail', /make sense in the other byte order only/],
  ['11-byte pads', 'pad-size', 'fail', /the last one of 11 bytes/],
  ['ignores reconnects', 'reconnect', 'fail', /no pad came on the new socket/],
  ['late pick', 'pick-in-time', 'fail', /the answer came after \d\.\d s; 1\.0 s are allowed/],
  ['accepts a bad signature', 'signature', 'warning', /another key, with the signature of another match, without a/],
  ['blocks 100 ms', 'steady', 'fail', /\d pauses, the longest of \d{3} ms/],
  ['crashes at Game End', 'after-game-end', 'fail', /connection refused/],
  ['never closes', 'close', 'fail', /did not answer the close frame/],
  ['answers ping with HTML', 'ping', 'fail', /answered 200 OK with "<p>pong<\/p>"/],
  ['redirects', 'no-redirect', 'fail', /answered 301/],
  ['accepts old signatures', 'timestamp', 'warning', /made a minute ago/],
  ['refuses reconnects', 'reconnect', 'fail', /answered 401/],
  ['invalid pick', 'pick-valid', 'fail', /action\.character/],
  ['frames far ahead', 'pad-window', 'fail', /for a frame further ahead/],
  ['centre at 0', 'pad-values', 'warning', /both sticks at 0, 0/],
  ['chats', 'one-text', 'warning', /\d+ more/],
  ['closes in the game', 'stays-open', 'fail', /at frame -\d+, with code 4000/],
  ['long messages', 'limits', 'fail', /Max payload size exceeded/],
  ['stops sending', 'steady', 'fail', /1 pause, the longest of \d{4} ms/],
]

const FAULTS = some(ALL_FAULTS, 2)

const PICK_MS = 1000
/** Half of what the kit plays. */
const LENGTH = { play: 150, again: 90 }
/** Matches that a core plays in time, with their bots and engines. */
const AT_ONCE = 7
const platformKey = createKeyPair()
const policy = { allowPrivate: true }
let folder: string
let host: WatchedHost
let opponent: TestBot

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'arena-check-test-'))
  opponent = await TestBot.listen()
  host = new WatchedHost({
    platformKey,
    policy,
    engine: stillEngine(),
    replayDir: folder,
    timing: matchTiming(PICK_MS),
  })
})
afterAll(async () => {
  await host[Symbol.asyncDispose]()
  await opponent.close()
  rmSync(folder, { recursive: true })
})

async function verdictsOn(address: string): Promise<Verdict[]> {
  const url = checkBotUrl(address, policy)
  const { ok, steps } = await deployCheck({ url, policy, platformKey })
  const verdicts = judgeDeployCheck(steps)
  if (!ok) return verdicts
  const bot = { botId: `bot_${'0'.repeat(26)}`, name: 'bot', url: url.href }
  const still = { botId: `bot_${'0'.repeat(25)}1`, name: 'still', url: opponent.url }
  const { signal } = new AbortController()
  const run = {
    bot,
    url,
    opponent: still,
    host,
    platformKey,
    policy,
    pickMs: PICK_MS,
    length: LENGTH,
    signal,
    onProgress: () => {},
  }
  return [...verdicts, ...(await conform(run))]
}

/** A bot as a process of its own: one that blocks, or ends, is to disturb nobody. */
async function verdictsOnFaulty(fault: string): Promise<Verdict[]> {
  const child = fork(fileURLToPath(new URL('bots/faulty.mjs', import.meta.url)), [fault], { execArgv: [] })
  child.send({ publicKey: platformKey.publicKey })
  const [url] = (await once(child, 'message')) as [string]
  try {
    return await verdictsOn(url)
  } finally {
    child.kill('SIGKILL')
  }
}

async function verdictsOnSdk(): Promise<Verdict[]> {
  const play = () => ({ pick: () => ({ character: 2, costume: 0 }) as const, frame: () => ({}) })
  const server = await serveBot({ port: 0, platformKey: platformKey.publicKey, play })
  try {
    return await verdictsOn(`http://127.0.0.1:${server.port}`)
  } finally {
    await server.close()
  }
}

/** A machine that does other work as well may hold up a bot for longer than a frame: that is found, and is no fault of the bot's. */
const MAY_BE_CHANCE: readonly RuleName[] = ['steady', 'pads-in-time']

describe('arena-kit check', { timeout: 60_000 }, () => {
  test('a right bot keeps every rule, with the SDK or without', { retry: 2 }, async () => {
    for (const verdicts of await Promise.all([verdictsOnSdk(), verdictsOnFaulty('none')])) {
      expect(verdicts).toHaveLength(24)
      expect(verdicts.filter(({ status }) => status !== 'pass')).toEqual([])
    }
  })

  describe('names what is wrong with a bot, and nothing else', () => {
    const found = new Map<string, readonly Verdict[]>()
    beforeAll(async () => {
      const check = async ([fault]: (typeof FAULTS)[number]) => found.set(fault, await verdictsOnFaulty(fault))
      for (let at = 0; at < FAULTS.length; at += AT_ONCE) await Promise.all(FAULTS.slice(at, at + AT_ONCE).map(check))
    })

    test.each(FAULTS)('%s: rule %s', (fault, rule, status, what) => {
      const broken = found
        .get(fault)!
        .filter((verdict) => verdict.status === 'fail' || verdict.status === 'warning')
        .filter((verdict) => verdict.rule === rule || !MAY_BE_CHANCE.includes(verdict.rule))
      expect(broken).toEqual([{ rule, status, found: expect.stringMatching(what), advice: expect.any(String) }])
    })
  })
})
