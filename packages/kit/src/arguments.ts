/**
 * The kit's command line, read and checked before anything is started. Pure, except that it checks whether named files
 * exist.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { STAGE_IDS } from '@arena/engine/seed'
import { BotConnectionError, checkBotUrl } from '@arena/host'
import { StageId } from '@arena/protocol'
import { stageName } from '@arena/slp'
import { UsageError } from './failure.ts'
import { OPPONENTS } from './opponents.ts'

/** Who plays: a program to start, a bot that runs already, or one of the kit's own. */
export type BotSource =
  | { readonly kind: 'program'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'own'; readonly name: string }

export interface PlayCommand {
  readonly kind: 'play'
  readonly bot: BotSource
  readonly against: BotSource
  readonly games: number
  /** Null: drawn from the seed. */
  readonly stage: StageId | null
  /** 64 lower-case hex digits; null: another one for each game. */
  readonly seed: string | null
  /** Null: named after the bots. */
  readonly replay: string | null
  readonly isFast: boolean
}

export type Command =
  | { readonly kind: 'help'; readonly text: string }
  | PlayCommand
  | { readonly kind: 'check'; readonly url: string; readonly isPublic: boolean }
  | { readonly kind: 'read'; readonly path: string }

const MOST_GAMES = 1000

type Options = NonNullable<ParseArgsConfig['options']>

const HELP: Options = { help: { type: 'boolean', short: 'h' } }

const OPTIONS: Readonly<Record<'play' | 'check' | 'read', Options>> = {
  play: {
    ...HELP,
    against: { type: 'string' },
    games: { type: 'string' },
    stage: { type: 'string' },
    seed: { type: 'string' },
    replay: { type: 'string' },
    fast: { type: 'boolean' },
  },
  check: { ...HELP, public: { type: 'boolean' } },
  read: HELP,
}

const STAGES = STAGE_IDS.map((id) => `${id} ${stageName(id)}`)

const USAGE = `The arena's local kit: play matches on this machine, exactly as an arena does.

  arena-kit play BOT [--against BOT]   play a match and keep its replay
  arena-kit check URL                  make the check that registering a bot makes
  arena-kit read FILE.slp              what a replay holds

  arena-kit COMMAND --help             more about each
`

const EXITS = 'The exit code is 2 for a wrong command line, 1 where'

const HELP_TEXTS = {
  play: `arena-kit play BOT [options]

Plays matches by the arena's rules and on its clock, over real sockets, and keeps their replays.

BOT is a program (TypeScript, JavaScript, or anything executable) or the URL of a bot that runs already. A program is
started with two environment variables: PORT, on which it has to listen, and ARENA_BASE_URL, where it finds the key that
the kit signs with.

  --against BOT   the opponent: a program, a URL, or one of the kit's own (by default ember):
                  ${OPPONENTS.join(', ')}
  --games N       number of games, one after the other (default 1, at most ${MOST_GAMES})
  --stage ID      ${STAGES.slice(0, 3).join(', ')},
                  ${STAGES.slice(3).join(', ')} (by default drawn from the seed)
  --seed HEX      64 hex digits, from which ports, stage and the game's own chance are drawn as in an arena
                  (by default new ones for each game)
  --replay FILE   where the replay goes (by default BOT-OPPONENT.slp in this folder); of several games they are
                  numbered: FILE-1.slp and so on
  --fast          do not wait for the clock: each frame is polled as soon as both bots have answered

${EXITS} a match was not played to its end, else 0.
`,
  check: `arena-kit check URL [--public]

Reaches a bot as an arena does before it registers it: looks up its address, asks for GET URL/ping, opens a WebSocket at
URL. Says what is wrong and what can be done about it.

  --public        as an arena on the open internet: the URL has to be https, and its address a public one

${EXITS} the bot does not pass, else 0.
`,
  read: `arena-kit read FILE.slp

Says who played in a replay, where, for how long, and how it ended.

${EXITS} the file is no replay, else 0.
`,
} as const

