/** The engine of these sources as the one file that an arena keeps, which only a build makes otherwise. */
import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..')

export async function keptEngine(folder: string): Promise<string> {
  const configFile = join(ROOT, 'vite.engine.config.ts')
  await build({ root: ROOT, configFile, mode: 'kept', logLevel: 'warn', build: { outDir: folder } })
  return join(folder, 'kept-engine.cjs')
}
