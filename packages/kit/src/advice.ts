/** What a failed deploy check means, in plain words, and what the bot's author can do about it. Pure. */
import type { DeployStep, DeployStepName } from '@arena/protocol'

/** In the order in which they are tried: the step, what came back, and the advice. */
const ADVICE: readonly (readonly [DeployStepName | 'url', RegExp, string])[] = [
  [
    'url',
    /must be https/,
    'On the open internet a bot is reached by https only: put it behind a proxy that has a certificate.',
  ],
  [
    'url',
    /./,
    'A bot has a URL such as https://bot.example.org/my-bot or, on your own machine, http://127.0.0.1:9000.',
  ],
  ['resolve', /did not answer/, 'The name servers are slow or away: try again in a while.'],
  ['resolve', /./, 'Is the name spelt right, and does it have an address (an A or AAAA record)?'],
  [
    'address',
    /./,
    'An arena on the open internet connects to public addresses only, to every one that the name has. Give the bot an address that the whole world reaches.',
  ],
  [
    'ping',
    /connection refused/,
    'Nothing listens there. Is the bot running, and on this port? A bot that listens on 127.0.0.1 is reached from its own machine only.',
  ],
  ['ping', /in time|unreachable/, 'The bot does not answer: a firewall may be in the way, or the bot is busy.'],
  ['ping', /answered 3\d\d/, 'Redirects are not followed: register the address that this one leads to.'],
  [
    'ping',
    /answered 404/,
    'GET on the URL of the bot plus /ping has to answer 200 with the body pong; the bot does not know that path.',
  ],
  [
    'ping',
    /answered (?!200)/,
    'GET on the URL of the bot plus /ping has to answer 200 with the body pong, to whoever asks.',
  ],
  [
    'ping',
    /compression/,
    'The arena asks for no compression, and reads the body as it comes: turn compression off for /ping, in the bot or in the proxy in front of it.',
  ],
  ['ping', /UTF-16/, 'The body has to be the word pong in UTF-8 or ASCII, and nothing else.'],
  ['ping', /answered/, 'The body has to be the word pong and nothing else, as plain text.'],
  [
    'ping',
    /certificate|self.signed|CERT/i,
    'The certificate is not one that browsers would take: get one from a public authority, for this name, with its chain.',
  ],
  ['ping', /EPROTO|SSL|TLS|wrong version/i, 'The bot does not speak https on this port: is it an http:// URL?'],
  ['ping', /./, 'The bot closes the connection, or answers something that is no HTTP. Is it an https:// URL?'],
  [
    'upgrade',
    /answered 401|answered 403/,
    'The bot refuses whoever connects without the signature of its arena. The kit signs with a key of its own, which the bot cannot know: the arena’s own check may well pass. Give the bot’s program in place of its URL (then it finds the kit’s key at ARENA_BASE_URL), or sign with a key that the bot knows: arena-kit check --key FILE.',
  ],
  [
    'upgrade',
    /answered 404/,
    'The bot opens no WebSocket at this path. The upgrade comes to the URL as it is registered, without /ping.',
  ],
  [
    'upgrade',
    /answered/,
    'The bot answers as a web page would: it has to accept a WebSocket upgrade at its URL. A proxy in front of it has to pass upgrades on.',
  ],
  ['upgrade', /in time/, 'The bot takes the request and says nothing: it has to complete the WebSocket handshake.'],
  ['upgrade', /./, 'The bot does not complete the WebSocket handshake. A library does that by itself (RFC 6455).'],
]

export function adviceFor(step: DeployStepName | 'url', received: string): string {
  return ADVICE.find(([name, pattern]) => name === step && pattern.test(received))![2]
}

/** A report as lines: what was done, what came back, and behind a failure what to do. */
export function describeSteps(steps: readonly DeployStep[]): string[] {
  return steps.flatMap(({ name, ok, sent, received, ms }) => [
    `  ${ok ? 'ok    ' : 'FAILED'}  ${sent}`,
    `          ${received} (${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms)`,
    ...(ok ? [] : ['', adviceFor(name, received)]),
  ])
}
