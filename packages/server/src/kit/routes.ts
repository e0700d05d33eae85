/**
 * The kit, the SDK and the Python distribution, as `npx`, `npm install` and `pip install` take them from an arena: always the version
 * that it plays with. Each is at two
 * addresses. The short one is revalidated, so that nobody is given an old version. The one with an id of the content never changes;
 * `npx`, which keeps what it has once installed from an address, gets a new version by it.
 */
import { createReadStream } from 'node:fs'
import { Kit, Problem } from '@arena/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../http/app-type.ts'
import { partOf } from '../http/file-part.ts'
import { NOT_MODIFIED } from '../http/read-cache.ts'
import { KIT_FILES, readServedKit, type KitFile } from './served-kit.ts'

const GZIP = 'application/gzip'
const ZIP = 'application/zip'
const FileParam = z.enum(KIT_FILES).meta({ description: 'The package.' })
const Params = z.object({ file: FileParam })
const VersionParams = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .meta({ description: 'Of its content: the path that `GET /kit` gives.' }),
  file: FileParam,
})

const SCHEMA = { schema: z.any().meta({ type: 'string', format: 'binary', description: 'The file.' }) }
const packed = (description: string) => ({ description, content: { [GZIP]: SCHEMA, [ZIP]: SCHEMA } })
const FILE = packed('A tarball that npm installs, or a wheel that pip does.')
const PART = packed('The part of the file that `Range` asks for.')

interface Parts {
  readonly kitFolder: URL
}

export async function kitRoutes(app: App, { kitFolder }: Parts): Promise<void> {
  const kit = await readServedKit(kitFolder)
  const built = () => {
    if (kit === null) throw new Problem('not-found', { detail: 'The kit is not packed. Run: npm run build' })
    return kit
  }

  app.get(
    '/kit',
    {
      config: { problems: ['not-found'] },
      schema: {
        operationId: 'getKit',
        summary: 'The packages for bot authors of this arena',
        description:
          'What `npx {address}/kit/arena-kit.tgz` runs and `npm install {address}/kit/arena-sdk.tgz` installs; neither needs a package ' +
          'registry. And what `pip install` takes by its address.',
        tags: ['service'],
        response: { 200: Kit },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(built().document),
  )
  const answers = { response: { 200: FILE, 206: PART, 304: NOT_MODIFIED } }
  const config = { limit: 'match-reads', problems: ['range-not-satisfiable'] } as const
  app.get(
    '/kit/:file',
    {
      config,
      schema: {
        operationId: 'getKitFile',
        summary: 'A package for bot authors, in its newest version',
        tags: ['service'],
        params: Params,
        ...answers,
      },
    },
    (request, reply) => send(request, reply, request.params.file, 'no-cache'),
  )
  app.get(
    '/kit/:id/:file',
    {
      config,
      schema: {
        operationId: 'getKitVersion',
        summary: 'A package for bot authors, in the version that GET /kit names',
        description: 'The file at this path never changes. After an upgrade of the arena there is another path.',
        tags: ['service'],
        params: VersionParams,
        ...answers,
      },
    },
    (request, reply) => {
      const { id, file } = request.params
      if (built().files.get(file)!.id !== id) {
        const detail = `This arena has another version by now: /kit/${built().files.get(file)!.id}/${file}`
        throw new Problem('not-found', { detail })
      }
      return send(request, reply, file, 'public, max-age=31536000, immutable')
    },
  )

  function send(request: FastifyRequest, reply: FastifyReply, file: KitFile, cacheControl: string): FastifyReply {
    const { sha256, bytes } = built().files.get(file)!
    void reply.header('cache-control', cacheControl)
    const part = partOf(request, reply, { etag: `"${sha256.slice(0, 32)}"`, bytes })
    if (part === null) return reply.send()
    return reply.type(file.endsWith('.whl') ? ZIP : GZIP).send(createReadStream(new URL(file, kitFolder), part))
  }
}
