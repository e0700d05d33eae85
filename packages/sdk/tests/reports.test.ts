/** What a bot hears of its connection, and what it draws: a session without a socket. */
import { decodePad, type Pad } from '@arena/protocol'
import { DEBUG_PREFIX, EventWriter, readDebugLine } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { DebugPen, NO_DEBUG } from '../src/debug.ts'
import { stick } from '../src/controller.ts'
import type { Game } from '../src/game.ts'
import { Session, type Ended, type MissedPad, type Play, type Reconnect } from '../src/session.ts'
import { endMessage, firstMessage, frameMessage, pickRequest } from './fake-arena.ts'

const RIGHT = { rawJoystickX: 80 }

/** A bot that holds right, and what it heard, in order. */
function listener() {
  const heard: (readonly [string, number | MissedPad | Reconnect | Ended])[] = []
  const play: Play = {
    pick: () => ({ character: 2, costume: 0 }),
    frame: (game) => {
      heard.push(['frame', game.frame])
      return stick(1)
    },
    missed: (pad) => heard.push(['missed', pad]),
    reconnected: (reconnect) => heard.push(['reconnected', reconnect]),
    end: (ended) => heard.push(['end', ended]),
  }
  return { heard, play }
}

const unexpected = (error: unknown): never => {
  throw error
}

async function begin(play: Play): Promise<Session> {
  const session = new Session({ play, send: () => {}, lead: 'early', onError: unexpected })
  await session.text(JSON.stringify(pickRequest(0)))
  session.binary(firstMessage())
  return session
}

describe('missed pads', () => {
  test('a frame played neutral is reported before the bot sees it: late where pads were sent, absent where none was', async () => {
    const { heard, play } = listener()
    const session = await begin(play)
    session.binary(frameMessage(-123))
    session.binary(frameMessage(-122, [{ pre: RIGHT }, {}]))
    session.binary(frameMessage(-121))
    session.binary(frameMessage(-60))
    session.binary(frameMessage(-59, [{ pre: RIGHT }, {}]))
    expect(heard).toEqual([
      ['frame', -123],
      ['frame', -122],
      // Right was sent for it twice, and a pad at rest before the first frame.
      ['frame', -121],
      ['missed', { frame: -60, isLate: false, count: 1 }],
      ['frame', -60],
      ['frame', -59],
    ])
    session.binary(frameMessage(-58))
    expect(heard.slice(-2)).toEqual([
      ['missed', { frame: -58, isLate: true, count: 2 }],
      ['frame', -58],
    ])
  })

  test('an older pad that is played in place of a late one is no miss, and neither is a pad that the game changed', async () => {
    const { heard, play } = listener()
    let direction = 1
    const session = await begin({ ...play, frame: () => stick(direction) })
    session.binary(frameMessage(-123))
    session.binary(frameMessage(-122, [{ pre: RIGHT }, {}]))
    direction = -1
    session.binary(frameMessage(-121, [{ pre: RIGHT }, {}]))
    session.binary(frameMessage(-120, [{ pre: RIGHT }, {}]))
    session.binary(frameMessage(-119, [{ pre: { rawJoystickX: 33 } }, {}]))
    expect(heard).toEqual([])
  })
})

describe('reconnects', () => {
  test('the bot hears with the first frame on a new socket what it has not seen, and at the end how often', async () => {
    const { heard, play } = listener()
    const session = await begin(play)
    session.binary(frameMessage(-123))
    session.redialled({ send: () => {} })
    session.redialled({ send: () => {} })
    expect(heard).toHaveLength(1)
    session.binary(firstMessage())
    session.binary(frameMessage(40))
    session.binary(endMessage())
    expect(heard.slice(1)).toMatchObject([
      ['reconnected', { lastFrame: -123, frame: 40, count: 1 }],
      ['missed', { frame: 40, isLate: false, count: 1 }],
      ['frame', 40],
      ['end', { missed: 1, reconnects: 1, game: { frame: 40 } }],
    ])
  })

  test('a bot that was restarted hears that it came late', () => {
    const { heard, play } = listener()
    const session = new Session({ play, send: () => {}, lead: 'early', onError: unexpected })
    session.binary(firstMessage())
    session.binary(frameMessage(300))
    expect(heard).toEqual([['reconnected', { lastFrame: null, frame: 300, count: 1 }]])
  })

  test('what was known before stays known: the stage, and how long ago things were', async () => {
    const games: Game[] = []
    const session = await begin({ ...listener().play, frame: (game) => (games.push(game), {}) })
    session.binary(frameMessage(0, [{ post: { isAirborne: 1 } }, {}]))
    session.binary(frameMessage(1))
    session.redialled({ send: () => {} })
    session.binary(firstMessage())
    session.binary(frameMessage(51))
    expect(games.map(({ me }) => me.framesSince.landing)).toEqual([null, 0, 50])
  })
})

