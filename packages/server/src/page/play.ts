/** What a person can pick for a fight against a house bot, which is played in the page. */
import { houseBots } from '@arena/sdk/house'
import { CHARACTER_COUNT, characterName, STAGE_IDS, stageName } from '@arena/slp'
import type { PlayPage } from '@arena/web'
import { z } from 'zod'

/** The word of a name in an address: `Mr. Game & Watch` is `mr-game-watch`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\p{M}’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

const choice = (id: number, name: string) => ({ id, name, slug: slugOf(name) })

const fighters = Array.from({ length: CHARACTER_COUNT }, (_, id) => choice(id, characterName(id))).toSorted((a, b) =>
  a.name.localeCompare(b.name, 'en'),
)
const opponents = houseBots().map(({ name, about, character }, i) => ({
  ...choice(i, name),
  about,
  character,
}))
const stages = STAGE_IDS.map((id) => ({ ...choice(id, stageName(id)), id }))

/** One of the slugs; a field that a form leaves empty is the default. */
const pick = (of: readonly { readonly slug: string }[], otherwise: string) =>
  z.preprocess((text) => (text === '' ? undefined : text), z.enum(of.map(({ slug }) => slug)).default(otherwise))

export const PlayQuery = z.object({
  me: pick(fighters, 'fox'),
  against: pick(opponents, opponents[0]!.slug),
  stage: pick(stages, stages[0]!.slug),
})
export type PlayQuery = z.output<typeof PlayQuery>

export function playPage(picks: PlayQuery): PlayPage {
  return { kind: 'play', fighters, opponents, stages, picks }
}
