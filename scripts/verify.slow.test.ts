/** `arena-kit verify` on house matches: those that are as they were played, and those in which one thing was changed. */
import { drawPorts, STAGE_IDS } from '@arena/engine'
import type { Match, StageId } from '@arena/protocol'
import { houseBots } from '@arena/sdk'
import { ColumnReader, EVENTS, FIRST_FRAME, GameMetadata, RAW_OFFSET, readReplay, writeReplay } from '@arena/slp'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkMatch, firstDifference, type Check, type Evidence } from '../packages/kit/src/verify/checks.ts'
import { playMatch } from './house-matches/match.ts'
import { fixturesOf, type Fixture } from './house-matches/series.ts'
import { some } from './tests/series.ts'

const IDS = [`bot_${'0'.repeat(26)}`, `bot_${'0'.repeat(25)}1`] as const

interface Played {
  readonly replay: Uint8Array
  readonly record: Match
  readonly seed: Uint8Array
}

/** A match with its file and its record, as an arena has them. */
async function play({ seed, contestants }: Pick<Fixture, 'seed' | 'contestants'>): Promise<Played> {
  const messages: Uint8Array[] = []
  const outcome = await playMatch(seed, contestants, (events) => messages.push(events.slice()))
  const { names, stage, endReason, winner, frames, stocks, percents } = outcome
  expect(outcome.fault).toBeNull()
  const metadata = new GameMetadata(names)
  metadata.frame(frames - 1, 0, 0)
  const replay = writeReplay(Buffer.concat(messages), metadata.build(0))
  const { gameStart } = readReplay(replay)
  const botIds = drawPorts(Buffer.from(seed, 'hex')) === 0 ? IDS : ([IDS[1], IDS[0]] as const)
  const picks = gameStart.players.map(({ characterId, costumeIndex }) => ({
    character: characterId,
    costume: costumeIndex,
  }))
  const player = (port: 0 | 1): Match['players'][0] => ({
    port,
    botId: botIds[port],
    botName: names[port],
    ...picks[port]!,
    placement: winner === null || winner === port ? 1 : 2,
    score: stocks[port],
    ratingDelta: 0,
  })
  const ended = (port: 0 | 1) => ({ ...picks[port]!, stocks: stocks[port], percent: percents[port], missed: 0 })
  const record: Match = {
    id: `match_${'0'.repeat(26)}`,
    mode: 'live',
    status: 'completed',
    stage,
    players: [player(0), player(1)],
    summary: { stage, players: [ended(0), ended(1)], frames, endReason, winner },
    replayBytes: replay.length,
    startedAt: '2026-11-25T12:00:00.000Z',
    endedAt: '2026-11-25T12:03:00.000Z',
    seed,
  }
  return { replay, record, seed: Buffer.from(seed, 'hex') }
}

const statesOf = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ name, state }) => [name, state]))

const EQUAL = {
  file: 'equal',
  seed: 'equal',
  ports: 'equal',
  stage: 'equal',
  picks: 'equal',
  names: 'equal',
  bytes: 'equal',
  result: 'equal',
}

const FIXTURES = [...fixturesOf(houseBots(8), 1, 100)].map((fixture) => {
  const [first, second] = fixture.contestants
  return { ...fixture, first: first.name, second: second.name }
})

test.each(some(FIXTURES, 50))('match $number, $first against $second: everything is equal', async (fixture) => {
  expect(statesOf(await checkMatch(await play(fixture)))).toEqual(EQUAL)
})

