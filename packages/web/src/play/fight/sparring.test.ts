/** A fight without a page: what the person presses is played at once, and the file is one that the engine plays again. */
import { Picture } from '@arena/engine'
import { Branch } from '@arena/engine/branch'
import { loadReplayFighters, Rerun } from '@arena/engine/rerun'
import { BUTTON, MODES, NEUTRAL, type Controller } from '@arena/protocol'
import type { Play } from '@arena/sdk'
import { houseBots } from '@arena/sdk/house'
import { ColumnReader, FIRST_FRAME, readReplay } from '@arena/slp'
import { beforeAll, describe, expect, test } from 'vitest'
import { resultText } from './result-text.ts'
import { Sparring, type Side, type SparringOptions } from './sparring.ts'

const MATCH = `match_${'0'.repeat(26)}`
const ANOTHER_MATCH = `match_${'0'.repeat(25)}1`
const SEED = Uint8Array.from({ length: 32 }, (_, i) => i)
const [EMBER, , GALE] = houseBots()

function begin(options: Partial<SparringOptions> = {}): Promise<Sparring> {
  return Sparring.begin({
    seed: SEED,
    matchId: MATCH,
    stage: 31,
    character: 2,
    opponent: EMBER!,
    startedAt: Date.UTC(2026, 0, 1),
    ...options,
  })
}

/** Plays until a frame, or to the end. */
function play(fight: Sparring, until: number, pad: (frame: number) => Readonly<Controller>): void {
  while (fight.frame < until && !fight.result) fight.step(pad(fight.frame + 1))
}

/** Whether a file comes out again byte by byte, the draws of its seed included. */
async function isEqualAgain(file: Uint8Array, seed = SEED): Promise<boolean> {
  const reader = new ColumnReader()
  reader.push(file)
  reader.end()
  await loadReplayFighters(reader)
  const rerun = new Rerun(reader, seed)
  while (rerun.advance(1000) > 0);
  return rerun.isEqual
}

const walksAndJumps = (frame: number): Readonly<Controller> =>
  frame % 120 < 60 ? { ...NEUTRAL, stickX: 168 } : { ...NEUTRAL, buttons: frame % 60 < 5 ? BUTTON.X : 0, stickX: 88 }

/** Off the stage, again and again. */
const runsOff = (): Readonly<Controller> => ({ ...NEUTRAL, stickX: 208 })

describe('a fight', () => {
  test('plays the pad of a frame on that frame', async () => {
    const fight = await begin()
    play(fight, 30, () => NEUTRAL)
    const { pre } = fight.columns.fighter(0)!
    fight.step({ ...NEUTRAL, stickX: 168, buttons: BUTTON.A })
    const row = 31 - FIRST_FRAME
    expect(fight.frame).toBe(31)
    expect([pre.rawJoystickX[row], pre.physicalButtons[row]]).toEqual([40, BUTTON.A])
  })

  test('the bot sees each frame after it was played, and its answer is played with the lead of the ladder', async () => {
    const seen: number[] = []
    const answers: Play = {
      pick: () => ({ character: 2, costume: 0 }),
      frame: ({ frame }) => {
        seen.push(frame)
        return frame === 10 ? { buttons: BUTTON.B } : {}
      },
    }
    const fight = await begin({ opponent: { ...EMBER!, play: () => answers } })
    play(fight, 20, () => NEUTRAL)
    expect([seen[0], seen.at(-1)]).toEqual([FIRST_FRAME, 20])
    const { physicalButtons } = fight.columns.fighter(1)!.pre
    const pressed = [...physicalButtons.subarray(0, fight.columns.count)].flatMap((buttons, row) =>
      buttons === 0 ? [] : [row + FIRST_FRAME],
    )
    expect(pressed).toEqual([10 + 1 + MODES.live.inputDelayFrames])
  })

  test('shows the frame that was played last', async () => {
    const fight = await begin()
    play(fight, -100, () => NEUTRAL)
    const picture = new Picture()
    fight.show(picture)
    expect([picture.head.frame, picture.head.bodyCount, fight.columns.count]).toEqual([-100, 2, 24])
  })

  test('the same seed, match and pads give the same file; another match another bot', async () => {
    const file = async (matchId: string) => {
      const fight = await begin({ matchId })
      play(fight, 900, walksAndJumps)
      fight.giveUp()
      return Buffer.from(fight.file())
    }
    const first = await file(MATCH)
    expect(first.equals(await file(MATCH))).toBe(true)
    expect(first.equals(await file(ANOTHER_MATCH))).toBe(false)
  })
})

