import { execFile } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { IS_LONG } from '../../../scripts/tests/series.ts'

const PROGRAM = fileURLToPath(new URL('allocated-bytes.ts', import.meta.url))
/** With `--predictable` V8 compiles between frames, not beside them, so that it inlines the same on a busy machine. */
const NODE_OPTIONS = ['--predictable', '--expose-gc', '--conditions=source', '--import', 'tsx']

// 34 and 39 bytes, two or three boxes around numbers: where a rare branch is not inlined or code is not compiled yet. One box more on
// every frame is 16, an object 40 and more.
const MOST = 48

it.runIf(IS_LONG)(
  'a warm frame allocates next to nothing, also where it is full of projectiles',
  async () => {
    const { stdout } = await promisify(execFile)(execPath, [...NODE_OPTIONS, PROGRAM, '1'])
    const [few, many] = JSON.parse(stdout) as [number, number]
    for (const bytes of [few, many]) expect(bytes).toBeGreaterThanOrEqual(0)
    expect(few).toBeLessThan(MOST)
    expect(many).toBeLessThan(MOST)
  },
  120_000,
)