describe('what was changed is named', () => {
  let played: Played
  beforeAll(async () => {
    played = await play(FIXTURES[15]!)
  })

  async function differenceOf(changed: Partial<Evidence>): Promise<Check> {
    const difference = firstDifference(await checkMatch({ ...played, ...changed }))
    expect(difference).not.toBeNull()
    return difference!
  }

  /** The file with a byte changed: of the stream, at an offset. */
  function withByte(at: number, value: number): Uint8Array {
    const changed = played.replay.slice()
    expect(changed[RAW_OFFSET + at]).not.toBe(value)
    changed[RAW_OFFSET + at] = value
    return changed
  }

  function readerOf(): ColumnReader {
    const reader = new ColumnReader()
    reader.push(played.replay)
    reader.end()
    return reader
  }

  const offsetOf = (name: 'preFrame' | 'postFrame' | 'gameStart', field: string): number =>
    EVENTS[name].fields.find((one) => one.name === field)!.offset

  test('one pad: the frame, the port, and the field', async () => {
    const { columns } = readerOf()
    const fighter = columns.fighter(1)!
    const row = fighter.pre.rawJoystickX.findIndex((x, i) => i > 300 && Math.abs(x) > 60)
    const at = fighter.at.preAt[row]! + offsetOf('preFrame', 'rawJoystickX')
    const { name, text } = await differenceOf({ replay: withByte(at, 0) })
    expect(name).toBe('bytes')
    expect(text).toContain(`On frame ${FIRST_FRAME + row} Pre-Frame Update of port 1 differs in `)
  })

  test('one byte of an event: the field, with both values', async () => {
    const { columns } = readerOf()
    const at = columns.fighter(0)!.at.postAt[1000]! + offsetOf('postFrame', 'positionX') + 2
    const { name, text } = await differenceOf({ replay: withByte(at, (played.replay[RAW_OFFSET + at]! + 1) & 255) })
    expect(name).toBe('bytes')
    expect(text).toMatch(
      new RegExp(
        `^On frame ${FIRST_FRAME + 1000} Post-Frame Update of port 0 differs in positionX: .* recorded, .* played again\\.$`,
      ),
    )
  })

  test('any byte of the stream: there is always a difference, whatever it is', async () => {
    const { rawRead } = readerOf()
    for (let i = 0; i < 12; i++) {
      const at = (i * 104_729 + 11) % rawRead
      const { text } = await differenceOf({ replay: withByte(at, played.replay[RAW_OFFSET + at]! ^ 0x41) })
      expect(text, `byte ${at}`).not.toBe('')
    }
  })

  test('another seed', async () => {
    const other = played.seed.map((byte, i) => (i === 7 ? byte ^ 1 : byte))
    const record = { ...played.record, seed: Buffer.from(other).toString('hex') }
    const { name, text } = await differenceOf({ seed: other, record })
    expect(name).toBe('seed')
    expect(text).toMatch(
      /^This is another seed than the game’s: it draws \d+ for the first frame, and the replay has \d+\.$/,
    )
  })

  const another = (stage: StageId): StageId => STAGE_IDS[(STAGE_IDS.indexOf(stage) + 1) % STAGE_IDS.length]!

  test('another stage, in the replay or in the record', async () => {
    const reader = readerOf()
    const { gameStartEnd, gameStart } = reader
    const stage = gameStart!.stageId as StageId
    const start = gameStartEnd - reader.eventBytes(EVENTS.gameStart.code)
    const at = start + offsetOf('gameStart', 'stageId') + 1
    const changed = await differenceOf({ replay: withByte(at, another(stage)) })
    expect(changed.name).toBe('stage')
    expect(changed.text).toMatch(/^Another stage: the seed draws .* \(\d+\), and the replay has .* \(\d+\)\.$/)

    const record = { ...played.record, stage: another(stage) }
    expect((await differenceOf({ record })).text).toContain('and the record has ')
    const { summary } = played.record
    expect(
      (await differenceOf({ record: { ...played.record, summary: { ...summary!, stage: another(stage) } } })).text,
    ).toContain('and the summary has ')
  })

  test('a truncated file: where it ends; what is there is played again all the same', async () => {
    const cut = played.replay.subarray(0, Math.floor(played.replay.length / 2))
    const { name, text } = await differenceOf({ replay: cut })
    expect(name).toBe('file')
    expect(text).toMatch(/^The file is cut off, behind frame \d+: the file ends inside its stream of \d+ bytes/)
    const checks = await checkMatch({ ...played, replay: cut })
    expect(checks.find((check) => check.name === 'bytes')!.text).toMatch(
      /^Every byte of \d+ frames is equal, as far as the file goes\.$/,
    )
    for (const length of [0, 5, 14, 40, 800]) {
      expect((await differenceOf({ replay: played.replay.subarray(0, length) })).name, `${length} bytes`).toBe('file')
    }
    // Without its last bytes, which are no part of the game.
    expect((await differenceOf({ replay: played.replay.subarray(0, -1) })).name).toBe('file')
  })

  test('exchanged ports, another pick, another name, another result', async () => {
    const { record } = played
    const [first, second] = record.players
    const { summary } = record
    const swapped = {
      ...record,
      players: [
        { ...first, botId: second.botId },
        { ...second, botId: first.botId },
      ] as Match['players'],
    }
    expect(await differenceOf({ record: swapped })).toMatchObject({ name: 'ports' })
    const pick = { ...record, players: [{ ...first, costume: 5 }, second] as Match['players'] }
    expect(await differenceOf({ record: pick })).toMatchObject({ name: 'picks' })
    const renamed = { ...record, players: [{ ...first, botName: 'Mallory' }, second] as Match['players'] }
    expect(await differenceOf({ record: renamed })).toMatchObject({ name: 'names' })
    for (const changed of [
      { winner: summary!.winner === 0 ? 1 : 0 },
      { frames: summary!.frames + 1 },
      { endReason: 'time' },
    ] as const) {
      const { name, text } = await differenceOf({ record: { ...record, summary: { ...summary!, ...changed } } })
      expect(name).toBe('result')
      expect(text).toMatch(/^Another result: the record has .*; the replay has .*\.$/)
    }
  })
})

