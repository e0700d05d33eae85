/**
 * Every connection the arena makes to a bot: the ping and the upgrade of the deploy check, the sockets of matches,
 * and their redials. Used by host processes too, so it knows neither database nor HTTP server.
 *
 * A connection goes through the steps `resolve` (all addresses of the host), `address` (each must be allowed), then
 * `ping` or `upgrade` on a socket that is pinned to the addresses just checked: the name is not looked up a second
 * time, so a resolver that changes its answer in between has no effect. TLS still checks the certificate against the
 * name. Redirects are not followed. All of it is repeated for every connection, and bounded in time and bytes.
 */
import { constants } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { connect, isIP, type LookupFunction, type NetConnectOpts, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls } from 'node:tls'
import { signHandshake, VERSION_HEADER, versionIn, VERSIONS_ARE } from '@arena/protocol'
import type { BotVersion, DeployStepName, HandshakeHeaders, KeyPair } from '@arena/protocol'
import { WebSocket } from 'ws'
import { RELAY_HEADER, relayPreamble, relayTarget } from '../relay/relay-url.ts'
import { dnsResolver, reasonToRefuse, systemResolver } from './address.ts'
import { BotConnectionError, checkBotUrl } from './bot-url.ts'
import type { BotPolicy, ConnectOptions } from './connect-options.ts'
import { Intake } from './intake.ts'
import { nativeSigner } from './native-signer.ts'

/** How long a connection may take in all when the caller names no other time. */
const CONNECT_MS = 10_000
/** A larger message closes the socket. Picks are some 60 bytes, pads 12. */
export const MAX_MESSAGE_BYTES = 4096
/** Bots have no reason to send a message in pieces, and a flood of empty ones would be no message to count. */
const MAX_FRAGMENTS = 16
const MAX_PING_BYTES = 1024
/** Answers before the answer (100, 102, 103): each costs as much as one, and HTTP sets them no limit. */
const MAX_INTERIM_ANSWERS = 4
/** A name may have thousands of addresses, all of somebody else's choosing: one connection knocks at this many. */
const MAX_ADDRESSES_TRIED = 8
/**
 * What a bot may ask for in TLS. Node's defaults let it choose groups in which a handshake takes a quarter of a second of
 * processor time (finite fields of 8192 bits), and begin new handshakes on an open socket as often as it likes.
 */
