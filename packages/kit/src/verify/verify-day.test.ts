import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyPair } from '@arena/protocol'
import { commitmentOf, entriesPath, type Entry, type ResultNote } from '@arena/protocol/public-log'
import { expect, test } from 'vitest'
import {
  DAY,
  decidedGame,
  dayOfGames,
  dayWithoutGames,
  entriesOf,
  gameOf,
  KEYS,
  LOG,
  matchIdOf,
  notedReplay,
  type Published,
  SECRET,
  signedAnew,
} from '../../tests/operator.ts'
import { verifierOfEachTest } from '../../tests/verifier.ts'

const OTHER_SECRET = SECRET.replace('5f', '60')

const verifier = verifierOfEachTest()
const verify = (...args: readonly string[]) => verifier.verify('--day', DAY, '--files', verifier.folder, ...args)

test('a sound day is equal: its games come out again, and what is the arena’s word is said', async () => {
  const games = await dayOfGames(3)
  await verifier.files.putReplays(games)
  await verifier.files.publish(entriesOf(games.map(({ note }) => note)))
  expect(await verify()).toEqual({
    code: 0,
    text: `${DAY}: equal. 3 results in the log; 3 of 3 played again with equal bytes. Seeds are those of the day’s secret.\n`,
  })
})

test('that a bot never came is the arena’s word', async () => {
  await verifier.files.publish(entriesOf(dayWithoutGames(300)))
  const { code, text } = await verify()
  expect(text).toContain('300 results without a game: that a bot never came is the arena’s word.')
  expect(code).toBe(0)
})

test.each([
  ['2', '2 of 2'],
  ['34%', '2 of 2'],
  ['100%', '3 of 3'],
])('--sample %s plays %s matches again', async (sample, words) => {
  const games = await dayOfGames(3)
  await verifier.files.putReplays(games)
  await verifier.files.publish(entriesOf(games.map(({ note }) => note)))
  expect((await verify('--sample', sample)).text).toContain(`3 results in the log; ${words} played again`)
})

test.each(['0', '101%', '-1', 'all'])('--sample %s is refused', async (sample) => {
  expect(await verify('--sample', sample)).toMatchObject({ code: 2 })
})

test('before the secret is public its seeds are not checked, and a number that is missing may be a match that runs', async () => {
  await verifier.files.publish(entriesOf(dayWithoutGames(4).toSpliced(1, 1).slice(0, 1), null))
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
    `${matchIdOf(3)}: Another seed: it is not the one that the secret of ${DAY} gives match 3.`,
  ],
  [
    'a secret drawn again',
    (results) => entriesOf(results, OTHER_SECRET),
    `The secret of ${DAY} is another than the log has committed to.`,
  ],
  [
    'a second commitment',
    (results) =>
      entriesOf(results).toSpliced(4, 0, {
        kind: 'day',
        log: LOG,
        day: DAY,
        first: 1,
        commitment: commitmentOf(OTHER_SECRET),
      }),
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
    `${matchIdOf(3)}: Another rating of port 0: `,
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
  await verifier.files.publish(fraud(dayWithoutGames(9)))
  const { code, text } = await verify()
  expect(text).toContain(words)
  expect(code).toBe(1)
})

test('an entry that was changed behind the checkpoint, and a checkpoint of another key, are named', async () => {
  await verifier.files.publish(entriesOf(dayWithoutGames(3)))
  const path = `log/1/${entriesPath(0, 6)}`
  const bundle = await readFile(join(verifier.folder, path))
  await verifier.files.put(path, Buffer.from(bundle.toString('latin1').replace('winner 0', 'winner 1'), 'latin1'))
  expect((await verify()).text).toContain('Entry 2 of the log is not the one that its checkpoint was signed over')
  await verifier.files.put(path, bundle)
  await verifier.files.publish(entriesOf(dayWithoutGames(3)), createKeyPair().privateKey)
  expect((await verify()).text).toContain('is not signed by a key that the log names')
})

test('a log that grows is sound; one that was forked or cut after an earlier run is not', async () => {
  await verifier.files.publish(entriesOf(dayWithoutGames(3), null))
  await verify()
  await verifier.files.publish(entriesOf(dayWithoutGames(5)))
  expect((await verify()).code).toBe(0)
  await verifier.files.publish(entriesOf(changed(dayWithoutGames(5), 0, { build: 'another' })))
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining('The log was forked: its first 8 entries') })
  await verifier.files.publish(entriesOf(dayWithoutGames(3)))
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining('The log has shrunk: an earlier run saw 8') })
})

