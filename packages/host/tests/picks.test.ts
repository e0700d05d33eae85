/** The pick, answered, late and wrong. Spec: PickRequest, PickResponse; Errors: Pick answer late or invalid. */
import { drawCharacter } from '@arena/engine'
import { describe, expect, test } from 'vitest'
import { stillEngine, Table, type BotOptions, type TableOptions } from './play-kit.ts'

const SEED = 'c0ffee'.repeat(10) + '0123'
const DRAWN = drawCharacter(Buffer.from(SEED, 'hex'), 0)

const pickText = (character: unknown, costume: unknown = 0, id: unknown = 0) =>
  JSON.stringify({ id, action: { character, costume } })

/** Plays a short match of a bot on port 0 against an ordinary one; answers what both were given. */
async function picksOf(options: BotOptions, timing: TableOptions['timing'] = {}) {
  await using table = await Table.open({ engine: stillEngine('ends=0'), timing })
  const bots = [await table.bot(options), await table.bot()] as const
  const result = await table.play(bots, { seed: SEED })
  expect(result).toMatchObject({
    status: 'completed',
    cause: 'time',
    summary: { players: [{}, { character: 2, costume: 1 }] },
  })
  const { character, costume } = result.summary!.players[0]
  const [drawn] = table.events.flatMap((event) => (event.type === 'started' ? [event.match.drawn] : []))
  expect(drawn![1]).toBeNull()
  return { character, costume, drawn: drawn![0], answered: result.answered[0], bot: bots[0] }
}

describe('PickResponse', () => {
  test('is taken as it is: any of the 26 characters and 6 costumes', async () => {
    expect(await picksOf({ pick: () => pickText(0, 0) })).toMatchObject({ character: 0, costume: 0, drawn: null })
    expect(await picksOf({ pick: () => pickText(25, 5) })).toMatchObject({ character: 25, costume: 5 })
  })

  test('may hold members that a later version brings', async () => {
    const pick = () => JSON.stringify({ id: 0, action: { character: 4, costume: 2, colour: 'red' }, version: 2 })
    expect(await picksOf({ pick })).toMatchObject({ character: 4, costume: 2 })
  })
})

describe.concurrent('A late or invalid answer gets a random character with costume 0', () => {
  test.each<[string, string | Buffer]>([
    ['garbage', 'GARBAGE'],
    ['an empty text', ''],
    ['JSON that is no object', '7'],
    ['null', 'null'],
    ['a character out of range', pickText(26, 3)],
    ['a negative character', pickText(-1, 3)],
    ['a character that is no integer', pickText(2.5, 3)],
    ['a character as text', pickText('2', 3)],
    ['a costume out of range', pickText(2, 6)],
    ['no costume', JSON.stringify({ id: 0, action: { character: 2 } })],
    ['another id', pickText(2, 3, 1)],
    ['no action', '{"id":0}'],
    ['JSON nested to the limit of a message', '['.repeat(4096)],
    ['invalid UTF-8 in place of text', '\ud800'],
  ])('%s', async (_what, text) => {
    const pick = await picksOf({ pick: () => text })
    expect(pick).toMatchObject({ character: DRAWN, costume: 0, drawn: { kind: 'invalid' }, answered: true })
  })

  test.each([
    ['character 26', pickText(26, 3), 'action.character: Too big: expected number to be <=25'],
    ['costume 9', pickText(2, 9), 'action.costume: Too big: expected number to be <=5'],
    ['no JSON', 'Fox, please', 'it is not JSON'],
    ['nothing', '', 'it is empty'],
    [
      'a byte order mark before it',
      `\ufeff${pickText(2)}`,
      'it begins with a byte order mark (U+FEFF), which is no part of JSON',
    ],
    ['UTF-16', '{\0}\0', 'it holds NUL characters, as text in UTF-16 does; JSON is UTF-8'],
    ['a list', '[2, 0]', 'Invalid input: expected object, received array'],
  ])('and the host reports what is wrong with it: %s', async (_what, received, mistake) => {
    expect((await picksOf({ pick: () => received })).drawn).toEqual({ kind: 'invalid', received, mistake })
  })

  test('of a long answer the host reports the beginning', async () => {
    const { drawn } = await picksOf({ pick: () => 'x'.repeat(4000) })
    expect(drawn).toEqual({ kind: 'invalid', received: 'x'.repeat(200), mistake: 'it is not JSON' })
  })

  test('a close frame in its place, though the bot leaves its connection open', async () => {
    const opened: BotOptions['opened'] = (socket, index) => index === 0 && socket.sayGoodbye(1000, '')
    const { character, costume, drawn } = await picksOf({ opened }, { pingMs: 3_600_000 })
    expect({ character, costume, drawn }).toEqual({ character: DRAWN, costume: 0, drawn: { kind: 'dropped' } })
  }, 20_000)

  test('late: the game does not wait for it', async () => {
    // Long enough for the other bot, whose answer comes at once, also on a machine that is busy.
    const { character, costume, drawn, bot } = await picksOf({ pick: () => null, input: () => ({}) }, { pickMs: 500 })
    expect({ character, costume, drawn }).toEqual({ character: DRAWN, costume: 0, drawn: { kind: 'late' } })
    expect((await bot.socket()).messages.length).toBeGreaterThan(100)
  })

  test('the socket drops before the answer: the pick is drawn, and a redialled socket is not asked again', async () => {
    const { character, costume, drawn, bot } = await picksOf({
      pick: () => null,
      opened: ({ socket }, index) => {
        if (index === 0) socket.once('message', () => socket.terminate())
      },
    })
    expect({ character, costume, drawn }).toEqual({ character: DRAWN, costume: 0, drawn: { kind: 'dropped' } })
    expect((await bot.socket(0)).texts).toHaveLength(1)
    for (const socket of bot.sockets.slice(1)) expect(socket.texts).toEqual([])
  })

  test('only the first answer counts, be it wrong', async () => {
    const { character } = await picksOf({
      pick: () => 'oops',
      opened: ({ socket }) => socket.on('message', (_data, isBinary) => void (!isBinary && socket.send(pickText(3)))),
    })
    expect(character).toBe(DRAWN)
  })

  test('a pick in a binary message is a malformed pad, not a pick', async () => {
    const answer = Buffer.from(pickText(3))
    const { character, drawn } = await picksOf({ pick: () => answer }, { pickMs: 50 })
    expect({ character, drawn }).toEqual({ character: DRAWN, drawn: { kind: 'binary', length: answer.length } })
  })
})
