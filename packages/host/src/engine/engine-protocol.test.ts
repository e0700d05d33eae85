import { describe, expect, test } from 'vitest'
import {
  ANSWER,
  AnswerWriter,
  createAnswer,
  createStep,
  decodeAnswer,
  decodeEnd,
  decodeStart,
  decodeStep,
  emptyStep,
  encodeEnd,
  encodeFailure,
  encodeStart,
  EngineProtocolError,
  failureText,
  LENGTH_BYTES,
  setStepFrame,
  STEP_PADS_OFFSET,
  type EndReason,
  type EngineStart,
} from './engine-protocol.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const body = (message: Uint8Array) => message.subarray(LENGTH_BYTES + 1)

function written(type: number, played: Parameters<AnswerWriter['write']>[1], events: Uint8Array): Uint8Array {
  const writer = new AnswerWriter()
  const length = writer.write(type, played, events)
  return writer.bytes.subarray(0, length)
}

const START: EngineStart = {
  version: 1,
  seed: '0f'.repeat(32),
  stage: 31,
  players: [
    { character: 2, costume: 1, name: 'Waveland' },
    { character: 20, costume: 5, name: 'Ǝdgeguard' },
  ],
}

describe('the host’s messages', () => {
  test('start is JSON behind a length and a type, and reads back', () => {
    const message = encodeStart(START)
    expect(new DataView(message.buffer).getUint32(0, true)).toBe(message.length - 4)
    expect(message[4]).toBe(1)
    expect(decodeStart(body(message))).toEqual(START)
  })

  test('step is laid out as documented', () => {
    const step = createStep()
    setStepFrame(step, -123)
    step.set([0x01, 0x10, 1, 2, 3, 4, 5, 6], STEP_PADS_OFFSET[0])
    step.set([0x02, 0x20, 7, 8, 9, 10, 11, 12], STEP_PADS_OFFSET[1])
    expect(hex(step)).toBe('15000000' + '02' + '85ffffff' + '0110010203040506' + '0220070809' + '0a0b0c')
    const read = emptyStep()
    decodeStep(body(step), read)
    expect(read).toEqual({
      frame: -123,
      pads: [
        { buttons: 0x1001, stickX: 1, stickY: 2, cstickX: 3, cstickY: 4, l: 5, r: 6 },
        { buttons: 0x2002, stickX: 7, stickY: 8, cstickX: 9, cstickY: 10, l: 11, r: 12 },
      ],
    })
  })

  test.each<[string, EndReason]>([
    ['0200000003' + '00', { kind: 'natural' }],
    ['0200000003' + '01', { kind: 'forfeit', port: 0 }],
    ['0200000003' + '02', { kind: 'forfeit', port: 1 }],
    ['0200000003' + '03', { kind: 'forfeit', port: null }],
    ['0200000003' + '04', { kind: 'aborted' }],
  ])('end %s', (bytes, reason) => {
    expect(hex(encodeEnd(reason))).toBe(bytes)
    expect(decodeEnd(body(encodeEnd(reason)))).toEqual(reason)
  })

  test.each<[string, unknown]>([
    ['another version', { ...START, version: 2 }],
    ['a short seed', { ...START, seed: '0f' }],
    ['a stage that is no number', { ...START, stage: '31' }],
    ['one player', { ...START, players: START.players.slice(0, 1) }],
    ['a player without a name', { ...START, players: [START.players[0], { character: 1, costume: 0 }] }],
    ['nothing', null],
  ])('an engine refuses a start with %s', (_what, start) => {
    expect(() => decodeStart(new TextEncoder().encode(JSON.stringify(start)))).toThrow(EngineProtocolError)
  })

  test('an engine refuses what is no start, step or end at all', () => {
    expect(() => decodeStart(new TextEncoder().encode('{"version"'))).toThrow(EngineProtocolError)
    expect(() => decodeStep(new Uint8Array(19), emptyStep())).toThrow(EngineProtocolError)
    expect(() => decodeEnd(Uint8Array.of(5))).toThrow(EngineProtocolError)
    expect(() => decodeEnd(new Uint8Array(0))).toThrow(EngineProtocolError)
  })
})

