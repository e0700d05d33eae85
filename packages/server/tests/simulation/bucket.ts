/** The bucket of the replays, in memory, as a machine reaches it over its network. */
import { Readable } from 'node:stream'
import { BucketError } from '../../src/replays/bucket/bucket.ts'
import type { ObjectStore } from '../../src/replays/bucket/bucket.ts'
import type { Boundaries } from './boundaries.ts'
import type { Link } from './database.ts'
import type { Kernel, Process } from './kernel.ts'

const SILENCE_MS = 10_000

export class SimulatedBucket {
  readonly #kernel: Kernel
  readonly objects = new Map<string, Buffer>()
  /** Answers nothing until then; stores half of what it is sent, and says that all is well, until then. */
  awayUntil = 0
  halvesUntil = 0

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
          const isHalved = this.#kernel.now < this.halvesUntil
          this.objects.set(name, Buffer.from(bytes.subarray(0, isHalved ? bytes.length >> 1 : bytes.length)))
        }),
      get: (name) =>
        ask('GET', name, () => {
          const object = this.objects.get(name)
          if (object === undefined) throw new BucketError('missing', `${name} is not there`)
          return Readable.from([object])
        }),
      delete: (name) => ask('DELETE', name, () => void this.objects.delete(name)),
      close() {},
    }
  }
}
