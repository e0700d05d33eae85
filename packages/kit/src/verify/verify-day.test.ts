import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createKeyPair } from '@arena/protocol'
import {
  checkpointText,
  commitmentOf,
  entriesPath,
  entryBundle,
  entryText,
  leafHash,
  rootOf,
  seedOf,
  signNote,
  type Entry,
  type ResultNote,
} from '@arena/protocol/public-log'
import { INITIAL_RATING, rate, type Rating } from '@arena/ratings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Terminal } from '../terminal.ts'
import { runKit } from '../program.ts'

const LOG = 'arena.example/log/1'
const DAY = '2026-11-24'
const SECRET = '5f0c1d7e92ab3468c0ffee00112233445566778899aabbccddeeff0123456789'
const OTHER_SECRET = SECRET.replace('5f', '60')
const KEYS = createKeyPair()
const BOTS = ['bot_a', 'bot_b', 'bot_c'] as const

let folder: string
let config: string | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-kit-day-'))
  config = process.env['XDG_CONFIG_HOME']
  process.env['XDG_CONFIG_HOME'] = join(folder, 'config')
})
afterEach(async () => {
  if (config === undefined) delete process.env['XDG_CONFIG_HOME']
  else process.env['XDG_CONFIG_HOME'] = config
  await rm(folder, { recursive: true })
})

/** A day of matches that a bot never came to, each with the ratings that follow. */
function dayOf(matches: number): ResultNote[] {
  const ratings = new Map<string, Rating>()
  return Array.from({ length: matches }, (_, i) => {
    const [one, other] = [BOTS[i % 3]!, BOTS[(i + 1) % 3]!]
    const before = [ratings.get(one) ?? INITIAL_RATING, ratings.get(other) ?? INITIAL_RATING] as const
    const after = rate(...before, 'win')
    ratings.set(one, after[0]).set(other, after[1])
    const port = (botId: string) => ({ botId, character: null, costume: null, pads: null })
    return {
      log: LOG,
      matchId: `match_${i + 1}`,
      day: DAY,
      number: i + 1,
      startedAt: new Date(Date.parse(DAY) + i * 60_000).toISOString(),
      endedAt: new Date(Date.parse(DAY) + i * 60_000 + 30_000).toISOString(),
      build: 'builtin-0123456789ab',
      engine: null,
      seed: Buffer.from(seedOf(SECRET, i + 1)).toString('hex'),
      stage: null,
      ports: [port(one), port(other)],
      replay: null,
      end: { status: 'completed', reason: 'forfeit' },
      result: { winner: 0, frames: 0, stocks: [4, 0], percent: [0, 0], score: [4, 0], placement: [1, 2] },
      ratings: [
        { before: before[0], after: after[0] },
        { before: before[1], after: after[1] },
      ],
    }
  })
}

const entriesOf = (results: readonly ResultNote[], secret: string | null = SECRET): Entry[] => [
  { kind: 'key', log: LOG, publicKey: KEYS.publicKey, since: `${DAY}T00:00:00.000Z` },
  { kind: 'day', log: LOG, day: DAY, commitment: commitmentOf(SECRET) },
  ...results.map((result) => ({ kind: 'result', log: LOG, result }) as const),
  ...(secret === null ? [] : [{ kind: 'secret', log: LOG, day: DAY, secret } as const]),
]

async function put(path: string, bytes: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), bytes)
}

async function publish(entries: readonly Entry[]): Promise<void> {
  const texts = entries.map(entryText)
  for (let n = 0; n * 256 < texts.length; n++) {
    const of = texts.slice(n * 256, (n + 1) * 256)
    await put(`log/1/${entriesPath(n, of.length)}`, entryBundle(of))
  }
  const checkpoint = { origin: LOG, size: texts.length, root: rootOf(texts.map(leafHash)) }
  await put('log/1/checkpoint', signNote(checkpointText(checkpoint), LOG, KEYS.privateKey))
}

async function verify(...args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const out = { write: (part: string) => (text += part) }
  const terminal = new Terminal(new AbortController().signal, out, { write: () => {} })
  return { code: await runKit(['verify', '--day', DAY, '--files', folder, ...args], terminal), text }
}

test('a sound day shows no fault, and says of a forfeit without a game that it is the arena’s word', async () => {
  await publish(entriesOf(dayOf(300)))
  const { code, text } = await verify()
  expect(text).toContain(
    `${DAY}: unchecked. 300 results in the log; 0 of 300 played again with equal bytes. Seeds are those`,
  )
  expect(text).toContain('match_7: no replay was written')
  expect(code).toBe(3)
})

