/** Examples for bot authors are whole programs. Here one gives its bot away, in place of serving it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Play } from '@arena/sdk'

/** The library of the program, which here serves no socket and gives the bot away. */
const LIBRARY = `
export * from ${JSON.stringify(import.meta.resolve('@arena/sdk'))}
export let play
export function serveBot(options) {
  play = options.play
  return { port: 0 }
}`

/** The bot of a program such as `packages/sdk/examples/twenty-lines.ts`. */
export async function botOf(program: string): Promise<() => Play> {
  const folder = await mkdtemp(join(tmpdir(), 'arena-example-'))
  try {
    const source = await readFile(new URL(`../../${program}`, import.meta.url), 'utf8')
    await writeFile(join(folder, 'library.mjs'), LIBRARY)
    const own = source.replaceAll(/from '(@arena\/[^']+)'/g, (_, name: string) => {
      return `from '${name === '@arena/sdk' ? './library.mjs' : import.meta.resolve(name)}'`
    })
    await writeFile(join(folder, 'program.mts'), own)
    await import(join(folder, 'program.mts'))
    const library = (await import(join(folder, 'library.mjs'))) as { play: () => Play }
    return library.play
  } finally {
    await rm(folder, { recursive: true })
  }
}
