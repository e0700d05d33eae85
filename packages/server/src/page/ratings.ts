/** One fit over all games, with what contradicts it. */
import type { RatingsPage } from '@arena/web'
import type { Stores } from './stores.ts'

export async function ratingsPage({ ratingLists }: Stores<'ratingLists'>): Promise<RatingsPage> {
  return { kind: 'ratings', list: await ratingLists.newest() }
}
