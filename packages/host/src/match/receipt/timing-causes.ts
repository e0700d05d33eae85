/** Pads that came too late, or not, over a socket that was open. Pure. */
import { MODES, type LikelyCause, type ReceiptFacts } from '@arena/protocol'
import { counted, framesMs, inMs, inSeconds, percentOf } from './words.ts'

const { frameMs, inputDelayFrames } = MODES.live
const LEAD = 1 + inputDelayFrames
const PROMISED = inMs(framesMs(inputDelayFrames))

type Rule = (facts: ReceiptFacts) => LikelyCause | null

/** A bot that falls this far behind within a stretch this long is slower than the game. */
const SLIDE_MS = 100
const SLIDE_FRAMES = 30
/** A silence of this length up to the end is one that did not end. */
const STOPPED_MS = 1000
/** The share of pads that come in groups from which on that is how the bot sends. */
const GROUPED = 0.6
/** A bot that pauses for more than this share of the game is not pausing. */
const MOST_PAUSED = 0.5

const arenaLate: Rule = ({ pads, arrivals, arena }) => {
  // A pad that was short of time during such a pause counts once; where it is not known which were, it is as if all of a pause were.
  const inPauses = arrivals.pauses.longest.reduce(
    (sum, { ms, missed, short = missed, pollLateMs }) => sum + (pollLateMs > ms / 2 ? missed - short : 0),
    0,
  )
  const own = pads.short + inPauses
  if (arena === null || own < pads.missed / 2) return null
  return {
    code: 'arena-late',
    says: `The arena was late itself: a poll by up to ${inMs(arena.pollLateMs.max)}, the engine with a frame by up to ${inMs(arena.stepMs.max)}. ${counted(own, 'pad')} of ${counted(pads.missed, 'missed one')} fell into that time.`,
    advice: 'This is not the bot’s doing. If it happens often, tell the operator of the arena.',
  }
}

const stopped: Rule = ({ pads, arrivals, link }) => {
  const { silentAtEndMs } = arrivals
  const last = arrivals.pauses.longest.at(-1)
  if (last === undefined || silentAtEndMs < STOPPED_MS || last.missed < pads.missed / 2) return null
  return {
    code: 'stopped',
    says: `After frame ${last.frame} the bot sent nothing more for ${inSeconds(silentAtEndMs)}, to the end, although its socket stayed open.${
      link.unansweredPings > 0 ? ' It did not answer pings either.' : ''
    }`,
    advice:
      link.unansweredPings > 0
        ? 'Its process was blocked or stopped: look for an endless loop, a deadlock or a machine asleep.'
        : 'Its code has stopped answering frames: look in its log for an error at that frame, such as an event it does not know.',
  }
}

const batches: Rule = ({ pads, arrivals }) => {
  const ofSize = (least: number) =>
    arrivals.groups.reduce((sum, { pads: size, times }) => (size >= least ? sum + size * times : sum), 0)
  const [all, grouped] = [ofSize(1), ofSize(2)]
  if (grouped < GROUPED * all || pads.late < pads.missed / 2) return null
  const usual = arrivals.groups.toSorted((a, b) => b.pads * b.times - a.pads * a.times)[0]!.pads
  return {
    code: 'batches',
    says: `Pads came in groups, mostly of ${usual}: ${percentOf(grouped, all)} of them within 3 ms of another.`,
    advice: `Send the pad of each frame as soon as that frame is there. Something collects them: a loop that runs every ${Math.round(usual * frameMs)} ms, a buffer that is not flushed, or a TCP socket without TCP_NODELAY.`,
  }
}

const tooSlow: Rule = ({ pads, arrivals: { slide } }) => {
  if (slide === null || slide.ms < SLIDE_MS || slide.frames < SLIDE_FRAMES || pads.late < pads.missed / 4) return null
  const needsMs = frameMs + slide.ms / slide.frames
  return {
    code: 'too-slow',
    says: `From frame ${slide.frame} on, pads came later and later: by ${inMs(slide.ms)} in ${counted(slide.frames, 'frame')}. The bot needs about ${inMs(needsMs)} for a frame, and a frame lasts ${inMs(frameMs)}.`,
    advice:
      'Compute less per frame, or answer only the newest frame that is there and send pads for several frames at once.',
  }
}

