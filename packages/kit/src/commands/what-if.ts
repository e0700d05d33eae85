/** `arena-kit what-if`: whether another bot would have kept the stock, from any frame of a match on. */
import { createHash } from 'node:crypto'
import type { Branch } from '@arena/engine/branch'
import { chanceAt } from '@arena/engine/chance'
import type { Pair } from '@arena/host'
import { CommandFailure, EXIT, UsageError, exitsWith, integer, newCommand, wholeNumber } from '@arena/host/command-line'
import { characterName, FIRST_FRAME } from '@arena/slp'
import { botSource, existingFolder, matchSeed, newFileInFolder, type BotSource } from '../arguments.ts'
import { ARENA_OPTION, arenaAddress } from '../arena-address.ts'
import { namesOf } from '../contestants.ts'
import { concurrencyOf } from '../match/playing.ts'
import { HOUSE_NAMES, OPPONENTS, STRONGEST } from '../opponents.ts'
import type { Terminal } from '../terminal.ts'
import { verifyTarget, type Target } from '../verify/target.ts'
import { chanceOf } from '../what-if/branch-game.ts'
import { playBranches, SAME_GAMES } from '../what-if/playing.ts'
import { AFTER_FRAMES, nextLoser, questionOf, type Port, type Question } from '../what-if/question.ts'
import { branchOf, readBytes, recordingOf, type Recording } from '../what-if/recording.ts'
import { demandOf, resultOf, type WhatIfResult } from '../what-if/result.ts'
import { parseSaved, recordingOfSaved, savedOf, writeSaved, type SavedWhatIf } from '../what-if/saved.ts'
import { describeQuestion, describeResult, describeState, describeVerdict, type Told } from '../what-if/words.ts'
import { type AddCommand } from './command.ts'

const GAMES = 50
const MOST_GAMES = 10_000
const MOST_AT_ONCE = 64

interface WhatIfOptions {
  readonly bot: BotSource
  readonly frame?: number
  readonly port?: string
  readonly against?: BotSource
  readonly games?: number
  readonly shown?: number
  readonly seed?: string
  readonly concurrency?: number
  readonly replays?: string
  readonly save?: string
  readonly arena?: string
}

export const addWhatIf: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'what-if', 'see whether another bot would have kept the stock, from any frame of a match on')
    .argument('<match>', 'the id of a match, the address of its page, a .slp file, or a file of --save', verifyTarget)
    .requiredOption('--bot <bot>', 'who plays anew: a program, a URL, or one of the kit’s own', botSource)
    .option('--frame <frame>', 'the frame after which it plays', integer)
    .option('--port <side>', 'its side: 0, 1 or a name in the match (default: who loses the next stock)')
    .option('--against <bot>', 'who plays on for the opponent: a program, a URL, or one of the kit’s own', botSource)
    .option(
      '--games <n>',
      `how often it is played, each time with other luck (default: ${GAMES})`,
      wholeNumber(1, MOST_GAMES),
    )
    .option('--shown <n>', 'show the bots only the last <n> frames before, and not the whole match', wholeNumber(1))
    .option('--seed <hex>', 'from which the luck is drawn (default: from the match and the frame)', matchSeed)
    .option('--concurrency <n>', 'games at once (default: one a core; 1 with a URL)', wholeNumber(1, MOST_AT_ONCE))
    .option('--replays <folder>', 'keep the games there, 1.slp for the first', existingFolder)
    .option('--save <file>', 'write a file that a test plays again, with what must hold', newFileInFolder)
    .option(...ARENA_OPTION, arenaAddress)
    .addHelpText(
      'after',
      `
The match is played again to the frame, exactly, and goes on with the bot in the place of one side. Before the frame the
bot is shown the match as it was, so that it knows what it would know; its pads count from then on.

The opponent's recorded pads are played as long as they make sense: while what its bot had seen when it sent them looks
as in the recording. Then --against plays on for it, with its fighter. By default that is ${STRONGEST}, the strongest house bot, or
the house bot that the opponent is.

A game ends when a stock is lost, or ${AFTER_FRAMES / 60} seconds after the match took the side's. The first has the luck of the match, each
other its own. Where the first ${SAME_GAMES} are all the same, luck changes nothing, and no more are played.

A file of --save holds all that it needs. It is played again with no more than the file and --bot: it fails where the
stock is kept less often than when it was saved.
The kit's own bots: ${OPPONENTS.join(', ')}.
${exitsWith('what a saved file demands does not hold')}`,
    )
    .action(action((target: Target, options: WhatIfOptions) => whatIf(target, options, terminal)))
}

/** All that is played, and what is demanded of it where a file says that. */
interface Plan {
  readonly recording: Recording
  readonly branch: Branch
  readonly question: Question
  readonly against: BotSource
  readonly games: number
  /** From which the luck is drawn. */
  readonly luck: Uint8Array
  readonly demand: Pick<SavedWhatIf, 'games' | 'atLeast'> | null
}

