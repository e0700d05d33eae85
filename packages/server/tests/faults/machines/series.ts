/**
 * Many trials at once: each lane is an arena of three machines with a database of its own. A trial waits for leases most of its
 * time, so that lanes cost little beside each other.
 */
import type { BucketOptions } from '../../../src/replays/bucket/bucket.ts'
import { S3Server } from '../../bucket/s3-server.ts'
import { findVersitygw, startVersitygw } from '../../bucket/versitygw.ts'
import type { Ledger } from '../findings.ts'
import { Cluster } from './cluster.ts'
import { runMachineTrial } from './trial.ts'
import type { MachineTrial } from './trial.ts'

interface ObjectServer extends AsyncDisposable {
  readonly name: string
  readonly options: BucketOptions
}

/** A server of others where one is installed. */
async function startObjectServer(): Promise<ObjectServer> {
  const program = findVersitygw()
  if (program !== null) {
    const server = await startVersitygw(program)
    return { name: 'versitygw', options: server.options, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
  }
  const server = await S3Server.listen()
  return { name: 'in memory', options: server.options, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

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
