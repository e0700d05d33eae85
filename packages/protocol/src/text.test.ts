import { expect, it } from 'vitest'
import { text } from './text.ts'

const Name = text({ min: 1, max: 4 })

it('takes any script, and counts characters rather than UTF-16 units', () => {
  for (const name of ['a', 'Bär', '蝶々', '🦊🦊🦊🦊', 'a b']) expect(Name.safeParse(name).success, name).toBe(true)
  for (const name of ['', 'abcde', '🦊🦊🦊🦊🦊']) expect(Name.safeParse(name).success, name).toBe(false)
})

const REASON = 'No control characters, ends of lines or lone surrogates.'

it('refuses what the database cannot hold and what cannot be shown in a line of text, with the reason', () => {
  for (const name of ['a\0', '\n', '\u007f', '\ud83e', '\udd8a\ud83e', 'a\u202eb', '\u2067a', 'a\u200f']) {
    expect(Name.safeParse(name).error?.issues[0]?.message).toBe(REASON)
  }
})

it('is one line for every reader: the separators of Unicode are ends of lines too', () => {
  for (const name of ['a\u2028b', '\u2029a']) expect(Name.safeParse(name).error?.issues[0]?.message).toBe(REASON)
})

it('what may not be empty may not look so', () => {
  for (const name of [' ', '\u00a0', '\u200b', '\u3164', '\u2060 \ufe0f']) {
    expect(Name.safeParse(name).error?.issues[0]?.message).toBe('At least one character that can be seen.')
    expect(text({ min: 0, max: 4 }).safeParse(name).success).toBe(true)
  }
  for (const name of ['.', '👨\u200d🦊', 'é', '\u200ba']) expect(Name.safeParse(name).success, name).toBe(true)
})
