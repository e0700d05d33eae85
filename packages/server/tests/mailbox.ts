/** Mail as its recipient sees it, read by a parser that knows nothing of how it was written. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'

export const parseMail = (message: Uint8Array | string): Promise<Email> => PostalMime.parse(message)

/** The mails of an outbox folder, oldest first; those of one recipient when one is named. */
export async function readOutbox(folder: string, to?: string): Promise<Email[]> {
  const names: string[] = await readdir(folder).catch(() => [])
  names.sort()
  const wanted = names.filter((name) => to === undefined || name.endsWith(`Z-${to}.eml`))
  return Promise.all(wanted.map(async (name) => parseMail(await readFile(join(folder, name)))))
}

/** What signs in: the link and the code of a mail, found as a person finds them. */
export function signInOf(mail: Email): { readonly link: string; readonly token: string; readonly code: string } {
  const link = /^https?:\S+$/m.exec(mail.text!)![0]
  return { link, token: new URL(link).searchParams.get('token')!, code: /^\d{6}$/m.exec(mail.text!)![0] }
}
