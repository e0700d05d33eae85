/**
 * Writes what the house bots know of the 26 characters from the engine's own data and by trying (packages/sdk/src/house/figures).
 * Run it after changing a figure of the game: `npm run house-figures`. A test compares some of it with what it would write.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadAllFighters } from '../packages/engine/src/load-fighters.ts'
import { INTERNAL_IDS } from '../packages/engine/src/tables/fighters.ts'
import type { Character } from '../packages/sdk/src/characters.ts'
import type { FigureRows } from '../packages/sdk/src/house/figures/rows.ts'
import { movesAndBody } from './house-figures/moves.ts'
import { recoveryOf } from './house-figures/recovery.ts'

const FILE = fileURLToPath(new URL('../packages/sdk/src/house/figures/generated/figures.ts', import.meta.url))

/** The figures of a character, by external id. */
export async function figureRowsOf(character: Character): Promise<FigureRows> {
  const known = await movesOf(character)
  return { ...known, recovery: recoveryOf(character, INTERNAL_IDS[character]!) }
}

/** Those of them that are read from tables. */
export async function movesOf(character: Character): Promise<Omit<FigureRows, 'recovery'>> {
  await loadAllFighters()
  return movesAndBody(INTERNAL_IDS[character]!)
}

function lines(rows: object): string[] {
  return Object.entries(rows).map(([name, row]) => `      ${name}: ${JSON.stringify(row)},`)
}

function printed(character: number, { body, attacks, throws, threats, recovery }: FigureRows): string {
  return [
    `  ${character}: {`,
    `    body: ${JSON.stringify(body)},`,
    '    attacks: {',
    ...lines(attacks),
    '    },',
    '    throws: {',
    ...lines(throws),
    '    },',
    '    threats: {',
    ...lines(threats),
    '    },',
    `    recovery: ${JSON.stringify(recovery)},`,
    '  },',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const characters = []
  for (const character of INTERNAL_IDS.keys())
    characters.push(printed(character, await figureRowsOf(character as Character)))
  const head = [
    '// Written by scripts/house-figures.ts; do not edit.',
    "import type { FigureRows } from '../rows.ts'",
    '',
    '/** By external id. */',
    'export const FIGURES: Readonly<Record<number, FigureRows>> = {',
  ]
  writeFileSync(FILE, [...head, ...characters, '}', ''].join('\n'))
}
