/** Lines of words, as entries are written: the first word names the line, and single spaces part the others. */
import { NoteError } from './note-error.ts'

/** What a word has to look like, with the name of it for a person. */
interface WordForm {
  readonly name: string
  readonly form: RegExp
}

/** A line is longer than any that is written. */
const MOST_SHOWN = 80

const DAY = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'

export const ORIGIN: WordForm = { name: 'the origin of a log', form: /^[^\s+]+$/u }
export const HEX: WordForm = { name: '32 bytes in hexadecimal', form: /^[0-9a-f]{64}$/ }
export const DATE: WordForm = { name: 'a date', form: new RegExp(`^${DAY}$`) }
export const TIME: WordForm = {
  name: 'a time',
  form: new RegExp(`^${DAY}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$`),
}
export const WHOLE: WordForm = { name: 'a whole number', form: /^(?:0|[1-9]\d{0,15})$/ }
export const DECIMAL: WordForm = { name: 'a decimal number', form: /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/ }
export const BASE64_32: WordForm = { name: '32 bytes as base64', form: /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/ }
export const WORD: WordForm = { name: 'a word', form: /^[!-~]{1,200}$/ }

/** Reads the lines of a text one after the other; whatever is not as it has to be is a NoteError. */
export class LineReader {
  readonly #lines: string[]
  #at = 0

  constructor(text: string) {
    if (!text.endsWith('\n')) throw new NoteError('The text of an entry ends in a newline.')
    this.#lines = text.slice(0, -1).split('\n')
  }

  /** The words of the next line behind its name. */
  line(name: string): Words {
    const line = this.#lines[this.#at++]
    if (line === undefined) throw new NoteError(`The line \`${name}\` is missing.`)
    const [first, ...words] = line.split(' ')
    if (first !== name) throw new NoteError(`Line ${this.#at} has to be \`${name}\`, and is \`${shown(line)}\`.`)
    return new Words(words, line)
  }

  end(): void {
    const line = this.#lines[this.#at]
    if (line !== undefined) throw new NoteError(`Nothing follows the last line, but there is \`${shown(line)}\`.`)
  }
}

export class Words {
  readonly #words: string[]
  readonly #line: string

  constructor(words: string[], line: string) {
    this.#words = words
    this.#line = line
  }

  text({ name, form }: WordForm): string {
    const word = this.#words.shift()
    if (word === undefined || !form.test(word)) this.fail(name, word)
    return word
  }

  number(form: WordForm): number {
    return Number(this.text(form))
  }

  /** One of these words. */
  one<const Word extends string>(...words: readonly Word[]): Word {
    return this.text({ name: words.join(' or '), form: new RegExp(`^(?:${words.join('|')})$`) }) as Word
  }

  /** Null where a dash stands in the place of what `read` reads. */
  maybe<Value>(read: (words: this) => Value): Value | null {
    if (this.#words[0] !== '-') return read(this)
    this.#words.shift()
    return null
  }

  /** The line has no more words. */
  end(): void {
    if (this.#words.length > 0) this.fail('the end of the line', this.#words[0])
  }

  fail(name: string, word: string | undefined): never {
    const found = word === undefined ? 'nothing' : `\`${shown(word)}\``
    throw new NoteError(`The line \`${shown(this.#line)}\` has ${found} in the place of ${name}.`)
  }
}

const shown = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)
