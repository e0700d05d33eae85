/** What a generator has to write to a file, formatted as `npm run format` would. */
import { readFileSync } from 'node:fs'
import { format, type FormatOptions } from 'oxfmt'

const OPTIONS = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8')) as FormatOptions

export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, OPTIONS)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}