describe('the file', () => {
  test('of a fight that is fought to its end: complete, with names and winner, and equal when it is played again', async () => {
    const fight = await begin({ opponent: GALE!, stage: 32 })
    play(fight, 28_800, runsOff)
    expect(fight.result).toMatchObject({ how: 'stocks', winner: 1, standings: [{ stocks: 0 }, {}], fault: null })
    const file = fight.file()
    const { gameStart, gameEnd, metadata, isComplete } = readReplay(file)
    expect([isComplete, gameStart.stageId]).toEqual([true, 32])
    expect(gameStart.players.slice(0, 2).map(({ displayName }) => displayName)).toEqual(['You', 'Gale'])
    expect(gameEnd).toMatchObject({ gameEndMethod: 2, placements: [1, 0, -1, -1] })
    expect(metadata).toMatchObject({ startAt: '2026-01-01T00:00:00.000Z', lastFrame: fight.frame })
    expect(await isEqualAgain(file)).toBe(true)
    const before = fight.frame
    fight.step(NEUTRAL)
    expect(fight.frame).toBe(before)
  })

  test('of a fight that was given up: a forfeit of the person, and equal when it is played again', async () => {
    const fight = await begin()
    play(fight, 400, walksAndJumps)
    fight.giveUp()
    expect(fight.result).toMatchObject({ how: 'forfeit', winner: 1, frames: 401 })
    const file = fight.file()
    expect(readReplay(file).gameEnd).toMatchObject({ gameEndMethod: 7, lrasInitiatorIndex: 0 })
    expect(await isEqualAgain(file)).toBe(true)
  })

  test('of a fight in which the bot breaks down: what was played until then, as one that was broken off', async () => {
    const broken = {
      ...EMBER!,
      play: () => ({ ...EMBER!.play(), frame: ({ frame }: { frame: number }) => fail(frame) }),
    }
    const fight = await begin({ opponent: broken })
    play(fight, 100, () => NEUTRAL)
    expect(fight.result).toMatchObject({ how: 'fault', winner: null, fault: 'lost at 7' })
    expect(readReplay(fight.file())).toMatchObject({ isComplete: true, gameEnd: { gameEndMethod: 7 } })
  })
})

function fail(frame: number): object {
  if (frame === 7) throw new Error('lost at 7')
  return {}
}

