import { execFile } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('allocated-bytes.ts', import.meta.url))
/** With `--predictable` V8 compiles between frames, not beside them, so that it inlines the same on a busy machine. */
const NODE_OPTIONS = ['--predictable', '--expose-gc', '--conditions=source', '--import', 'tsx']

// 33 and 48 bytes, two or three boxes around numbers: where a rare branch is not inlined or code is not compiled yet. One box more on
// every frame is 16, an object 40 and more.
it.concurrent.each([
  ['a warm frame', 'few', 48],
  ['a warm frame full of projectiles', 'many', 62],
])(
  '%s allocates next to nothing',
  async (_, articles, most) => {
    const { stdout } = await promisify(execFile)(execPath, [...NODE_OPTIONS, PROGRAM, articles])
    const bytes = Number(stdout)
    expect(bytes).toBeGreaterThanOrEqual(0)
    expect(bytes).toBeLessThan(most)
  },
  120_000,
)
