/** What findings are looked for in. */
import type { Database } from '../../../src/db/schema.ts'
import type { SimulatedDatabase } from '../database/database.ts'
import type { Engine } from '../database/engine.ts'
import type { SimulatedMachine } from '../machine/machine.ts'
import type { SimulatedReaders } from '../readers.ts'
import type { SimulatedBots } from '../world/bots.ts'
import type { SimulatedBucket } from '../world/bucket.ts'

export interface Scene {
  readonly engine: Engine
  readonly database: SimulatedDatabase
  /** Past all faults. */
  readonly db: Database
  readonly machines: readonly SimulatedMachine[]
  readonly bucket: SimulatedBucket
  /** Otherwise each machine has its replays in its folder, and nothing is in the bucket. */
  readonly hasBucket: boolean
  readonly bots: SimulatedBots
  readonly readers: SimulatedReaders
}