describe('placements, scores and status of the record are those of its summary and of the replay', () => {
  let played: Played
  beforeAll(async () => {
    played = await play(FIXTURES[15]!)
  })

  /** What is said of the changed record, with its replay and without. */
  async function resultOf(change: Partial<Match>, replay: Uint8Array | null = played.replay): Promise<Check> {
    const checks = await checkMatch({ ...played, replay, record: { ...played.record, ...change } })
    return firstDifference(checks)!
  }

  const eachPlayer = (
    change: (player: Match['players'][0]) => Partial<Match['players'][0]>,
  ): Pick<Match, 'players'> => ({
    players: played.record.players.map((player) => ({ ...player, ...change(player) })) as Match['players'],
  })
  const unplaced = { placement: null, score: null, ratingDelta: null }

  test.each<[string, () => Partial<Match>]>([
    ['placements that are exchanged', () => eachPlayer(({ placement }) => ({ placement: placement === 1 ? 2 : 1 }))],
    ['another score', () => eachPlayer(({ score }) => ({ score: score! + 1 }))],
    ['a whole game that is called aborted', () => ({ status: 'aborted', ...eachPlayer(() => unplaced) })],
    ['a result that is withheld', () => ({ status: 'aborted', summary: null, ...eachPlayer(() => unplaced) })],
    ['a completed match without a result', () => ({ summary: null })],
    ['a winner that loses rating', () => eachPlayer(({ placement }) => ({ ratingDelta: placement === 1 ? -99 : 99 }))],
  ])('%s', async (_what, change) => {
    expect(await resultOf(change())).toMatchObject({ name: 'result', state: 'differs' })
  })

  test('an aborted match has no change of rating', async () => {
    const summary = { ...played.record.summary!, endReason: 'engine', winner: null } as const
    const aborted = { status: 'aborted', summary, stage: summary.stage, replayBytes: null } as const
    const rated = eachPlayer(() => ({ ...unplaced, ratingDelta: 1 }))
    expect(await resultOf({ ...aborted, ...rated }, null)).toMatchObject({
      name: 'result',
      text: 'Another change of rating: port 0 has 1; there is none of an aborted match.',
    })
    expect(await resultOf({ ...aborted, ...eachPlayer(() => unplaced) }, null)).toBeNull()
  })

  test('the names of the metadata are those of the record', async () => {
    const { raw, metadata } = readReplay(played.replay)
    const { players } = metadata!
    const renamed = {
      ...metadata,
      players: { ...players, 1: { ...players![1], names: { netplay: 'Mallory', code: '' } } },
    }
    const replay = writeReplay(raw, renamed)
    const said = await resultOf({ replayBytes: replay.length }, replay)
    expect(said).toMatchObject({ name: 'names', found: expect.stringContaining('Mallory') })
    expect(said.text).toMatch(/^Other bots: the record names .*, and the metadata of the replay names .*, Mallory\.$/)
  })
})

describe('what cannot be compared is said', () => {
  let played: Played
  beforeAll(async () => {
    played = await play(FIXTURES[15]!)
  })

  test('without a seed, and without a record', async () => {
    const states = statesOf(await checkMatch({ ...played, record: null, seed: null }))
    expect(states).toEqual({ file: 'equal', seed: 'open', stage: 'open', bytes: 'equal' })
    expect(statesOf(await checkMatch({ ...played, record: null }))).toEqual({
      file: 'equal',
      seed: 'equal',
      stage: 'equal',
      bytes: 'equal',
    })
  })

  test('bytes of another version of the engine', async () => {
    const { raw, metadata } = readReplay(played.replay)
    const changed = raw.slice()
    changed[changed.length - 2000]! ^= 1
    const replay = writeReplay(changed, { ...metadata, engine: '00000000' })
    const checks = await checkMatch({ ...played, replay, record: { ...played.record, replayBytes: replay.length } })
    expect(firstDifference(checks)).toBeNull()
    expect(checks.find(({ name }) => name === 'bytes')).toMatchObject({
      state: 'open',
      text: expect.stringMatching(
        /^The replay was written by another version of the engine \(00000000, this is [0-9a-f]{8}\)/,
      ),
    })
  })

  test('a match without a game is a forfeit without a frame, 4 to 0, in summary and players', async () => {
    const { record, seed } = played
    const { summary } = record
    const [winner, loser] = [
      { placement: 1, score: 4 },
      { placement: 2, score: 0 },
    ] as const
    const players = record.players.map((player) => ({ ...player, ...(player.port === 1 ? winner : loser) }))
    const absent = {
      ...record,
      stage: null,
      replayBytes: null,
      players: players as Match['players'],
      summary: {
        ...summary!,
        players: summary!.players.map((player, port) => ({ ...player, stocks: 4 * port, percent: 0 })),
        winner: 1,
        endReason: 'forfeit',
        frames: 0,
      },
    } as Match
    const checked = (changed: Match) => checkMatch({ replay: null, record: changed, seed })
    expect(statesOf(await checked(absent))).toEqual({ ports: 'equal', stage: 'equal', result: 'equal' })
    const said = firstDifference(await checked({ ...record, stage: null, replayBytes: null }))
    expect(said).toMatchObject({
      name: 'result',
      text: expect.stringMatching(
        /^The record has no stage, as where a bot never connected, and yet a game: .* frames\.$/,
      ),
    })
    for (const change of [{ frames: 9871 }, { endReason: 'stocks' }, { winner: null }] as const) {
      const changed = { ...absent, summary: { ...absent.summary!, ...change } }
      expect(firstDifference(await checked(changed)), JSON.stringify(change)).toMatchObject({ name: 'result' })
    }
  })
})
