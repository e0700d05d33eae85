/** The two accounts of the house bots, which own them so that they may meet. */
import type { Database } from './db/schema.ts'

export const HOUSE_OWNERS = [
  { email: 'house-red@arena.invalid', handle: 'house_red' },
  { email: 'house-blue@arena.invalid', handle: 'house_blue' },
]

/** Their ids, whichever machine has them. */
export async function houseOwners({ db }: { readonly db: Database }): Promise<string[]> {
  const emails = HOUSE_OWNERS.map(({ email }) => email)
  const rows = await db.selectFrom('users').select('id').where('email', 'in', emails).execute()
  return rows.map(({ id }) => id)
}
