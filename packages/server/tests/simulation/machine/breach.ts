/** A rule of the service that is broken on purpose (`breaches.ts`). */
import type { BucketReplays } from '../../../src/replays/bucket/bucket-replays.ts'
import type { ObjectStore } from '../../../src/replays/bucket/bucket.ts'
import type { FolderReplayStore, ReplayStore } from '../../../src/replays/store.ts'
import type { Rewrite } from '../database/database.ts'

export interface Breach {
  readonly setUp?: readonly string[]
  readonly rewrite?: Rewrite
  readonly spoil?: (bucket: ObjectStore) => ObjectStore
  /** What readers are sent, in place of the store of the machine. */
  readonly replays?: (parts: ReplayParts) => Pick<ReplayStore, 'open'>
  /** A machine does not wait for its matches before it ends. */
  readonly drainsAtOnce?: boolean
  /** Disks have nothing for certain. */
  readonly ignoresSync?: boolean
}

/** Where a machine has replays. */
interface ReplayParts {
  readonly localReplays: FolderReplayStore
  readonly bucketReplays: BucketReplays
}
