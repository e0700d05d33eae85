/** Feeds as Atom (RFC 4287). Pure. */
import { escapeHtml } from '../http/html.ts'

export interface FeedEntry {
  /** The record that it is of, which does not change: the tag URI (RFC 4151) of the entry ends with it. */
  readonly record: string
  readonly title: string
  readonly says: string
  /** Below the address of the arena. */
  readonly path: string
  readonly at: Date
}

export interface Feed {
  readonly record: string
  readonly title: string
  /** Its own address, and that of the page that shows the same, below the address of the arena. */
  readonly self: string
  readonly page: string
  /** When it began: that of a feed without entries. */
  readonly since: Date
  /** Newest first. */
  readonly entries: readonly FeedEntry[]
}

/** The year of the first arena: a tag URI names a day on which its maker had the name. */
const TAGGED = '2026'

export const updatedOf = ({ entries, since }: Feed): Date => entries[0]?.at ?? since

export function atomOf(feed: Feed, origin: string): string {
  const tag = (record: string) => text(`tag:${new URL(origin).hostname.replace(/[[\]]/g, '')},${TAGGED}:${record}`)
  const link = (rel: string, path: string, type: string) =>
    `<link rel="${rel}" type="${type}" href="${text(origin + path)}"/>`
  const { record, title, self, page, entries } = feed
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${tag(record)}</id>
<title>${text(title)}</title>
<updated>${updatedOf(feed).toISOString()}</updated>
<author><name>Bot Arena</name></author>
${link('self', self, 'application/atom+xml')}
${link('alternate', page, 'text/html')}
<icon>${text(`${origin}/favicon.ico`)}</icon>
${entries
  .map(
    (entry) => `<entry>
<id>${tag(entry.record)}</id>
<title>${text(entry.title)}</title>
<updated>${entry.at.toISOString()}</updated>
<published>${entry.at.toISOString()}</published>
${link('alternate', entry.path, 'text/html')}
<summary>${text(entry.says)}</summary>
</entry>
`,
  )
  .join('')}</feed>
`
}

/** Without what XML 1.0 cannot hold. */
function text(plain: string): string {
  return escapeHtml(plain.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd'))
}
