/** What pages read: each page names those of the stores that it takes. */
import type { AccountStore } from '../accounts/store.ts'
import type { ArenaClock } from '../db/clock.ts'
import type { BotStore } from '../bots/store.ts'
import type { Changes } from '../db/changes.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/schema.ts'
import type { KeyStore } from '../keys/store.ts'
import type { LiveView } from '../live/live-view.ts'
import type { MaintenanceNotice } from '../operators/maintenance.ts'
import type { MatchHistory } from '../history/history.ts'
import type { NoticeStore } from '../notices/store.ts'
import type { MatchStore } from '../history/store.ts'
import type { PublishedLog } from '../public-log/published-log.ts'
import type { RatingStore } from '../history/leaderboard.ts'
import type { RatingLists } from '../history/rating-list/rating-lists.ts'
import type { RehearsalStore } from '../rehearsals/store.ts'
import type { ReceiptStore } from '../history/receipts.ts'
import type { Standings } from '../bots/standings.ts'

export interface PageStores {
  readonly config: Pick<Config, 'baseUrl'>
  readonly accounts: AccountStore
  readonly bots: BotStore
  readonly keys: KeyStore
  readonly notices: NoticeStore
  readonly standings: Standings
  readonly ratings: RatingStore
  readonly ratingLists: Pick<RatingLists, 'newest'>
  readonly history: MatchHistory
  readonly db: Database
  readonly publishedLog: PublishedLog
  readonly matches: MatchStore
  readonly receipts: ReceiptStore
  readonly rehearsals: RehearsalStore
  readonly liveView: LiveView
  readonly maintenance: MaintenanceNotice
  readonly changes: Changes
  readonly clock: Pick<ArenaClock, 'now'>
}

export type Stores<Name extends keyof PageStores> = Pick<PageStores, Name>
