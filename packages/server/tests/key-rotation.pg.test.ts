/** The operator's command `npm run platform-key`, as a program, through a rotation; its rules are in `storage/platform-keys.ts`. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../scripts/tests/programs.ts'
import type { Database } from '../src/db/schema.ts'
import { loadKeyRing } from '../src/platform/key-ring.ts'
import { createPostgres, databaseUrl } from './storage/postgres.ts'
import type { TestPostgres } from './storage/postgres.ts'

const PROGRAM = fileURLToPath(new URL('../src/platform/key-main.ts', import.meta.url))
const SECRET = 'what the machines of the tests have in common'

describe.skipIf(databaseUrl === undefined)('npm run platform-key', () => {
  let postgres: TestPostgres
  let db: Database
  let dataDir: string
  let publicKey: string

  beforeAll(async () => {
    postgres = await createPostgres()
    dataDir = await mkdtemp(join(tmpdir(), 'arena-rotation-'))
    db = await postgres.open()
    const config = { platformKeys: [], secret: SECRET, databaseUrl: postgres.url, dataDir, maxMatches: 4 }
    publicKey = (await loadKeyRing(db, config, 'one')).current.publicKey
  })
  afterAll(async () => {
    await postgres.drop()
    await rm(dataDir, { recursive: true })
  })

  interface Outcome {
    readonly code: number
    readonly output: string
    readonly errors: string
  }

  /** Without what this process has in its environment. */
  async function run(step: string, env: Readonly<Record<string, string>> = { ARENA_SECRET: SECRET }): Promise<Outcome> {
    const args = [...FROM_SOURCES, PROGRAM, step]
    const options = { cwd: dataDir, env: { PATH: process.env['PATH']!, DATABASE_URL: postgres.url, ...env } }
    const done = await promisify(execFile)(process.execPath, args, options).catch((error: unknown) => error)
    const { code = 0, stdout, stderr } = done as { code?: number; stdout: string; stderr: string }
    return { code, output: stdout, errors: stderr }
  }
  const states = (output: string) =>
    output
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2))

  test('the steps of the guide: each shows the keys, what they are and since when; a step out of turn says why', async () => {
    expect(states((await run('show')).output)).toEqual([['current', publicKey]])
    const announced = await run('announce')
    expect(announced.output).toMatch(/^current +\S{43}= +since \d{4}-\d\d-\d\dT[\d:.]+Z\nnext +\S{43}= +since /)
    const [, [, next]] = states(announced.output) as [string[], [string, string]]
    expect(await run('retire')).toEqual({ code: 1, output: '', errors: 'There is no previous key.\n' })
    expect(states((await run('change')).output)).toEqual([
      ['current', next],
      ['previous', publicKey],
    ])
    // The machine that put the key there reported a moment ago, and has not started again.
    const early = await run('retire')
    expect([early.code, early.errors]).toEqual([
      1,
      expect.stringMatching(/^The machine one signs with the previous key /),
    ])
    await db.deleteFrom('machines').execute()
    expect(states((await run('retire')).output)).toEqual([['current', next]])
  })
})