export function parseCommand(argv: readonly string[]): Command {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return { kind: 'help', text: USAGE }
  if (name !== 'play' && name !== 'check' && name !== 'read') {
    throw new UsageError(`"${name}" is no command: it is one of play, check and read`)
  }
  const { values, positionals } = split(name, rest)
  if (values.help === true) return { kind: 'help', text: HELP_TEXTS[name] }
  const [subject, ...more] = positionals
  const what = { play: 'a bot', check: 'a URL', read: 'a replay' }[name]
  if (subject === undefined) throw new UsageError(`${name} needs ${what}: see arena-kit ${name} --help`)
  if (more.length > 0) throw new UsageError(`${name} takes one argument, and "${more[0]}" is another`)
  switch (name) {
    case 'play':
      return playCommand(subject, values)
    case 'check':
      return { kind: 'check', url: subject, isPublic: values.public === true }
    case 'read':
      if (!isFile(subject)) throw new UsageError(`there is no file "${subject}"`)
      return { kind: 'read', path: subject }
  }
}

type Values = Partial<Record<'help' | 'fast' | 'public', boolean>> &
  Partial<Record<'against' | 'games' | 'stage' | 'seed' | 'replay', string>>

function split(name: keyof typeof OPTIONS, args: string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args, options: OPTIONS[name], allowPositionals: true })
  } catch (error) {
    // Node's first sentence names the option; what follows is about arguments that begin with a dash.
    throw new UsageError(String((error as Error).message.split('. ')[0]))
  }
}

function playCommand(bot: string, values: Values): PlayCommand {
  const { against = 'ember', games = '1', stage, seed, replay } = values
  const count = Number(games)
  if (!/^\d+$/.test(games) || count < 1 || count > MOST_GAMES) {
    throw new UsageError(`--games "${games}" is no whole number from 1 to ${MOST_GAMES}`)
  }
  const stageId = StageId.safeParse(Number(stage))
  if (stage !== undefined && !stageId.success)
    throw new UsageError(`--stage "${stage}" is none of ${STAGES.join(', ')}`)
  if (seed !== undefined && !/^[0-9a-f]{64}$/i.test(seed)) {
    throw new UsageError(
      `--seed is 64 hex digits (0-9, a-f), not ${seed.length} characters like "${seed.slice(0, 16)}"`,
    )
  }
  if (replay !== undefined) checkReplay(replay)
  return {
    kind: 'play',
    bot: sourceOf(bot, 'the bot'),
    against: sourceOf(against, '--against'),
    games: count,
    stage: stage === undefined ? null : stageId.data!,
    seed: seed?.toLowerCase() ?? null,
    replay: replay ?? null,
    isFast: values.fast === true,
  }
}

function sourceOf(text: string, what: string): BotSource {
  if (/^\w+:\/\//.test(text)) {
    try {
      checkBotUrl(text, { allowPrivate: true })
    } catch (error) {
      if (error instanceof BotConnectionError) throw new UsageError(`${what} "${text}" ${error.detail}`)
      throw error
    }
    return { kind: 'url', url: text }
  }
  if (isFile(text)) {
    if (!isRunnable(text)) throw new UsageError(`${what} "${text}" is neither TypeScript or JavaScript nor executable`)
    return { kind: 'program', path: text }
  }
  const name = text.toLowerCase()
  if (OPPONENTS.includes(name)) return { kind: 'own', name }
  throw new UsageError(`${what} "${text}" is no file, no URL and none of ${OPPONENTS.join(', ')}`)
}

/** What Node runs; anything else runs by itself. */
export function isScript(path: string): boolean {
  return /^\.[cm]?[jt]s$/.test(extname(path))
}

function isRunnable(path: string): boolean {
  if (isScript(path)) return true
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** Before the match, and not after it. */
function checkReplay(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new UsageError(`--replay "${path}" is a folder: name a file in it`)
  }
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch {
    throw new UsageError(`--replay "${path}": there is no folder "${dirname(path)}" that can be written to`)
  }
}
