/** What is concluded from the answers of an engine, without a process: a game of the built-in engine, with some bytes changed. */
import { readFileSync } from 'node:fs'
import { Game, loadFighters } from '@arena/engine'
import { EngineError, type Standing } from '@arena/host'
import { EVENTS, FIRST_FRAME, payloadSize, VERSION } from '@arena/slp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { GameSetup, PlayedGame } from './engine.ts'
import { differenceOf, judgeGames, judgeProvocations, type Games } from './judge.ts'
import { NEUTRAL_PAD, wild } from './pads.ts'
import { ENGINE_RULES, type EngineRuleName } from './rules.ts'
import { readGame } from './stream-reader.ts'

const SETUP: GameSetup = {
  seed: '5f'.repeat(32),
  stage: 31,
  players: [
    { character: 2, costume: 0, name: 'Waveland' },
    { character: 14, costume: 1, name: 'Edgeguard' },
  ],
}
const FRAMES = 200

beforeAll(() => loadFighters(SETUP.players.map(({ character }) => character)))

/** A game of the built-in engine as the check writes it down. */
function played(script = wild(7), setup = SETUP): PlayedGame {
  const game = new Game({ ...setup, seed: Uint8Array.from(Buffer.from(setup.seed, 'hex')) })
  const standing = (): Standing => {
    const [first, second] = game.players
    const copy = ({ stocks, character, percent, x, y }: typeof first) => ({ stocks, character, percent, x, y })
    return { frame: game.frame, ending: null, winner: null, players: [copy(first), copy(second)] }
  }
  const begun = game.start().slice()
  const start = { standing: standing(), events: begun }
  const frames: PlayedGame['frames'] = []
  for (let frame = FIRST_FRAME; frame < FIRST_FRAME + FRAMES; frame++) {
    const pads = script(frame, frames.at(-1)?.standing ?? start.standing)
    const [first, second] = pads.map(([low, high, stickX, stickY, cstickX, cstickY, l, r]) => ({
      buttons: low! | (high! << 8),
      stickX: stickX!,
      stickY: stickY!,
      cstickX: cstickX!,
      cstickY: cstickY!,
      l: l!,
      r: r!,
    }))
    const events = game.step(first!, second!).slice()
    frames.push({ frame, pads: [pads[0].slice(), pads[1].slice()], standing: standing(), events })
  }
  const reason = { kind: 'forfeit', port: 0 } as const
  const end = { reason, standing: standing(), events: game.end(reason).slice() }
  const pace = { answerMs: frames.map(() => 1), behindMs: frames.map(() => 0) }
  return { setup, most: FRAMES, startMs: 10, start, frames, playMs: 100, pace, end, error: null }
}

/** The bytes of a Pre- or Post-Frame of a leader, to be changed. */
function eventOf(game: PlayedGame, frame: number, code: number, port: number): Uint8Array {
  const { events } = game.frames[frame - FIRST_FRAME]!
  for (let at = 0; at < events.length; at++) {
    if (events[at] !== code || events[at + 5] !== port || events[at + 6] !== 0) continue
    const view = new DataView(events.buffer, events.byteOffset)
    if (view.getInt32(at + 1) === frame) return events.subarray(at)
  }
  throw new Error(`there is no event ${code} of port ${port}`)
}

const { preFrame, postFrame, gameStart } = EVENTS
const pre = (game: PlayedGame, port = 0) => eventOf(game, 0, preFrame.code, port)
const post = (game: PlayedGame, port = 0) => eventOf(game, 0, postFrame.code, port)
/** Game Start lies behind Event Payloads. */
const startOf = (game: PlayedGame) => game.start!.events.subarray(1 + game.start!.events[1]!)

