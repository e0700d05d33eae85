/** A rule of the service that is broken on purpose (`breaches.ts`). */
import type { BucketReplays } from '../../../src/replays/bucket/bucket-replays.ts'
import type { Lifetimes } from '../../../src/machine/lifetimes.ts'
import type { ObjectStore } from '../../../src/replays/bucket/bucket.ts'
import type { FolderReplayStore, ReplayStore } from '../../../src/replays/store.ts'
import type { Rewrite } from '../database/database.ts'

export interface Breach {
  readonly setUp?: readonly string[]
  readonly rewrite?: Rewrite
  readonly spoil?: (bucket: ObjectStore) => ObjectStore
  /** What readers are sent, in place of the store of the machine. */
  readonly replays?: (parts: ReplayParts) => Pick<ReplayStore, 'open'>
  /** The order in which a machine drains and ends. */
  readonly lifetimes?: () => Lifetimes
  /** Disks have nothing for certain. */
  readonly ignoresSync?: boolean
}

/** Where a machine has replays. */
interface ReplayParts {
  readonly localReplays: FolderReplayStore
  readonly bucketReplays: BucketReplays
}