test('an edited replay is named, whatever it holds', async () => {
  const [game] = await dayOfGames(1)
  await verifier.files.publish(entriesOf([game!.note]))
  await verifier.files.putReplays([{ ...game!, replay: game!.replay!.with(5000, 1) }])
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining(`${matchIdOf(1)}: The replay was edited`) })
})

type GameFraud = (game: Published, other: Published) => Published | Promise<Published>
const signed = ({ note, archived }: Published, replay: Uint8Array, by: Partial<ResultNote> = {}): Published => ({
  archived,
  note: { ...note, ...by, replay: notedReplay(replay) },
  replay,
})

const ABORTED: Partial<ResultNote> = { end: { status: 'aborted', cause: 'engine-failed' }, result: null }

const GAME_FRAUDS: [string, GameFraud, string][] = [
  [
    'a replay that was edited before it was signed',
    (game) => signed(game, game.replay!.with(game.replay!.length >> 1, 1)),
    `${matchIdOf(1)}: On frame 46 Pre-Frame Update of port 0 differs in`,
  ],
  [
    'the replay of another match',
    (game, other) => signed(game, other.replay!),
    `${matchIdOf(1)}: This is another seed than`,
  ],
  [
    'a result that the game does not give',
    (game) => ({ ...game, note: { ...game.note, result: { ...game.note.result!, stocks: [4, 1] } } }),
    `${matchIdOf(1)}: Another result: the record has`,
  ],
  [
    'a forfeit of a bot that played until the end',
    async (game) =>
      signed(game, (await gameOf(1, { landed: 340, polls: 340, end: { kind: 'forfeit', port: 1 } })).replay),
    `${matchIdOf(1)}: Port 1 is said to have forfeited, and a pad of it was played on frame`,
  ],
  [
    'a forfeit of a bot that is said never to have come, and whose pads are noted',
    (game) => ({ ...game, note: { ...game.note, replay: null }, replay: null }),
    `${matchIdOf(1)}: The result has no replay, as where a bot never came, and yet the note tells of a game.`,
  ],
  [
    'a game that is said to be aborted once it was decided',
    async (game) => signed(game, (await decidedGame(1, { kind: 'aborted' })).replay, ABORTED),
    `${matchIdOf(1)}: The match is said to be aborted, and its game was decided on frame`,
  ],
]

test.each(GAME_FRAUDS)('%s is named', async (_name, fraud, words) => {
  const [game, other] = await dayOfGames(2)
  const published = await fraud(game!, other!)
  await verifier.files.putReplays([published])
  await verifier.files.publish(entriesOf([published.note]))
  const { code, text } = await verify()
  expect(text).toContain(words)
  expect(code).toBe(1)
})

test('a day is verified by the tiles and its day file, without a replay', async () => {
  const games = await dayOfGames(3)
  await verifier.files.putDayFile(games)
  await verifier.files.publish(entriesOf(games.map(({ note }) => note)))
  expect(await verify()).toEqual({ code: 0, text: expect.stringContaining('3 of 3 played again with equal bytes') })
})

const DAY_FILE_FRAUDS: [string, GameFraud, string][] = [
  [
    'pads of another match',
    (game, other) => ({ ...game, archived: { ...game.archived, game: other.archived.game } }),
    `${matchIdOf(1)}: The pads of port 0 in the day file are not those that were signed`,
  ],
  [
    'another name',
    (game) => {
      const [one, two] = game.archived.ports
      return { ...game, archived: { ...game.archived, ports: [{ ...one, name: 'another' }, two] } }
    },
    `${matchIdOf(1)}: Played again from the day file, the game gives other bytes than those that were signed.`,
  ],
  [
    'another seed',
    (game) => ({ ...game, archived: { ...game.archived, seed: SECRET } }),
    `${matchIdOf(1)}: The day file was edited: it has "${SECRET}" as \`seed\``,
  ],
  [
    'a forfeit of a bot whose pads landed',
    async (game) => signedAnew(game, await gameOf(1, { landed: 340, polls: 340, end: { kind: 'forfeit', port: 1 } })),
    `${matchIdOf(1)}: Port 1 is said to have forfeited, and a pad of it was played on frame 216`,
  ],
]

