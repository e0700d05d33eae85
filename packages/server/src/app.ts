/**
 * The HTTP service: what holds for every request, and the list of the domains' routes. Every failure, of any kind and
 * on any path, leaves here as problem details.
 */
import { randomUUID } from 'node:crypto'
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { invalidRequest, Problem, problemBody } from '@arena/protocol'
import Fastify, { LogController } from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { accountRoutes } from './accounts/routes.ts'
import { signInPage } from './accounts/sign-in-page.ts'
import { archiveRoutes } from './archive/routes.ts'
import { botRoutes } from './bots/routes.ts'
import { cardRoutes } from './cards/routes.ts'
import type { Config } from './config.ts'
import type { Changes } from './db/changes.ts'
import type { ArenaClock } from './db/clock.ts'
import { docsRoutes } from './docs/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { AllowedMethods, unknownMethod } from './http/allowed-methods.ts'
import type { App } from './http/app-type.ts'
import { Authentication } from './http/authentication.ts'
import { underBase, withoutBase } from './http/base-path.ts'
import { compress } from './http/compression.ts'
import { allowOrigins, answerPreflight, isPreflight } from './http/cors.ts'
import { linkPageStyle } from './http/link-page.ts'
import { localUrl } from './http/local-url.ts'
import { isServedInMaintenance, isServedWhileDraining } from './http/draining.ts'
import { registerOpenApi } from './http/openapi.ts'
import { OperatorCallers } from './http/operator-callers.ts'
import { PROBLEM_TYPE, sendProblem, toProblem } from './http/problems.ts'
import type { RetryAfter } from './http/problems.ts'
import { RateLimits } from './http/rate-limits.ts'
import type { RateLimiter } from './http/rate-limits.ts'
import { faultOfHead } from './http/request-head.ts'
import { securityHeaders } from './http/security-headers.ts'
import { developmentKeyRoutes } from './keys/development-routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { kitRoutes } from './kit/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { matchRoutes } from './history/routes.ts'
import type { ReceiptStore } from './history/receipts.ts'
import type { MatchStore } from './history/store.ts'
import type { Logger } from './log.ts'
import type { Capacity } from './matches/playing/capacity.ts'
import type { MaintenanceNotice } from './operators/maintenance.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { unsubscribePage } from './notices/unsubscribe-page.ts'
import { openDataRoutes } from './open-data/routes.ts'
import { pageRoutes } from './page/routes.ts'
import { serviceRoutes } from './platform/routes.ts'
import { leaderboardRoutes } from './history/leaderboard-routes.ts'
import { ratingListRoutes } from './history/rating-list/routes.ts'
import { publicLogRoutes } from './public-log/routes.ts'
import { relayRoutes } from './relay/routes.ts'
import { rehearsalRoutes } from './rehearsals/routes.ts'
import { replayRoutes } from './replays/routes.ts'
import type { ReplayStore } from './replays/store.ts'
import { StartError } from './start-error.ts'

/** No request needs more than a few kilobytes. */
const BODY_LIMIT = 64 * 1024
const REQUEST_TIMEOUT_MS = 30_000
/** A client that takes no byte of an answer for this long is gone, or never meant to; its replay is a file held open. */
const STALLED_MS = 60_000
/** What a client is asked to wait while the service goes down, and perhaps comes back. */
const DRAIN_RETRY_S = 30

/** What a list of routes takes. */
// oxlint-disable-next-line typescript/no-explicit-any -- routes of any kind
type PartsOf<Routes extends (app: App, parts: any, ...rest: any[]) => unknown> = Parameters<Routes>[1]

/** What holds for every request takes some, and each domain's routes theirs. */
export interface AppParts
  extends
    PartsOf<typeof metricsRoutes>,
    PartsOf<typeof healthRoutes>,
    PartsOf<typeof serviceRoutes>,
    PartsOf<typeof matchRoutes>,
    PartsOf<typeof replayRoutes>,
    PartsOf<typeof liveRoutes>,
    PartsOf<typeof leaderboardRoutes>,
    PartsOf<typeof ratingListRoutes>,
    PartsOf<typeof publicLogRoutes>,
    PartsOf<typeof archiveRoutes>,
    PartsOf<typeof openDataRoutes>,
    PartsOf<typeof botRoutes>,
    PartsOf<typeof relayRoutes>,
    PartsOf<typeof rehearsalRoutes>,
    PartsOf<typeof keyRoutes>,
    PartsOf<typeof accountRoutes>,
    PartsOf<typeof noticeRoutes>,
    PartsOf<typeof unsubscribePage>,
    PartsOf<typeof signInPage>,
    PartsOf<typeof kitRoutes>,
    PartsOf<typeof pageRoutes>,
    PartsOf<typeof cardRoutes> {
  readonly config: Config
  readonly log: Logger
  readonly changes: Changes
  readonly clock: ArenaClock
  readonly draining: AbortSignal
  readonly maintenance: MaintenanceNotice
  readonly capacity: Capacity
  readonly matches: MatchStore
  readonly receipts: ReceiptStore
  readonly replays: ReplayStore
  readonly rateLimiter: RateLimiter
}

