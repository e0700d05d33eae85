/** The figures of a character, read from the generated rows on first use. */
import type { Character } from '../../characters.ts'
import { FIGURES } from './generated/figures.ts'
import { ATTACK, BODY, THREAT, THROW, type FigureRows, type Figures, type Named, type Row } from './rows.ts'

const known = new Map<Character, Figures>()

export function figuresOf(character: Character): Figures {
  let figures = known.get(character)
  if (!figures) known.set(character, (figures = read(FIGURES[character]!)))
  return figures
}

function read({ body, attacks, throws, threats, recovery }: FigureRows): Figures {
  return {
    body: named(BODY, body),
    attacks: each(attacks, (row) => named(ATTACK, row)),
    throws: each(throws, (row) => named(THROW, row)),
    threats: new Map(Object.entries(threats).map(([action, row]) => [Number(action), named(THREAT, row)])),
    recovery,
  }
}

function named<const Names extends readonly string[]>(names: Names, row: Row): Named<Names, number> {
  return Object.fromEntries(names.map((name, i) => [name, row[i]!])) as Named<Names, number>
}

function each<Name extends string, To>(rows: Readonly<Record<Name, Row>>, readRow: (row: Row) => To): Record<Name, To> {
  return Object.fromEntries(Object.entries<Row>(rows).map(([name, row]) => [name, readRow(row)])) as Record<Name, To>
}
