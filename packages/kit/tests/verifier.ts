/** `arena-kit verify` beside a folder of public files, which each test has anew. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { runKit } from '../src/program.ts'
import { Terminal } from '../src/terminal.ts'
import { PublicFolder } from './operator.ts'

interface Verifier {
  /** Their folder also has `config`, with what the command remembers. */
  readonly files: PublicFolder
  readonly folder: string
  verify(...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }>
}

export function verifierOfEachTest(): Verifier {
  let folder = ''
  let config: string | undefined
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arena-kit-verify-'))
    config = process.env['XDG_CONFIG_HOME']
    process.env['XDG_CONFIG_HOME'] = join(folder, 'config')
  })
  afterEach(async () => {
    if (config === undefined) delete process.env['XDG_CONFIG_HOME']
    else process.env['XDG_CONFIG_HOME'] = config
    await rm(folder, { recursive: true })
  })
  return {
    get files() {
      return new PublicFolder(folder)
    },
    get folder() {
      return folder
    },
    async verify(...args) {
      let text = ''
      const out = { write: (part: string) => (text += part) }
      const terminal = new Terminal(new AbortController().signal, out, { write: () => {} })
      return { code: await runKit(['verify', ...args], terminal), text }
    },
  }
}
