/** The bucket of the replays, in memory, as a machine reaches it over its network. */
import { Readable } from 'node:stream'
import { BucketError } from '../../../src/replays/bucket/bucket.ts'
import type { ObjectStore } from '../../../src/replays/bucket/bucket.ts'
import type { Boundaries } from '../kernel/boundaries.ts'
import type { Link } from '../database/database.ts'
import type { Kernel, Process } from '../kernel/kernel.ts'

const SILENCE_MS = 10_000

export class SimulatedBucket {
  readonly #kernel: Kernel
  readonly objects = new Map<string, Buffer>()
  /** Answers nothing until then. */
  awayUntil = 0
  /** Stores half of what it is sent until then; gives half of what it has. Either way it says that all is well. */
  keepsHalfUntil = 0
  givesHalfUntil = 0

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  reachedBy(process: Process, link: Link, boundaries: Boundaries): ObjectStore & { close(): void } {
    const { trace, chance } = this.#kernel
    const away = () => new BucketError('away', 'the bucket is away')
    const ask = <Answer>(what: string, name: string, act: () => Answer): Promise<Answer> => {
      const isAway = this.#kernel.now < Math.max(this.awayUntil, link.cutUntil)
      return boundaries.perform(process, 'bucket', isAway ? SILENCE_MS : chance.between(1, 60), {
        act() {
          trace.note(process.name, what, name, isAway ? 'away' : '')
          if (isAway) throw away()
          return act()
        },
        fail: away,
      })
    }
    return {
      put: (name, bytes) =>
        ask('PUT', name, () => {
          const isHalved = this.#kernel.now < this.keepsHalfUntil
          this.objects.set(name, Buffer.from(bytes.subarray(0, isHalved ? bytes.length >> 1 : bytes.length)))
        }),
      get: (name) =>
        ask('GET', name, () => {
          const object = this.objects.get(name)
          if (object === undefined) throw new BucketError('missing', `${name} is not there`)
          const half = object.length >> 1
          const rest = () => ask('the rest of', name, () => object.subarray(half))
          return Readable.from(
            this.#kernel.now < this.givesHalfUntil ? [object.subarray(0, half)] : inTwo(object.subarray(0, half), rest),
          )
        }),
      delete: (name) => ask('DELETE', name, () => void this.objects.delete(name)),
      close() {},
    }
  }
}

/** A connection may be lost in the middle of an answer. */
async function* inTwo(beginning: Buffer, rest: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  yield beginning
  yield await rest().catch(() => {
    throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  })
}
