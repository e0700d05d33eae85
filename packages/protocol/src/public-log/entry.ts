/**
 * Entries of the public log, as text: the arena's key, the commitment of a day, its secret, the result of a match, and
 * where a log that followed a restored backup came from. One entry has one spelling.
 */
import { decodeBase64, encodeBase64 } from '../base64.ts'
import type { Checkpoint } from './checkpoint.ts'
import { BASE64_32, DATE, HEX, LineReader, ORIGIN, TIME, WHOLE } from './lines.ts'
import { NoteError } from './note-error.ts'
import { readResult, resultText, type ResultNote } from './result-note.ts'

export type Entry =
  /** From then on the arena signs with this key. */
  | { readonly kind: 'key'; readonly log: string; readonly publicKey: string; readonly since: string }
  /** `first`: the number of the first match of the day in this log, which is 1 unless the day began in a log before. */
  | {
      readonly kind: 'day'
      readonly log: string
      readonly day: string
      readonly first: number
      readonly commitment: string
    }
  | { readonly kind: 'secret'; readonly log: string; readonly day: string; readonly secret: string }
  | { readonly kind: 'result'; readonly log: string; readonly result: ResultNote }
  /** `former`: the newest checkpoint of the log before, where one is known. */
  | { readonly kind: 'restored'; readonly log: string; readonly former: Checkpoint | null }

/** Throws NoteError for an entry that could not be read again. */
export function entryText(entry: Entry): string {
  const text = write(entry)
  read(text)
  return text
}

/** Throws NoteError. */
export function readEntry(text: string): Entry {
  const entry = read(text)
  if (write(entry) !== text) throw new NoteError('The text is an entry in another spelling than the arena writes.')
  return entry
}

function write(entry: Entry): string {
  if (entry.kind === 'result') return resultText(entry.result)
  return [`arena ${entry.kind} v1`, `log ${entry.log}`, ...factsOf(entry), ''].join('\n')
}

function factsOf(entry: Exclude<Entry, { readonly kind: 'result' }>): string[] {
  switch (entry.kind) {
    case 'key':
      return [`public ${entry.publicKey}`, `since ${entry.since}`]
    case 'day':
      return [`day ${entry.day} first ${entry.first}`, `commitment ${entry.commitment}`]
    case 'secret':
      return [`day ${entry.day}`, `secret ${entry.secret}`]
    case 'restored': {
      const { former } = entry
      return [`former ${former === null ? '-' : `${former.origin} ${former.size} ${encodeBase64(former.root)}`}`]
    }
  }
}

function read(text: string): Entry {
  const lines = new LineReader(text)
  const first = lines.line('arena')
  const kind = first.one('key', 'day', 'secret', 'result', 'restored')
  first.one('v1')
  first.end()
  if (kind === 'result') {
    const result = readResult(text)
    return { kind, log: result.log, result }
  }
  const word = (name: string, form: typeof ORIGIN): string => {
    const words = lines.line(name)
    const found = words.text(form)
    words.end()
    return found
  }
  const log = word('log', ORIGIN)
  const entry = ((): Entry => {
    switch (kind) {
      case 'key':
        return { kind, log, publicKey: word('public', BASE64_32), since: word('since', TIME) }
      case 'day': {
        const words = lines.line('day')
        const day = words.text(DATE)
        words.one('first')
        const number = words.number(WHOLE)
        words.end()
        return { kind, log, day, first: number, commitment: word('commitment', HEX) }
      }
      case 'secret':
        return { kind, log, day: word('day', DATE), secret: word('secret', HEX) }
      case 'restored': {
        const words = lines.line('former')
        const former = words.maybe(() => ({
          origin: words.text(ORIGIN),
          size: words.number(WHOLE),
          root: decodeBase64(words.text(BASE64_32))!,
        }))
        words.end()
        return { kind, log, former }
      }
    }
  })()
  lines.end()
  return entry
}
