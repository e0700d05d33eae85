/** What is concluded from a bot's wire, without one: events with made-up times, as a watched match reports them. */
import { readFileSync } from 'node:fs'
import { encodePad, NEUTRAL } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { readFacts, type MatchEvent } from './facts.ts'
import { judgeDeployCheck, judgeStrangers } from './judge-door.ts'
import { judgePads } from './judge-pads.ts'
import { judgePick } from './judge-pick.ts'
import { judgeSocket } from './judge-socket.ts'
import { RULES, type RuleName } from './rules.ts'
import { inOrder } from './verdicts.ts'

const FRAME_MS = 1000 / 60
const PICK_MS = 10_000
const GAME_AT = 100
const CUT = 300
const END = 420
const OK = { ok: true, received: '200 OK with "pong"', ms: 1 }

interface Bot {
  /** When the pad for a frame comes, against its poll; null where none does. */
  readonly pad?: (poll: number) => number | null
  readonly bytes?: (frame: number) => Uint8Array
  /** How late this machine is with a poll. */
  readonly lateMs?: (poll: number) => number
  readonly redialMs?: number
  readonly more?: readonly MatchEvent[]
}

const polledAt = (poll: number): number => GAME_AT + poll * FRAME_MS
const frameAt = (poll: number): number => FIRST_FRAME + poll

/** A match as the check plays it. */
function played({ pad = () => -30, bytes = padOf, lateMs = () => 0, redialMs = 255, more = [] }: Bot): MatchEvent[] {
  const events: MatchEvent[] = [
    { kind: 'opened', at: 0 },
    { kind: 'pong', at: 5 },
    { kind: 'text', at: 20, text: '{}' },
    { kind: 'started', at: 90, drawn: null },
    { kind: 'cut', at: polledAt(CUT) + 1 },
    { kind: 'closed', at: polledAt(CUT) + 2, code: 1006 },
    { kind: 'opened', at: polledAt(CUT) + redialMs },
    { kind: 'game-end', at: polledAt(END) + 1 },
    { kind: 'closed', at: polledAt(END) + 3, code: 1000 },
    ...more,
  ]
  for (let poll = 0; poll <= END; poll++) {
    events.push({ kind: 'poll', at: polledAt(poll) + lateMs(poll), frame: frameAt(poll) })
    const beforeMs = pad(poll)
    const at = beforeMs === null ? null : polledAt(poll) + beforeMs
    // On the wire between two sockets nothing comes.
    if (at === null || (at > polledAt(CUT) && at < polledAt(CUT) + redialMs)) continue
    events.push({ kind: 'binary', at: Math.max(at, 25), bytes: bytes(frameAt(poll)) })
  }
  return events.toSorted((one, other) => one.at - other.at)
}

const padOf = (frame: number): Uint8Array => encodePad({ frame, ...NEUTRAL })

function verdictsOn(bot: Bot, pings = { inMatch: OK, afterGameEnd: OK }) {
  const facts = readFacts(played(bot))
  return [...judgePick(facts, PICK_MS), ...judgePads(facts), ...judgeSocket(facts, pings)]
}

const broken = (bot: Bot) =>
  Object.fromEntries(
    verdictsOn(bot).flatMap(({ rule, status, found }) => (status === 'pass' ? [] : [[rule, `${status}: ${found}`]])),
  )

