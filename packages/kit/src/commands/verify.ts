/** `arena-kit verify`: whether a match was played as its record says, found out without trusting the arena. */
import { statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Match } from '@arena/protocol'
import { MOST_REPLAY_BYTES } from '@arena/slp'
import { wordsOf } from '@arena/protocol/words-of'
import { CommandFailure, EXIT, UsageError, exitsWith, newCommand } from '@arena/host/command-line'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { existingFile, matchSeed } from '../arguments.ts'
import { ARENA_OPTION, arenaAddress, whichArena } from '../arena-address.ts'
import type { Terminal } from '../terminal.ts'
import { checkMatch, firstDifference, type Check, type Evidence } from '../verify/checks.ts'
import { checkSigned, type SignedLine } from '../verify/check-signed.ts'
import { fetchRecord, fetchReplay, parseRecord } from '../verify/fetch-match.ts'
import { publicFiles } from '../verify/public-files.ts'
import { verifyTarget, type Target } from '../verify/target.ts'
import { verifyDay, type Sample } from '../verify/verify-day.ts'
import { columns } from '../words.ts'
import { type AddCommand } from './command.ts'

/** Nothing differs, and what was to be compared could not be. */
const UNCHECKED = 3

interface VerifyOptions {
  readonly arena?: string
  readonly seed?: string
  readonly record?: string
  readonly day?: string
  readonly files?: string
  readonly sample?: Sample
  readonly details?: true
}

export const addVerify: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'verify', 'check the draws of a match, and play it again to compare every byte')
    .argument('[match]', 'the id of a match, the address of its page, or a .slp file', verifyTarget)
    .option(...ARENA_OPTION, arenaAddress)
    .option('--seed <hex>', 'of a file: the seed of its match', matchSeed)
    .option('--record <file>', 'of a file: the record of its match, as GET /matches/{id} answers it', existingFile)
    .option('--day <date>', 'all matches of a day, such as 2026-11-24, by the public log of the arena', dayOption)
    .option('--files <folder>', 'a folder with copies of the public files, in the place of the arena', existingFolder)
    .option(
      '--sample <number>',
      'of a day: play a random sample of its matches again, a number or a share such as 5%',
      sampleOption,
    )
    .option('--details', 'show each check, with what is expected and what is found')
    .addHelpText(
      'after',
      `
Fetches record and replay, draws ports and stage from the seed, and has the engine play the match again from seed, picks
and pads. The first line is the verdict: equal, differs (and what), or unchecked (and why). Where the arena signs its
results, a line each tells of the signature, the public log, the seed, the pads and the ratings.

--day reads the public log, checks its signature, that it extends what an earlier run saw of it, numbers, seeds and
ratings of the day, and plays the matches again. Each fault is a line.
${exitsWith('something differs')}
It is ${UNCHECKED} where nothing differs and something could not be checked.`,
    )
    .action(
      action((target: Target | undefined, options: VerifyOptions) => {
        if (options.day !== undefined) return verifyDayOf(target, { ...options, day: options.day }, terminal)
        if (target === undefined) throw new UsageError('Name a match, or a day with --day.')
        if (options.sample !== undefined) throw new UsageError('--sample is for a day: name it with --day.')
        return options.files === undefined
          ? verify(target, options, terminal)
          : verifyFiles(target, { ...options, files: options.files }, terminal)
      }),
    )
}

function verifyDayOf(
  target: Target | undefined,
  { day, files, sample, arena, seed, record }: VerifyOptions & { readonly day: string },
  terminal: Terminal,
): Promise<number> {
  if (target !== undefined) throw new UsageError('Name a match or a day, not both.')
  if (seed !== undefined || record !== undefined) throw new UsageError('--seed and --record are for files.')
  const from = files ?? whichArena(arena)
  if (from === null) throw new UsageError('Name the arena with --arena, or a folder of its public files with --files.')
  return verifyDay({ from, day, sample: sample ?? null }, terminal, UNCHECKED)
}

function dayOption(text: string): string {
  if (z.iso.date().safeParse(text).success) return text
  throw new InvalidArgumentError('It has to be a date, such as 2026-11-24.')
}

function sampleOption(text: string): Sample {
  const [, digits, percent] = /^([1-9]\d{0,6})(%)?$/.exec(text) ?? []
  const sample = { count: Number(digits), isShare: percent !== undefined }
  if (digits !== undefined && !(sample.isShare && sample.count > 100)) return sample
  throw new InvalidArgumentError('It has to be a whole number from 1, or a share from 1% to 100%.')
}

function existingFolder(text: string): string {
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory() === true) return text
  throw new InvalidArgumentError('There is no such folder.')
}

/** A match by its public files alone. The exit code. */
async function verifyFiles(
  target: Target,
  { files, arena, seed, record }: VerifyOptions & { readonly files: string },
  terminal: Terminal,
): Promise<number> {
  if (target.kind === 'file' || arena !== undefined)
    throw new UsageError('--files is for the id of a match, or for a day.')
  if (seed !== undefined || record !== undefined) throw new UsageError('--seed and --record are for files.')
  const lines = await checkSigned(publicFiles(files, terminal.signal), target.id, NOTHING_KNOWN, terminal)
  const different = lines.find(({ state }) => state === 'differs')
  const unchecked = lines.find(({ name, state }) => state === 'open' && name !== 'seed')
  const verdict = different ? 'differs' : unchecked ? 'unchecked' : 'equal'
  const text = (different ?? unchecked)?.text ?? 'What is signed of the match is what its public files show.'
  terminal.print(`${target.id}: ${verdict}. ${text}`, ...describeSigned(lines))
  terminal.data({ what: target.id, verdict, text, differs: different?.name ?? null, signed: lines })
  return exitOf(verdict)
}

