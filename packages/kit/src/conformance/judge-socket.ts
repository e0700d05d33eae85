/** What a bot does with its socket: limits, a redial, the end. Pure. */
import type { Probe } from '@arena/host'
import type { Facts } from './facts.ts'
import { judgedPolls, SETTLE_MS } from './judge-pads.ts'
import type { Verdict } from './rules.ts'
import { fail, notTried, pass, warn } from './verdicts.ts'

/** As a host has it. */
const MOST_MESSAGES = 1000
/** From here on the arena's own end of the socket has been cut, for want of an answer. */
const CLOSE_MS = 1900
/** The share of the polls on the new socket that has to have a pad. */
const ENOUGH = 0.8

export interface LaterPings {
  readonly inMatch: Probe | null
  readonly afterGameEnd: Probe | null
}

export function judgeSocket(facts: Facts, { inMatch, afterGameEnd }: LaterPings): Verdict[] {
  if (facts.start === null) return []
  const limits = judgeLimits(facts)
  return [
    judgePings(facts),
    limits,
    judgeOpen(facts, limits.status === 'fail'),
    inMatch === null
      ? notTried('ping-in-match', 'the game was over before')
      : inMatch.ok
        ? pass('ping-in-match', `after ${Math.round(inMatch.ms)} ms`)
        : warn(
            'ping-in-match',
            inMatch.received,
            'The arena pings a bot when its URL is changed, also while it plays: answer requests beside the match.',
          ),
    judgeReconnect(facts, limits.status === 'fail'),
    judgeClose(facts, afterGameEnd),
    judgeEnd(afterGameEnd),
  ]
}

function judgePings({ pongs, polls }: Facts): Verdict {
  if (pongs > 0) return pass('websocket-ping', 'they are answered')
  if (polls.length === 0) return notTried('websocket-ping', 'no frame was played')
  return fail(
    'websocket-ping',
    'no ping was answered',
    'The arena pings each socket every 5 seconds, and drops it when two are not answered. WebSocket libraries answer by themselves (RFC 6455, Pong) as long as the bot reads its socket.',
  )
}

function judgeLimits({ faults, mostMessagesInASecond }: Facts): Verdict {
  if (faults.length > 0) {
    return fail(
      'limits',
      `the arena dropped the socket: ${faults[0]!}`,
      'A message of a bot may have 4 KiB and 16 fragments, unmasked frames and compression are refused, and text has to be UTF-8.',
    )
  }
  if (mostMessagesInASecond > MOST_MESSAGES) {
    return fail(
      'limits',
      `${mostMessagesInASecond} messages in a second`,
      `The arena drops a socket with more than ${MOST_MESSAGES} messages in a second; one for each frame is enough.`,
    )
  }
  return pass('limits', `at most ${mostMessagesInASecond} messages in a second`)
}

/** A socket that was dropped for a limit is that rule's to say. */
function judgeOpen({ sockets, cutAt, gameEndAt, polls }: Facts, isDropped: boolean): Verdict {
  if (isDropped) return notTried('stays-open', 'see limits')
  const own = sockets.find(
    ({ openedAt, closedAt }) =>
      closedAt !== null &&
      (gameEndAt === null || closedAt < gameEndAt) &&
      (cutAt === null || closedAt < cutAt || openedAt > cutAt),
  )
  if (!own) return pass('stays-open', 'it does')
  const frame = polls.findLast(({ at }) => at < own.closedAt!)?.frame
  return fail(
    'stays-open',
    `the bot ended it ${frame === undefined ? 'before the first frame' : `at frame ${frame}`}, ${own.code === 1006 ? 'without a close frame' : `with code ${own.code}`}`,
    'The arena redials, but frames that are polled meanwhile are played neutral, and after 300 of them (5 seconds) the bot has lost. Its output should say why it ended the socket.',
  )
}

function judgeReconnect(facts: Facts, isDropped: boolean): Verdict {
  const { cutAt, sockets, refusedAfterCut, polls, pauses } = facts
  if (cutAt === null) return notTried('reconnect', 'the game was over before the socket was cut')
  const before = judgedPolls(facts).filter(({ at }) => at < cutAt)
  if (landedShare(before) < 0.5) return notTried('reconnect', 'too few pads landed before the socket was cut')
  if (pauses.some(({ until }) => until === cutAt))
    return notTried('reconnect', 'the bot had stopped before, see steady')
  const index = sockets.findIndex(({ openedAt }) => openedAt > cutAt)
  if (index === -1) {
    const why = refusedAfterCut.at(-1) ?? 'no answer'
    return fail(
      'reconnect',
      `the new socket was refused: ${why}`,
      'When a socket drops, the arena dials again, with the same x-arena-match. Accept that, also while the old socket seems to be open.',
    )
  }
  const { openedAt, heardAt } = sockets[index]!
  const after = polls.filter(({ socket, at }) => socket === index && at > (heardAt ?? openedAt) + SETTLE_MS)
  if (heardAt !== null && after.length === 0 && isDropped) {
    return notTried('reconnect', 'the arena dropped the new socket as well, see limits')
  }
  if (heardAt !== null && landedShare(after) >= ENOUGH) {
    return pass('reconnect', `the first pad comes ${Math.round(heardAt - openedAt)} ms after the new socket`)
  }
  return fail(
    'reconnect',
    heardAt === null
      ? 'no pad came on the new socket'
      : `${Math.round(100 * landedShare(after))}% of the pads landed on the new socket`,
    'The new socket begins with the first message again and continues with the current frame. There is no second pick request: keep what belongs to the match by x-arena-match, and answer frames at once.',
  )
}

const landedShare = (polls: readonly { readonly slackMs: number | null }[]): number =>
  polls.length === 0 ? 0 : polls.filter(({ slackMs }) => slackMs !== null && slackMs >= 0).length / polls.length

function judgeClose({ gameEndAt, sockets }: Facts, afterGameEnd: Probe | null): Verdict {
  const last = sockets.at(-1)
  if (gameEndAt === null || last === undefined) return notTried('close', 'the game did not end')
  if (last.closedAt !== null && last.closedAt < gameEndAt) return notTried('close', 'no socket was open at Game End')
  if (afterGameEnd?.ok === false) return notTried('close', 'see after-game-end')
  const afterMs = (last.closedAt ?? Infinity) - gameEndAt
  if (afterMs < CLOSE_MS) return pass('close', `after ${Math.round(afterMs)} ms`)
  return fail(
    'close',
    'the bot did not answer the close frame; the socket was cut after 2 s',
    'After Game End the arena sends a close frame (1000). WebSocket libraries answer it by themselves, as long as the bot reads its socket. A bot whose sockets never close runs out of them.',
  )
}

function judgeEnd(afterGameEnd: Probe | null): Verdict {
  if (afterGameEnd === null) return notTried('after-game-end', 'the game did not end')
  if (afterGameEnd.ok) return pass('after-game-end', 'the ping is answered')
  return fail(
    'after-game-end',
    `after Game End the ping fails: ${afterGameEnd.received}`,
    'The bot is asked for its next match within minutes, and a match that it does not join is lost. Game End (0x39) and the end of the socket must not end the program.',
  )
}
