/**
 * What a bot's own server answers, as webhooks of the OpenAPI document: the arena is the client there. The messages on
 * the match socket, which OpenAPI has no words for, are named under `x-messages`.
 */
import { HEADER, VERSION_HEADER } from '@arena/protocol'

const tags = ['bot side']
/** The bot's server decides whether it verifies; the arena sends no credentials of its own but the signature. */
const security: [] = []

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string' as const },
  example,
})

const text = (name: string, from: string, description: string) => ({
  from,
  frame: 'text',
  description,
  payload: { $ref: `#/components/schemas/${name}` },
})

/** Both answers of a bot may have it. */
const saysVersion = {
  [VERSION_HEADER]: {
    description: 'What the bot says of its version. Anything else than a `BotVersion` is ignored.',
    schema: { $ref: '#/components/schemas/BotVersion' },
  },
} as const

export const BOT_SIDE = {
  ping: {
    get: {
      operationId: 'pingBot',
      summary: 'Whether the bot’s server is up',
      description:
        'An ordinary `GET` of `<bot url>/ping` (the path of the URL plus `/ping`, query kept), during the deploy check. ' +
        'ws(s) URLs are asked over http(s). Redirects are not followed.',
      tags,
      security,
      responses: {
        200: {
          description: 'The bot is up: the body is `pong`. Anything else fails the deploy check.',
          headers: saysVersion,
          content: { 'text/plain': { schema: { type: 'string', const: 'pong' }, example: 'pong' } },
        },
      },
    },
  },
  match: {
    get: {
      operationId: 'openMatchSocket',
      summary: 'The WebSocket of one match, or of a deploy check',
      description:
        'A WebSocket upgrade of `<bot url>`, once per match and once for the deploy check. To verify that it comes from ' +
        'the arena: fetch `publicKey` from `/.well-known/arena.json` once and keep it; refuse with 401 when the timestamp ' +
        'is more than 30 seconds off, or when the signature does not hold over the text `<timestamp>.<matchId>`. Verifying ' +
        'is up to the bot.',
      tags,
      security,
      parameters: [
        header(
          HEADER.match,
          'The match id the socket will carry; `deploy-check` for the deploy check.',
          'match_01k9y40r6yes3v1c5hzq8p2n7t',
        ),
        header(HEADER.timestamp, 'Unix milliseconds.', '1795259400000'),
        header(
          HEADER.signature,
          'Base64 of the platform key’s Ed25519 signature over `<timestamp>.<matchId>`.',
          'b9mEXAlKTNaEWpSZvWiqzqkGn4jPBPv6t5Gy0zK1rJq0Q0mXn3pX1d0p7cQ5oT2wHqv1yUu0xq9Q7c1a3m0pBw==',
        ),
        { ...header('upgrade', 'The upgrade that is asked for.', 'websocket'), schema: { const: 'websocket' } },
      ],
      responses: {
        101: {
          description: 'The socket is open. `x-messages` and “play protocol” describe its messages.',
          headers: saysVersion,
        },
        401: { description: 'The bot does not accept the signature. To the arena, the bot did not connect.' },
      },
      'x-messages': [
        text('PickRequest', 'arena', 'First message.'),
        text('PickResponse', 'bot', 'The answer, within `deadlineMs`.'),
        {
          from: 'arena',
          frame: 'binary',
          description:
            'The raw `.slp` event stream: one message with everything before the first frame, one for each game frame, ' +
            'one with Game End.',
        },
        { from: 'bot', frame: 'binary', description: 'A pad: exactly 12 bytes, little-endian.' },
      ],
    },
  },
} as const