const NOTHING_KNOWN = { record: null, replay: null }

const exitOf = (verdict: 'equal' | 'differs' | 'unchecked'): number =>
  verdict === 'differs' ? EXIT.failed : verdict === 'equal' ? EXIT.ok : UNCHECKED

/** The exit code. */
async function verify(target: Target, options: VerifyOptions, terminal: Terminal): Promise<number> {
  const { what, arena, reason, ...evidence } = await gather(target, options, terminal)
  const checks = await checkMatch(evidence, (frame) => {
    terminal.signal.throwIfAborted()
    terminal.show(`playing again, frame ${frame}`)
  })
  const isOver = evidence.record !== null && evidence.record.status !== 'running'
  const signed =
    arena !== null && isOver ? await checkSigned(publicFiles(arena, terminal.signal), what, evidence, terminal) : []
  const different = firstDifference(checks) ?? signed.find(({ state }) => state === 'differs')
  const unchecked = reason ?? uncheckedText(checks)
  const verdict = different ? 'differs' : unchecked === null ? 'equal' : 'unchecked'
  const text = different?.text ?? unchecked ?? equalText(checks)
  terminal.print(`${what}: ${verdict}. ${text}`, ...describeSigned(signed))
  if (options.details) terminal.print('', ...describeChecks(checks))
  terminal.data({ what, verdict, text, differs: different?.name ?? null, checks, signed })
  return exitOf(verdict)
}

function describeSigned(lines: readonly SignedLine[]): string[] {
  return lines.length === 0 ? [] : columns(lines.map(({ name, text }) => [name, text]))
}

interface Gathered extends Evidence {
  /** What is verified, for the verdict. */
  readonly what: string
  /** The address of the arena whose match it is; null of a file. */
  readonly arena: string | null
  /** Why there is no replay, where that is no fault. */
  readonly reason: string | null
}

async function gather(target: Target, options: VerifyOptions, terminal: Terminal): Promise<Gathered> {
  if (target.kind === 'file') return gatherFile(target.path, options)
  const { seed, record: file } = options
  const arena = target.arena ?? whichArena(options.arena)
  if (arena === null) {
    throw new UsageError(
      `Where was ${target.id} played? Name the arena with --arena, or in the environment variable ARENA_URL.`,
    )
  }
  if (seed !== undefined || file !== undefined) {
    throw new UsageError(`--${seed === undefined ? 'record' : 'seed'} is for files: of a match the arena is asked.`)
  }
  terminal.show(`fetching ${target.id}`)
  const record = await fetchRecord(arena, target.id, terminal.signal)
  const { id, replayBytes } = record
  if (id !== target.id) throw new CommandFailure(`${arena} answers with the record of another match, ${id}.`)
  const replay = replayBytes === null ? null : await fetchReplay(arena, id, terminal.signal)
  const reason = replayBytes === null ? reasonWithoutReplay(record) : null
  return { what: id, arena, replay, record, seed: seedOf(record), reason }
}

async function gatherFile(path: string, { arena, seed, record: recordPath }: VerifyOptions): Promise<Gathered> {
  if (arena !== undefined) throw new UsageError('--arena is for matches: of a file nothing is fetched.')
  const replay = await readBounded(path)
  const record =
    recordPath === undefined ? null : parseRecord((await readBounded(recordPath)).toString('utf8'), recordPath)
  const known = seed === undefined ? record && seedOf(record) : Buffer.from(seed, 'hex')
  return { what: path, arena: null, replay, record, seed: known, reason: null }
}

async function readBounded(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path)
    if (size > MOST_REPLAY_BYTES) throw new Error(`it has more than ${MOST_REPLAY_BYTES} bytes`)
    return await readFile(path)
  } catch (error) {
    throw new CommandFailure(`${path} could not be read: ${wordsOf(error)}`)
  }
}

const seedOf = ({ seed }: Match): Uint8Array | null => (seed === null ? null : Buffer.from(seed, 'hex'))

function reasonWithoutReplay({ status, stage, summary }: Match): string | null {
  if (status === 'running') return 'The match still runs; its seed is public once it ends.'
  if (summary === null) return 'The match was aborted before a game began.'
  // A bot that never connected: there is no more than the draws and the result of a forfeit.
  if (stage === null) return null
  return 'The arena no longer keeps the replay; only the draws were checked, and the record against itself.'
}

/** What was compared, of a match where nothing differs. */
function equalText(checks: readonly Check[]): string {
  const bytes = checks.find(({ name }) => name === 'bytes')
  const rest = checks.filter(({ name }) => name !== 'bytes' && name !== 'file').map(({ name }) => name)
  const draws = rest.length > 1 ? `${rest.slice(0, -1).join(', ')} and ${rest.at(-1)}` : rest.join('')
  return bytes
    ? `Played again, ${bytes.text} came out; ${draws} are right.`
    : `By the record no game was played; ${draws} are right.`
}

/** What could not be compared; null where everything could. */
function uncheckedText(checks: readonly Check[]): string | null {
  const open = checks.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  const bytes = checks.find(({ name, state }) => name === 'bytes' && state === 'equal')
  const came = bytes ? `Played again, ${bytes.text} came out. ` : ''
  // Without its seed, all of a match's draws are open for one reason.
  return came + open[0]!.text
}

function describeChecks(checks: readonly Check[]): string[] {
  const rows = checks.map(({ name, state, expected, found }) => [name, state, expected, found])
  const texts = checks.filter(({ state }) => state !== 'equal').map(({ name, text }) => `  ${name}: ${text}`)
  return [...columns([['check', '', 'expected', 'found'], ...rows]), ...(texts.length > 0 ? ['', ...texts] : [])]
}
