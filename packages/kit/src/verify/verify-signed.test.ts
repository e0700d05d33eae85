/** `arena-kit verify ID` on what an arena has signed, from a folder and from an address. */
import http from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyPair, type Match } from '@arena/protocol'
import { resultText, signNote, type ResultNote } from '@arena/protocol/public-log'
import { expect, test } from 'vitest'
import { listen } from '../../../host/tests/loopback.ts'
import { DAY, dayOfGames, dayWithoutGames, entriesOf, KEYS, LOG, matchIdOf, SECRET } from '../../tests/operator.ts'
import { verifierOfEachTest } from '../../tests/verifier.ts'
import { recordOf } from './check-note.ts'

const ID = matchIdOf(2)

const verifier = verifierOfEachTest()

const putNote = (note: ResultNote, privateKey = KEYS.privateKey) =>
  verifier.files.put(`matches/${note.matchId}/result.txt`, signNote(resultText(note), LOG, privateKey))

const kit = (...args: readonly string[]) => verifier.verify(ID, ...args)
const inFolder = () => kit('--files', verifier.folder)

test('what is signed of a match is told in a line each', async () => {
  const games = await dayOfGames(3)
  const notes = games.map(({ note }) => note)
  await verifier.files.putDayFile(games)
  await putNote(notes[1]!)
  await verifier.files.publish(entriesOf(notes, null))
  expect(await inFolder()).toMatchObject({
    code: 0,
    text: expect.stringContaining(`seed       The secret of ${DAY} becomes public once its matches are over`),
  })
  await verifier.files.publish(entriesOf(notes))
  expect(await inFolder()).toEqual({
    code: 0,
    text: [
      `${ID}: equal. What is signed of the match is what its public files show.`,
      '  signature  The key of arena.example/log/1 has signed the result note.',
      '  log        It is entry 3 of arena.example/log/1, which now has 6.',
      `  seed       It is that of match 2 of ${DAY}, by the secret to which the log had committed before.`,
      '  ratings    They follow from those before the match.',
      '  game       The pads in the day file have the SHA-256s that were signed, and played again they give the signed replay.',
      '',
    ].join('\n'),
  })
})

const FRAUDS: [string, (notes: ResultNote[]) => Promise<ResultNote[]>, string][] = [
  [
    'a note that the log does not hold',
    async (notes) => {
      await putNote({ ...notes[1]!, build: 'another' })
      return notes
    },
    'log: The result note is not in arena.example/log/1',
  ],
  [
    'a note that another key has signed',
    async (notes) => {
      await putNote(notes[1]!, createKeyPair().privateKey)
      return notes
    },
    'signature: The note is not signed by arena.example/log/1+',
  ],
  ['a swapped seed', (notes) => changed(notes, { seed: SECRET }), 'seed: Another seed'],
  [
    'a changed rating',
    (notes) => {
      const [one, two] = notes[1]!.ratings
      return changed(notes, { ratings: [one, { ...two, after: { mu: 40, sigma: 1 } }] })
    },
    'ratings: Another rating of port 1',
  ],
  [
    'the note of another match',
    async (notes) => {
      await verifier.files.put(`matches/${ID}/result.txt`, signNote(resultText(notes[0]!), LOG, KEYS.privateKey))
      return notes
    },
    `note: The result note is of another match, ${matchIdOf(1)}.`,
  ],
  [
    'a note that is none',
    async (notes) => {
      await verifier.files.put(`matches/${ID}/result.txt`, '<html>\n\n— x y\n')
      return notes
    },
    'note: The result note is none',
  ],
]

async function changed(notes: ResultNote[], by: Partial<ResultNote>): Promise<ResultNote[]> {
  const other = notes.with(1, { ...notes[1]!, ...by })
  await putNote(other[1]!)
  return other
}

test.each(FRAUDS)('%s is named', async (_name, fraud, words) => {
  const notes = await fraud(dayWithoutGames(3))
  await verifier.files.publish(entriesOf(notes))
  const { code, text } = await kit('--files', verifier.folder, '--json')
  const { verdict, signed } = JSON.parse(text) as {
    verdict: string
    signed: { name: string; state: string; text: string }[]
  }
  const different = signed.filter(({ state }) => state === 'differs').map(({ name, text: said }) => `${name}: ${said}`)
  expect(different.join('\n')).toContain(words)
  expect({ code, verdict }).toEqual({ code: 1, verdict: 'differs' })
})

/** An arena that answers with the files of the folder, and with this record. */
async function serve(record: Match): Promise<string> {
  const server = http.createServer((request, response) => {
    if (request.url === `/matches/${ID}`) return void response.end(JSON.stringify(record))
    readFile(join(verifier.folder, request.url!)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  return `http://127.0.0.1:${await listen(server)}`
}

test('at an address, the record and the replay of the arena are those that it has signed', async () => {
  const games = await dayOfGames(3)
  const notes = games.map(({ note }) => note)
  await verifier.files.putReplays(games)
  await putNote(notes[1]!)
  await verifier.files.publish(entriesOf(notes))
  const own = recordOf(notes[1]!)
  const [one, two] = own.players
  const record: Match = {
    ...own,
    players: [
      { ...one, botName: 'ember' },
      { ...two, botName: 'umi' },
    ],
  }
  const url = await serve(record)
  const { code, text } = await kit('--arena', url)
  expect(text).toContain('  record     The record of the arena says the same.\n')
  expect(text).toContain('  replay     The replay has the SHA-256 that was signed.\n')
  expect(text).toContain(
    '  pads       The day file is not there, so that the pads as they were received are not compared.\n',
  )
  expect(code).toBe(0)
  const wrong = await kit(
    '--arena',
    await serve({ ...record, players: [{ ...record.players[0], ratingDelta: 3 }, record.players[1]] }),
  )
  expect(wrong.text).toContain('The record of the arena has ["3.000000",')
  expect(wrong.code).toBe(1)
})

test('an arena without a log is verified as far as it goes', async () => {
  expect(await inFolder()).toEqual({
    code: 3,
    text: expect.stringContaining('The arena has signed no result of this match.'),
  })
})
