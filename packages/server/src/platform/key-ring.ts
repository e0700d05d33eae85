/**
 * Where a machine has its platform key from: the environment, else the database where machines share a secret, else the data
 * folder.
 */
import { publicKeyOf } from '@arena/protocol'
import type { Config } from '../config.ts'
import type { Database } from '../db/schema.ts'
import { loadPlatformKey } from './key-file.ts'
import { PlatformKeyStore } from './key-store.ts'
import type { Claim, KeyRing } from './key-store.ts'
import { claimKey } from './shared-key.ts'

export interface LoadedKeys extends KeyRing {
  /** Keys of the environment are published whatever the database still has. */
  readonly source: 'environment' | 'database' | 'folder'
}

type Source = Pick<Config, 'platformKeys' | 'secret' | 'databaseUrl' | 'dataDir' | 'maxMatches'>

export async function loadKeyRing(db: Database, config: Source, machineId: string): Promise<LoadedKeys> {
  const { platformKeys, secret, databaseUrl, dataDir } = config
  const [current, ...others] = platformKeys.map((privateKey) => ({ privateKey, publicKey: publicKeyOf(privateKey) }))
  if (current !== undefined) return { current, others, source: 'environment' }
  const own = () => loadPlatformKey(dataDir)
  if (secret === null || databaseUrl === null) return { current: await own(), others: [], source: 'folder' }
  const { maxMatches } = config
  const claim: Claim = (trx, publicKey) => claimKey(trx, { machineId, publicKey, maxMatches })
  return { ...(await new PlatformKeyStore(db, secret).load(own, claim)), source: 'database' }
}
