/** Files of the pages: those of a build carry their hash in their name and are kept for ever. */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { App } from '../http/app-type.ts'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
}

/** Answers a path with a file, which is read once: the same bytes for everyone are compressed once. */
export async function serveFile(app: App, path: string, file: URL, cacheControl: string): Promise<void> {
  const type = MEDIA_TYPES[extname(path)]
  if (type === undefined) throw new Error(`${path} has no media type`)
  const bytes = await readFile(file)
  app.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply.type(type).header('cache-control', cacheControl).send(bytes),
  )
}
