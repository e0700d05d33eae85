/**
 * Writes packages/sdk/src/house/generated/recovery.ts: from where each of the 26 characters comes back to the stage, found by trying in
 * the engine with the house's own way back. Run it after changing a figure of the game or that way: `npm run house-recovery`. A test
 * compares some of it with what it would write.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadAllFighters } from '../packages/engine/src/load-fighters.ts'
import { INTERNAL_IDS } from '../packages/engine/src/tables/fighters.ts'
import type { Character } from '../packages/sdk/src/characters.ts'
import type { Recovery } from '../packages/sdk/src/house/skills/way-back.ts'
import { tryRecovery } from './house-recovery/trials.ts'

const FILE = fileURLToPath(new URL('../packages/sdk/src/house/generated/recovery.ts', import.meta.url))

export async function triedRecoveryOf(character: Character): Promise<Recovery> {
  await loadAllFighters()
  return tryRecovery(character, INTERNAL_IDS[character]!)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines: string[] = []
  for (const character of INTERNAL_IDS.keys())
    lines.push(`${JSON.stringify(await triedRecoveryOf(character as Character))},`)
  const head = [
    '// Written by scripts/house-recovery.ts; do not edit.',
    "import type { Recovery } from '../skills/way-back.ts'",
    '',
    '/** By external id. */',
    'export const RECOVERY: readonly Recovery[] = [',
  ]
  writeFileSync(FILE, [...head, ...lines, ']', ''].join('\n'))
}
