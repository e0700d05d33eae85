/** How a bot joins a match and answers its pick. Pure. */
import { MODES } from '@arena/protocol'
import { count, plain } from '../words.ts'
import type { Facts } from './facts.ts'
import type { Verdict } from './rules.ts'
import { fail, notTried, pass, warn } from './verdicts.ts'

const ANSWER = '{"id": 0, "action": {"character": 0 to 25, "costume": 0 to 5}}'
const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`

export function judgePick(facts: Facts, pickMs: number): Verdict[] {
  return [judgeJoin(facts), ...judgeAnswer(facts, pickMs), judgeTexts(facts)]
}

function judgeJoin({ sockets, refused }: Facts): Verdict {
  if (sockets.length > 0)
    return pass('join', refused.length > 0 ? `at dial ${refused.length + 1}` : 'at the first dial')
  return fail(
    'join',
    `no socket was opened in ${MODES.live.dialMs / 1000} s: ${refused.at(-1) ?? 'no answer'}`,
    'The bot has accepted the upgrade of the deploy check, but not that of a match: x-arena-match then holds an id that begins with "match_". A bot that never connects forfeits.',
  )
}

function judgeAnswer({ start, answer, sockets }: Facts, pickMs: number): Verdict[] {
  if (sockets.length === 0) return []
  if (start === null)
    return [notTried('pick-in-time', 'the game did not begin'), notTried('pick-valid', 'the game did not begin')]
  const { drawn } = start
  const valid = (): Verdict =>
    answer === null
      ? notTried('pick-valid', 'there was no answer')
      : notTried('pick-valid', 'the answer came too late to be read')
  switch (drawn?.kind) {
    case undefined:
      return [
        pass('pick-in-time', `after ${seconds(answer!.afterMs)} of ${seconds(pickMs)}`),
        pass('pick-valid', 'it is valid'),
      ]
    case 'late': {
      const when = answer === null ? 'no answer came' : `the answer came after ${seconds(answer.afterMs)}`
      return [
        fail(
          'pick-in-time',
          `${when}; ${seconds(pickMs)} are allowed`,
          'A late pick is replaced by a random character. Answer before any slow work, such as loading a model: `deadlineMs` of the request says how long the arena waits.',
        ),
        valid(),
      ]
    }
    case 'dropped':
      return [
        fail(
          'pick-in-time',
          'the socket was closed before the answer',
          'The bot closes the socket of the match, or fails at the pick request: its output should say why.',
        ),
        valid(),
      ]
    case 'binary':
      return [
        notTried('pick-in-time', 'there was no text'),
        fail(
          'pick-valid',
          `a binary message of ${count(drawn.length, 'byte')} in place of a text`,
          `Send the answer as a text message: ${ANSWER}. Libraries send bytes as binary messages: give them a string.`,
        ),
      ]
    case 'invalid':
      return [
        pass('pick-in-time', answer === null ? 'in time' : `after ${seconds(answer.afterMs)} of ${seconds(pickMs)}`),
        fail(
          'pick-valid',
          plain(`${JSON.stringify(drawn.received)}: ${drawn.mistake}`),
          `The answer is ${ANSWER}; \`id\` is that of the request. Otherwise a random character is played.`,
        ),
      ]
  }
}

function judgeTexts({ laterTexts, answer }: Facts): Verdict {
  if (answer === null) return notTried('one-text', 'no text came at all')
  if (laterTexts === 0) return pass('one-text', 'one text, the answer')
  return warn(
    'one-text',
    `${laterTexts} more`,
    'The arena ignores text after the pick. If these are pads: a pad is a binary message.',
  )
}