const paused: Rule = ({ pads, arrivals: { pauses } }) => {
  const isPausing = pauses.totalMs < MOST_PAUSED * framesMs(pads.polled)
  const longest = pauses.longest.toSorted((a, b) => b.missed - a.missed)[0]
  if (longest === undefined || pads.paused < pads.missed / 2) return null
  if (longest.missed >= 0.6 * pads.paused) {
    return {
      code: 'one-pause',
      says: `The bot sent nothing for ${inMs(longest.ms)} after frame ${longest.frame}, on an open socket; ${counted(longest.missed, 'pad')} of ${counted(pads.missed, 'missed one')} fell into that time.`,
      advice:
        'Something blocked it once: loading a model or file, a long computation, a full garbage collection, or a machine that slept.',
    }
  }
  if (!isPausing) return null
  const usual = inMs(pauses.totalMs / pauses.count)
  const says = `The bot paused ${counted(pauses.count, 'time')} for about ${usual}`
  if (pauses.isRegular && pauses.count >= 3) {
    return {
      code: 'regular-pauses',
      says: `${says}, regularly, every ${inSeconds(pauses.everyMs!)}.`,
      advice:
        'That is the mark of garbage collection, or of a job on a timer. Allocate less per frame, collect between matches, and move timed work to another process.',
    }
  }
  return {
    code: 'pauses',
    says: `${says}, and up to ${inMs(Math.max(...pauses.longest.map(({ ms }) => ms)))}.`,
    advice:
      'Something blocks it again and again: long computations, garbage collection, or other programs on its machine.',
  }
}

const skipped: Rule = ({ pads }) => {
  const came = pads.polled - pads.missed + pads.late
  const never = pads.missed - pads.late - pads.down
  if (never < pads.missed / 2) return null
  return {
    code: 'skipped-frames',
    says: `Pads came for ${percentOf(came, pads.polled)} of the frames only, about ${Math.round((60 * came) / pads.polled)} in a second, and none ever for the others.`,
    advice:
      'Every frame needs a pad, also when the input has not changed; a frame without one is played neutral. Send pads for several frames at once if the bot answers seldom.',
  }
}

const seenFrames: Rule = ({ pads, arrivals: { slackMs } }) => {
  if (pads.late < pads.missed / 2 || pads.ignoredSeen < 0.8 * pads.ignoredLate) return null
  return {
    code: 'seen-frames',
    says: `Late pads were for frames that the bot had been sent already, by ${inMs(Math.abs(slackMs?.p50 ?? 0))} in the median.`,
    advice: `After frame F send the pad for F + ${LEAD}, not for F. If the number is right, the bot needs more than ${PROMISED} to answer: compute less per frame, or look ahead further.`,
  }
}

const roundTrip: Rule = ({ pads, arrivals: { slackMs }, link: { roundTripMs } }) => {
  if (slackMs === null || slackMs.p50 >= 0 || pads.late < pads.missed / 2) return null
  const lateMs = -slackMs.p50
  const more = Math.ceil(lateMs / frameMs)
  const trip = roundTripMs === null ? '' : ` The round trip to the bot takes ${inMs(roundTripMs.p50)}.`
  return {
    code: 'round-trip',
    says: `Most pads came after their poll, by ${inMs(lateMs)} in the median.${trip} The lead leaves ${PROMISED} for round trip and computation.`,
    advice: `Host the bot nearer to the arena, or answer faster. With its present delay it must send the pad for F + ${LEAD + more} after frame F.`,
  }
}

const jitter: Rule = ({ pads, arrivals: { slackMs }, link: { roundTripMs } }) => {
  const trip =
    roundTripMs === null
      ? ''
      : ` Round trips took ${inMs(roundTripMs.p50)} in the median and up to ${inMs(roundTripMs.max)}.`
  const least = slackMs === null ? '' : `, by up to ${inMs(Math.abs(slackMs.least))}`
  return {
    code: 'jitter',
    says: `${counted(pads.missed, 'pad')} of ${counted(pads.polled, 'frame')} ${pads.missed === 1 ? 'was' : 'were'} missed without a pattern${least}.${trip}`,
    advice: `Send pads earlier than they are due, and repeat them for the next two frames: a pad that is late then falls back on the one before.`,
  }
}

const RULES: readonly Rule[] = [arenaLate, stopped, tooSlow, batches, paused, skipped, seenFrames, roundTrip, jitter]

export function timingCause(facts: ReceiptFacts): LikelyCause | null {
  for (const rule of RULES) {
    const cause = rule(facts)
    if (cause !== null) return cause
  }
  return null
}