describe('the end', () => {
  const endOf = (gameEndMethod: number, lrasInitiatorIndex: number, places: [number, number]): Uint8Array => {
    const writer = new EventWriter()
    writer.gameEnd({ gameEndMethod, lrasInitiatorIndex, placements: [...places, -1, -1] })
    return writer.bytes()
  }

  test.each([
    ['by stocks', endOf(2, -1, [0, 1]), true],
    ['by forfeit', endOf(7, 1, [0, 1]), true],
    ['by a forfeit of both', endOf(7, -1, [0, 0]), true],
    ['as the arena gave the match up', endOf(7, -1, [-1, -1]), false],
  ])(
    'Play.end is called when the game has ended, not for a match that the arena gave up: %s',
    async (_, end, isEnded) => {
      const { heard, play } = listener()
      const session = await begin(play)
      session.binary(end)
      expect(heard.map(([hook]) => hook)).toEqual(isEnded ? ['end'] : [])
    },
  )
})

describe('what a bot fails at', () => {
  function failing(hooks: Partial<Play>) {
    const errors: string[] = []
    const pads: Pad[] = []
    const session = new Session({
      play: { pick: () => ({ character: 2, costume: 0 }), frame: () => stick(1), ...hooks },
      lead: 'fixed',
      send: (message) => typeof message !== 'string' && pads.push({ ...decodePad(message)! }),
      onError: (error) => errors.push(String(error)),
    })
    return { session, errors, pads }
  }

  test('what a hook rejects with later goes to onError, as what it throws', async () => {
    const reject = (name: string) => ((): unknown => Promise.reject(new Error(name))) as () => void
    const { session, errors } = failing({
      missed: reject('missed'),
      reconnected: reject('reconnected'),
      end: reject('end'),
      closed: reject('closed'),
    })
    await session.text(JSON.stringify(pickRequest(0)))
    session.binary(firstMessage())
    session.binary(frameMessage(-123))
    session.redialled({ send: () => {} })
    session.binary(firstMessage())
    session.binary(frameMessage(40))
    session.binary(endMessage())
    session.close()
    await Promise.resolve()
    await Promise.resolve()
    expect(errors).toEqual(['reconnected', 'missed', 'end', 'closed'].map((name) => `Error: ${name}`))
  })

  test('a frame that is answered with a promise is reported once as what it is', async () => {
    const { session, errors, pads } = failing({ frame: (async () => stick(1)) as unknown as Play['frame'] })
    await session.text(JSON.stringify(pickRequest(0)))
    session.binary(firstMessage())
    for (const frame of [-123, -122]) session.binary(frameMessage(frame))
    expect(errors).toEqual([
      'TypeError: frame gives a promise, but a frame has to be answered at once: the last answer is repeated',
    ])
    expect(pads.map(({ frame }) => frame)).toEqual([-123, -122, -121, -120, -119])
  })

  test('an answer that no controller can give is one error, and the one before is repeated', async () => {
    const { session, errors, pads } = failing({
      frame: ({ frame }) => (frame === -122 ? stick(Number.NaN) : stick(1)),
    })
    await session.text(JSON.stringify(pickRequest(0)))
    session.binary(firstMessage())
    for (const frame of [-123, -122]) session.binary(frameMessage(frame))
    expect(errors).toEqual(['RangeError: stickX is an integer from 0 to 255, not NaN'])
    expect(pads.slice(3).map(({ frame, stickX }) => [frame, stickX])).toEqual([
      [-120, 208],
      [-119, 208],
    ])
  })
})

