import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The script of a page as one text. */
export async function bundle(entry: URL): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['source'] },
    build: { write: false, minify: false, lib: { entry: fileURLToPath(entry), formats: ['iife'], name: 'page' } },
  })
  const [built] = Array.isArray(output) ? output : [output]
  if (built === undefined || !('output' in built)) throw new Error('Nothing was built')
  return built.output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n')
}
