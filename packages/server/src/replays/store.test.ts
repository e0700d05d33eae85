import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import { retentionLimit } from './retention.ts'
import { FolderReplayStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'replays-'))
afterAll(() => rmSync(folder, { recursive: true }))
const replays = new FolderReplayStore(folder)

describe('stored replays', () => {
  test('a finished replay is found with its size, and read whole', async () => {
    const id = newId('match')
    writeFileSync(join(folder, `${id}.slp`), 'the whole file')
    const replay = await replays.open(id)
    expect(replay!.bytes).toBe(14)
    expect((await buffer(replay!.stream())).toString()).toBe('the whole file')
  })

  test('one that is still being written is not available', async () => {
    const id = newId('match')
    writeFileSync(join(folder, `${id}.slp.part`), 'half')
    expect(await replays.open(id)).toBeNull()
  })

  test('a removed replay is gone, and may be removed again', async () => {
    const id = newId('match')
    writeFileSync(join(folder, `${id}.slp`), 'x')
    await replays.remove(id)
    expect(await replays.open(id)).toBeNull()
    await replays.remove(id)
  })

  test.each(['../../etc/passwd', '', 'match_/../x', 'match_\0'])('%j is no name of a replay', async (id) => {
    await expect(replays.open(id)).rejects.toThrow('Not a match id')
    await expect(replays.remove(id)).rejects.toThrow('Not a match id')
  })
})

test('retention is counted in whole days of 24 hours', () => {
  const now = Date.parse('2026-03-31T12:00:00.000Z')
  expect(retentionLimit(now, 90).toISOString()).toBe('2025-12-31T12:00:00.000Z')
})