describe('debug', () => {
  function drawing(draw: (game: Game) => void) {
    const written: string[] = []
    const complaints: string[] = []
    const pads: number[] = []
    const pen = new DebugPen(
      (lines) => written.push(`${pads.length}:${lines}`),
      (error) => complaints.push((error as Error).message),
    )
    const session = new Session({
      play: { pick: () => ({ character: 2, costume: 0 }), frame: (game) => (draw(game), {}) },
      send: () => pads.push(0),
      lead: 'early',
      onError: unexpected,
      debug: pen,
    })
    session.binary(firstMessage())
    return { session, written, complaints }
  }

  test('each mark is a line with its frame, written once the pads of the frame are on their way', async () => {
    const { session, written, complaints } = drawing(({ me, opponent, debug }) => {
      debug.line(me, opponent, { colour: 'cyan' })
      debug.text({ screen: [0.5, 0.1] }, 'approach')
      debug.circle(opponent, 12, { colour: '#f80', isFilled: true })
      debug.point({ x: 1, y: 2 })
      debug.log('a thought')
      debug.chance(0.73)
    })
    await session.text(JSON.stringify(pickRequest(0)))
    session.binary(frameMessage(-123))
    expect(complaints).toEqual([])
    // The answer to the pick, pads for the first three frames, pads for the next three.
    expect(written).toHaveLength(1)
    const [sent, lines] = [written[0]!.slice(0, 2), written[0]!.slice(2)]
    expect(sent).toBe('7:')
    expect(
      lines
        .trimEnd()
        .split('\n')
        .map((line) => readDebugLine(line, 0)),
    ).toEqual([
      { frame: -123, kind: 'line', from: [-30, 0], to: [30, 0], colour: 'cyan' },
      { frame: -123, kind: 'text', at: { screen: [0.5, 0.1] }, text: 'approach' },
      { frame: -123, kind: 'circle', at: [30, 0], radius: 12, isFilled: true, colour: '#f80' },
      { frame: -123, kind: 'point', at: [1, 2] },
      { frame: -123, kind: 'log', text: 'a thought' },
      { frame: -123, kind: 'chance', chance: 0.73 },
    ])
    expect(lines.startsWith(DEBUG_PREFIX)).toBe(true)
  })

  test('a mark that breaks a rule is reported once, in words, and the others are kept', async () => {
    const { session, written, complaints } = drawing(({ debug }) => {
      debug.point({ x: Number.NaN, y: 0 })
      debug.point({ x: 0, y: 0 })
    })
    await session.text(JSON.stringify(pickRequest(0)))
    session.binary(frameMessage(-123))
    session.binary(frameMessage(-122))
    expect(complaints).toEqual(['debug.point: "at" is [x, y] in game units, from -10000 to 10000'])
    expect(written).toHaveLength(2)
  })

  test('more marks than a frame may have are not kept', async () => {
    const { session, written, complaints } = drawing(({ debug }) => {
      for (let i = 0; i < 300; i++) debug.point({ x: i, y: 0 })
    })
    await session.text(JSON.stringify(pickRequest(0)))
    session.binary(frameMessage(-123))
    expect(written[0]!.trimEnd().split('\n')).toHaveLength(200)
    expect(complaints).toEqual(['More than 200 debug marks on a frame: the rest is not kept'])
  })

  test('where nobody keeps marks, as on the ladder, a bot that draws runs and nothing is written', async () => {
    const seen: boolean[] = []
    const session = await begin({
      ...listener().play,
      frame: ({ me, debug }) => {
        seen.push(debug.isOn)
        debug.point(me)
        debug.text(me, 'hello')
        debug.line(me, me)
        debug.circle(me, 1)
        debug.log('hello')
        return {}
      },
    })
    session.binary(frameMessage(-123))
    expect(seen).toEqual([false])
    expect(NO_DEBUG.point({ x: 0, y: 0 })).toBeUndefined()
  })
})
