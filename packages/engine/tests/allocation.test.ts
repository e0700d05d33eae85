import { execFile } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const PROGRAM = fileURLToPath(new URL('allocated-bytes.ts', import.meta.url))
/** With `--predictable` V8 compiles between frames, not beside them, so that it inlines the same on a busy machine. */
const NODE_OPTIONS = ['--predictable', '--expose-gc', '--conditions=source', '--import', 'tsx']

// Boxes around numbers where V8 does not inline a rare branch, 40 and 180 bytes; an object made on every frame is 40 and more.
it.concurrent.each([
  ['a warm frame', 'few', 75],
  ['a warm frame full of projectiles', 'many', 220],
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
