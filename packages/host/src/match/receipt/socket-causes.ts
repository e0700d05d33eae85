/** Pads that were missed because there was no socket to send them on. Pure. */
import type { LikelyCause, LossCause, ReceiptFacts, ReceiptLink, SocketEnd } from '@arena/protocol'
import { counted, inSeconds } from './words.ts'

/** What a failed dial means, by what it failed with; in the order in which they are tried. */
const DIAL_ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /no connector/,
    'The bot is reached through a connector, and none is connected. Start it again, and keep it running between matches.',
  ],
  [
    /connector/,
    'The connector passed the connection on and could not reach the bot beside it. Start the bot, and check the address the connector was given.',
  ],
  [/^resolve/, 'Check that the name of the host is right and has an address.'],
  [/^address/, 'This arena connects to public addresses only. Give the bot one.'],
  [/refused/, 'Nothing listens at this address. Start the bot, check its port, and keep it running between matches.'],
  [/in time|given up/, 'The host does not answer: a firewall may be in the way, or the bot is blocked or asleep.'],
  [/unreachable/, 'The network or the host is down.'],
  [
    /TLS|certificate|self.signed|SSL/i,
    'Renew or correct the certificate: it must be valid for this name, with its chain.',
  ],
  [
    /answered 401|answered 403/,
    'The bot refused the handshake. Check its clock, and that it uses this arena’s current key.',
  ],
  [/answered 404/, 'The bot opens no WebSocket at this path. The upgrade comes to the URL as registered.'],
  [/answered 5\d\d/, 'A proxy in front of the bot did not reach it, or the bot failed. Read the log of both.'],
  [/answered/, 'The bot answered without an upgrade. A proxy in front of it has to pass upgrades on.'],
  [/./, 'The connection ended before the WebSocket was open. Read the log of the bot, and of a proxy in front of it.'],
]

const dialAdvice = (why: string): string => DIAL_ADVICE.find(([pattern]) => pattern.test(why))?.[1] ?? ''

export function neverConnected(link: ReceiptLink, dialMs: number): LikelyCause {
  const last = link.failedDials.at(-1)
  const dials = counted(link.failedDialCount, 'dial')
  const why = last === undefined ? 'no answer in time' : last.why
  return {
    code: 'never-connected',
    says: `No socket could be opened in ${inSeconds(dialMs)}${link.failedDialCount > 0 ? ` and ${dials}` : ''}. The last dial failed with “${why}”.`,
    advice: dialAdvice(why),
  }
}

interface Words {
  readonly code: LossCause
  readonly says: string
  readonly advice: string
}

const KEPT = 'Keep the socket open until the arena closes it.'
const LIMITS: Words = {
  code: 'flood',
  says: 'broke a limit of the play protocol',
  advice: 'At most 1,000 messages and 1,500 packets in a second, 4 KiB and 16 fragments in a message.',
}

const ENDS: Readonly<Record<Exclude<SocketEnd, 'match-over'>, Words>> = {
  'bot-closed': {
    code: 'socket-closed',
    says: 'closed the socket',
    advice: `${KEPT} A close code of 1011 is what most libraries send when the bot’s code has thrown an error: read its log.`,
  },
  cut: {
    code: 'socket-cut',
    says: 'lost the connection without a close frame',
    advice:
      'Its process ended or crashed, or a proxy or network cut the connection. Read the log of the bot, and of a proxy in front of it.',
  },
  'not-reading': {
    code: 'not-reading',
    says: 'did not read what it was sent until 1 MiB waited',
    advice: 'Read every message, also while computing: read on another thread, or keep only the newest frame.',
  },
  'no-pong': {
    code: 'no-pong',
    says: 'did not answer pings for 10 seconds',
    advice:
      'WebSocket libraries answer pings while their event loop runs. Something blocks it, or the network drops the connection silently.',
  },
  'message-too-long': { ...LIMITS, says: 'sent a message of more than 4 KiB' },
  'too-many-pieces': { ...LIMITS, says: 'sent a message in more than 16 fragments' },
  'too-many-messages': { ...LIMITS, says: 'sent more than 1,000 messages in a second' },
  'too-many-packets': { ...LIMITS, says: 'sent more than 1,500 packets in a second' },
  'broken-protocol': {
    code: 'broken-protocol',
    says: 'sent what no WebSocket client may receive',
    advice:
      'Use a WebSocket library as a server: it sends frames without a mask, and the arena agrees to no compression.',
  },
}

/** Where at least half of the missed pads were missed without a socket. */
export function socketCause({ pads, link }: ReceiptFacts): LikelyCause | null {
  const ends = link.connections.flatMap(({ ended }) => (ended === null || ended.why === 'match-over' ? [] : [ended]))
  const last = ends.at(-1)
  if (last === undefined || pads.down < pads.missed / 2) return null
  const { code, says, advice } = ENDS[last.why as Exclude<SocketEnd, 'match-over'>]
  const at = last.frame === null ? 'before the game' : `at frame ${last.frame}`
  const what = [last.code === null ? '' : `code ${last.code}`, last.detail === '' ? '' : `“${last.detail}”`].filter(
    Boolean,
  )
  const times =
    link.connectionCount > 2 ? ` The arena opened ${counted(link.connectionCount, 'socket')} in this match.` : ''
  const failed = link.failedDials.findLast(({ ms }) => ms >= last.ms)
  const redial = failed === undefined ? '' : ` Redialling failed with “${failed.why}”.`
  return {
    code,
    says: `The bot ${says} ${at}${what.length === 0 ? '' : ` (${what.join(', ')})`}; ${counted(pads.down, 'pad')} of ${counted(pads.missed, 'missed one')} fell into the time without a socket.${times}${redial}`,
    advice: failed === undefined ? advice : `${advice} ${dialAdvice(failed.why)}`,
  }
}
