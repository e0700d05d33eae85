/** `arena-kit inspect` of recordings of other formats, modes and numbers of players, whole and not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyGameStart, EventWriter, RAW_OFFSET, writeReplay, type GameStart, type Metadata } from '@arena/slp'
import { afterAll, describe, expect, test } from 'vitest'
import { foreignGame, FOX, type ForeignGame } from '../../../slp/tests/foreign-game.ts'
import { inFormat } from '../../../slp/tests/formats.ts'
import { runKit } from '../program.ts'
import { Terminal } from '../terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'inspect-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function inspect(file: Uint8Array, ...options: string[]): Promise<{ code: number; out: string; err: string }> {
  const path = join(folder, 'game.slp')
  writeFileSync(path, file)
  const text = { out: '', err: '' }
  const write = (to: 'out' | 'err') => ({ write: (part: string) => (text[to] += part.replaceAll(path, 'game.slp')) })
  const terminal = new Terminal(new AbortController().signal, write('out'), write('err'))
  return { code: await runKit(['inspect', path, ...options], terminal), ...text }
}

const TWO = [0, 1].map((port) => ({ ...FOX, port }))
const gameOf = (game: Partial<ForeignGame> = {}) => foreignGame({ frames: 30, fighters: TWO, ...game })

/** Settings of two players, changed. */
function startOf(change: (start: GameStart) => void): Partial<GameStart> {
  const start = emptyGameStart()
  for (const port of [0, 1]) Object.assign(start.players[port]!, { playerType: 0, characterId: FOX.characterId })
  change(start)
  return { ...start, version: [3, 18, 0, 0], stageId: 31 }
}

const rulesOf = async (raw: Uint8Array): Promise<string | undefined> =>
  /rules: (.*)\n/.exec((await inspect(writeReplay(raw, {}))).out)?.[1]

describe('the rules', () => {
  test.each([
    [1, 10, '1 stock, 0:10, '],
    [4, 480, '4 stocks, 8 min, '],
    [2, 90, '2 stocks, 1:30, '],
    [3, 60, '3 stocks, 1 min, '],
  ])('%d stocks and %d seconds are in words', async (stocks, seconds, words) => {
    const start = startOf((each) => {
      each.startingTimerSeconds = seconds
      for (const player of each.players) player.startStocks = stocks
    })
    expect(await rulesOf(gameOf({ start }))).toMatch(new RegExp(`^${words}`))
  })

  test('say where nothing counts down, where stocks differ and where teams play', async () => {
    const start = startOf((each) => {
      Object.assign(each, { gameBitfield1: 0x30, isTeams: 1 })
      each.players[1]!.startStocks = 1
    })
    expect(await rulesOf(gameOf({ start }))).toMatch(/^4 and 1 stocks, no time limit, teams, no items/)
  })

  test('leave out what the format does not have', async () => {
    expect(await rulesOf(gameOf())).toBe('4 stocks, 8 min, no items, damage ratio 1, UCF, frozen Stadium, NTSC')
    expect(await rulesOf(inFormat(gameOf(), '1.3.0'))).toBe('4 stocks, 8 min, no items, damage ratio 1, UCF')
    expect(await rulesOf(inFormat(gameOf(), '0.1.0'))).toBe('4 stocks, 8 min, no items, damage ratio 1')
  })
})

describe('players are called', () => {
  const tagged = startOf(({ players }) => players[0]!.nametag.set([0x82, 0x60, 0x82, 0x61]))
  const named = startOf(({ players }) => (players[0]!.displayName = 'Ann'))

  test.each([
    ['by their tag without a display name', gameOf({ start: tagged }), {}, 'ＡＢ'],
    ['by their tag from format 1.3.0 on', inFormat(gameOf({ start: tagged }), '1.3.0'), {}, 'ＡＢ'],
    [
      'by their display name beside an empty netplay',
      gameOf({ start: named }),
      { 0: { names: { netplay: '' } } },
      'Ann',
    ],
    ['by the name of the metadata', gameOf({ start: tagged }), { 0: { names: { netplay: 'Bess' } } }, 'Bess'],
    ['by their character without any', gameOf(), {}, 'Fox \\(port 0\\)'],
  ])('%s', async (_, raw, players: NonNullable<Metadata['players']>, name) => {
    const { out } = await inspect(writeReplay(raw, { players }))
    expect(out).toMatch(new RegExp(`^ {2}port 0 {2}${name} +Fox`, 'm'))
  })
})

