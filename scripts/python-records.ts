/**
 * What python/src/arena/env/_records.py is: the records of a batch as NumPy reads them, and what flat rows are made by, from the tables
 * of @arena/batch.
 */
import { ACTION_GROUPS, FLAT_SCALES } from '../packages/batch/src/flat.ts'
import { elementOf, MOST_ITEMS, RECORDS, type Layout } from '../packages/batch/src/layout.ts'
import { MOST_PLAYERS } from '../packages/batch/src/players.ts'

export const PYTHON_RECORDS = 'python/src/arena/env/_records.py'

const COUNTS: Readonly<Record<number, string>> = { [MOST_PLAYERS]: 'MAX_PLAYERS', [MOST_ITEMS]: 'MAX_ITEMS' }
const NAMES = new Map(Object.entries(RECORDS).map(([name, layout]) => [layout, name]))

export function renderPythonRecords(): string {
  return [
    '"""The records of a batch, field by field.',
    '',
    "Generated from the arena's own tables by scripts/python-tables.ts; do not edit.",
    '"""',
    '',
    'from __future__ import annotations',
    '',
    'import numpy as np',
    '',
    `MAX_PLAYERS = ${MOST_PLAYERS}`,
    '"""Places for players in a record. A game of the arena has two."""',
    `MAX_ITEMS = ${MOST_ITEMS}`,
    '',
    ...Object.entries(RECORDS).flatMap(([name, layout]) => recordOf(name, layout)),
    ...tuple(
      'FLAT_SCALES',
      FLAT_SCALES.map(([name, scale]) => `("${name}", ${scale}.0)`),
    ),
    '"""Fields of a fighter that `Flat` shows, and what each is divided by."""',
    '',
    ...tuple(
      'ACTION_GROUPS',
      ACTION_GROUPS.map(([name]) => `"${name}"`),
    ),
    '"""Kinds of action states, which `Flat` shows in place of some 400 numbers. The last is that of all others."""',
    '',
    ...tuple(
      'ACTION_RANGES',
      ACTION_GROUPS.flatMap(([name, ...ranges]) => ranges.map(([first, last]) => `(${first}, ${last}, "${name}")`)),
    ),
    '"""First and last action state, and their kind."""',
    '',
  ].join('\n')
}

const tuple = (name: string, rows: readonly string[]): string[] => [
  `${name} = (`,
  ...rows.map((row) => `    ${row},`),
  ')',
]

function recordOf(name: string, { doc, table }: Layout): string[] {
  return [
    `${name} = np.dtype(`,
    '    [',
    ...Object.keys(table).map((field) => `        (${parts(table, field).join(', ')}),`),
    '    ]',
    ')',
    ...(doc === '' ? [] : [`"""${doc}"""`]),
    '',
  ]
}

/** The name of a field, its type, and how many there are of it if it is a list. */
function parts(table: Layout['table'], field: string): string[] {
  const [element, count] = elementOf(table, field)
  const type = typeof element === 'string' ? `"${littleEndian(element)}"` : NAMES.get(element)!
  const isList = count > 1
  return [`"${field}"`, type, ...(isList ? [`(${typeof element === 'string' ? count : COUNTS[count]},)`] : [])]
}

/** A type of one byte has no order of bytes. */
const littleEndian = (type: string): string => (type.endsWith('1') ? type : `<${type}`)
