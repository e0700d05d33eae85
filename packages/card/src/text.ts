/**
 * Text in a box. Names are of any length and in any script: a line is drawn smaller, then in two lines, then cut. What it
 * is cut at is a character as people see it, so that no mark is left without its letter.
 */
import { fontOf, type Context } from './canvas.ts'

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const LINE = 1.18
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const RIGHT_TO_LEFT_MARK = '\u200f'
/** Nothing that moves text or that no font has. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}]/gu

interface TextBox {
  readonly x: number
  /** The middle of the text. */
  readonly y: number
  readonly width: number
  readonly align: 'left' | 'center' | 'right'
  /** Sizes to try, the largest first. */
  readonly sizes: readonly number[]
  /** Lines at the smallest size. */
  readonly lines: 1 | 2
  readonly fill: string
}

/** Letters in the styles of mathematics and in full width: a font has the plain letter, and few have these. */
const STYLED = /[\u{1d400}-\u{1d7ff}\uff01-\uff5e]/gu
/** Letters that are drawn as nothing, or as a picture of their own name. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
const NOTHING_SEEN = '(a name that cannot be seen)'

/** What can be drawn of a name. */
export function visible(text: string): string {
  const plain = text.replace(STYLED, (letter) => letter.normalize('NFKC'))
  return plain.replace(/\s+/gu, ' ').replace(UNSEEN, '').trim()
}

/** A name as it is drawn: an old one may hold nothing that can be seen. */
export function shownName(name: string): string {
  const shown = visible(name)
  return shown.replace(IGNORABLE, '').trim() === '' ? NOTHING_SEEN : shown
}

/** The first characters of a text, with an ellipsis where it is longer. */
export function shortened(text: string, most: number): string {
  const characters = charactersOf(visible(text))
  return characters.length <= most ? characters.join('') : ended(characters.slice(0, most - 1))
}

/** By the first letter, as a browser does for `dir="auto"`. */
export function isRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter !== undefined && RIGHT_TO_LEFT.test(letter)
}

export function drawText(context: Context, text: string, box: TextBox): void {
  const { x, y, width, align, sizes, fill } = box
  const shown = visible(text)
  const { size, lines } = fit(context, shown, box)
  context.save()
  // Marks may be piled on a letter without end.
  const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
  const high = Math.max(sizes[0]! * LINE, size * LINE * lines.length)
  context.beginPath()
  context.rect(left, y - high / 2 - size * 0.25, width, high + size * 0.5)
  context.clip()
  context.font = fontOf(size)
  context.fillStyle = fill
  context.direction = isRightToLeft(shown) ? 'rtl' : 'ltr'
  context.textAlign = align
  context.textBaseline = 'alphabetic'
  for (const [i, line] of lines.entries()) {
    context.fillText(line, x, y + size * (0.36 + LINE * (i - (lines.length - 1) / 2)))
  }
  context.restore()
}

function fit(context: Context, text: string, { width, sizes, lines }: TextBox): { size: number; lines: string[] } {
  for (const size of sizes) {
    context.font = fontOf(size)
    if (context.measureText(text).width <= width) return { size, lines: [text] }
  }
  const size = sizes.at(-1)!
  const characters = charactersOf(text)
  if (lines === 1) return { size, lines: [cut(context, characters, width)] }
  const first = fitting(context, characters, width)
  // At a space where there is one in the second half of the line.
  const space = characters.lastIndexOf(' ', first)
  const end = space > first / 2 ? space : first
  const rest = characters.slice(characters[end] === ' ' ? end + 1 : end)
  return { size, lines: [characters.slice(0, end).join(''), cut(context, rest, width)] }
}

function cut(context: Context, characters: readonly string[], width: number): string {
  if (context.measureText(characters.join('')).width <= width) return characters.join('')
  const room = width - context.measureText('…').width
  return ended(characters.slice(0, fitting(context, characters, room)))
}

/** The ellipsis stands where the text would go on, also in a line that runs from the left. */
function ended(characters: readonly string[]): string {
  const text = characters.join('')
  return `${text}…${isRightToLeft(text) ? RIGHT_TO_LEFT_MARK : ''}`
}

/** How many characters fit, at least one. */
function fitting(context: Context, characters: readonly string[], width: number): number {
  let count = characters.length
  while (count > 1 && context.measureText(characters.slice(0, count).join('')).width > width) count--
  return count
}

function charactersOf(text: string): string[] {
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment)
}