/** The exit code. */
async function whatIf(target: Target, options: WhatIfOptions, terminal: Terminal): Promise<number> {
  const plan = await planOf(target, options, terminal)
  const { recording, branch, question, games, luck, demand } = plan
  const { gameStart, columns } = recording.reader
  const { port, frame } = question
  const picks = gameStart!.players.map(({ characterId, costumeIndex }) => {
    return { character: characterId, costume: costumeIndex }
  })
  const playing = (source: BotSource, at: Port): BotSource =>
    source.kind === 'own' ? { ...source, pick: picks[at]! } : source
  const sources: Pair<BotSource> = [playing(options.bot, port), playing(plan.against, port === 0 ? 1 : 0)]
  const [bot, against] = namesOf(sources)
  const chanceAfter = (at: number) =>
    chanceOf(chanceAt(columns, Math.min(at, columns.lastFrame) - FIRST_FRAME, { stage: gameStart!.stageId }), question)
  const told: Told = {
    what: recording.what,
    question,
    names: recording.names,
    characters: [picks[0]!.character, picks[1]!.character],
    stage: gameStart!.stageId,
    bot,
    against,
    chance: { before: chanceAfter(frame), after: chanceAfter(question.happened?.frame ?? columns.lastFrame) },
  }
  terminal.print(...describeQuestion(told), '')
  const played = await playBranches({
    recording,
    branch,
    question,
    sources,
    seed: luck,
    games,
    concurrency: concurrencyOf(sources, { games: 2 * games, ...options }, MOST_AT_ONCE),
    shown: options.shown ?? null,
    ...(options.replays !== undefined && { replays: options.replays }),
    terminal,
    onGame: (soFar) => terminal.show(describeState(soFar, games)),
  })
  if (played.games.length === 0) {
    if (terminal.signal.aborted) return EXIT.interrupted
    throw new CommandFailure('No game could be played to its end.')
  }
  const result = resultOf(played.games)
  terminal.print(...describeResult(result, told))
  if (played.otherPick !== null) {
    const wished = characterName(played.otherPick.character)
    terminal.print(`${bot} picked ${wished}, and played ${characterName(told.characters[port])}, as in the match.`)
  }
  if (terminal.signal.aborted) return EXIT.interrupted
  const saved = options.save === undefined ? null : await save(options.save, plan, result, terminal)
  const holds = demand === null ? null : result.kept >= demand.atLeast
  if (demand !== null) terminal.print('', describeVerdict(result, { bot, frame, atLeast: demand.atLeast }))
  terminal.data({
    what: recording.what,
    ...question,
    bots: [bot, against],
    seed: Buffer.from(luck).toString('hex'),
    ...result,
    chances: { before: told.chance.before, inTheMatch: told.chance.after, after: result.chance },
    broken: played.broken,
    otherPick: played.otherPick,
    ...(demand && { atLeast: demand.atLeast, holds }),
    saved,
  })
  return holds === false ? EXIT.failed : EXIT.ok
}

async function planOf(target: Target, options: WhatIfOptions, terminal: Terminal): Promise<Plan> {
  const saved = target.kind === 'file' ? parseSaved(await readBytes(target.path), target.path) : null
  if (saved === null) return planOfMatch(await recordingOf(target, options.arena, terminal), options)
  const given = (['frame', 'port', 'against', 'games', 'seed', 'save', 'arena'] as const).find(
    (name) => options[name] !== undefined,
  )
  if (given !== undefined) throw new UsageError(`--${given} is for matches: a file of --save says that itself.`)
  const path = (target as Target & { kind: 'file' }).path
  const recording = await recordingOfSaved(path, saved)
  const { frame, port, until, games, atLeast, luck, against } = saved
  return {
    recording,
    branch: await branchOf(recording, frame),
    question: { ...questionOf(recording.reader.columns, frame, port), until },
    against: { kind: 'own', name: against },
    games,
    luck: Buffer.from(luck, 'hex'),
    demand: { games, atLeast },
  }
}

async function planOfMatch(recording: Recording, options: WhatIfOptions): Promise<Plan> {
  const { frame, save: file, against } = options
  if (frame === undefined) throw new UsageError('--frame has to say after which frame the bot plays.')
  if (file !== undefined && against !== undefined && against.kind !== 'own') {
    throw new UsageError('--save is against one of the kit’s own bots: its file is played without anything else.')
  }
  const branch = await branchOf(recording, frame)
  const { columns } = recording.reader
  const port = sideOf(options.port, recording) ?? nextLoser(columns, frame)
  if (port === null) {
    throw new UsageError(
      `No side alone loses the next stock after frame ${frame}: name the one that plays anew with --port.`,
    )
  }
  const other = recording.names[port === 0 ? 1 : 0].toLowerCase()
  const house = HOUSE_NAMES.includes(other) ? other : STRONGEST
  return {
    recording,
    branch,
    question: questionOf(columns, frame, port),
    against: against ?? { kind: 'own', name: house },
    games: options.games ?? GAMES,
    luck: options.seed === undefined ? luckOf(branch) : Buffer.from(options.seed, 'hex'),
    demand: null,
  }
}

/** The same for the same frame of a match, so that the same command tells the same. */
const luckOf = ({ stream }: Branch): Uint8Array => createHash('sha256').update(stream).digest()

/** By its port or its name; null where none is named. */
function sideOf(given: string | undefined, { names }: Recording): Port | null {
  if (given === undefined) return null
  if (given === '0' || given === '1') return Number(given) as Port
  const found = ([0, 1] as const).filter((port) => names[port].toLowerCase() === given.toLowerCase())
  if (found.length === 1) return found[0]!
  throw new UsageError(`--port has to be 0, 1 or the name of one side, of ${names[0]} and ${names[1]}.`)
}

/** Gives the path. */
async function save(path: string, plan: Plan, result: WhatIfResult, terminal: Terminal): Promise<string> {
  const { recording, branch, question, luck, against } = plan
  const demand = demandOf(result)
  if (against.kind !== 'own') throw new Error('A saved what-if is against one of the kit’s own bots')
  await writeSaved(path, savedOf({ recording, branch, question, luck, against: against.name, ...demand }))
  const holds = result.kept > result.games / 2
  const { games, atLeast } = demand
  const yet = holds ? '' : ' It does not hold yet.'
  terminal.print(
    '',
    `${path} demands that the stock is kept in at least ${atLeast} of ${games} ${games === 1 ? 'game' : 'games'}.${yet}`,
  )
  return path
}
