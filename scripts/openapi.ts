/**
 * Writes docs/openapi.json, which is what a service without an address of its own answers at `/openapi.json`. Run it
 * after changing a route or a schema: `npm run openapi`, which builds first, as the compiled pages bring the same schemas. A test
 * compares the two.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../packages/server/src/config.ts'
import { openServing } from '../packages/server/src/machine/serving.ts'
import { buildApp } from '../packages/server/src/app.ts'
import { formatted } from './formatted.ts'

const FILE = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'arena-openapi-'))
const parts = await openServing(readConfig({ ARENA_DATA_DIR: folder }), pino({ level: 'silent' }))
const app = await buildApp(parts)
try {
  await app.ready()
  const text = JSON.stringify(app.swagger())
  await writeFile(FILE, await formatted(FILE, text))
} finally {
  await app.close()
  await parts.lifetimes.close()
  await rm(folder, { recursive: true })
}
