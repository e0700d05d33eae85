/**
 * What a person can pick for a fight against a house bot, and who plays on from a frame of a match. Both are played in the page: here are
 * their addresses.
 */
import { MatchId, Problem, type Match } from '@arena/protocol'
import { houseBots } from '@arena/sdk/house'
import { CHARACTER_COUNT, characterName, FIRST_FRAME, STAGE_IDS, stageName } from '@arena/slp'
import type { PlayPage } from '@arena/web'
import { z } from 'zod'
import { replayUnavailable } from '../replays/open-replay.ts'

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

const SIDES = ['you', 'recorded', ...opponents.map(({ slug }) => slug)]
/** Who plays on, by port. */
const side = z.enum(SIDES, { error: `Who plays on is one of: ${SIDES.join(', ')}` }).optional()
export const Sides = z.object({ '0': side, '1': side })

const FRAME = `A frame is a whole number from ${FIRST_FRAME} on`

export const PlayQuery = z.object({
  me: pick(fighters, 'fox'),
  against: pick(opponents, opponents[0]!.slug),
  stage: pick(stages, stages[0]!.slug),
  /** A branch of a match, instead of a fight from the first frame on. */
  match: MatchId.optional(),
  frame: z
    .string()
    .regex(/^-?\d{1,6}$/, FRAME)
    .transform(Number)
    .refine((frame) => frame >= FIRST_FRAME, FRAME)
    .optional(),
  ...Sides.shape,
})
export type PlayQuery = z.output<typeof PlayQuery>

export function playPage({ me, against, stage }: PlayQuery): PlayPage {
  return { kind: 'play', fighters, opponents, stages, picks: { me, against, stage } }
}

/** Where a branch of a match is played: on its page. */
export function branchAddress(match: Match, { frame = 0, '0': first, '1': second }: PlayQuery): string {
  if (match.replayBytes === null) throw replayUnavailable(match)
  const last = (match.summary?.frames ?? 0) - 1
  if (frame > last) {
    const detail = `The match has no frame ${frame}: its last one is ${last}.`
    throw new Problem('invalid-request', { detail })
  }
  const sides = first === undefined && second === undefined ? { '0': 'you' } : { '0': first, '1': second }
  const given = Object.entries(sides).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/watch/${match.id}?${new URLSearchParams(given).toString()}#f=${frame}`
}