describe('pads', () => {
  test('of a bot that keeps its lead break no rule, early or at the last moment', () => {
    for (const ms of [-49, -0.5]) expect(broken({ pad: () => ms })).toEqual({})
  })

  test('a frame in a hundred may be missed by chance', () => {
    expect(broken({ pad: (poll) => (poll === 50 || poll === 250 ? 1 : -30) })).toEqual({})
    expect(broken({ pad: (poll) => (poll % 20 === 0 && poll > 0 ? 1 : -30) })).toEqual({
      'pads-in-time': expect.stringMatching(
        /^fail: \d+ of \d+ frames, a pad 30 ms .* -1 ms; \d+ pads came after the poll$/,
      ),
    })
  })

  test('that are planned far ahead are no pauses', () => {
    // A second's worth at once.
    expect(broken({ pad: (poll) => -30 - (poll % 60) * FRAME_MS, redialMs: 10 })).toEqual({})
  })

  test('that never come are told from those that come late', () => {
    expect(broken({ pad: (poll) => (poll % 4 === 3 ? null : -30) })['pads-in-time']).toMatch(
      /^fail: .*; for frames -120, -116, -112, \.\.\. no pad came$/,
    )
  })

  test('held up by this machine are no pause of the bot', () => {
    const end = polledAt(206)
    const lateMs = (poll: number) => (poll >= 200 && poll <= 206 ? end - polledAt(poll) : 0)
    const pad = (poll: number) => (poll >= 200 ? Math.max(-30, end + 1 - polledAt(poll)) : -30)
    expect(broken({ pad, lateMs })).toEqual({})
    expect(broken({ pad })).toEqual({
      steady: expect.stringMatching(/^warning: 1 pause, the longest of 1\d\d ms; 7 frames missed$/),
    })
  })

  test('in the other byte order leave no other rule to be judged', () => {
    const reversed = (frame: number) => {
      const bytes = padOf(frame)
      bytes.subarray(0, 4).reverse()
      return bytes
    }
    expect(broken({ bytes: reversed })).toMatchObject({
      'byte-order': expect.stringMatching(/^fail: \d+ of \d+ pads make sense in the other byte order only$/),
      'pads-in-time': 'not tried: see byte-order',
    })
  })

  test('numbered from before the first frame are no frames of the game', () => {
    expect(broken({ bytes: (frame) => padOf(frame - 1000) })).toMatchObject({
      'pad-window': expect.stringMatching(/^fail: \d+ pads for a frame before -123$/),
      'first-pads': 'not tried: see pad-window',
    })
  })

  test('a few that are too long do not hide when the others come', () => {
    const bytes = (frame: number) => (frame % 60 === 0 ? new Uint8Array(13) : padOf(frame))
    expect(broken({ bytes })).toMatchObject({
      'pad-size': expect.stringMatching(/^fail: \d binary messages of another length, the last one of 13 bytes$/),
    })
  })
})

describe('the pick', () => {
  const answered = (drawn: Extract<MatchEvent, { kind: 'started' }>['drawn'], texts: number[]) => {
    const events = played({}).filter(({ kind }) => kind !== 'text' && kind !== 'started')
    const facts = readFacts([
      ...events.slice(0, 1),
      ...texts.map((at) => ({ kind: 'text', at, text: '' }) as const),
      { kind: 'started', at: 90, drawn },
      ...events.slice(1),
    ])
    return Object.fromEntries(judgePick(facts, PICK_MS).map(({ rule, status, found }) => [rule, `${status}: ${found}`]))
  }

  test('that is wrong is quoted; one that is missing, or no text, is named', () => {
    expect(answered({ kind: 'invalid', received: 'Fox', mistake: 'it is not JSON' }, [20])).toMatchObject({
      'pick-in-time': 'pass: after 0.02 s of 10.0 s',
      'pick-valid': 'fail: "Fox": it is not JSON',
    })
    expect(answered({ kind: 'late' }, [])).toMatchObject({
      'pick-in-time': 'fail: no answer came; 10.0 s are allowed',
      'pick-valid': 'not tried: there was no answer',
    })
    expect(answered({ kind: 'binary', length: 40 }, [])).toMatchObject({
      'pick-valid': 'fail: a binary message of 40 bytes in place of a text',
    })
    expect(answered({ kind: 'dropped' }, [])).toMatchObject({
      'pick-in-time': 'fail: the socket was closed before the answer',
    })
  })
})

