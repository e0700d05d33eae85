/** The element as it is built, on a page whose policy forbids whatever is not a file of its own. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"

/** The files of the build, by name. */
export async function viewerFiles(): Promise<Map<string, string>> {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const built = (await build({ root: folder, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput
  return new Map(built.output.map((each) => [each.fileName, each.type === 'chunk' ? each.code : String(each.source)]))
}

export interface ServedViewer {
  /** The page's address, with a slash at the end. `?with=` is the attributes of its element. */
  readonly base: string
  close(): void
}

/** Serves the page and its scripts; `answer` is asked first for whatever else there is. */
export async function serveViewer(
  files: ReadonlyMap<string, string>,
  answer: (name: string, response: ServerResponse) => boolean,
  asked: (name: string) => void = () => {},
): Promise<ServedViewer> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname.slice(1)
    const script = files.get(name)
    asked(name)
    if (name === '') {
      const page = `<!doctype html><html lang="en"><title>Match</title><meta name="viewport" content="width=device-width">
        <link rel="icon" href="data:,"><script type="module" src="arena-replay.js"></script>
        <main><h1>Match</h1><input aria-label="Search"><arena-replay ${searchParams.get('with') ?? ''}></arena-replay></main>`
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
        .end(page)
    } else if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else if (!answer(name, response)) response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
