/**
 * Pictures of a match, a bot and the arena, for sites that show what a link leads to. Where one cannot be drawn now (too many
 * are asked for, the drawing fails) the arena's general picture takes its place.
 */
import { readFile } from 'node:fs/promises'
import { Problem } from '@arena/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Capacity } from '../matches/playing/capacity.ts'
import type { ReplayStore } from '../replays/store.ts'
import type { Logger } from '../log.ts'
import type { Config } from '../config.ts'
import type { App } from '../http/app-type.ts'
import { localUrl } from '../http/local-url.ts'
import { namesTag } from '../http/read-cache.ts'
import { botPage } from '../page/bot.ts'
import type { BotPageStores } from '../page/bot.ts'
import { readWebBuild } from '../page/web-build.ts'
import { Cards } from './cards.ts'
import type { CardSource } from './cards.ts'
import { CardPainter } from './painter.ts'

const GENERAL = new URL('../../../web/static/og.png', import.meta.url)
const MINUTE_MS = 60_000
/**
 * A replay is drawn only as long as it is kept, so a card of a match is not final either. That of a match which another machine
 * played may be on its way to the bucket.
 */
const FRESH_MS = {
  ended: 1_440 * MINUTE_MS,
  withoutItsReplay: MINUTE_MS,
  running: MINUTE_MS,
  bot: 10 * MINUTE_MS,
  arena: 1_440 * MINUTE_MS,
}

const Params = z.object({ id: z.string().max(256) })
const schema = { hide: true }
/** Drawing costs about what a replay does. */
const config = { limit: 'match-reads' } as const

type CardParts = BotPageStores & {
  readonly capacity: Pick<Capacity, 'isInTrouble'>
  readonly replays: Pick<ReplayStore, 'file'>
  readonly log: Logger
  readonly config: Pick<Config, 'baseUrl'>
}

export async function cardRoutes(app: App, context: CardParts): Promise<void> {
  const { matches, capacity, replays, log } = context
  const [general, web] = await Promise.all([readFile(GENERAL), readWebBuild()])
  if (web === null) return
  const painter = new CardPainter({ log })
  app.addHook('onClose', () => painter.close())
  // All fighters of the arena cost several times what the others do, and the general picture shows them too.
  const cards = new Cards(async (card) => (capacity.isInTrouble && card.kind === 'arena' ? null : painter.paint(card)))

  async function send(request: FastifyRequest, reply: FastifyReply, path: string, source: () => Promise<CardSource>) {
    const picture = await cards.get(path, source).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'replay-storage-unavailable') return null
      throw error
    })
    reply.type('image/png')
    if (picture === null) return reply.header('cache-control', 'no-store').send(general)
    const { png, etag, freshMs } = picture
    reply.headers({ etag, 'cache-control': `public, max-age=${freshMs / 1000}` })
    const known = request.headers['if-none-match']
    return known !== undefined && namesTag(known, etag) ? reply.code(304).send() : reply.send(png)
  }

  async function matchSource(id: string): Promise<CardSource> {
    const match = await matches.find(id)
    if (match === null) throw new Problem('not-found', { detail: 'There is no such match.' })
    // While matches fall behind no replay is played again for a picture: it shows the fighters as they stand.
    const replay = match.replayBytes === null || capacity.isInTrouble ? null : await replays.file(match.id)
    const isWithout = match.replayBytes !== null && replay === null
    const state = match.status === 'running' ? 'running' : isWithout ? 'withoutItsReplay' : 'ended'
    return { card: web!.matchCard(match, replay), freshMs: FRESH_MS[state] }
  }

  async function botSource(id: string): Promise<CardSource> {
    return { card: web!.botCard(await botPage(context, id, null)), freshMs: FRESH_MS.bot }
  }

  async function arenaSource(): Promise<CardSource> {
    const address = (context.config.baseUrl ?? localUrl(app.server)).replace(/^https?:\/\//, '')
    return { card: { kind: 'arena', address }, freshMs: FRESH_MS.arena }
  }

  app.get('/card.png', { schema, config }, (request, reply) => send(request, reply, '/', arenaSource))
  app.get('/watch/:id/card.png', { schema: { ...schema, params: Params }, config }, (request, reply) => {
    const { id } = request.params
    return send(request, reply, `/watch/${id}`, () => matchSource(id))
  })
  app.get('/b/:id/card.png', { schema: { ...schema, params: Params }, config }, (request, reply) => {
    const { id } = request.params
    return send(request, reply, `/b/${id}`, () => botSource(id))
  })
}