describe('sockets', () => {
  test('a redial that the bot refuses, or does not answer, or answers with late pads', () => {
    expect(broken({ pad: (poll) => (poll > CUT ? null : -30) })).toEqual({
      reconnect: 'fail: no pad came on the new socket',
    })
    expect(broken({ pad: (poll) => (poll > CUT ? 40 : -30) })['reconnect']).toBe(
      'fail: 0% of the pads landed on the new socket',
    )
  })

  test('a bot that has fallen silent before is not blamed for the redial', () => {
    expect(broken({ pad: (poll) => (poll > 100 ? null : -30) })).toEqual({
      steady: expect.stringMatching(/^fail: 1 pause, the longest of 3\d\d\d ms; \d+ frames missed$/),
      reconnect: 'not tried: the bot had stopped before, see steady',
    })
  })

  test('a new socket that the arena drops for a limit at once says nothing about the redial', () => {
    const dropped: readonly MatchEvent[] = [
      { kind: 'fault', at: polledAt(CUT) + 280, why: 'Max payload size exceeded' },
      { kind: 'closed', at: polledAt(CUT) + 281, code: 1009 },
    ]
    expect(broken({ pad: (poll) => (poll > CUT + 20 ? null : -30), more: dropped })).toMatchObject({
      limits: 'fail: the arena dropped the socket: Max payload size exceeded',
      reconnect: 'not tried: the arena dropped the new socket as well, see limits',
    })
  })

  test('one that the bot ends itself is told from the one that was cut', () => {
    const own: readonly MatchEvent[] = [
      { kind: 'closed', at: polledAt(50), code: 1011 },
      { kind: 'opened', at: polledAt(50) + 1 },
    ]
    expect(broken({ more: own })['stays-open']).toBe('fail: the bot ended it at frame -74, with code 1011')
  })

  test('a bot that is gone after Game End is not asked for its close frame', () => {
    const afterGameEnd = { ok: false, received: 'connection refused', ms: 1 }
    const verdicts = verdictsOn({}, { inMatch: OK, afterGameEnd })
    expect(verdicts.filter(({ status }) => status !== 'pass').map(({ rule, status }) => [rule, status])).toEqual([
      ['close', 'not tried'],
      ['after-game-end', 'fail'],
    ])
  })
})

describe('the door', () => {
  test('of upgrades that no arena makes, those that the bot accepts are listed', () => {
    const no = { ok: false, received: 'answered 401 Unauthorized; 101 is expected', ms: 1 }
    const strangers = { otherKey: no, otherMatch: OK, unsigned: no, old: OK }
    expect(judgeStrangers(strangers)).toMatchObject([
      { rule: 'signature', status: 'warning', found: 'accepts an upgrade with the signature of another match' },
      { rule: 'timestamp', status: 'not tried' },
    ])
    expect(judgeStrangers({ ...strangers, otherMatch: no })).toMatchObject([
      { status: 'pass' },
      { rule: 'timestamp', status: 'warning' },
    ])
  })

  test('a redirect has a rule of its own, whichever step meets it', () => {
    const step = (name: 'ping' | 'upgrade', ok: boolean, received: string) => ({ name, ok, sent: '', received, ms: 1 })
    expect(judgeDeployCheck([step('ping', false, 'answered 302 Found; 200 is expected')])).toMatchObject([
      { rule: 'no-redirect', status: 'fail', advice: expect.stringContaining('Redirects are not followed') },
    ])
    const upgrade = step('upgrade', false, 'answered 308 Permanent Redirect; 101 is expected')
    expect(judgeDeployCheck([step('ping', true, 'pong'), upgrade])).toMatchObject([
      { rule: 'no-redirect', status: 'fail' },
      { rule: 'ping', status: 'pass' },
    ])
  })
})

test('a report has every rule once, in order; what was not come to says why', () => {
  const rules = Object.keys(RULES) as RuleName[]
  const report = inOrder(RULES, [{ rule: 'ping', status: 'pass', found: '' }], 'it ended before')
  expect(report.map(({ rule }) => rule)).toEqual(rules)
  expect(report[0]).toEqual({ rule: 'address', status: 'not tried', found: 'it ended before' })
})

test('the guide lists every rule, in this order', () => {
  const guide = readFileSync('docs/writing-a-bot.md', 'utf8')
  const table = guide.slice(guide.indexOf('### Check every rule'), guide.indexOf('### How much network'))
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w-]+)`/g)].map(([, rule]) => rule))
  expect(named).toEqual(Object.keys(RULES))
})