describe('the events of a game', () => {
  test('of the built-in engine are as they should be, its seeds those of the match seed', () => {
    const { faults, seeds, drawn } = readGame(played())
    expect([...faults]).toEqual([])
    expect({ seeds: seeds.length, drawn }).toEqual({ seeds: FRAMES, drawn: FRAMES })
  })

  test.each<[what: string, rule: EngineRuleName, found: string, change: (game: PlayedGame) => void]>([
    [
      'a Post-Frame of a port that nobody plays',
      'fighters',
      'frame 0: Post-Frame Update of port 2, which nobody plays',
      (game) => (post(game)[5] = 2),
    ],
    [
      'a Post-Frame that is missing',
      'fighters',
      'frame 0, port 0: no Post-Frame',
      (game) => {
        const frame = game.frames[-FIRST_FRAME]!
        const at = post(game).byteOffset - frame.events.byteOffset
        const after = frame.events.subarray(at + 1 + payloadSize(postFrame, VERSION))
        game.frames[-FIRST_FRAME] = { ...frame, events: Buffer.concat([frame.events.subarray(0, at), after]) }
      },
    ],
    [
      'a second Pre-Frame',
      'fighters',
      'frame 0, port 0: a second Pre-Frame of the fighter',
      (game) => (pre(game, 1)[5] = 0),
    ],
    [
      'an event of another frame',
      'fighters',
      'Pre-Frame Update has the number of frame 1',
      (game) => (pre(game)[4] = 1),
    ],
    ['a button that was not pressed', 'inputs', 'physicalButtons is', (game) => (pre(game)[0x31]! ^= 8)],
    ['a stick that was not moved', 'inputs', 'rawJoystickX is', (game) => (pre(game)[0x3b]! ^= 1)],
    [
      'a place that is no number',
      'values',
      'a place or speed that is no number',
      (game) => post(game).set([0x7f, 0xc0], 0x0a),
    ],
    ['a stock that comes back', 'stocks', 'frame 1, port 0: stocks go from 3 to 4', (game) => (post(game)[0x21] = 3)],
    [
      'a game that begins with fewer stocks',
      'stocks',
      'frame -123, port 0: the game begins with 3',
      (game) => (eventOf(game, FIRST_FRAME, postFrame.code, 0)[0x21] = 3),
    ],
    [
      'percent that falls',
      'percent',
      'percent goes from 2.0 to 0.0 with 4 stocks',
      (game) => (post(game)[0x16] = 0x40),
    ],
    [
      'a fighter beyond the blast zone',
      'blast-zone',
      'frame 1, port 0: at 400',
      (game) => {
        for (const frame of [0, 1]) eventOf(game, frame, postFrame.code, 0).set([0x43, 0xc8, 0, 0], 0x0a)
      },
    ],
    ['another fighter', 'own-characters', 'internal id 0 is Mario; Fox was picked', (game) => (post(game)[7] = 0)],
    ['a standing of its own', 'standing', 'stocks is 4; Post-Frame has 3', (game) => (post(game)[0x21] = 3)],
    [
      'a size that no version has',
      'payloads',
      'Game Start is declared with 761 bytes',
      (game) => {
        const sizes = game.start!.events
        sizes[sizes.indexOf(gameStart.code) + 2]! += 1
        game.start = { ...game.start!, events: Buffer.concat([sizes, Buffer.alloc(1)]) }
      },
    ],
    ['another character', 'game-start', 'the character of port 0 is 3, not 2', (game) => (startOf(game)[0x65] = 3)],
    [
      'two settings that nobody asked for',
      'game-start',
      'the costume of port 0 is 1, not 0; the frequency of items is 0, not -1',
      (game) => {
        startOf(game)[0x68] = 1
        startOf(game)[0x10] = 0
      },
    ],
    [
      'another name',
      'game-start',
      'the name of port 0 is "Wavelanx", not "Waveland"',
      (game) => (startOf(game)[0x1ac] = 0x78),
    ],
    [
      'another time limit',
      'game-start',
      'the time limit in seconds is 481, not 480',
      (game) => (startOf(game)[0x18]! += 1),
    ],
  ])('%s: rule %s', (_what, rule, found, change) => {
    const game = played(() => [NEUTRAL_PAD, NEUTRAL_PAD])
    change(game)
    expect(readGame(game).faults.get(rule)).toContain(found)
  })
})

describe('the difference of two games', () => {
  test('is none where both are the same', () => {
    expect(differenceOf(played(), played())).toBeNull()
  })

  test('is named by the first frame and event that have it', () => {
    const other = played()
    post(other, 1)[0x10]! ^= 1
    expect(differenceOf(played(), other)).toBe('frame 0 differs, first in postFrame of port 1')
    other.frames.length = 20
    expect(differenceOf(played(), other)).toBe('the game is over before frame -103')
  })
})

function games(changes: Partial<Games>): Games {
  const none = {
    second: null,
    again: null,
    other: null,
    casts: [],
    stocks: null,
    time: null,
    pieces: null,
    members: null,
  }
  return { live: played(), still: [null, null], ...none, whyNoTime: '', ...changes }
}

const verdictOn = (rule: EngineRuleName, changes: Partial<Games>) =>
  judgeGames(games(changes)).find((verdict) => verdict.rule === rule)

