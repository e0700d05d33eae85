/**
 * Where a process meets the world: a query, an operation of its disk, a request to the bucket. At a chosen one of them something
 * happens, before it is done or after it: it fails, or its process dies or freezes there, or the whole machine loses its power.
 */
import type { Process } from './kernel.ts'

export type Boundary = 'query' | 'disk' | 'bucket'

export const MOMENTS = ['before', 'after'] as const
export const BLOWS = ['fails', 'dies', 'freezes', 'loses power'] as const

export interface Strike {
  readonly moment: (typeof MOMENTS)[number]
  readonly blow: (typeof BLOWS)[number]
}

/** What a machine does to itself where it is struck. */
export interface Struck {
  die(process: Process): void
  freeze(process: Process): void
  losePower(): void
}

const EVERYTHING = /^/

export class Boundaries {
  readonly #struck: Struck
  #left = Number.POSITIVE_INFINITY
  #boundary: Boundary = 'query'
  #strike: Strike | null = null
  #aim = EVERYTHING

  constructor(struck: Struck) {
    this.#struck = struck
  }

  /** The `count`-th from now on, of those that are aimed at. */
  plan(boundary: Boundary, count: number, strike: Strike, aim = EVERYTHING): void {
    this.#aim = aim
    this.#boundary = boundary
    this.#left = count
    this.#strike = strike
  }

  forget(): void {
    this.#strike = null
  }

  /** `what` is the statement, or the call of the file system. */
  next(boundary: Boundary, what = ''): Strike | null {
    if (this.#strike === null || boundary !== this.#boundary || !this.#aim.test(what) || --this.#left > 0) return null
    const strike = this.#strike
    this.#strike = null
    return strike
  }

  /** True where the process goes on. */
  hit({ blow }: Strike, process: Process): boolean {
    if (blow === 'dies') this.#struck.die(process)
    if (blow === 'freezes') this.#struck.freeze(process)
    if (blow === 'loses power') this.#struck.losePower()
    return process.isAlive
  }

  /**
   * An operation that takes its time. `fail` is the error of one that fails. A promise of a process that has died stays open.
   */
  perform<Answer>(
    process: Process,
    boundary: Boundary,
    ms: number,
    { what, act, fail }: { readonly what?: string; readonly act: () => Answer; readonly fail: () => Error },
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const work = () => {
        try {
          return resolve(act())
        } catch (error) {
          reject(error)
        }
      }
      process.after(ms, () => {
        const strike = this.next(boundary, what)
        if (strike === null) return work()
        if (strike.moment === 'before') {
          if (strike.blow === 'fails') return reject(fail())
          // One that is frozen goes on later.
          if (this.hit(strike, process)) process.after(0, work)
          return
        }
        if (strike.blow === 'freezes') {
          this.hit(strike, process)
          return work()
        }
        try {
          act()
        } catch {
          // It fails either way, or nobody is left to hear of it.
        }
        if (strike.blow === 'fails') return reject(fail())
        this.hit(strike, process)
      })
    })
  }
}
