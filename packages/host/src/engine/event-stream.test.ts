import { describe, expect, test } from 'vitest'
import { EventStream, EventStreamError } from './event-stream.ts'

/** A stream of the least: Game Start of 2 bytes, Pre-Frame of 4, Game End of 6, Frame Start and Bookend of 4. */
const FIRST = Buffer.from('35' + '10' + '360002' + '370004' + '390006' + '3a0004' + '3c0004' + '36abcd', 'hex')
const frameEvents = (frame: number, inner = '3701020304') => {
  const number = Buffer.alloc(4)
  number.writeInt32BE(frame)
  return Buffer.from(`3a${number.toString('hex')}${inner}3c${number.toString('hex')}`, 'hex')
}
const LAST = Buffer.from('3902ff0001ffff', 'hex')

function begun(): EventStream {
  const stream = new EventStream()
  stream.first(FIRST)
  return stream
}

describe('a stream that is what it should be', () => {
  test('is let through message by message', () => {
    const stream = begun()
    stream.frame(frameEvents(-123), -123)
    stream.frame(frameEvents(-122, ''), -122)
    stream.last(LAST)
  })

  test('may hold a Gecko List behind Game Start', () => {
    const sizes = '35' + '16' + '360002' + '370004' + '390006' + '3a0004' + '3c0004' + '3d0000' + '100002'
    new EventStream().first(Buffer.from(`${sizes}36abcd` + '10aaaa' + '10bbbb' + '3d', 'hex'))
  })
})

describe('an engine that answers nonsense is found out', () => {
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a frame', frameEvents(-123)],
    ['sizes that are cut', FIRST.subarray(0, 9)],
    ['sizes of odd length', Buffer.from('350436000200', 'hex')],
    ['sizes without Game End', Buffer.from('350d' + '360002' + '370004' + '3a0004' + '3c0004' + '36abcd', 'hex')],
    ['no Game Start', FIRST.subarray(0, -3)],
    ['half a Game Start', FIRST.subarray(0, -1)],
    ['a frame behind it', Buffer.concat([FIRST, frameEvents(-123)])],
  ])('as first message: %s', (_what, bytes) => {
    expect(() => new EventStream().first(bytes)).toThrow(EventStreamError)
  })

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['another frame', frameEvents(-122)],
    ['no Frame Bookend', frameEvents(-123).subarray(0, -5)],
    ['half a Frame Bookend', frameEvents(-123).subarray(0, -1)],
    [
      'another frame’s Frame Bookend',
      Buffer.concat([frameEvents(-123).subarray(0, -5), frameEvents(-122).subarray(-5)]),
    ],
    ['events behind the Frame Bookend', Buffer.concat([frameEvents(-123), Buffer.from('3701020304', 'hex')])],
    ['two frames', Buffer.concat([frameEvents(-123), frameEvents(-123)])],
    ['an event that was not declared', frameEvents(-123, '3b01')],
    ['Game End inside the frame', frameEvents(-123, LAST.toString('hex'))],
    ['Game Start inside the frame', frameEvents(-123, '36abcd')],
  ])('as a frame: %s', (_what, bytes) => {
    expect(() => begun().frame(bytes, -123)).toThrow(EventStreamError)
  })

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a frame', frameEvents(0)],
    ['half a Game End', LAST.subarray(0, -1)],
    ['two Game Ends', Buffer.concat([LAST, LAST])],
  ])('as last message: %s', (_what, bytes) => {
    expect(() => begun().last(bytes)).toThrow(EventStreamError)
  })
})

describe('a stream that was cut', () => {
  const messages = [FIRST, frameEvents(-123), frameEvents(-122), frameEvents(-121), LAST]
  const whole = Buffer.concat(messages)

  test('anywhere keeps exactly its whole messages', () => {
    const ends = messages.map((_message, i) => Buffer.concat(messages.slice(0, i + 1)).length)
    for (let cut = FIRST.length - 3; cut <= whole.length; cut++) {
      const { length, ended } = new EventStream().whole(whole.subarray(0, cut))
      expect(length, `cut at ${cut}`).toBe(Math.max(0, ...ends.filter((end) => end <= cut)))
      expect(ended).toBe(cut === whole.length)
    }
  })

  test('is given the Game End of an aborted game: method 7, no initiator, no placements', () => {
    const stream = begun()
    const gameEnd = stream.abortedGameEnd()
    expect(Buffer.from(gameEnd).toString('hex')).toBe('3907ffffffffff')
    stream.last(gameEnd)
  })
})