describe('the engine’s answers', () => {
  const played = {
    frame: 5000,
    ending: { method: 'stocks', winner: 1 } as const,
    players: [
      { stocks: 0, character: 7, percent: 999, x: -1.5, y: 300.25 },
      { stocks: 3, character: 19, percent: 0, x: 68.5, y: -0 },
    ] as const,
  }

  test('are laid out as documented', () => {
    const message = written(ANSWER.stepped, played, Uint8Array.of(0x3a, 0x3c))
    expect(hex(message)).toBe(
      '21000000' +
        '82' +
        '88130000' +
        '01' +
        '01' +
        '0007e703' +
        '0000c0bf' +
        '00209643' +
        '03130000' +
        '00008942' +
        '00000080' +
        '3a3c',
    )
  })

  test('read back', () => {
    const message = written(ANSWER.stepped, played, Uint8Array.of(0x3a, 0x3c))
    const answer = decodeAnswer(message.subarray(LENGTH_BYTES), createAnswer())
    expect(answer).toEqual({ type: 0x82, ...played, ending: 'stocks', winner: 1, events: Uint8Array.of(0x3a, 0x3c) })
  })

  test('one writer writes them all, however long', () => {
    const writer = new AnswerWriter()
    const long = new Uint8Array(10_000).fill(0x36)
    expect(writer.write(ANSWER.started, played, long)).toBe(5 + 30 + 10_000)
    expect(writer.bytes.subarray(35, 10_035)).toEqual(long)
    const length = writer.write(ANSWER.stepped, played, Uint8Array.of(0x3a))
    expect(hex(writer.bytes.subarray(0, length))).toBe(hex(written(ANSWER.stepped, played, Uint8Array.of(0x3a))))
  })

  test('every truncation, and every value out of range, is refused', () => {
    const message = written(ANSWER.stepped, played, new Uint8Array(0)).subarray(LENGTH_BYTES)
    for (let length = 0; length < message.length; length++) {
      expect(() => decodeAnswer(message.subarray(0, length), createAnswer())).toThrow(EngineProtocolError)
    }
    for (const [offset, value] of [
      [0, 0x02], // type
      [5, 3], // ending
      [6, 2], // winner
      [14, 0x7f], // x of port 0: infinite
    ] as const) {
      const spoilt = message.slice()
      spoilt[offset] = value
      if (offset === 14) spoilt[13] = 0x80
      expect(() => decodeAnswer(spoilt, createAnswer()), `byte ${offset}`).toThrow(EngineProtocolError)
    }
  })

  test('Stocks: a player has 0 to 4 of them', () => {
    const answer = (stocks: number) => {
      const players = [played.players[0], { ...played.players[1], stocks }] as const
      return decodeAnswer(
        written(ANSWER.stepped, { ...played, players }, new Uint8Array(0)).subarray(4),
        createAnswer(),
      )
    }
    expect([1, 4].map((stocks) => answer(stocks).players[1].stocks)).toEqual([1, 4])
    for (const stocks of [5, 255]) {
      expect(() => answer(stocks)).toThrow(new EngineProtocolError(`a player has ${stocks} stocks, more than 4`))
    }
  })

  test('a percent is 0 to 999, as the game shows it', () => {
    const answer = (percent: number) => {
      const players = [played.players[0], { ...played.players[1], percent }] as const
      return decodeAnswer(
        written(ANSWER.stepped, { ...played, players }, new Uint8Array(0)).subarray(4),
        createAnswer(),
      )
    }
    expect(answer(999).players[1].percent).toBe(999)
    expect(() => answer(1000)).toThrow(new EngineProtocolError('a player has 1000 %, more than 999'))
  })

  describe('the winner is consistent with the stocks', () => {
    const standing = (method: 'stocks' | 'time' | null, winner: 0 | 1 | null, ...stocks: readonly [number, number]) => {
      const players = [
        { ...played.players[0], stocks: stocks[0] },
        { ...played.players[1], stocks: stocks[1] },
      ] as const
      const bytes = written(
        ANSWER.stepped,
        { ...played, ending: method && { method, winner }, players },
        new Uint8Array(0),
      )
      return () => decodeAnswer(bytes.subarray(LENGTH_BYTES), createAnswer())
    }

    test('the last one with a stock wins; both lost on one frame are a draw; on time anyone may', () => {
      for (const answer of [
        standing('stocks', 0, 1, 0),
        standing('stocks', 1, 0, 4),
        standing('stocks', null, 0, 0),
        standing('time', 1, 2, 2),
        standing('time', null, 2, 2),
        standing(null, null, 0, 3),
      ]) {
        expect(answer).not.toThrow()
      }
    })

    test.each([
      [0, 1, 1, 'port 0 wins by stocks with 1 to 1'],
      [0, 0, 1, 'port 0 wins by stocks with 0 to 1'],
      [1, 2, 0, 'port 1 wins by stocks with 2 to 0'],
      [1, 0, 0, 'port 1 wins by stocks with 0 to 0'],
      [null, 3, 0, 'nobody wins by stocks with 3 to 0'],
      [null, 4, 4, 'nobody wins by stocks with 4 to 4'],
    ] as const)('winner %s with %i to %i stocks is refused', (winner, first, second, why) => {
      expect(standing('stocks', winner, first, second)).toThrow(new EngineProtocolError(why))
    })

    test('a winner of a running game is refused', () => {
      const bytes = written(ANSWER.stepped, { ...played, ending: null }, new Uint8Array(0))
      bytes[LENGTH_BYTES + 6] = 1
      expect(() => decodeAnswer(bytes.subarray(LENGTH_BYTES), createAnswer())).toThrow(
        /port 1 wins a game that continues/,
      )
    })
  })

  test('failed carries a text, which is cut', () => {
    expect(failureText(encodeFailure('no such stage').subarray(LENGTH_BYTES))).toBe('no such stage')
    expect(failureText(encodeFailure('x'.repeat(10_000)).subarray(LENGTH_BYTES))).toHaveLength(2000)
    expect(failureText(Uint8Array.of(ANSWER.stepped))).toBeNull()
  })
})
