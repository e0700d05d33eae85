/** How comments begin: with a subject, so that a reader who meets one alone understands it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** All sources but this one, whose samples begin wrongly on purpose. */
const PATTERNS = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.py', ':!scripts/comments.test.ts']
const FILES = execFileSync('git', ['ls-files', ...PATTERNS])
  .toString()
  .trim()
  .split('\n')

/** The mark that begins a comment, and the first word in it. */
const START = /(?:^|\s)(\/\/|\/\*\*?|\*|#|""")\s*(\p{L}+)/u
/** A line of nothing but a comment that the next line continues. */
const CONTINUED = /^\s*(?:\/\/|\*|\/\*\*?|#|""")\s*\S/
const WITHOUT_SUBJECT = new Set(['Of', 'Which', 'Whose'])

/** Line numbers and texts of the comments, or paragraphs of comments, that begin with one of these words. */
function withoutSubject(source: string): string[] {
  const lines = source.split('\n')
  return lines.flatMap((line, i) => {
    const [, mark, word] = START.exec(line) ?? []
    if (word === undefined || !WITHOUT_SUBJECT.has(word)) return []
    const continues = ['//', '*', '#'].includes(mark!) && CONTINUED.test(lines[i - 1] ?? '')
    return continues ? [] : [`${i + 1}: ${line.trim()}`]
  })
}

test('a comment or a paragraph of one begins with its subject, not with Of, Which or Whose', () => {
  const found = FILES.flatMap((file) => withoutSubject(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  expect(found).toEqual([])
})

test.each([
  ['/** Of these, some. */', 1],
  ['const a = 1 // Which is one', 1],
  ['/**\n * Words first.\n *\n * Whose paragraph is this?\n */', 1],
  ['# Of Python too', 1],
  ['"""Which of them."""', 1],
  ['// A line that\n// Of course continues', 0],
  ['/**\n * Words of\n * Which this line continues.\n */', 0],
  ['/** Offers and which of them. */', 0],
])('%j', (source, count) => {
  expect(withoutSubject(source)).toHaveLength(count)
})