const TLS = {
  ciphers: 'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
  ecdhCurve: 'X25519:P-256:P-384',
  minVersion: 'TLSv1.2',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const
/** Each takes a hash or two and is of no use here; servers send two or so. */
const MAX_SESSION_TICKETS = 8
/** Some hosting providers turn away clients that do not say what they are. */
const USER_AGENT = { 'user-agent': 'bot-arena' } as const

type Connect = (options: http.ClientRequestArgs) => Socket

/** A URL whose host was resolved, and the checked addresses that a connection to it may use. */
export interface Route {
  readonly url: URL
  readonly addresses: readonly string[]
  /** How the connection is made in their place. */
  readonly connect?: Connect | undefined
}

/** The steps `resolve` and `address` of a connection for which nobody asks for them. */
export async function routeTo(url: URL, options: ConnectOptions, signal: AbortSignal): Promise<Route> {
  const relayed = relayRoute(url, options)
  if (relayed !== null) return relayed
  const addresses = await resolveBot(url, options, signal)
  checkAddresses(addresses, options.policy)
  return { url, addresses }
}

/**
 * The route to a bot behind a connector, whose streams come and go at a port of this machine: nothing is looked up, and no
 * address is allowed by it that would not be otherwise. Null for every other bot.
 */
export function relayRoute(url: URL, { relay }: ConnectOptions): Route | null {
  const target = relay === undefined ? null : relayTarget(url, relay)
  if (relay === undefined || target === null || target === 'unknown') return null
  const { port, token } = relay
  return {
    url: target.url,
    addresses: [],
    connect(options) {
      const socket = connect({ ...(options as NetConnectOpts), host: '127.0.0.1', port, path: undefined })
      socket.write(relayPreamble(token, target.id))
      return socket
    },
  }
}

/** Step `resolve`: all addresses of the URL's host. An address in the place of a name stands for itself. */
export async function resolveBot(url: URL, options: ConnectOptions, signal: AbortSignal): Promise<readonly string[]> {
  // A look-up that is begun now would not hear of it.
  if (signal.aborted) throw new BotConnectionError('resolve', describe(signal.reason, signal))
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return [host]
  const resolve = options.resolve ?? (options.policy.allowPrivate ? systemResolver : dnsResolver())
  try {
    const addresses = await untilAborted(resolve(host, signal), signal)
    if (addresses.length > 0) return addresses
  } catch (error) {
    throw new BotConnectionError('resolve', describe(error, signal), error)
  }
  throw new BotConnectionError('resolve', 'the name has no address')
}

/** Step `address`: every address must be allowed, or a name could mix a public one with one that is not. */
export function checkAddresses(addresses: readonly string[], policy: BotPolicy): void {
  if (policy.allowPrivate) return
  for (const address of addresses) {
    const reason = reasonToRefuse(address)
    // The address is not quoted: it may be one that only the arena's own network should know.
    if (reason !== null) throw new BotConnectionError('address', `not a public address (${reason})`)
  }
}

/** Where the ping goes: the bot's path plus `/ping`, its query kept. */
export function pingUrl(url: URL): URL {
  const ping = new URL(url)
  ping.pathname = `${url.pathname.replace(/\/$/, '')}/ping`
  return ping
}

/** What a bot answered. */
export interface Answered {
  /** What it says of its version, as it came; null for nothing. */
  readonly versionHeader: string | null
}

interface Pong extends Answered {
  /** From the open connection to the answer: dialling and TLS do not count. */
  readonly ms: number
}

/** Step `ping`: an ordinary GET that must answer 200 with the body `pong`. */
export async function pingBot(route: Route, options: ConnectOptions, signal: AbortSignal): Promise<Pong> {
  return exchange({ route, url: pingUrl(route.url), step: 'ping' }, options, signal, async (response, ms) => {
    const status = statusText(response.statusCode ?? 0)
    if (response.statusCode !== 200) throw refusal('ping', route, response, 200)
    const body = await readBody(response)
    if (body.toString('utf8').trim() !== 'pong') {
      const coding = codingOf(response.headers['content-encoding'], body)
      const what = coding === null ? quote(body.toString('utf8')) : `a body in ${coding}`
      throw new BotConnectionError('ping', `answered ${status} with ${what}; the body "pong" is expected`)
    }
    return { ms, versionHeader: versionHeaderOf(response) }
  })
}

interface Exchange {
  readonly route: Route
  readonly url: URL
  readonly step: 'ping' | 'post'
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** One request on a connection of its own. `read` gets the answer, and the time that it took on the open connection. */
export async function exchange<T>(
  { route, url, step, method, headers, body }: Exchange,
  options: ConnectOptions,
  signal: AbortSignal,
  read: (response: http.IncomingMessage, ms: number) => Promise<T>,
): Promise<T> {
  const [{ request: makeRequest }, ready] =
    url.protocol === 'https:' ? ([https, 'secureConnect'] as const) : ([http, 'connect'] as const)
  const intake = new Intake(options.maxReadsPerSecond)
  const request = makeRequest(url, {
    ...pinned(route, options),
    ...intake.options,
    ...(method && { method }),
    headers: { ...USER_AGENT, ...headers },
    ...(route.connect === undefined ? { agent: false } : { createConnection: route.connect }),
    signal,
  })
  // What goes wrong after the answer is in must not bring the process down.
  request.on('error', () => {})
  // The request goes out once the connection is open. An answer before that has taken no time.
  let openedAt = Infinity
  request.once('socket', (socket) => socket.once(ready, () => (openedAt = performance.now())))
  request.end(body)
  try {
    const response = await answered(request, intake, step)
    const ms = Math.max(0, performance.now() - openedAt)
    response.on('error', () => {})
    return await read(response, ms)
  } catch (error) {
    if (error instanceof BotConnectionError) throw error
    throw new BotConnectionError(step, describe(error, signal), error)
  } finally {
    request.destroy()
  }
}

/**
 * Bounds what may come before the answer, and how much at a time. The answer itself may follow in the same packet, before
 * the request that is given up has said so: `refuse` is called first.
 */
function limitAnswers(
  request: http.ClientRequest,
  intake: Intake,
  step: DeployStepName | 'post',
  refuse: (error: Error) => void,
): void {
  request.once('socket', (socket) => {
    intake.use(socket)
    // OpenSSL refuses to renegotiate, but goes on, and Node takes every refusal for a handshake that has succeeded.
    let handshakes = 0
    socket.on('secureConnect', () => {
      if (++handshakes > 1) socket.destroy(new Error('began another handshake'))
    })
    let tickets = 0
    socket.on('session', () => {
      if (++tickets <= MAX_SESSION_TICKETS) return
      socket.destroy(new Error(`sent more than ${MAX_SESSION_TICKETS} session tickets`))
    })
  })
  let interim = 0
  request.on('information', () => {
    if (++interim <= MAX_INTERIM_ANSWERS) return
    refuse(new BotConnectionError(step, `answered more than ${MAX_INTERIM_ANSWERS} times with a status below 200`))
    request.destroy()
  })
}

function answered(request: http.ClientRequest, intake: Intake, step: Exchange['step']): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    limitAnswers(request, intake, step, reject)
    request.once('response', (response) => {
      intake.answered()
      resolve(response)
    })
    request.once('error', reject)
    // An answer that switches protocols unasked ends the request without an error.
    request.once('close', () => reject(new Error('the connection was closed before an answer')))
  })
}

