/**
 * The file that a series is continued from: who plays, on what, and every pair so far. It is replaced whole after each
 * pair, so that it is never half written. A series goes on only with the same bots, seed and test: games of other bots
 * would be counted together, and a test whose hypotheses are chosen after a look at the games keeps no promise.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readFileIfThere, replaceFile } from '@arena/host/system'
import { wordsOf } from '@arena/protocol/words-of'
import { CommandFailure } from '@arena/host/command-line'
import { z } from 'zod'
import type { BotSource } from '../arguments.ts'
import { requireWritable } from '../named-files.ts'
import { PlayedPair } from './pairs.ts'

const FORMAT = 'arena-kit match 1'

const Contestant = z.object({
  name: z.string(),
  /** A path, a command, a URL, or a name of the kit's own. */
  source: z.string(),
  /** SHA-256 of the file; null for what is no file. */
  sha256: z.string().nullable(),
})
type Contestant = z.infer<typeof Contestant>

const Test = z.object({ elo0: z.number(), elo1: z.number(), alpha: z.number(), beta: z.number() })

const MatchFile = z.object({
  format: z.literal(FORMAT),
  bots: z.array(Contestant).min(2),
  /** 64 hex digits, from which all pairs are drawn. */
  seed: z.string().regex(/^[0-9a-f]{64}$/),
  test: Test.nullable(),
  pairs: z.array(PlayedPair),
})
export type MatchFile = z.infer<typeof MatchFile>
/** What has to be the same where a series is continued. */
export type MatchPlan = Pick<MatchFile, 'bots' | 'test'>

/** Names are given in the order of the sources. */
export async function contestantsOf(sources: readonly BotSource[], names: readonly string[]): Promise<Contestant[]> {
  return Promise.all(sources.map((source, place) => contestantOf(source, names[place]!)))
}

export async function contestantOf(source: BotSource, name: string): Promise<Contestant> {
  switch (source.kind) {
    case 'program':
      return { name, source: source.command?.join(' ') ?? source.path, sha256: sha256(await readFile(source.path)) }
    case 'url':
      return { name, source: source.url, sha256: null }
    case 'own':
      return { name, source: source.name, sha256: null }
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Null where there is none. A `CommandFailure` for a file that holds something else. */
export async function readMatchFile(path: string): Promise<MatchFile | null> {
  const text = await readFileIfThere(path).catch((error: Error) => {
    throw new CommandFailure(`${path} could not be read: ${error.message}`)
  })
  if (text === null) return null
  const parsed = MatchFile.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue!.path.length > 0 ? ` (${issue!.path.join('.')}: ${issue!.message})` : ''
  throw new CommandFailure(
    `${path} does not hold a series that could be continued${place}. Name another file with --state, or begin anew with --restart.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What a command that names a file goes on from: the seed and the pairs of the file, or a new seed and no pairs. Refuses other series. */
export async function begunSeries(
  path: string,
  plan: MatchPlan,
  { seed, restart }: { readonly seed?: string; readonly restart?: true },
): Promise<Pick<MatchFile, 'seed' | 'pairs'>> {
  requireWritable(path, '--state')
  const before = restart ? null : await readMatchFile(path)
  if (before === null) return { seed: seed ?? randomBytes(32).toString('hex'), pairs: [] }
  const refusal = reasonToRefuse(before, plan, seed ?? null)
  if (refusal === null) return before
  throw new CommandFailure(
    `The series in ${path} cannot go on: ${refusal}. Begin anew with --restart, or keep it and name another file with --state.`,
  )
}

export async function writeMatchFile(path: string, series: Omit<MatchFile, 'format'>): Promise<void> {
  try {
    await replaceFile(path, `${JSON.stringify({ format: FORMAT, ...series })}\n`)
  } catch (error) {
    throw new CommandFailure(`${path} could not be written: ${wordsOf(error)}`)
  }
}

/** Why a series cannot go on with this plan, in a sentence; null where it can. `seed` where the command names one. */
export function reasonToRefuse(file: MatchFile, plan: MatchPlan, seed: string | null): string | null {
  if (file.bots.length !== plan.bots.length) return `it was begun with ${file.bots.length} bots`
  for (const [place, before] of file.bots.entries()) {
    const now = plan.bots[place]!
    if (before.source !== now.source) return `it was begun with ${before.source}, and not with ${now.source}`
    if (before.sha256 !== now.sha256) return `${now.source} has changed since it was begun`
  }
  if (seed !== null && seed !== file.seed) return `it was begun with --seed ${file.seed}`
  if (JSON.stringify(file.test) !== JSON.stringify(plan.test)) {
    return `it was begun ${file.test === null ? 'without --sprt' : `with ${testText(file.test)}`}`
  }
  return null
}

const testText = ({ elo0, elo1, alpha, beta }: z.infer<typeof Test>): string =>
  `--sprt --elo0 ${elo0} --elo1 ${elo1} --alpha ${alpha} --beta ${beta}`
