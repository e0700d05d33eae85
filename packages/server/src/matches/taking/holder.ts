import type { RawBuilder } from 'kysely'

/** The holder of a match. What another holder writes about it changes nothing. */
export interface Holder {
  readonly machineId: string
  readonly attempt: number
  /** What has to be true of its row as well. */
  readonly where?: RawBuilder<boolean>
}