test.each(DAY_FILE_FRAUDS)('in a day file, %s is named', async (_name, fraud, words) => {
  const [game, other] = await dayOfGames(2)
  const published = await fraud(game!, other!)
  await verifier.files.putDayFile([published])
  await verifier.files.publish(entriesOf([published.note]))
  const { code, text } = await verify()
  expect(text).toContain(words)
  expect(code).toBe(1)
})

test('a match of another engine, and one with a name that is no longer kept, need their replays', async () => {
  const [first, second] = await dayOfGames(2)
  const [one, two] = second!.archived.ports
  const games: Published[] = [
    { ...first!, note: { ...first!.note, engine: 'ffffffff' }, archived: { ...first!.archived, engine: 'ffffffff' } },
    { ...second!, archived: { ...second!.archived, ports: [{ ...one, name: null }, two] } },
  ]
  await verifier.files.putDayFile(games)
  await verifier.files.publish(entriesOf(games.map(({ note }) => note)))
  const { code, text } = await verify()
  expect(text).toContain(`${matchIdOf(1)}: Engine ffffffff played it, and this is `)
  expect(text).toContain(`${matchIdOf(2)}: A name in ${matchIdOf(2)} is gone with its account.`)
  expect(code).toBe(3)
  await verifier.files.putReplays(games)
  expect((await verify()).text).toContain('2 of 2 played again')
})

test('of a long log only the bundles of the day are read', async () => {
  const old = dayWithoutGames(600).map((result) => ({
    ...result,
    day: '2026-11-20',
    ports: [
      { ...result.ports[0], botId: 'bot_old' },
      { ...result.ports[1], botId: 'bot_other' },
    ] as const,
    startedAt: result.startedAt.replace(DAY, '2026-11-20'),
    endedAt: result.endedAt.replace(DAY, '2026-11-20'),
  }))
  const [key, ...today] = entriesOf(dayWithoutGames(20))
  const before = old.map((result) => ({ kind: 'result', log: LOG, result }) as const)
  const long = [{ ...key!, since: '2026-11-20T00:00:00.000Z' }, ...before, ...today]
  await verifier.files.publish(long)
  await rm(join(verifier.folder, 'log/1', entriesPath(2, 111)))
  expect(await verify('--json')).toMatchObject({
    code: 1,
    text: expect.stringContaining('No bundle of entries that is there, below log/1/tile/entries, is of 2026-11-23'),
  })
  await verifier.files.publish(long)
  await rm(join(verifier.folder, 'log/1', entriesPath(1)))
  expect(await verify()).toMatchObject({ code: 0, text: expect.stringContaining('20 results in the log') })
})

test('a restored backup begins another log, and what it took back is named', async () => {
  const results = dayWithoutGames(6)
  const next = (first: number) => {
    const log = LOG.replace('/1', '/2')
    return [
      { kind: 'restored', log, former: null } as const,
      ...entriesOf(results.slice(first - 1), SECRET, { log, first }),
    ]
  }
  await verifier.files.publish(entriesOf(results.slice(0, 4), null))
  await verifier.files.publish(next(5))
  expect(await verify()).toMatchObject({ code: 0, text: expect.stringContaining('2 results in the log') })
  await rm(join(verifier.folder, 'config'), { recursive: true })
  await verifier.files.publish(next(4))
  expect(await verify()).toEqual({
    code: 1,
    text: expect.stringContaining(
      `arena.example/log/1 holds 1 result of ${DAY} from match 4 on, which arena.example/log/2 took back: a backup was restored.`,
    ),
  })
  await rm(join(verifier.folder, 'log/1'), { recursive: true })
  expect((await verify('--json')).text).toContain('There is no public log here')
})

test('a log that has no other before it begins each day with match 1', async () => {
  await verifier.files.publish(entriesOf(dayWithoutGames(6).slice(3), SECRET, { first: 4 }))
  expect(await verify()).toEqual({ code: 1, text: expect.stringContaining(`The log begins ${DAY} with match 4`) })
})

test('a day of which the log holds nothing is not equal', async () => {
  await verifier.files.publish(entriesOf(dayWithoutGames(2)).slice(0, 1))
  expect(await verify()).toEqual({ code: 3, text: `${DAY}: unchecked. The log holds no match of that day.\n` })
})

test('where there is no log, the answer says so', async () => {
  expect(await verify('--json')).toEqual({ code: 1, text: expect.stringContaining('There is no public log here') })
})
