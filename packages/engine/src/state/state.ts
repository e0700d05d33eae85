/**
 * The whole state of a match as one buffer: where each record lies in it, and what works on all fields alike: a digest,
 * a readable print, and the differences between two states.
 */
import { ArticleRecord, FighterRecord, MatchRecord, StageRecord, TrailRecord } from './fields.ts'
import { MOST_ARTICLES } from './most-articles.ts'
import type { FieldLayout, Kind } from './record.ts'

export { MOST_ARTICLES } from './most-articles.ts'

interface Section {
  readonly name: string
  /** First word within the buffer. */
  readonly at: number
  readonly layout: readonly FieldLayout[]
}

const STAGE_AT = MatchRecord.words
const ARTICLES_AT = STAGE_AT + StageRecord.words
const FIGHTERS_AT = ARTICLES_AT + MOST_ARTICLES * ArticleRecord.words

export const STATE_AT = { match: 0, stage: STAGE_AT } as const

/** First word of an article's record. */
export function articleAt(place: number): number {
  return ARTICLES_AT + place * ArticleRecord.words
}

/** First word of a fighter's record. */
export function fighterAt(index: number): number {
  return FIGHTERS_AT + index * FighterRecord.words
}

/** First word of what a follower knows; followers are numbered separately. */
export function trailAt(fighters: number, follower: number): number {
  return fighterAt(fighters) + follower * TrailRecord.words
}

/** A match has two players; each may have a follower. */
const PLAYERS = 2

/** Words of a state with `fighters` fighters. */
export function stateWords(fighters: number): number {
  return trailAt(fighters, fighters - PLAYERS)
}

function sectionsOf(words: number): Section[] {
  const followers = (words - fighterAt(PLAYERS)) / (FighterRecord.words + TrailRecord.words)
  const fighters = PLAYERS + followers
  return [
    { name: 'match', at: STATE_AT.match, layout: MatchRecord.layout },
    { name: 'stage', at: STATE_AT.stage, layout: StageRecord.layout },
    ...Array.from({ length: MOST_ARTICLES }, (_, i) => ({
      name: `article ${i}`,
      at: articleAt(i),
      layout: ArticleRecord.layout,
    })),
    ...Array.from({ length: fighters }, (_, i) => ({
      name: `fighter ${i}`,
      at: fighterAt(i),
      layout: FighterRecord.layout,
    })),
    ...Array.from({ length: followers }, (_, i) => ({
      name: `trail ${i}`,
      at: trailAt(fighters, i),
      layout: TrailRecord.layout,
    })),
  ]
}

const OFFSET = 0x811c9dc5 | 0
const PRIME = 0x01000193

/** FNV-1a over the words, each folded onto its low half, so that a difference in any single bit shows. */
export function hashState(buffer: ArrayBuffer): number {
  const words = new Int32Array(buffer)
  let hash = OFFSET
  for (let i = 0; i < words.length; i++) {
    hash = Math.imul(hash ^ words[i]!, PRIME)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}

/** Every word of a state with its name, in order. */
function* wordsOf(saved: Uint8Array): Generator<{ name: string; text: string; word: number }> {
  const bytes = saved.slice()
  const ints = new Int32Array(bytes.buffer)
  const floats = new Float32Array(bytes.buffer)
  for (const section of sectionsOf(ints.length)) {
    for (const field of section.layout) {
      for (let i = 0; i < field.words; i++) {
        const at = section.at + field.at + i
        const index = field.words > 1 ? `[${i}]` : ''
        const text = textOf(field.kind, ints[at]!, floats[at]!)
        yield { name: `${section.name} ${field.name}${index}`, text, word: ints[at]! }
      }
    }
  }
}

function textOf(kind: Kind, int: number, float: number): string {
  switch (typeof kind === 'string' ? kind : kind[0]) {
    case 'float':
    case 'floats':
      return Object.is(float, -0) ? '-0' : String(float)
    case 'flag':
      return String(int !== 0)
    default:
      return String(int)
  }
}

/** A saved state in words, one field a line. */
export function printState(saved: Uint8Array): string {
  return Array.from(wordsOf(saved), ({ name, text }) => `${name} ${text}`).join('\n')
}

/** The fields in which two saved states differ: name, first value, second value. */
export function diffStates(first: Uint8Array, second: Uint8Array): string[] {
  const others = wordsOf(second)
  const lines: string[] = []
  for (const { name, text, word } of wordsOf(first)) {
    const other = others.next().value
    if (other && other.word !== word) lines.push(`${name}: ${text} -> ${other.text}`)
  }
  return lines
}
