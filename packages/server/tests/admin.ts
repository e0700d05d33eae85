/** A run of `arena-admin` in the process of the test, with what it writes; nobody is there to answer a question. */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runAdmin } from '../src/admin/program.ts'
import { Terminal } from '../src/admin/terminal.ts'
import type { Environment } from '../src/config.ts'

export interface AdminRun {
  readonly code: number
  readonly output: string
  readonly errors: string
  /** What `output` holds, where it is one document. */
  readonly json: unknown
}

export async function admin(env: Environment, ...argv: readonly string[]): Promise<AdminRun> {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const written = Promise.all([text(output), text(errors)])
  const code = await runAdmin(argv, env, new Terminal({ input, output, errors }))
  output.end()
  errors.end()
  const [out, err] = await written
  return { code, output: out, errors: err, json: out.startsWith('{') ? (JSON.parse(out) as unknown) : undefined }
}
