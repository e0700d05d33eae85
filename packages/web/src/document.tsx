/** The frame of every page: head, navigation, content, footer. Nothing of it changes in the browser. */
import type { ReactNode } from 'react'
import { DATA_ID, ISLAND_ID } from './element-ids.ts'
import { clock, day, moment } from './format.ts'
import type { MaintenanceBanner, NavEntry, ScriptName, Site } from './page-data.ts'
import { paths } from './paths.ts'

export interface Content {
  readonly title: string
  readonly description: string
  /** The page's own address, without what does not change its content. */
  readonly path: string
  /** The path that the navigation marks, where it is another. */
  readonly section?: string
  /** For sites that show what a link leads to; the arena's own where there is none. */
  readonly picture?: { readonly path: string; readonly alt: string }
  /** The same facts for programs. */
  readonly json?: string
  /** The same as an Atom feed. */
  readonly feed?: string
  /** Whether search engines should leave it out: lists under a filter. */
  readonly isUnlisted?: boolean
  /** Whether it holds what only its reader may see. */
  readonly isPrivate?: boolean
  /** Whether it holds an `<arena-replay>`. */
  readonly hasViewer?: boolean
  readonly main: ReactNode
}

const ARENA_PICTURE = { path: paths.card(), alt: 'The fighters of the arena in two rows' }

/** A part that a script takes over. */
export interface Island {
  readonly script: ScriptName
  readonly data: unknown
}

interface DocumentProps {
  readonly site: Site
  readonly content: Content
  readonly island: Island | null
}

export function Document({ site, content, island }: DocumentProps) {
  const { title, description, path, picture = ARENA_PICTURE, json, feed } = content
  const { isUnlisted = false, isPrivate = false, hasViewer = false, main } = content
  const url = site.origin + path
  const names: readonly ScriptName[] = [...(island ? [island.script] : []), ...(hasViewer ? (['replay'] as const) : [])]
  const scripts = names.map((name) => site.scripts[name])
  const imports = new Set(scripts.flatMap((script) => script.imports))
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f3ee" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101216" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {isUnlisted ? <meta name="robots" content="noindex, follow" /> : <link rel="canonical" href={url} />}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Bot Arena" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={url} />
        <meta property="og:image" content={site.origin + picture.path} />
        <meta property="og:image:type" content="image/png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content={picture.alt} />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href={paths.file('icon.svg')} type="image/svg+xml" />
        {json !== undefined && <link rel="alternate" type="application/json" href={json} />}
        {feed !== undefined && <link rel="alternate" type="application/atom+xml" title={title} href={feed} />}
        <link rel="stylesheet" href={site.style} />
        {[...imports].map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
        {scripts.map(({ file }) => (
          <script key={file} type="module" src={file} />
        ))}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <header className="top">
          <a className="brand" href={paths.home()}>
            <img src={paths.file('icon.svg')} width="28" height="28" alt="" />
            Bot Arena
          </a>
          <SiteNav entries={site.nav} current={content.section ?? path} />
        </header>
        {site.maintenance && <Banner of={site.maintenance} />}
        <main id="main">{main}</main>
        {island && <Data of={island.data} />}
        <footer className="bottom">
          <p>
            {isPrivate ? 'The rest of the arena is public data:' : 'Everything here is public data:'}{' '}
            <a href={paths.data.live()}>live matches</a>, <a href={paths.file('leaderboard')}>leaderboard</a>,{' '}
            <a href={paths.file('matches')}>matches</a>, <a href={paths.docs('open-data')}>open data</a>,{' '}
            <a href={paths.data.openapi()}>OpenAPI document</a>. Anybody can{' '}
            <a href={paths.fairness()}>check every result</a>.
          </p>
        </footer>
      </body>
    </html>
  )
}

interface EmbeddedProps {
  readonly site: Site
  readonly content: Content
  readonly viewer: ReactNode
}

/** A page that is shown in a frame of another site. */
export function Embedded({ site, content: { title, path }, viewer }: EmbeddedProps) {
  const script = site.scripts.replay
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="canonical" href={site.origin + path} />
        <link rel="stylesheet" href={site.style} />
        {script.imports.map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
        <script type="module" src={script.file} />
      </head>
      <body className="embedded">{viewer}</body>
    </html>
  )
}

function Banner({ of: { text, startsAt, endsAt, isUnderWay } }: { of: MaintenanceBanner }) {
  // The day is said once.
  const isOneDay = day(startsAt) === day(endsAt)
  const start = <time dateTime={new Date(startsAt).toISOString()}>{moment(startsAt)}</time>
  const end = (
    <time dateTime={new Date(endsAt).toISOString()}>
      {isOneDay && !isUnderWay ? `${clock(endsAt)} UTC` : moment(endsAt)}
    </time>
  )
  return (
    <aside className="banner" aria-label="Maintenance">
      <p>
        <strong>
          {isUnderWay ? 'Maintenance' : <>Maintenance from {start}</>} until {end}.
        </strong>{' '}
        <bdi>{text}</bdi>
      </p>
    </aside>
  )
}

function SiteNav({ entries, current }: { entries: readonly NavEntry[]; current: string }) {
  return (
    <nav className="site-nav" aria-label="Site">
      <ul>
        {entries.map(({ href, title }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Where a script finds what it renders first. `<` is the only character that could end the element early. */
function Data({ of }: { of: unknown }) {
  const json = JSON.stringify(of).replaceAll('<', '\\u003c')
  return <script id={DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** What React renders here and takes over there: the same markup, marked for it. */
export function IslandRoot({ html }: { html: string }) {
  return <div id={ISLAND_ID} dangerouslySetInnerHTML={{ __html: html }} />
}