describe.each(['3.18.0', '2.0.1', '0.1.0'])('of format %s', (format) => {
  const raw = inFormat(gameOf(), format.replace('2.0.1', '2.0.0'))
  const whole = writeReplay(raw, { consoleNick: 'console' })

  test('every frame is there', async () => {
    const { code, out, err } = await inspect(whole)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('game.slp: Battlefield, 0:00 of play, to frame -94\n')
  })

  test('a file that is cut off shows what is there, the byte, and ends with 1', async () => {
    const cut = whole.subarray(0, RAW_OFFSET + raw.length - 1000)
    const { code, out, err } = await inspect(cut)
    expect(code).toBe(1)
    expect(out).toMatch(/game\.slp: Battlefield, 0:00 of play, to frame -\d+\n/)
    expect(err).toMatch(
      new RegExp(
        `^arena-kit: game\\.slp is cut off, behind frame -\\d+: .* \\(truncated at byte ${cut.length}\\)\\.\n$`,
      ),
    )
    const { code: second, out: events, err: why } = await inspect(cut, '--events')
    expect(second).toBe(1)
    expect(events.split('\n').length).toBeGreaterThan(40)
    expect(why).toBe(err)
  })

  test('a file with rubbish in it shows what comes before, and the byte', async () => {
    const at = raw.length - 1000
    const rubbish = Buffer.concat([raw.subarray(0, at), Buffer.alloc(16, 0xee), raw.subarray(at)])
    const { code, out, err } = await inspect(writeReplay(rubbish, {}), '--json')
    expect(code).toBe(1)
    const [game, ...rest] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(game).toMatchObject({ isComplete: false, gameStart: { stageId: 31 } })
    expect(game!['fault']).toMatch(/at byte \d+\)$/)
    expect(rest.at(-1)!['error']).toMatch(/^game\.slp is damaged, behind frame -\d+: /)
    expect(err).toBe('')
  })
})

test('metadata that is broken takes away nothing else', async () => {
  const file = writeReplay(gameOf(), { playedOn: 'network' })
  const { code, out, err } = await inspect(file.subarray(0, -3))
  expect(code).toBe(1)
  expect(out).toContain('to frame -94\n')
  expect(err).toMatch(/is damaged, behind frame -94: .* \(bad-metadata at byte \d+\)/)
})

test.each([
  ['begins far ahead', [262_433, 262_434], 'no frame that can be shown', 'its first frame is 262433'],
  ['has one number', Array.from({ length: 20 }, () => 0), '0:00 of play, to frame 0', 'frame 0 comes again and again'],
])('a recording whose frame count %s is of a mode that is not supported', async (_, frames, shown, why) => {
  const writer = new EventWriter()
  writer.eventPayloads()
  writer.gameStart({ ...emptyGameStart(), ...startOf(() => {}) })
  for (const frame of frames) {
    writer.frameStart({ frame, seed: 0, sceneFrameCounter: 0 })
    writer.frameBookend({ frame, latestFinalizedFrame: frame })
  }
  const { code, out, err } = await inspect(writeReplay(writer.bytes(), {}))
  expect(code).toBe(1)
  expect(out).toContain(`game.slp: Battlefield, ${shown}\n`)
  expect(out).toMatch(/ {2}port 0 {2}Fox \(port 0\) +Fox/)
  expect(err).toContain(`game.slp is a recording of a mode that is not supported: ${why}`)
  expect(err).toMatch(/at byte \d+/)
})

test('events say nothing of fields that the format does not have', async () => {
  const game = gameOf({ post: () => ({ stocksRemaining: 1 }), pre: () => ({ joystickY: -1 }) })
  const lines = async (format: string, ...options: string[]) =>
    (await inspect(writeReplay(inFormat(game, format), {}), '--events', '--from', '-123', '--to', '-123', ...options))
      .out
  expect(await lines('3.18.0')).toContain('Wait  on the ground at -30 0  0%  1 stock  shield 60\n')
  expect(await lines('1.0.0')).toContain('Wait  at -30 0  0%  1 stock  shield 60\n')
  const [pre, , post] = (await lines('1.0.0', '--json')).split('\n').map((line) => JSON.parse(line || '{}') as object)
  expect(pre).toMatchObject({ event: 'preFrame', rawJoystickY: -80, percent: null })
  expect(post).toMatchObject({ event: 'postFrame', percent: 0, isAirborne: null, hitlagRemaining: null })
})

test('of four players each is told who took a stock', async () => {
  const game = gameOf({
    frames: 300,
    fighters: [0, 1, 2, 3].map((port) => ({ ...FOX, port })),
    post: (frame, { port }) =>
      port === 2 && frame >= 0
        ? { percent: 50, lastHitBy: 0, stocksRemaining: frame < 20 ? 4 : 3 }
        : { lastHitBy: 6, lastAttackLanded: 11 },
  })
  const { out } = await inspect(writeReplay(game, {}))
  expect(out).toMatch(/0:00 {2}frame 0 +Fox \(port 0\)'s up smash kills Fox \(port 2\) at 50 %\.\n/)
  expect(out).not.toContain('self-destructs')
})
