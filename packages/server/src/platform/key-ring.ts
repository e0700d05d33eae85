/**
 * Where a machine has its platform key from: the environment, else the database where machines share a secret, else the data
 * folder.
 */
import { publicKeyOf } from '@arena/protocol'
import type { Config } from '../config.ts'
import type { Database } from '../db/schema.ts'
import { loadPlatformKey } from './key-file.ts'
import { PlatformKeyStore } from './key-store.ts'
import type { KeyRing } from './key-store.ts'

export interface LoadedKeys extends KeyRing {
  /** Whether the other machines are known to have the same ones. */
  readonly isAgreed: boolean
}

type Source = Pick<Config, 'platformKeys' | 'secret' | 'databaseUrl' | 'dataDir'>

export async function loadKeyRing(db: Database, config: Source): Promise<LoadedKeys> {
  const { platformKeys, secret, databaseUrl, dataDir } = config
  const [current, ...others] = platformKeys.map((privateKey) => ({ privateKey, publicKey: publicKeyOf(privateKey) }))
  if (current !== undefined) return { current, others, isAgreed: true }
  const own = () => loadPlatformKey(dataDir)
  if (secret === null || databaseUrl === null) return { current: await own(), others: [], isAgreed: false }
  return { ...(await new PlatformKeyStore(db, secret).load(own)), isAgreed: true }
}
