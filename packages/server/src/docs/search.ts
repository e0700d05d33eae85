/**
 * The search over all documents. A document is divided at its headings; a section is found where each word of the question
 * begins a word of it. Some 30 documents have about a thousand sections, which a plain scan reads in milliseconds, so that
 * no index is kept.
 */
import { escapeHtml } from '../http/html.ts'

export interface Section {
  /** The title of its document. */
  readonly document: string
  /** The address of its page, with the anchor of the section. */
  readonly href: string
  readonly heading: string
  readonly text: string
}

export interface Found extends Section {
  /** The text around the first hit as HTML, with the hits marked. */
  readonly excerpt: string
}

const MOST_WORDS = 8
const MOST_FOUND = 24
/** The most that is found in one document, so that a long one does not hide the others. */
const MOST_OF_DOCUMENT = 4
const EXCERPT = 220
/** What a hit is worth, by its place. */
const WORTH = { heading: 12, document: 5, together: 4, text: 1 }

interface Page {
  readonly path: string
  readonly title: string
  readonly body: string
}

/** An element with an id begins a section: headings, and the articles of the reference. */
const START = /(?=<(?:h[1-6]|article)\b[^>]* id=")/
const INLINE = /<\/?(?:a|code|em|span|strong|wbr)\b[^>]*>/g

/** `body` is our own HTML. */
export function sectionsOf({ path, title, body }: Page): Section[] {
  return body.split(START).flatMap((part) => {
    const id = /^<(?:h[2-6]|article)\b[^>]* id="([^"]*)"/.exec(part)?.[1]
    const [whole, words] = /<h[1-6][^>]*>([^]*?)<\/h[1-6]>/.exec(part) ?? ['', title]
    const text = textOf(part.replace(whole, ' '))
    const href = id === undefined ? path : `${path}#${id}`
    return text === '' && id === undefined ? [] : [{ document: title, href, heading: textOf(words), text }]
  })
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function textOf(html: string): string {
  return html
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|(\w+));/g, (entity, code?: string, name?: string) =>
      code === undefined ? (ENTITIES[name!] ?? entity) : String.fromCodePoint(Number(code)),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** The best first, at most 24. */
export function searchSections(sections: readonly Section[], question: string): Found[] {
  const words = wordsOf(question)
  if (words.length === 0) return []
  const patterns = words.map((word) => startsWith(word))
  const together = startsWith(words.join('\\S*\\s+'))
  const scored = sections.flatMap((section) => {
    const score = scoreOf(section, patterns, together)
    return score === null ? [] : [{ section, score }]
  })
  const counts = new Map<string, number>()
  return scored
    .toSorted((a, b) => b.score - a.score)
    .filter(({ section: { document } }) => {
      const count = (counts.get(document) ?? 0) + 1
      counts.set(document, count)
      return count <= MOST_OF_DOCUMENT
    })
    .slice(0, MOST_FOUND)
    .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, patterns) }))
}

/** For a pattern, in lower case. “Bots” also finds “bot”. */
function wordsOf(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? []
  const stems = words.map((word) => word.replace(/[.-]+$/, '').replace(/(?<=\w\w[^s])s$/, ''))
  return [...new Set(stems)].slice(0, MOST_WORDS).map((word) => word.replaceAll('.', '\\.'))
}

const startsWith = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})`, 'giu')

/** Null where a word is missing. Of further hits in the text each is worth less. `together`: the words as they were written. */
function scoreOf({ document, heading, text }: Section, patterns: readonly RegExp[], together: RegExp): number | null {
  let score = WORTH.together * Number(text.match(together) !== null)
  for (const pattern of patterns) {
    const hits = text.match(pattern)?.length ?? 0
    const inHeading = heading.match(pattern) !== null
    const inDocument = document.match(pattern) !== null
    if (hits === 0 && !inHeading && !inDocument) return null
    score += WORTH.heading * Number(inHeading) + WORTH.document * Number(inDocument) + WORTH.text * Math.log2(1 + hits)
  }
  return score
}

interface Hit {
  readonly at: number
  readonly end: number
  /** The number of the word that was found. */
  readonly word: number
}

function excerptOf(text: string, patterns: readonly RegExp[]): string {
  const hits = patterns
    .flatMap((pattern, word) =>
      [...text.matchAll(pattern)].map((match): Hit => ({ at: match.index, end: match.index + match[0].length, word })),
    )
    .toSorted((a, b) => a.at - b.at)
  const first = densest(hits)
  // A few words before the hit, from the beginning of one.
  const from = first < EXCERPT / 4 ? 0 : text.indexOf(' ', first - EXCERPT / 4) + 1
  const cut = text.indexOf(' ', from + EXCERPT)
  const to = cut === -1 ? text.length : cut
  let at = from
  let marked = ''
  for (const hit of hits) {
    // Words may begin alike.
    if (hit.at < at || hit.end > to) continue
    marked += `${escapeHtml(text.slice(at, hit.at))}<mark>${escapeHtml(text.slice(hit.at, hit.end))}</mark>`
    at = hit.end
  }
  return `${from > 0 ? '… ' : ''}${marked}${escapeHtml(text.slice(at, to))}${cut === -1 ? '' : ' …'}`
}

/** Where the part of the text begins that holds the most of the words. */
function densest(hits: readonly Hit[]): number {
  let best = { at: 0, words: 0 }
  for (const { at } of hits) {
    const inside = hits.filter((hit) => hit.at >= at && hit.end <= at + EXCERPT * 0.75)
    const words = new Set(inside.map(({ word }) => word)).size
    if (words > best.words) best = { at, words }
  }
  return best.at
}
