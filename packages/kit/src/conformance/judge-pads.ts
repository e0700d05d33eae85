/** The pads of a bot, against the pad timing rules. Pure. */
import { MODES } from '@arena/protocol'
import { FIRST_FRAME } from '@arena/slp'
import { PAUSE_MS, type Facts, type Pause, type Poll } from './facts.ts'
import type { Verdict } from './rules.ts'
import { fail, notTried, pass, warn } from './verdicts.ts'

const { inputDelayFrames, frameMs, padWindow } = MODES.live
/** Frames whose pads are sent before there is anything to answer. */
const FIRST_PADS = 1 + inputDelayFrames

/** Above this share of missed pads a bot does not keep up; below it, that may be chance. */
const MANY_MISSED = 0.01
/** Pauses: one may be chance, if it is short. */
const LONG_PAUSE_MS = 500

/** From the first pad on a socket that was opened in the game, until each frame has one. */
export const SETTLE_MS = 500

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

export function judgePads(facts: Facts): Verdict[] {
  const { start, sizes } = facts
  if (start === null) return []
  const forms = [judgeSize(facts), judgeOrder(facts), judgeWindow(facts), judgeValues(facts)]
  const broken = forms.find(({ status }) => status === 'fail')
  // Where most pads are none, nothing is known of their time.
  if (broken && 2 * usable(facts) < sizes.right + sizes.wrong) {
    const untried = (['first-pads', 'pads-in-time', 'steady'] as const).map((rule) =>
      notTried(rule, `see ${broken.rule}`),
    )
    return [...forms, ...untried]
  }
  return [...forms, judgeFirst(facts), judgeTiming(facts), judgePauses(facts)]
}

const usable = ({ sizes: { right }, frames: { reversed, tooFar, tooLow } }: Facts): number =>
  right - reversed - tooFar - tooLow

function judgeSize({ sizes: { right, wrong, lastWrong } }: Facts): Verdict {
  if (wrong === 0) return right > 0 ? pass('pad-size', count(right, 'pad')) : notTried('pad-size', 'no pad came')
  return fail(
    'pad-size',
    `${count(wrong, 'binary message')} of another length, the last one of ${count(lastWrong, 'byte')}`,
    'A pad is exactly 12 bytes: i32 frame, u16 buttons, then one byte each for both sticks (x, y) and L and R. Any other binary message is ignored, and the frame is played neutral.',
  )
}

function judgeOrder({ sizes, frames: { reversed } }: Facts): Verdict {
  if (sizes.right === 0) return notTried('byte-order', 'no pad came')
  if (2 * reversed < sizes.right) return pass('byte-order', 'the frames are those of the game')
  return fail(
    'byte-order',
    `${reversed} of ${count(sizes.right, 'pad')} make sense in the other byte order only`,
    'Frame and buttons of a pad are little-endian, although numbers in the stream are big-endian. DataView: setInt32(0, frame, true); struct of Python: "<iH6B".',
  )
}

function judgeWindow({ sizes, frames: { tooFar, tooLow, reversed } }: Facts): Verdict {
  if (sizes.right === 0) return notTried('pad-window', 'no pad came')
  if (2 * reversed >= sizes.right) return notTried('pad-window', 'see byte-order')
  if (tooFar === 0 && tooLow === 0) return pass('pad-window', `within ${padWindow} frames of the last poll`)
  const found = [
    ...(tooFar > 0 ? [`${count(tooFar, 'pad')} for a frame further ahead`] : []),
    ...(tooLow > 0 ? [`${count(tooLow, 'pad')} for a frame before ${FIRST_FRAME}`] : []),
  ]
  return fail(
    'pad-window',
    found.join(', '),
    `Such pads are ignored. A pad is for a frame that is not polled yet, at most ${padWindow} past the last poll. Frames are numbered as in the stream: ${FIRST_FRAME} is the first.`,
  )
}

function judgeValues({ sizes, values: { unknownButtons, cornered }, frames: { reversed } }: Facts): Verdict {
  if (sizes.right === 0) return notTried('pad-values', 'no pad came')
  if (2 * reversed >= sizes.right) return notTried('pad-values', 'see byte-order')
  if (cornered > 0.9 * sizes.right) {
    return warn(
      'pad-values',
      `both sticks at 0, 0 in ${cornered} of ${count(sizes.right, 'pad')}`,
      'The centre of a stick is 128; 0 holds it fully to the left and down. Neutral is buttons 0, all sticks 128, triggers 0.',
    )
  }
  if (unknownButtons > 0) {
    return warn(
      'pad-values',
      `${count(unknownButtons, 'pad')} with buttons that a controller does not have`,
      'Buttons are the physical layout of the pad table, little-endian: A is 0x0100, B 0x0200. The other bits mean nothing.',
    )
  }
  return pass('pad-values', 'sticks and buttons are those of a controller')
}

