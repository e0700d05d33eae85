/** The built pages of @arena/web: the module that renders them, and the files that browsers load. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { sep } from 'node:path'
import type { BotCard, MatchCard } from '@arena/card'
import type { Match } from '@arena/protocol'
import type { BotPage, Page, RenderOptions, Site } from '@arena/web'

/** The same place seen from `src/page` and from `dist/page`. */
const WEB = new URL('../../../web/dist/', import.meta.url)
const MANIFEST = new URL('client/manifest.json', WEB)
const ASSETS = new URL('client/assets/', WEB)
const DRAWN = new URL('drawn/', WEB)
/** The script of a page is `main` in the folder of the page. */
const SCRIPT = /^src\/(\w+)\/main\.tsx?$/
const STYLE = 'src/styles/index.css'

/** What `dist/server/render.js` exports. */
interface Renderer {
  readonly renderPage: (site: Site, page: Page, options?: RenderOptions) => string
  readonly matchCard: (match: Match, replay: string | null) => MatchCard
  readonly botCard: (page: BotPage) => BotCard
}

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

export interface WebBuild extends Renderer {
  readonly style: string
  readonly scripts: Site['scripts']
  readonly assets: readonly { readonly path: string; readonly file: URL }[]
}

/** Null where the pages are not built. */
export async function readWebBuild(): Promise<WebBuild | null> {
  if (!existsSync(MANIFEST)) return null
  const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest
  const renderer = (await import(new URL('server/render.js', WEB).href)) as Renderer
  const path = (key: string) => `/${manifest[key]!.file}`
  const scripts = Object.entries(manifest).flatMap(([key, { imports = [] }]) => {
    const name = SCRIPT.exec(key)?.[1]
    return name === undefined ? [] : [[name, { file: path(key), imports: imports.map(path) }] as const]
  })
  const [names, drawn] = await Promise.all([readdir(ASSETS), namesBelow(DRAWN)])
  return {
    ...renderer,
    style: path(STYLE),
    scripts: Object.fromEntries(scripts) as Partial<Site['scripts']> as Site['scripts'],
    assets: [
      ...names.map((name) => ({ path: `/assets/${name}`, file: new URL(name, ASSETS) })),
      ...drawn.map((name) => ({ path: `/drawn/${name}`, file: new URL(name, DRAWN) })),
    ],
  }
}

/** Paths of the files in the folders of a folder; none where it is missing. */
async function namesBelow(folder: URL): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true })
  return entries.filter((name) => name.includes(sep)).map((name) => name.replaceAll(sep, '/'))
}
