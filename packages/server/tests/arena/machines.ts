/** Machines of one arena, on a PostgreSQL database of their own, for the tests of the group that makes them. */
import { afterAll, beforeAll, describe } from 'vitest'
import type { Environment } from '../../src/config.ts'
import { createPostgres, databaseUrl } from '../storage/postgres.ts'
import type { TestPostgres } from '../storage/postgres.ts'
import { createTestArena } from './kit.ts'
import type { TestArena, TestArenaOptions } from './kit.ts'

/** A group of tests for which DATABASE_URL has to be set. */
export function describeOnPostgres(name: string, tests: () => void): void {
  describe.skipIf(databaseUrl === undefined)(name, tests)
}

export class Machines {
  readonly #env: Environment
  readonly #opened: TestArena[] = []
  #postgres!: TestPostgres

  /** `env`: settings that all of them have. */
  constructor(env: Environment = {}) {
    this.#env = env
    beforeAll(async () => {
      this.#postgres = await createPostgres()
    })
    afterAll(async () => {
      for (const arena of this.#opened.toReversed()) await arena[Symbol.asyncDispose]()
      await this.#postgres.drop()
    })
  }

  get url(): string {
    return this.#postgres.url
  }

  /** A machine of that role, for whoever ends it himself. It signs with the platform key of the first. */
  start(role: string, { env, ...options }: TestArenaOptions = {}): Promise<TestArena> {
    const [partner] = this.#opened
    return createTestArena({
      ...(partner !== undefined && options.dataDir === undefined && { partner }),
      ...options,
      env: { DATABASE_URL: this.url, ARENA_ROLE: role, ...this.#env, ...env },
    })
  }

  /** The same, which ends with the tests. */
  async open(role: string, options?: TestArenaOptions): Promise<TestArena> {
    const arena = await this.start(role, options)
    this.#opened.push(arena)
    return arena
  }
}