describe('a branch of a match', () => {
  const PERSON: Side = { kind: 'person' }
  const RECORDED: Side = { kind: 'recorded' }
  const AS_PLAYED: Side = { kind: 'house', bot: EMBER! }
  const NAMES = ['Waveland', 'Ember'] as const
  let raw: Buffer
  const reader = new ColumnReader()

  beforeAll(async () => {
    const match = await begin()
    play(match, 2400, walksAndJumps)
    match.giveUp()
    reader.push(match.file())
    reader.end()
    raw = Buffer.from(reader.raw.subarray(0, reader.rawRead))
  })

  async function branch(
    frame: number,
    sides: readonly [Side, Side],
    seed: Uint8Array | null = SEED,
  ): Promise<Sparring> {
    const branched = await Branch.open(reader, frame, seed === null ? {} : { seed })
    const startedAt = Date.UTC(2026, 0, 1)
    return Sparring.branch({ reader, branch: branched, sides, names: NAMES, matchId: MATCH, startedAt })
  }
  const rawOf = (fight: Sparring): Buffer => Buffer.from(readReplay(fight.file()).raw)
  const upTo = (frame: number): number => reader.columns.frames.endAt[frame - FIRST_FRAME]!

  test.each([-123, 900, 2399])(
    'with the recorded pads on both sides is the match, byte for byte: from frame %i',
    async (frame) => {
      for (const seed of [null, SEED]) {
        const fight = await branch(frame, [RECORDED, RECORDED], seed)
        expect(fight.frame).toBe(frame)
        play(fight, 28_800, () => NEUTRAL)
        expect(fight.result).toMatchObject({ how: 'forfeit', winner: 1, frames: 2401 })
        expect(rawOf(fight).equals(raw)).toBe(true)
      }
    },
  )

  test('with the house bot that has played in it is the match: it was shown all of it, and goes on as it did', async () => {
    const fight = await branch(1500, [RECORDED, AS_PLAYED])
    play(fight, 2400, () => NEUTRAL)
    expect(rawOf(fight).equals(raw.subarray(0, upTo(2400)))).toBe(true)
  })

  test('with a person is the match up to its branch point, and then what the person presses; it comes out again', async () => {
    const fight = await branch(1500, [PERSON, AS_PLAYED])
    expect(fight.players.map(({ name }) => name)).toEqual(['You', 'Ember'])
    expect(fight.persons).toEqual([0])
    fight.step({ ...NEUTRAL, stickX: 208, buttons: BUTTON.A })
    const { pre } = fight.columns.fighter(0)!
    const row = 1501 - FIRST_FRAME
    expect([pre.rawJoystickX[row], pre.physicalButtons[row]]).toEqual([80, BUTTON.A])
    play(fight, 2000, walksAndJumps)
    fight.giveUp()
    expect(fight.result).toMatchObject({ how: 'forfeit', winner: 1, frames: 2001 })
    const own = rawOf(fight)
    expect(own.subarray(0, upTo(1500)).equals(raw.subarray(0, upTo(1500)))).toBe(true)
    expect(own.subarray(0, upTo(1501)).equals(raw.subarray(0, upTo(1501)))).toBe(false)
    const { metadata } = readReplay(fight.file())
    expect(metadata).toMatchObject({ lastFrame: 2000, players: { 0: { characters: { 1: 2124 } } } })
    expect(metadata).not.toHaveProperty('engine')
    expect(await isEqualAgain(fight.file())).toBe(true)
  })

  test('has the pads of two persons on their ports; ended by them it has no winner', async () => {
    const fight = await branch(100, [PERSON, PERSON])
    expect(fight.players.map(({ name }) => name)).toEqual(['Keyboard', 'Gamepad'])
    fight.step({ ...NEUTRAL, buttons: BUTTON.A }, { ...NEUTRAL, buttons: BUTTON.B })
    const row = 101 - FIRST_FRAME
    expect([0, 1].map((port) => fight.columns.fighter(port)!.pre.physicalButtons[row])).toEqual([BUTTON.A, BUTTON.B])
    fight.giveUp()
    expect(fight.result).toMatchObject({ how: 'stopped', winner: null })
    expect(await isEqualAgain(fight.file())).toBe(true)
  })

  test('has recorded pads at rest once the match is over', async () => {
    const fight = await branch(2390, [RECORDED, AS_PLAYED])
    play(fight, 2500, () => NEUTRAL)
    const { pre } = fight.columns.fighter(0)!
    const sticks = [2399, 2401, 2500].map((frame) => pre.rawJoystickX[frame - FIRST_FRAME])
    expect(sticks).toEqual([-40, 0, 0])
  })
})

test('a result is told in a sentence', () => {
  const base = { winner: 0, frames: 7380, fault: null } as const
  const of = (stocks: number, percent: number) => ({ stocks, percent })
  const PLAYERS = [
    { kind: 'person', name: 'You' },
    { kind: 'house', name: 'Ember' },
  ] as const
  expect(resultText({ ...base, how: 'stocks', standings: [of(2, 31), of(0, 0)] }, PLAYERS)).toEqual({
    title: 'You win',
    detail: '2 stocks left, after 2:03.',
  })
  expect(resultText({ ...base, how: 'time', winner: 1, standings: [of(1, 90), of(1, 12)] }, PLAYERS)).toEqual({
    title: 'Ember wins',
    detail: '1 stock left, on time, you at 90%, Ember at 12%.',
  })
  expect(resultText({ ...base, how: 'time', winner: null, standings: [of(1, 9), of(1, 9)] }, PLAYERS).title).toBe(
    'A draw',
  )
  expect(
    resultText({ ...base, how: 'fault', winner: null, fault: 'No.', standings: [of(4, 0), of(4, 0)] }, PLAYERS),
  ).toEqual({ title: 'The game broke off', detail: 'No. The replay ends before it.' })
  const reversed = [PLAYERS[1], PLAYERS[0]] as const
  const gaveUp = { ...base, how: 'forfeit', standings: [of(3, 9), of(1, 80)] } as const
  expect(resultText(gaveUp, reversed)).toEqual({ title: 'You gave up', detail: 'Ember had 3 stocks left after 2:03.' })
  const two = [
    { kind: 'recorded', name: 'Waveland' },
    { kind: 'house', name: 'Ember' },
  ] as const
  expect(resultText(gaveUp, two).title).toBe('Ember gave up')
  expect(resultText({ ...gaveUp, how: 'stopped', winner: null }, two)).toEqual({
    title: 'The game was ended',
    detail: 'Nobody has won after 2:03.',
  })
})