/** After a pick that came too late, the game has begun without them. */
function judgeFirst({ polls, start }: Facts): Verdict {
  if (start!.drawn?.kind === 'late') return notTried('first-pads', 'see pick-in-time')
  const first = polls.slice(0, FIRST_PADS)
  if (first.length < FIRST_PADS) return notTried('first-pads', 'the game was over before')
  const missing = first.filter((poll) => !hasLanded(poll))
  if (missing.length === 0) return pass('first-pads', `for ${listed(first)}`)
  const late = missing.filter(({ slackMs }) => slackMs !== null).length
  return fail(
    'first-pads',
    `for ${listed(missing)} ${late === missing.length ? 'the pads came too late' : 'no pad came in time'}`,
    `Frame ${FIRST_FRAME} is polled before its events reach the bot: send the pads for ${listed(first)} right after the answer to the pick, without waiting for the stream.`,
  )
}

function judgeTiming(facts: Facts): Verdict {
  const polls = judgedPolls(facts)
  if (polls.length === 0) return notTried('pads-in-time', 'no frame was polled while its socket was open')
  const missed = polls.filter((poll) => !hasLanded(poll))
  const late = missed.filter(({ slackMs }) => slackMs !== null)
  const landed = polls.length - missed.length
  const found = `${landed} of ${count(polls.length, 'frame')}${describeSlack(polls)}`
  if (missed.length <= MANY_MISSED * polls.length) return pass('pads-in-time', found)
  const lead = `After the Frame Bookend of frame F, send the pad for F + ${FIRST_PADS} at once: the bot has ${Math.round(inputDelayFrames * frameMs)} ms for it, network included.`
  if (late.length >= missed.length / 2) {
    return fail(
      'pads-in-time',
      `${found}; ${count(late.length, 'pad')} came after the poll`,
      `${lead} A late pad is ignored, and the frame is played neutral. Compute faster, send the pad before other work, or host the bot nearer to the arena: arena-kit lab shows how much delay it bears.`,
    )
  }
  return fail(
    'pads-in-time',
    `${found}; for ${ranges(missed)} no pad came`,
    `${lead} Each frame needs a pad of its own, also when nothing changes.`,
  )
}

function judgePauses(facts: Facts): Verdict {
  // Where the machine that checks was itself late, the pause is not the bot's.
  const pauses = facts.pauses.filter(({ ms, pollLateMs }) => ms - pollLateMs >= PAUSE_MS)
  if (judgedPolls(facts).every((poll) => !hasLanded(poll))) return notTried('steady', 'no pad landed')
  if (pauses.length === 0) return pass('steady', 'no pause that cost a frame')
  const longest = Math.max(...pauses.map(({ ms }) => ms))
  const missed = pauses.reduce((sum, pause) => sum + pause.missed.length, 0)
  const found = `${count(pauses.length, 'pause')}, the longest of ${Math.round(longest)} ms; ${count(missed, 'frame')} missed`
  if (pauses.length === 1 && longest < LONG_PAUSE_MS) {
    return warn('steady', found, 'One pause may be chance: this machine, or the network. Repeat the check.')
  }
  return fail(
    'steady',
    found,
    'The bot stops reading and sending for longer than its lead. Something blocks it: a slow computation, a file or a print in between, garbage collection, other work on its machine. Compute elsewhere than where the socket is read.',
  )
}

const hasLanded = ({ slackMs }: Poll): boolean => slackMs !== null && slackMs >= 0

/** The frames for which a bot has to have a pad by all rules, and no other rule says why it has none. */
export function judgedPolls({ polls, sockets, start, answer, pauses, gameEndAt }: Facts): Poll[] {
  const inPause = new Set(pauses.flatMap(({ missed }: Pause) => missed))
  // The game began before the pick was answered.
  const from = start?.drawn?.kind === 'late' ? (answer?.at ?? Infinity) + SETTLE_MS : 0
  return polls.slice(FIRST_PADS).filter((poll) => {
    const { socket, at } = poll
    if (socket === null || inPause.has(poll) || at < from || at > (gameEndAt ?? Infinity)) return false
    // A new socket that the bot does not answer at all breaks another rule.
    return socket === 0 || at > (sockets[socket]!.heardAt ?? Infinity) + SETTLE_MS
  })
}

function describeSlack(polls: readonly Poll[]): string {
  const slack = polls.flatMap(({ slackMs }) => slackMs ?? []).toSorted((one, other) => one - other)
  if (slack.length === 0) return ''
  const median = slack[slack.length >> 1]!
  return `, a pad ${Math.round(median)} ms before its poll in the median, at least ${Math.round(slack[0]!)} ms`
}

const listed = (polls: readonly Poll[]): string => polls.map(({ frame }) => frame).join(', ')

const MOST_RANGES = 3

/** `frames -120 to -1, 44, 50 to 60, ...` */
function ranges(polls: readonly Poll[]): string {
  const found: { from: number; to: number }[] = []
  for (const { frame } of polls) {
    const last = found.at(-1)
    if (last?.to === frame - 1) last.to = frame
    else found.push({ from: frame, to: frame })
  }
  const words = found.slice(0, MOST_RANGES).map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`))
  return `frames ${words.join(', ')}${found.length > MOST_RANGES ? ', ...' : ''}`
}
