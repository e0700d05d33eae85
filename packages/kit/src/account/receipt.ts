import type { Receipt } from '@arena/protocol'
import { ArenaProblem, type ArenaClient } from '@arena/sdk'

/** The receipt of a match of an own bot. Null for one that its host did not live to report, and at an older arena, which knows none. */
export async function receiptOf(client: ArenaClient, id: string): Promise<Receipt | null> {
  try {
    return await client.getReceipt({ id })
  } catch (error) {
    if (error instanceof ArenaProblem && error.status === 404) return null
    throw error
  }
}
