/**
 * The rules of the interface that a bot can break, by name, in the order of the report: what a right bot does, and where the
 * rule stands. `docs/writing-a-bot.md` lists them too.
 */
import type { VerdictOn } from './verdicts.ts'

export const RULES = {
  address: { title: 'has an address that an arena connects to', source: 'Bot, url' },
  ping: { title: 'answers GET <url>/ping with pong', source: 'Deploy check 1' },
  'no-redirect': { title: 'answers at its own URL, without a redirect', source: 'Deploy check 1 and 2' },
  upgrade: { title: 'accepts a WebSocket upgrade at its URL', source: 'Deploy check 2' },
  signature: {
    title: 'refuses who has no signature of its arena',
    source: 'Requests from the service to a bot, 3 and 4',
  },
  timestamp: {
    title: 'refuses a signature that is over 30 seconds old',
    source: 'Requests from the service to a bot, 2',
  },
  join: { title: 'accepts the socket of a match', source: 'Per-match WebSocket' },
  'pick-in-time': { title: 'answers the pick in time', source: 'Per-match WebSocket 1' },
  'pick-valid': { title: 'answers the pick with a valid JSON text', source: 'PickResponse' },
  'one-text': { title: 'sends no text after the pick', source: 'Per-match WebSocket 3' },
  'pad-size': { title: 'sends pads of exactly 12 bytes', source: 'Pad timing rule 6' },
  'byte-order': { title: 'writes pads in little-endian order', source: 'Pad' },
  'pad-window': { title: 'sends pads for frames up to 600 ahead', source: 'Pad timing rules 2 and 4' },
  'pad-values': { title: 'writes neutral as the controller does', source: 'Pad' },
  'first-pads': { title: 'sends the first three pads after the pick', source: 'Pad timing rule 8' },
  'pads-in-time': { title: 'has a pad for each frame at its poll', source: 'Pad timing rules 1, 3, 4, 5 and 7' },
  steady: { title: 'sends pads without a pause', source: 'Modes; Forfeit' },
  'websocket-ping': { title: 'answers the pings of the socket', source: 'Losing the socket' },
  limits: { title: 'keeps to the limits of a socket', source: 'Losing the socket' },
  'stays-open': { title: 'leaves its socket open until Game End', source: 'Per-match WebSocket 4' },
  'ping-in-match': { title: 'answers GET <url>/ping while it plays', source: 'Deploy check 1' },
  reconnect: { title: 'continues on a new socket', source: 'Binary messages 3' },
  close: { title: 'closes the socket when the arena does', source: 'Per-match WebSocket 4' },
  'after-game-end': { title: 'still runs after Game End', source: 'Per-match WebSocket 4' },
} as const

export type RuleName = keyof typeof RULES
export type Verdict = VerdictOn<RuleName>
