/** `/docs`: three ways in, a search over all documents, and all documents. */
import { escapeHtml } from '../http/html.ts'
import { WHEEL } from '../kit/served-kit.ts'
import { DOOR, GROUPS, REFERENCE, renderDocument, searchForm } from './document-page.ts'
import { renderInline } from './markdown.ts'
import type { Found } from './search.ts'

interface Door {
  /** The address of the arena, for commands. */
  readonly address: string
  readonly question: string
  /** Null where nothing was asked. */
  readonly found: readonly Found[] | null
}

export function renderDoor({ address, question, found }: Door): string {
  const count =
    found === null
      ? ''
      : found.length === 0
        ? 'Nothing was found.'
        : found.length === 1
          ? '1 section'
          : `${found.length} sections`
  const body = `<h1>Documentation</h1>
${searchForm('Search all documents', question)}
<p id="count" class="note" role="status">${count}</p>
<div id="found">
${found === null ? `${renderWays(address)}\n${renderAll()}` : renderFound(found)}
</div>`
  return renderDocument({ path: DOOR, title: 'Documentation', contents: [], body })
}

function renderWays(address: string): string {
  const way = (href: string, title: string, text: string, command: string) =>
    `<li><h2><a href="${href}">${title}</a></h2>\n<p>${text}</p>\n<pre tabindex="0"><code>${escapeHtml(command)}</code></pre></li>`
  return `<ul class="ways">
${way(
  '/docs/first-bot',
  'My first bot',
  'A project that runs, a match at home in the browser, and a place on the leaderboard. It takes Node and ten minutes.',
  `npx ${address}/kit/arena-kit.tgz init my-bot`,
)}
${way(
  '/docs/python',
  'Python',
  'A bot server in one file. Bots that were written for libmelee run as they are, and replays are NumPy columns.',
  `pip install ${address}/kit/${WHEEL}`,
)}
${way(
  REFERENCE,
  'API',
  'Every endpoint with curl, and the protocol of a match, for a bot in any language and for tools.',
  `curl ${address}/openapi.json`,
)}
</ul>`
}

function renderAll(): string {
  const groups = GROUPS.map(({ title, documents }) => {
    const items = documents.map(
      ({ href, title: of, about }) => `<li><a href="${href}">${escapeHtml(of)}</a>: ${renderInline(about)}</li>`,
    )
    return `<section>\n<h2>${title}</h2>\n<ul>${items.join('\n')}</ul>\n</section>`
  })
  return `<div class="all">\n${groups.join('\n')}\n</div>`
}

function renderFound(found: readonly Found[]): string {
  if (found.length === 0) {
    return `<p>Each word has to begin a word of the text. Try fewer words, or choose from <a href="${DOOR}">all documents</a>.</p>`
  }
  const items = found.map(({ href, heading, document, excerpt }) => {
    const of = heading === document ? '' : ` <span class="note">${escapeHtml(document)}</span>`
    return `<li><h2><a href="${href}">${escapeHtml(heading)}</a>${of}</h2>\n<p>${excerpt}</p></li>`
  })
  return `<ol class="found">\n${items.join('\n')}\n</ol>`
}
