import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { platform } from 'node:process'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import { retentionLimit } from './retention.ts'
import { FolderReplayStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'replays-'))
afterAll(() => rmSync(folder, { recursive: true }))
const replays = new FolderReplayStore(folder)

describe('stored replays', () => {
  test('a replay is found once it is finished, with its size, and read whole; a removed one is gone, and may be removed again', async () => {
    const id = newId('match')
    writeFileSync(join(folder, `${id}.slp.part`), 'half')
    expect(await replays.open(id)).toBeNull()
    writeFileSync(join(folder, `${id}.slp`), 'the whole file')
    const replay = await replays.open(id)
    expect(replay!.bytes).toBe(14)
    expect((await buffer(await replay!.stream())).toString()).toBe('the whole file')
    for (let i = 0; i < 2; i++) await replays.remove(id)
    expect(await replays.open(id)).toBeNull()
  })

  test.runIf(platform === 'linux')(
    'a packed file that is cut short cannot be opened, and is not left open',
    async () => {
      const path = join(folder, `${newId('match')}.slp.gz`)
      writeFileSync(path, 'x')
      await expect(replays.open(basename(path, '.slp.gz'))).rejects.toThrow('is cut short: it has 1 bytes')
      const isOpen = (descriptor: string) => {
        const target = `/proc/self/fd/${descriptor}`
        return existsSync(target) && readlinkSync(target) === path
      }
      expect(readdirSync('/proc/self/fd').filter(isOpen)).toEqual([])
      rmSync(path)
    },
  )

  test('packed it takes less room and is the same: whole, in any part, and in gzip', async () => {
    const id = newId('match')
    const content = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * i) % 251))
    writeFileSync(join(folder, `${id}.slp`), content)
    expect(await replays.unpacked()).toContain(id)
    await replays.pack(id)
    await replays.pack(id)
    expect(await replays.unpacked()).not.toContain(id)
    expect(readdirSync(folder).filter((name) => name.startsWith(id))).toEqual([`${id}.slp.gz`])
    const open = async () => (await replays.open(id))!
    const stored = await open()
    const { bytes, packedBytes } = stored
    await stored.close()
    expect(bytes).toBe(content.length)
    expect(packedBytes).toBeLessThan(content.length / 2)
    expect((await buffer(await (await open()).stream())).equals(content)).toBe(true)
    const packed = await buffer(await (await open()).packed())
    expect([packed.length, gunzipSync(packed).equals(content)]).toEqual([packedBytes, true])
    for (const [first, last] of [
      [0, 0],
      [0, content.length - 1],
      [65_535, 65_536],
      [99_999, 180_000],
      [content.length - 1, content.length - 1],
    ] as const) {
      const part = await buffer(await (await open()).stream({ first, last }))
      expect([first, last, part.equals(content.subarray(first, last + 1))]).toEqual([first, last, true])
    }
    await replays.remove(id)
    expect(await replays.open(id)).toBeNull()
  })

  test('a packing that was cut short leaves the replay as it was', async () => {
    const id = newId('match')
    writeFileSync(join(folder, `${id}.slp`), 'the whole file')
    writeFileSync(join(folder, `${id}.slp.gz.new`), 'half')
    expect((await buffer(await (await replays.open(id))!.stream())).toString()).toBe('the whole file')
    await replays.pack(id)
    expect((await buffer(await (await replays.open(id))!.stream())).toString()).toBe('the whole file')
    expect(readdirSync(folder).filter((name) => name.startsWith(id))).toEqual([`${id}.slp.gz`])
  })

  test('a packed replay that is damaged is an error, never other bytes', async () => {
    const id = newId('match')
    writeFileSync(join(folder, `${id}.slp`), 'the whole file, and more '.repeat(99))
    await replays.pack(id)
    const path = join(folder, `${id}.slp.gz`)
    const damaged = readFileSync(path)
    damaged[damaged.length - 8]! ^= 1
    writeFileSync(path, damaged)
    await expect(buffer(await (await replays.open(id))!.stream())).rejects.toThrow('incorrect data check')
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
