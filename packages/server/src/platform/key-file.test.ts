import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyPair, PlatformKey } from '@arena/protocol'
import { sign, verify } from '@arena/protocol/ed25519'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadPlatformKey } from './key-file.ts'

describe('platform key', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arena-key-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is made at the first start, in a data folder that need not exist, for its owner only, and found again at the next', async () => {
    const data = join(folder, 'new', 'data')
    const first = await loadPlatformKey(data)
    expect(PlatformKey.parse({ publicKey: first.publicKey })).toEqual({ publicKey: first.publicKey })
    expect(verify(first.publicKey, 'hello', sign(first.privateKey, 'hello'))).toBe(true)
    expect(await loadPlatformKey(data)).toEqual(first)
    expect(await readdir(data)).toEqual(['platform-key'])
    expect((await stat(join(data, 'platform-key'))).mode & 0o777).toBe(0o600)
  })

  it('is one and the same for machines that start at once on one folder', async () => {
    const pairs = await Promise.all(Array.from({ length: 20 }, () => loadPlatformKey(folder)))
    expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1)
    expect(await readdir(folder)).toEqual(['platform-key'])
  })

  it('a damaged file is an error that does not show its content, and is not changed', async () => {
    const path = join(folder, 'platform-key')
    const { privateKey } = createKeyPair()
    const damaged = privateKey.slice(2)
    await writeFile(path, damaged)
    await expect(loadPlatformKey(folder)).rejects.toThrow(/platform-key does not hold 32 bytes/)
    await expect(loadPlatformKey(folder)).rejects.not.toThrow(damaged)
    expect(await readFile(path, 'utf8')).toBe(damaged)
  })
})
