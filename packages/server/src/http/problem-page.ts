/** A problem as a page, for people with a browser. */
import type { Problem } from '@arena/protocol'
import { PROBLEMS } from '@arena/protocol'
import { escapeHtml } from './html.ts'
import { renderLayout } from './layout.ts'

export function problemPage({ code, status, detail, extra }: Problem, requestId: string): string {
  const { title } = PROBLEMS[code]
  const places = (extra.errors ?? []).map(
    ({ path, message }) => `\n<li><code>${escapeHtml(path)}</code>: ${escapeHtml(message)}</li>`,
  )
  const why = detail === title ? '' : `\n<p>${escapeHtml(detail)}</p>`
  const body = `<p class="status">${status}</p>
<h1>${escapeHtml(title)}</h1>${why}${places.length === 0 ? '' : `\n<ul>${places.join('')}\n</ul>`}
<p>Continue at the <a href="/">live matches</a>, the <a href="/ranking">ranking</a>, the <a href="/results">results</a> or the <a href="/docs">documentation</a>.</p>
<p class="aside">In the log of the arena this request is <code>${escapeHtml(requestId)}</code>.</p>`
  return renderLayout({ title, section: '', body })
}