/** Builds the service and listens for requests. `localUrl` is its address as a program on this machine reaches it. */
export async function openApp(
  parts: AppParts,
): Promise<{ readonly app: App; readonly localUrl: string; close(): Promise<void> }> {
  const { host, port } = parts.config
  const app = await buildApp(parts)
  try {
    await app.listen({ port, host })
  } catch (error) {
    await app.close()
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is taken by another program. Choose another with PORT=…`)
    }
    throw new StartError(`It cannot listen on ${host}, port ${port} (HOST, PORT)`, error)
  }
  return { app, localUrl: localUrl(app.server), close: () => app.close() }
}

export async function buildApp(parts: AppParts): Promise<App> {
  const { config, log, maintenance } = parts
  const { basePath } = config
  /** A service that is away for an announced maintenance is back at its end. */
  const retryAfter: RetryAfter = (usualS) => ({ 'retry-after': String(maintenance.retryAfterS(usualS)) })
  const protect = securityHeaders({ https: config.baseUrl?.startsWith('https:') === true })
  function prepare(request: FastifyRequest, reply: FastifyReply): void {
    protect(reply)
    allowOrigins(request, reply)
    reply.header('x-request-id', request.id)
  }

  const methods = new AllowedMethods()
  const app: App = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    ...(basePath !== '' && { rewriteUrl: withoutBase(basePath) }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: STALLED_MS,
    // Node bounds the whole head of a request: an id of any length is merely unknown.
    routerOptions: { maxParamLength: maxHeaderSize },
    // An idle or half-open connection must not hold up the end.
    forceCloseConnections: true,
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, methods),
    // Node's own refusal would have no body.
    http: { requireHostHeader: false },
    // A path that the router cannot read comes by no hook.
    frameworkErrors: (error, request, reply) => {
      prepare(request, reply)
      sendProblem(toProblem(error, retryAfter), request, reply)
    },
  }).withTypeProvider<ZodTypeProvider>()

  // RFC 9110 lets a server ignore an expectation that it does not know; Node would refuse it without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))

  app.setValidatorCompiler(({ schema, httpPart }) => validator(schema as z.ZodType, httpPart))
  app.setSerializerCompiler(serializerCompiler)
  acceptJsonOnly(app)

  app.addHook('onRoute', (route) => {
    methods.add(route)
    // Routes that need neither do not pay for it.
    if (route.config?.scope !== undefined) route.preParsing = authenticate
    if (typeof route.config?.limit === 'object') route.preValidation = async (request) => limits.guardBody(request)
  })

  const authentication = new Authentication({
    changes: parts.changes,
    keys: parts.keys,
    sessions: parts.sessions,
    cookie: parts.sessionCookie,
    baseUrl: config.baseUrl,
    basePath,
    bodyLimit: BODY_LIMIT,
    now: parts.clock.now,
  })
  const limits = new RateLimits(parts.rateLimiter)
  const operators = new OperatorCallers(config)
  const admit = limits.admit.bind(limits)
  // Before the body is judged, and with it at hand: some credentials are over its bytes.
  async function authenticate(request: FastifyRequest, reply: FastifyReply, payload: Readable): Promise<Readable> {
    const body = await limits.guard(request, () => authentication.check(request, payload, admit))
    // Data of an account must not be stored by caches.
    if (request.identity !== null) reply.header('cache-control', 'no-store')
    return body ?? payload
  }
  app.decorateRequest('identity', null)
  app.decorateRequest('isCounted', false)
  app.addHook('onRequest', async (request, reply) => {
    prepare(request, reply)
    throwIf(faultOfHead(request.raw))
    if (isPreflight(request)) {
      await limits.charge(request)
      return answerPreflight(reply)
    }
    if (maintenance.underWay !== null && !isServedInMaintenance(request.method)) {
      throw new Problem('maintenance', {
        detail: `The arena is under maintenance: ${maintenance.underWay.text}`,
        headers: retryAfter(DRAIN_RETRY_S),
      })
    }
    if (parts.draining.aborted && !isServedWhileDraining(request.method, pathOf(request))) {
      throw new Problem('draining', { headers: retryAfter(DRAIN_RETRY_S) })
    }
    if (request.routeOptions.config.scope === undefined) {
      if (request.method === 'GET' || request.method === 'HEAD')
        request.identity = await authentication.reader(request, admit)
      if (!operators.isUncounted(request)) await limits.charge(request)
    }
    // Before its body is judged, and whatever Fastify asks of a method.
    if (request.is404) throwIf(methods.refusal(request.method, pathOf(request)))
  })
  if (basePath !== '') app.addHook('onSend', underBase(basePath))
  app.addHook('onSend', compress)
  app.addHook('onResponse', (request, reply, done) => {
    parts.metrics.answered(request, reply)
    logResponse(request, reply.statusCode, reply.elapsedTime)
    done()
  })

  app.setErrorHandler(async (error, request, reply) => {
    const refusal = await limits.guardUnread(request).then(
      () => null,
      (refused: unknown) => refused,
    )
    return sendProblem(toProblem(refusal ?? error, retryAfter), request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(nothingAt(pathOf(request)), request, reply))

  await registerOpenApi(app, parts)
  metricsRoutes(app, parts, operators)
  healthRoutes(app, parts)
  serviceRoutes(app, parts)
  matchRoutes(app, parts)
  replayRoutes(app, parts)
  liveRoutes(app, parts)
  leaderboardRoutes(app, parts)
  ratingListRoutes(app, parts)
  publicLogRoutes(app, parts)
  archiveRoutes(app, parts)
  openDataRoutes(app, parts)
  botRoutes(app, parts)
  relayRoutes(app, parts)
  rehearsalRoutes(app, parts)
  keyRoutes(app, parts)
  accountRoutes(app, parts)
  noticeRoutes(app, parts)
  unsubscribePage(app, parts)
  linkPageStyle(app)
  signInPage(app, parts)
  docsRoutes(app, parts)
  await kitRoutes(app, parts)
  if (!config.production) developmentKeyRoutes(app, parts)
  await pageRoutes(app, parts)
  await cardRoutes(app, parts)
  return app
}

const PARTS = { body: 'body', querystring: 'query', params: 'path', headers: 'query' } as const

function validator(schema: z.ZodType, httpPart: string | undefined) {
  const part = PARTS[(httpPart ?? 'body') as keyof typeof PARTS]
  return (data: unknown) => {
    const result = schema.safeParse(data)
    if (result.success) return { value: result.data }
    // A path that cannot name anything names nothing.
    return { error: part === 'path' ? new Problem('not-found') : invalidRequest(result.error, part) }
  }
}

function acceptJsonOnly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name the type of a body that they do not send.
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!
}

function nothingAt(path: string): Problem {
  return new Problem('not-found', { detail: `There is nothing at ${path}.` })
}

function throwIf(problem: Problem | null): void {
  if (problem !== null) throw problem
}

/** Path only: a query may contain secrets. */
function logResponse(request: FastifyRequest, status: number, ms: number): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const level = status === 500 ? 'error' : isRead && status < 400 ? 'debug' : 'info'
  request.log[level](
    { method: request.method, path: pathOf(request), status, ms: Math.round(ms), ip: request.ip },
    'request',
  )
}

/** Bytes that Node makes no request of: there is no reply object either, so the answer is written by hand. */
function answerBrokenRequest(error: Error & BrokenRequest, socket: Socket, methods: AllowedMethods): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem = problemOf(error, methods)
  const id = randomUUID()
  const body = JSON.stringify(problemBody(problem, id))
  const headers = {
    'content-type': PROBLEM_TYPE,
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
    'cache-control': 'no-store',
    ...problem.headers,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head.join('')}\r\n${body}`)
}

interface BrokenRequest {
  readonly code?: string
  /** The bytes that could not be read: a Buffer, whatever the declared type says. */
  readonly rawPacket?: unknown
}

function problemOf({ code, rawPacket }: BrokenRequest, methods: AllowedMethods): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = `Request line and headers are at most ${maxHeaderSize} bytes together.`
    return new Problem('headers-too-large', { detail })
  }
  const unknown = code === 'HPE_INVALID_METHOD' && Buffer.isBuffer(rawPacket) ? unknownMethod(rawPacket) : null
  if (unknown !== null) return methods.refusal(unknown.method, unknown.path) ?? nothingAt(unknown.path)
  return new Problem('invalid-request', { detail: 'This is not an HTTP request that can be understood.' })
}
