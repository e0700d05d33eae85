/** What the tests of a file, or of a group, have in common: it begins before the first of them, and ends after the last. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startBot, startService } from './http-service.ts'
import type { Service, TestBot } from './http-service.ts'

/** Nothing is in it until it has begun. */
export function shared<T extends AsyncDisposable>(begin: () => Promise<T>): T {
  let it: T
  beforeAll(async () => {
    it = await begin()
  })
  afterAll(() => it[Symbol.asyncDispose]())
  return new Proxy({} as T, {
    get(_, name) {
      const part: unknown = Reflect.get(it, name, it)
      return typeof part === 'function' ? (part.bind(it) as unknown) : part
    },
    set: (_, name, value) => Reflect.set(it, name, value, it),
  })
}

export const sharedService = (...of: Parameters<typeof startService>): Service => shared(() => startService(...of))

export const sharedBot = (...of: Parameters<typeof startBot>): TestBot => shared(() => startBot(...of))

/** A folder below the temporary one. */
export function sharedFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