test('before the secret is public its seeds are not checked, and a number that is missing may be a match that runs', async () => {
  await publish(entriesOf(dayOf(4).toSpliced(1, 1).slice(0, 1), null))
  const { code, text } = await verify()
  expect({ code, text }).toEqual({ code: 3, text: expect.stringContaining('not yet public: seeds were not checked') })
})

type Fraud = (results: ResultNote[]) => Entry[]
const changed = (results: ResultNote[], i: number, by: Partial<ResultNote>) =>
  results.with(i, { ...results[i]!, ...by })

const FRAUDS: [string, Fraud, string][] = [
  [
    'a swapped seed',
    (results) => entriesOf(changed(results, 2, { seed: SECRET })),
    `match_3: Another seed: it is not the one that the secret of ${DAY} gives match 3.`,
  ],
  [
    'a secret drawn again',
    (results) => entriesOf(results, OTHER_SECRET),
    `The secret of ${DAY} is another than the log has committed to.`,
  ],
  [
    'a second commitment',
    (results) =>
      entriesOf(results).toSpliced(4, 0, { kind: 'day', log: LOG, day: DAY, commitment: commitmentOf(OTHER_SECRET) }),
    `The log commits to 2 secrets of ${DAY}`,
  ],
  [
    'a commitment after the first match',
    (results) => {
      const entries = entriesOf(results)
      return [entries[0]!, entries[2]!, entries[1]!, ...entries.slice(3)]
    },
    'before it commits to the secret of that day',
  ],
  [
    'a dropped loss',
    (results) => entriesOf(results.toSpliced(3, 1)),
    `Match 4 of ${DAY} is missing from the log: a result was dropped.`,
  ],
  [
    'a dropped loss, with the numbers closed up: seeds and ratings no longer fit',
    (results) => entriesOf(results.toSpliced(3, 1).map((result, i) => ({ ...result, number: i + 1 }))),
    'do not join',
  ],
  [
    'a changed rating',
    (results) => {
      const [mine, other] = results[2]!.ratings
      return entriesOf(changed(results, 2, { ratings: [{ ...mine, after: { mu: 40, sigma: 2 } }, other] }))
    },
    'match_3: Another rating of port 0: ',
  ],
  [
    'a back-dated key',
    (results) =>
      entriesOf(results).concat({
        kind: 'key',
        log: LOG,
        publicKey: KEYS.publicKey,
        since: '2026-11-01T00:00:00.000Z',
      }),
    'A key is back-dated',
  ],
]

test.each(FRAUDS)('%s is named', async (_name, fraud, words) => {
  await publish(fraud(dayOf(9)))
  const { code, text } = await verify()
  expect(text).toContain(words)
  expect(code).toBe(1)
})

test('an entry that was changed behind the checkpoint, and a checkpoint of another key, are named', async () => {
  await publish(entriesOf(dayOf(3)))
  const path = join(folder, 'log/1', entriesPath(0, 6))
  const bundle = await readFile(path)
  await writeFile(path, Buffer.from(bundle.toString('latin1').replace('winner 0', 'winner 1'), 'latin1'))
  expect((await verify()).text).toContain('one was changed, left out or added')
  await writeFile(path, bundle)
  const checkpoint = await readFile(join(folder, 'log/1/checkpoint'), 'utf8')
  const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1)
  await put('log/1/checkpoint', signNote(text, LOG, createKeyPair().privateKey))
  expect((await verify()).text).toContain('not signed by the key that the log names')
})

test('a log that grows is sound; one that was forked or cut after an earlier run is not', async () => {
  await publish(entriesOf(dayOf(3), null))
  await verify()
  await publish(entriesOf(dayOf(5)))
  expect((await verify()).code).toBe(3)
  await publish(entriesOf(changed(dayOf(5), 0, { build: 'another' })))
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining('The log was forked: its first 8 entries') })
  await publish(entriesOf(dayOf(3)))
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining('The log has shrunk: an earlier run saw 8') })
})

test('an edited replay is named, whatever it holds', async () => {
  const [first] = dayOf(1)
  await publish(entriesOf([{ ...first!, replay: { bytes: 3, sha256: SECRET } }]))
  await put('matches/match_1/replay.slp', 'abc')
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining('match_1: the replay was edited') })
})

test('where there is no log, the answer says so', async () => {
  expect(await verify('--json')).toEqual({ code: 1, text: expect.stringContaining('There is no public log here') })
})
