/** The programs of docs/recipes.md, each in a whole game against a house bot. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { houseBots } from '@arena/sdk'
import { afterAll, expect, test, vi } from 'vitest'
import { playMatch } from './house-matches/match.ts'
import { botOf } from './tests/example.ts'

const FOLDER = 'packages/sdk/examples/recipes'
const SEED = '7c'.repeat(32)
/** A bot that only falls off loses its four stocks sooner. */
const LEAST_FRAMES = 3_600

const RECORDS = join(tmpdir(), `arena-recipes-${process.pid}.json`)
vi.stubEnv('RECORDS', RECORDS)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(RECORDS)
})

// The slow model needs a process and time of its own: packages/sdk/tests/slow-model.slow.test.ts.
test.each(['characters.ts', 'frame-data.ts', 'state-machine.ts'])(
  '%s plays a game to its end, and comes back to the stage',
  async (file) => {
    const play = await botOf(`${FOLDER}/${file}`)
    const outcome = await playMatch(SEED, [{ name: file, play }, houseBots(1)[0]!])
    expect(outcome).toMatchObject({ fault: null })
    expect(outcome.frames).toBeGreaterThan(LEAST_FRAMES)
  },
  120_000,
)
