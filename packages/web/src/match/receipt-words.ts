/** What a receipt holds, in words for its owner. Pure. */
import type { Receipt, SocketEnd } from '@arena/protocol'
import { count, plural } from '../format.ts'

export const inMs = (ms: number): string =>
  `${(Math.abs(ms) < 10 ? ms.toFixed(1) : count(Math.round(ms))).replace('-', '−')} ms`

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const ENDS: Readonly<Record<SocketEnd, string>> = {
  'match-over': 'The arena closed the socket: the match was over',
  'bot-closed': 'The bot closed the socket',
  cut: 'The connection was cut without a close frame',
  'not-reading': 'Dropped by the arena: 1 MiB waited to be read',
  'no-pong': 'Dropped by the arena: no pong for 10 seconds',
  'message-too-long': 'Dropped by the arena: a message of more than 4 KiB',
  'too-many-pieces': 'Dropped by the arena: a message in more than 16 fragments',
  'too-many-messages': 'Dropped by the arena: more than 1,000 messages in a second',
  'too-many-packets': 'Dropped by the arena: more than 1,500 packets in a second',
  'broken-protocol': 'Dropped by the arena: not the WebSocket protocol',
}

const PICKS: Readonly<Record<NonNullable<Receipt['link']['pick']>['outcome'], string>> = {
  answered: 'answered',
  invalid: 'answered with something else than a pick, so one was drawn',
  binary: 'answered with a binary message, so a pick was drawn',
  late: 'not answered in time, so one was drawn',
  dropped: 'not answered before the socket closed, so one was drawn',
}

/** A line of the timeline of sockets. */
export interface LinkEvent {
  readonly ms: number
  readonly frame: number | null
  readonly says: string
  readonly isFault: boolean
}

/** Dials and sockets in the order of time. */
export function linkEvents({ connections, failedDials }: Receipt['link']): LinkEvent[] {
  const opened = connections.flatMap(({ opened: at, dialMs, ended }, index) => {
    const before = connections[index - 1]?.ended
    const downMs = before ? ` The bot was without a socket for ${inSeconds(at.ms - before.ms)}.` : ''
    const open = { ...at, says: `Socket opened, in ${inMs(dialMs)}.${downMs}`, isFault: false }
    if (ended === null) return [open]
    const { ms, frame, why, code, detail } = ended
    const more = [code === null ? '' : `code ${code}`, detail === '' ? '' : `“${detail}”`].filter((part) => part !== '')
    const says = `${ENDS[why]}${more.length > 0 ? ` (${more.join(', ')})` : ''}.`
    return [open, { ms, frame, says, isFault: why !== 'match-over' }]
  })
  const failed = failedDials.map(({ ms, frame, tookMs, why }) => ({
    ms,
    frame,
    says: `A dial failed after ${inMs(tookMs)}: ${why}.`,
    isFault: true,
  }))
  return [...opened, ...failed].toSorted((a, b) => a.ms - b.ms)
}

export function pickText({ pick }: Receipt['link']): string {
  return pick === null ? 'never asked for' : `${PICKS[pick.outcome]} after ${inMs(pick.tookMs)}`
}

/** `120 of 5,123 (2.3%): 118 came too late, 2 never came, 12 without a socket`. */
export function missedText({ missed, polled, late, down }: Receipt['pads']): string {
  if (missed === 0) return 'none'
  const parts = [
    ...(late > 0 ? [`${count(late)} came too late`] : []),
    ...(missed > late ? [`${count(missed - late)} never came`] : []),
    ...(down > 0 ? [`${count(down)} fell into times without a socket`] : []),
  ]
  return `${count(missed)} of ${count(polled)} (${((100 * missed) / polled).toFixed(1)}%): ${parts.join(', ')}`
}

/** Where there is no cause to name: how the bot stood against the polls. */
export function allWell({ pads, arrivals: { slackMs } }: Receipt): string {
  if (pads.polled === 0) return 'The bot was there; no game was played.'
  const missed =
    pads.missed === 0
      ? 'Every pad came in time.'
      : `${plural(pads.missed, 'pad')} of ${count(pads.polled)} missed, too few to look for a reason.`
  if (slackMs === null) return missed
  return `${missed} Half of the pads came ${inMs(slackMs.p50)} or more before their poll, and 99 of 100 at least ${inMs(slackMs.p1)} before it.`
}
