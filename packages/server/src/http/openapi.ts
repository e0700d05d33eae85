/**
 * `/openapi.json`: the interface as an OpenAPI 3.1 document, derived from the schemas that the routes themselves use.
 * A route appears unless its schema says `hide`.
 */
import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from './app.ts'

const INTERFACE_VERSION = '1'

export async function registerOpenApi(app: App, { config }: Context): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Bot Arena',
        version: INTERFACE_VERSION,
        description: 'A competitive arena for bots that play a 1v1 platform fighter.',
      },
      servers: [{ url: config.baseUrl ?? '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'A bearer key: `Authorization: Bearer arn_…`.' },
        },
      },
    },
    transform: (document) => jsonSchemaTransform(inlineQuery(document)),
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(app.swagger()),
  )
}

type RouteDocument = Parameters<typeof jsonSchemaTransform>[0]

/** Query parameters are listed one by one, which a reference to a named schema prevents: a copy has no name. */
function inlineQuery(document: RouteDocument): RouteDocument {
  const query = document.schema?.querystring
  if (!(query instanceof z.ZodObject)) return document
  return { ...document, schema: { ...document.schema, querystring: z.object(query.shape) } }
}