describe('verdicts', () => {
  test('pads of a port have to change its own fighter, and no other first', () => {
    const still = [played(wild(7, 0)), played(wild(7, 1))] as const
    const again = played()
    expect(verdictOn('pads', { again, still })).toMatchObject({ status: 'pass' })
    expect(verdictOn('pads', { again, still: [still[1], still[0]] })).toMatchObject({
      status: 'fail',
      found: expect.stringContaining('other pads of port 0 change port 1 first'),
    })
    expect(verdictOn('pads', { again, still: [played(), still[1]] })).toMatchObject({ status: 'fail' })
  })

  test('seeds of frames depend on the seed of the match; other draws than those of the arena are a warning', () => {
    const other = played(wild(7), { ...SETUP, seed: 'a1'.repeat(32) })
    expect(verdictOn('seed', { other })).toMatchObject({ status: 'pass' })
    expect(verdictOn('seed', { other: played() })).toMatchObject({ status: 'fail' })
    const live = played()
    for (const { events } of live.frames) events[5]! ^= 1
    expect(verdictOn('seed', { live, other })).toMatchObject({ status: 'warning' })
    for (const { events } of live.frames) events.fill(0, 5, 9)
    expect(verdictOn('seed', { live })).toMatchObject({
      status: 'fail',
      found: expect.stringContaining('the seed 0 on each'),
    })
  })

  test('a field that is 0 on every frame is a warning: viewers and bots read it', () => {
    const live = played()
    for (const [at] of live.frames.entries()) {
      for (const port of [0, 1]) eventOf(live, FIRST_FRAME + at, postFrame.code, port).fill(0, 0x1a, 0x1e)
    }
    const { status, found } = verdictOn('fields', { live, stocks: live })!
    expect(status).toBe('warning')
    expect(found).toContain('shieldSize of Post-Frame')
    expect(found).not.toContain('actionStateCounter')
    expect(verdictOn('fields', { live, stocks: played() })?.found).not.toContain('shieldSize')
    expect(verdictOn('fields', { live })).toMatchObject({ status: 'not tried' })
  })

  test.each([
    ['a late answer now and then', 'pass', (frame: number) => (frame % 50 === 0 ? 40 : 2)],
    ['one answer in ten late', 'warning', (frame: number) => (frame % 10 === 0 ? 40 : 2)],
    ['most answers late', 'fail', () => 20],
  ])('lateness at 60 frames a second is a figure, and no fault of chance: %s', (_what, status, ms) => {
    const live = played()
    live.pace.answerMs.splice(0, FRAMES, ...live.frames.map((_, frame) => ms(frame)))
    expect(verdictOn('pace', { live })).toMatchObject({ status, found: expect.stringMatching(/ms in the median/) })
  })

  test.each([
    [{ during: 'start', failure: 'silence' }, 'start'],
    [{ during: 'step', failure: 'silence' }, 'step-time'],
    [{ during: 'step', failure: 'exit' }, 'survives'],
    [{ during: 'step', failure: 'output' }, 'stdout'],
    [{ during: 'step', failure: 'answer' }, 'answers'],
    [{ during: 'end', failure: 'events' }, 'events'],
    [{ during: 'end', failure: 'failed' }, 'game-end'],
  ] as const)('a failure of the engine is named by its rule: %o, %s', (error, rule) => {
    const live = { ...played(), end: null, error: { ...error, message: 'The engine said so' } }
    const failed = judgeGames(games({ live })).filter(({ status }) => status === 'fail')
    expect(failed).toMatchObject([{ rule, found: 'Fox against Ice Climbers on Battlefield: The engine said so' }])
  })

  test('a failure in the second game of a process is one of resting alone', () => {
    const error = { during: 'start', failure: 'exit', message: 'The engine ended' } as const
    const second = { ...played(), start: null, frames: [], end: null, error }
    const failed = judgeGames(games({ second, again: played() })).filter(({ status }) => status === 'fail')
    expect(failed).toMatchObject([{ rule: 'rest', found: 'The engine ended' }])
  })
})

test.each([
  ['failed', 'pass'],
  ['exit', 'pass'],
  ['answer', 'fail'],
  [null, 'fail'],
] as const)('a request that an engine cannot read is refused: %s, %s', (failure, status) => {
  const reaction = failure === null ? null : new EngineError(failure, 'The engine said so')
  const one = { rule: 'version', what: 'a start of version 2', hasStarted: true, reaction } as const
  expect(judgeProvocations([one])).toMatchObject([{ rule: 'version', status }])
  expect(judgeProvocations([{ ...one, hasStarted: false }])).toMatchObject([{ status: 'not tried' }])
})

test('the document lists every rule, in this order', () => {
  const text = readFileSync('docs/engine-protocol.md', 'utf8')
  const table = text.slice(text.indexOf('### Check it'), text.indexOf('### What an adapter does'))
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w-]+)`/g)].map(([, rule]) => rule))
  expect(named).toEqual(Object.keys(ENGINE_RULES))
})
