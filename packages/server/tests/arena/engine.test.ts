/** An engine that is not there: when the arena starts, and while it runs. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StartError } from '../../src/start-error.ts'
import { sharedFolder } from '../begun-once.ts'
import { createTestArena, EngineProgram } from './kit.ts'
import type { TestArena } from './kit.ts'

const TICK_MS = 100
const TICKS = 5
/** A trial of a missing program comes within seconds. */
const PATIENCE = { timeout: 30_000, interval: 50 }

test.each([
  ['/does/not/exist', 'The engine could not be started: spawn /does/not/exist ENOENT'],
  [`"${process.execPath}" --version`, 'The engine answered a message of'],
])('an arena whose engine cannot begin a game refuses to start, in words: %s', async (engine, why) => {
  const start = createTestArena({ env: { ARENA_ENGINE: engine } })
  await expect(start).rejects.toThrow(StartError)
  await expect(start).rejects.toThrow(`The engine ${engine} (ARENA_ENGINE) cannot play: ${why}`)
})

describe('an engine that goes away while the arena runs', () => {
  const folder = sharedFolder('arena-engine-')
  let engine: EngineProgram
  let arena: TestArena

  const ended = (from = 0) => arena.log.lines.slice(from).filter(({ msg }) => msg === 'match ended')
  const isReady = async () => (await fetch(`${arena.url}/ready`)).status === 200

  async function afterTicks(): Promise<void> {
    const { db } = arena.parts
    const beat = async () => {
      const row = await db.selectFrom('ladders').select('beat').executeTakeFirstOrThrow()
      return row.beat!.getTime()
    }
    const from = await beat()
    await vi.waitUntil(async () => (await beat()) >= from + TICKS * TICK_MS, PATIENCE)
  }

  beforeAll(async () => {
    engine = new EngineProgram(folder)
    const env = { ARENA_ENGINE: engine.command('ends=-84'), ARENA_TICK_MS: String(TICK_MS), ARENA_REST_MS: '0' }
    arena = await createTestArena({ env })
    for (let i = 0; i < 2; i++) await arena.player()
    await arena.haveEnded(2)
  })
  afterAll(() => arena[Symbol.asyncDispose]())

  test('costs a few matches: then nobody is seated, and `/ready` says why, until the engine is back', async () => {
    engine.remove()
    await arena.log.line(({ msg }) => msg.startsWith('the engine cannot be started'))
    await afterTicks()
    const answer = await fetch(`${arena.url}/ready`)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toMatch(/engine: The last \d+ starts of the engine have failed\. .* ENOENT\./)
    const from = arena.log.lines.length
    await afterTicks()
    expect(arena.log.lines.slice(from).filter(({ msg }) => msg === 'match seated')).toEqual([])
    // As many as fail in a row, and those that had been seated by then.
    expect(ended().filter(({ cause }) => cause === 'engine-failed').length).toBeLessThanOrEqual(4)

    engine.putBack()
    await arena.log.line(({ msg }) => msg === 'the engine can be started again')
    await vi.waitUntil(isReady, PATIENCE)
    await vi.waitUntil(() => ended(from).some(({ status }) => status === 'completed'), PATIENCE)
  })
})
