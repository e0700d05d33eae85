/** The mail of a notice, or of several that came at once or had to wait for each other. */
import { escapeHtml } from '../http/html.ts'
import type { Mail } from '../mail/mail.ts'
import { wordsOf } from './words.ts'
import type { Told } from './words.ts'

interface NoticeMail {
  readonly to: string
  /** Not empty, in the order in which they happened. */
  readonly notices: readonly Told[]
  /** The address of the arena. */
  readonly origin: string
  /** What ends such mails by itself. */
  readonly unsubscribe: string
}

export function noticeMail({ to, notices, origin, unsubscribe }: NoticeMail): Mail {
  const parts = notices.map((told) => ({ ...wordsOf(told), at: told.at.toISOString() }))
  const [first] = parts
  const names = [...new Set(notices.flatMap(({ facts }) => facts.name ?? []))]
  const subject = parts.length === 1 ? first!.title : subjectOf(parts.length, names)
  const choose = `${origin}/account#notices`
  const text = `${parts
    .map(({ title, says, advice, path, at }) =>
      [...(parts.length === 1 ? [] : [title, shortTime(at), '']), says, '', advice, '', origin + path].join('\n'),
    )
    .join('\n\n-----\n\n')}

Choose what you are mailed about: ${choose}
No more of these mails: ${unsubscribe}
`
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f3ee;color:#17181c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:34em;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;overflow-wrap:anywhere">
${parts.map(htmlOf(origin)).join('\n<hr style="border:0;border-top:1px solid #dddbd2;margin:24px 0">\n')}
<p style="margin:24px 0 0;color:#5b5d66;font-size:14px"><a href="${escapeHtml(choose)}" style="color:#5b5d66">Choose what you are mailed about</a>, or get <a href="${escapeHtml(unsubscribe)}" style="color:#5b5d66">no more of these mails</a>.</p>
</div>
</body>
</html>
`
  const gist = parts.map(({ title }) => title).join('; ')
  return { to, subject, text, html, gist, unsubscribe, id: notices[0]!.id }
}

type Part = ReturnType<typeof wordsOf> & { readonly at: string }

const htmlOf =
  (origin: string) =>
  ({ title, says, advice, path, at }: Part): string =>
    `<h1 style="margin:0 0 4px;font-size:20px;line-height:1.25">${escapeHtml(title)}</h1>
<p style="margin:0 0 12px;color:#5b5d66;font-size:14px">${shortTime(at)}</p>
<p>${escapeHtml(says)}</p>
<p>${escapeHtml(advice)}</p>
<p><a href="${escapeHtml(origin + path)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f4fbf;color:#ffffff;text-decoration:none">${labelOf(path)}</a></p>`

function labelOf(path: string): string {
  if (path.startsWith('/b/')) return 'Open the page of the bot'
  if (path.startsWith('/watch/')) return 'Open the match'
  return path.startsWith('/account') ? 'Open your account' : 'Open the arena'
}

const shortTime = (iso: string): string => `${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC`

/** Names of bots as far as a subject has room for them. */
function subjectOf(count: number, names: readonly string[]): string {
  if (names.length === 0) return `${count} notices of the bot arena`
  const shown = names.slice(0, 3).join(', ')
  return `${count} notices about ${names.length > 3 ? `${shown} and ${names.length - 3} more` : shown}`
}
