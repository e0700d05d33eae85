/**
 * Run before every test file: tests of the engine and the lab ask for any fighter at any time. Their figures are read from the files, as
 * a test runner takes seconds to transform so much text. Other packages load the fighters that they play with.
 */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { asInternalId } from '../src/tables/ids.ts'

/** Reads the figures of all fighters; those that another file of this worker has read are still there. */
export async function readFighters(): Promise<void> {
  const { addFigures, hasFigures } = await import('../src/tables/by-fighter.ts')
  const { parseFigures } = await import('../src/tables/figures.ts')
  const { ROSTER } = await import('../src/tables/generated/common.ts')
  const { loadOverrides } = await import('../src/fighters/index.ts')
  for (const [number, [, slug]] of ROSTER.entries()) {
    const internalId = asInternalId(number)
    if (hasFigures(internalId)) continue
    const module = readFileSync(new URL(`../src/tables/generated/${slug}.ts`, import.meta.url), 'utf8')
    addFigures(internalId, parseFigures(module.slice(module.indexOf('`{') + 1, module.lastIndexOf('`'))))
  }
  await Promise.all(ROSTER.map((_, number) => loadOverrides(asInternalId(number))))
}

if (/\/packages\/(?:engine|lab)\//.test(expect.getState().testPath ?? '')) await readFighters()
