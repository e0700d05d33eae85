/**
 * How long the engine is as a browser downloads it: bundled and minified by what builds the pages, then compressed. The
 * engine itself comes first; what a fighter does and its figures come when it plays.
 */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { ROSTER } from '../packages/engine/src/tables/generated/common.ts'

const ENTRY = fileURLToPath(new URL('../packages/engine/src/index.ts', import.meta.url))
const MOST_BYTES = { engine: 120_000, figures: 60_000 }
let chunks: Rolldown.OutputChunk[]
beforeAll(async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source'] },
    build: { write: false, rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  chunks = built.output.filter((output) => output.type === 'chunk')
})

/** The chunk of a fighter's figures. */
function figuresOf(slug: string): Rolldown.OutputChunk {
  return chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/tables/generated/${slug}.ts`))!
}

const slugs = ROSTER.map(([, slug]) => slug)
const bytesOf = ({ code }: Rolldown.OutputChunk): number => gzipSync(code, { level: 9 }).length

/** A chunk and those that are loaded with it. */
function withImports(chunk: Rolldown.OutputChunk, found = new Set<Rolldown.OutputChunk>()): Set<Rolldown.OutputChunk> {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const other of chunks) if (chunk.imports.includes(other.fileName)) withImports(other, found)
  return found
}

test('the engine, with nothing that only one fighter needs, is under 120 kB compressed', () => {
  const engine = [...withImports(chunks.find(({ isEntry }) => isEntry)!)]
  expect(engine.some(({ code }) => code.includes('GuardSetOff'))).toBe(true)
  expect(engine.some(({ code }) => code.includes('"groundFriction":'))).toBe(false)
  expect(engine.reduce((sum, chunk) => sum + bytesOf(chunk), 0)).toBeLessThan(MOST_BYTES.engine)
})

test.each(slugs)('the figures of %s are under 60 kB compressed', (slug) => {
  const chunk = figuresOf(slug)
  expect(chunk.code).toContain('"groundFriction":')
  expect(bytesOf(chunk)).toBeLessThan(MOST_BYTES.figures)
})
