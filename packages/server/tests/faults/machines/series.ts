/**
 * Many trials at once: each lane is an arena of three machines with a database of its own. A trial waits for leases most of its
 * time, so that lanes cost little beside each other.
 */
import { startObjectServer } from '../../bucket/object-server.ts'
import type { ObjectServer } from '../../bucket/object-server.ts'
import type { Ledger } from '../findings.ts'
import { Cluster } from './cluster.ts'
import { runMachineTrial } from './trial.ts'
import type { MachineTrial } from './trial.ts'

export interface Series {
  readonly seeds: readonly number[]
  readonly lanes: number
  /** Told of each trial when it is over. */
  readonly report: (trial: MachineTrial, cluster: Cluster) => void
}

export class MachineSeries implements AsyncDisposable {
  readonly objectServer: string
  readonly #server: ObjectServer
  readonly #clusters = new Set<Cluster>()

  private constructor(server: ObjectServer) {
    this.objectServer = server.name
    this.#server = server
  }

  static async open(): Promise<MachineSeries> {
    return new MachineSeries(await startObjectServer())
  }

  async run({ seeds, lanes, report }: Series): Promise<void> {
    const left = [...seeds]
    await Promise.all(Array.from({ length: Math.min(lanes, seeds.length) }, () => this.#lane(left, report)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#clusters].map((cluster) => cluster.close()))
    await this.#server[Symbol.asyncDispose]()
  }

  async #lane(left: number[], report: Series['report']): Promise<void> {
    let world: { cluster: Cluster; ledger: Ledger } | null = null
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      world ??= { cluster: await this.#open(), ledger: new Map() }
      const { cluster, ledger } = world
      const trial = await runMachineTrial(cluster, ledger, seed)
      report(trial, cluster)
      if (trial.found.length === 0) continue
      // What is wrong once stays wrong: the next trial begins with other machines.
      await this.#close(cluster)
      world = null
    }
    if (world !== null) await this.#close(world.cluster)
  }

  async #open(): Promise<Cluster> {
    const cluster = await Cluster.create(this.#server.options)
    this.#clusters.add(cluster)
    return cluster
  }

  async #close(cluster: Cluster): Promise<void> {
    this.#clusters.delete(cluster)
    await cluster.close()
  }
}
