/** What the arena promises of its results, with the newest checkpoint and the secrets of the last days. */
import type { FairnessPage } from '@arena/web'
import { noteKey } from '@arena/protocol/public-log'
import { lastDays } from '../public-log/days.ts'
import type { Stores } from './stores.ts'

const SHOWN_DAYS = 7

export async function fairnessPage(
  { db, publishedLog }: Stores<'db' | 'publishedLog'>,
  origin: string,
  now: number,
): Promise<FairnessPage> {
  const [heads, days] = await Promise.all([publishedLog.heads(), lastDays(db, now, SHOWN_DAYS)])
  const head = heads.at(-1)
  const checkpoint = head && (await publishedLog.file(head.log, 'checkpoint'))
  const log =
    head?.publicKey && checkpoint
      ? {
          number: head.log,
          entries: head.size,
          key: noteKey(head.origin, head.publicKey),
          checkpoint: checkpoint.toString(),
        }
      : null
  return { kind: 'fairness', origin, log, days }
}
