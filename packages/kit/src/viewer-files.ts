/** The files of the viewer page, by their address: the page itself, the arena's style, and the viewer with its fighters. */
import { readdirSync, readFileSync } from 'node:fs'
import { CommandFailure } from '@arena/host/command-line'

/** The same place seen from `src`, from `dist` and in the packed kit. */
const PAGE = new URL('../static/', import.meta.url)
/** In the packed kit, and in a clone that is built. */
const VIEWERS = ['../viewer/', '../../viewer/dist/browser/'].map((path) => new URL(path, import.meta.url))
const WEB = new URL('../../web/dist/client/', import.meta.url)

/** A map, so that no address leads to another file. */
export function viewerFiles(): ReadonlyMap<string, URL> {
  const page = filesIn(PAGE).map(([name, url]) => [name === 'index.html' ? '/' : `/${name}`, url] as const)
  const viewer = VIEWERS.map((folder) => filesIn(folder)).find((files) => files.length > 0)
  if (viewer === undefined)
    throw new CommandFailure('The viewer is not built. Run in the clone of the arena: npm run build')
  const files = new Map([...page, ...viewer.map(([name, url]) => [`/viewer/${name}`, url] as const)])
  if (!files.has('/arena.css')) files.set('/arena.css', builtStyle())
  return files
}

function builtStyle(): URL {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', WEB), 'utf8')) as Record<string, { file: string }>
  return new URL(manifest['src/styles/index.css']!.file, WEB)
}

function filesIn(folder: URL): (readonly [string, URL])[] {
  try {
    return readdirSync(folder).map((name) => [name, new URL(name, folder)] as const)
  } catch {
    return []
  }
}