async function readBody(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    const bytes: Buffer = chunk
    length += bytes.length
    if (length > MAX_PING_BYTES) throw new BotConnectionError('ping', `answered more than ${MAX_PING_BYTES} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

export async function readBeginning(response: http.IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    const bytes: Buffer = chunk
    chunks.push(bytes)
    length += bytes.length
    if (length >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

/** Bytes with which a body begins that is no text in UTF-8. */
const MARKS: readonly (readonly [hex: string, coding: string])[] = [
  ['1f8b', 'gzip compression'],
  ['28b52ffd', 'zstd compression'],
  ['fffe', 'UTF-16'],
  ['feff', 'UTF-16'],
  // "po" of "pong" without a mark.
  ['70006f00', 'UTF-16'],
  ['0070006f', 'UTF-16'],
]

/** What the bytes of a body are coded in, as its header or its beginning says; null for text as it is expected. */
function codingOf(header: string | undefined, body: Buffer): string | null {
  const begins = MARKS.find(([hex]) => body.toString('hex', 0, 4).startsWith(hex))
  if (begins !== undefined) return begins[1]
  const coding = header?.trim().toLowerCase() ?? ''
  // A compressed body without the header cannot be told from nonsense, but for the marks above.
  return coding === '' || coding === 'identity' ? null : `${plain(coding)} compression`
}

export interface Handshake {
  /** The match the socket will carry, or `deploy-check`. */
  readonly matchId: string
  readonly platformKey: KeyPair
}

/** The headers of an upgrade, freshly signed. */
export function signed({ matchId, platformKey }: Handshake): HandshakeHeaders {
  return signHandshake(nativeSigner(platformKey), matchId, Date.now())
}

function versionHeaderOf({ headers }: http.IncomingMessage): string | null {
  const header = headers[VERSION_HEADER]
  return typeof header === 'string' ? header : null
}

/** For the steps of a check: what an answer says of the version, after what else there is to say of it; '' for nothing. */
export function versionInWords({ versionHeader }: Answered): string {
  if (versionHeader === null) return ''
  const version = versionIn(versionHeader)
  if (version !== null) return `, version ${version}`
  return `, ${VERSION_HEADER} ${quote(versionHeader)} ignored: a version is ${VERSIONS_ARE}`
}

export interface Upgraded extends Answered {
  readonly socket: WebSocket
}

/** Step `upgrade`: opens the WebSocket. A connection that carries a match has the headers of `signed`. */
export async function upgradeBot(
  route: Route,
  headers: Partial<HandshakeHeaders>,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Upgraded> {
  const intake = new Intake(options.maxReadsPerSecond)
  let request!: http.ClientRequest
  const socket = new WebSocket(route.url, {
    ...pinned(route, options),
    ...(route.connect !== undefined && { createConnection: route.connect as unknown as typeof connect }),
    ...intake.options,
    headers: { ...USER_AGENT, ...headers },
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_FRAGMENTS,
    finishRequest: (made) => {
      request = made
      request.end()
    },
  })
  let versionHeader: string | null = null
  socket.once('upgrade', (response) => (versionHeader = versionHeaderOf(response)))
  try {
    await untilAborted(opened(socket, route, request, intake), signal)
    return { socket, versionHeader }
  } catch (error) {
    const { isInTls } = intake
    socket.terminate()
    if (error instanceof BotConnectionError) throw error
    throw new BotConnectionError('upgrade', describe(error, signal), error, isInTls)
  }
}

function opened(socket: WebSocket, route: Route, request: http.ClientRequest, intake: Intake): Promise<void> {
  return new Promise((resolve, reject) => {
    limitAnswers(request, intake, 'upgrade', reject)
    // Stays on for the life of the socket: unheard, a later error would end the process. 'close' follows and is enough.
    socket.on('error', reject)
    socket.once('unexpected-response', (_request, response) => reject(refusal('upgrade', route, response, 101)))
    socket.once('open', () => {
      intake.answered()
      // A bot may speak at once. Nothing is read before the caller, woken by this promise, has put its listeners on.
      socket.pause()
      setImmediate(() => socket.resume())
      resolve()
    })
  })
}

/** An answer of another status; where the arena itself has answered for a connector, in its words. */
function refusal(
  step: DeployStepName,
  { connect: isDetoured }: Route,
  { statusCode = 0, headers }: http.IncomingMessage,
  expected: number,
): BotConnectionError {
  const words = headers[RELAY_HEADER]
  if (isDetoured !== undefined && typeof words === 'string') return new BotConnectionError(step, plain(words))
  return new BotConnectionError(step, `answered ${statusText(statusCode)}; ${expected} is expected`)
}

function statusText(code: number): string {
  return `${code} ${http.STATUS_CODES[code] ?? ''}`.trim()
}

export interface DialOptions extends ConnectOptions, Handshake {
  /** As registered. */
  readonly url: string
}

/** An open match socket. */
export interface Dialled {
  readonly socket: WebSocket
  /** What the bot said of its version in its answer to the handshake; null for nothing, or for what is no version. */
  readonly version: BotVersion | null
}

/**
 * Opens a match socket: all steps from the registered URL to the open WebSocket, or a `BotConnectionError`.
 * Listeners that are added without awaiting anything else first see every message.
 *
 *   const { socket } = await dialBot({ url, matchId, platformKey, policy, signal })
 *   socket.on('message', ...)
 */
export async function dialBot(options: DialOptions): Promise<Dialled> {
  const url = checkBotUrl(options.url, options.policy)
  return within(options, async (signal) => {
    const route = await routeTo(url, options, signal)
    const detour = options.detours?.[url.origin]
    const detoured = detour === undefined ? route : { ...route, connect: detourTo(url, detour) }
    const { socket, versionHeader } = await upgradeBot(detoured, signed(options), options, signal)
    return { socket, version: versionIn(versionHeader) }
  })
}

/**
 * Runs work under a signal that aborts when the caller's does, or when the time for the connection is up. Work that is
 * called off already is not begun: it would look up the name.
 */
export async function within<T>(
  { signal, timeoutMs = CONNECT_MS }: ConnectOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const bound = new AbortController()
  const timer = setTimeout(() => bound.abort(new OutOfTime()), timeoutMs)
  const abort = () => bound.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted === true) abort()
  try {
    return await work(bound.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** What ties a socket to the checked addresses, in the form `net.connect` asks for them. */
function pinned({ addresses }: Route, { ca }: ConnectOptions) {
  const answers = addresses.slice(0, MAX_ADDRESSES_TRIED).map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, { all }, answer) => {
    const [first] = answers
    if (first === undefined) answer(new Error('no address'), '')
    else if (all === true) answer(null, answers)
    else answer(null, first.address, first.family)
  }
  // The default of 250 ms for each address but the last gives up on hosts across an ocean.
  const patience = { autoSelectFamilyAttemptTimeout: 2_000 }
  // Said aloud: otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would switch the check off.
  return { lookup, ...patience, ...TLS, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) }
}

/** Connects to a port of this machine as if it were the host of the URL. */
function detourTo({ protocol, hostname }: URL, port: number): Connect {
  const to = { host: '127.0.0.1', port, path: undefined }
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  return (options) => {
    if (protocol === 'http:') return connect({ ...(options as NetConnectOpts), ...to })
    return connectTls({
      ...(options as NetConnectOpts),
      ...to,
      servername: isIP(name) === 0 ? name : '',
      checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
    })
  }
}

/** The promise, or the reason of the signal if that comes first. The signal is that of one connection and ends with it. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    promise.then(resolve, reject)
  })
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed before an answer',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'no answer in time',
  ENOTFOUND: 'the name does not exist',
  ENODATA: 'the name has no address',
  ESERVFAIL: 'the name servers failed',
  EAI_AGAIN: 'the name servers did not answer',
  ETIMEOUT: 'the name servers did not answer in time',
  ECANCELLED: 'the name servers did not answer in time',
}

/** Words for a failure, from what the system, TLS or the socket library threw. */
function describe(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return signal.reason instanceof OutOfTime ? 'no answer in time' : 'given up'
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return 'failed'
  // The words of OpenSSL stand among addresses and names of functions.
  const tls = /:SSL routines:[^:]*:([^:]+):/.exec(first.message)
  if (tls !== null) return `TLS: ${plain(tls[1]!)}`
  const code = 'code' in first && typeof first.code === 'string' ? first.code : ''
  return REASONS[code] ?? plain(first.message || code || 'failed')
}

/** At most 80 characters; whatever is not printable ASCII is a question mark. */
function plain(text: string): string {
  return quote(text).slice(1, -1)
}

/** At most 80 characters, quoted; whatever is not printable ASCII is a question mark. */
function quote(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 80)}...` : text
  return `"${short.replace(/[^\x20-\x7e]/g, '?')}"`
}
