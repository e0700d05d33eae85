/**
 * Arguments of the kit's commands, read and checked before anything is started. Pure, except that it checks whether
 * named files exist. Each throws the library's `InvalidArgumentError`, which names the argument.
 */
import { accessSync, closeSync, constants, mkdirSync, openSync, rmSync, statSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { STAGE_IDS } from '@arena/engine/seed'
import { BotConnectionError, checkBotUrl, parseCommand, type Pick } from '@arena/host'
import { StageId } from '@arena/protocol'
import { stageName } from '@arena/slp'
import { wordsOf } from '@arena/protocol/words-of'
import { InvalidArgumentError } from 'commander'
import { OPPONENTS } from './opponents.ts'
import { runCommand, type RunCommand } from './run-command.ts'

/** The player: a program to start, a bot that runs already, or one of the kit's own. */
export type BotSource = ProgramSource | UrlSource | OwnSource

export interface ProgramSource {
  readonly kind: 'program'
  /** The file that is the bot, or the first one that its command names. */
  readonly path: string
  /** How it is run where that is said: `python3 run.py --level 9`. */
  readonly command?: RunCommand
}

export interface UrlSource {
  readonly kind: 'url'
  readonly url: string
}

export interface OwnSource {
  readonly kind: 'own'
  readonly name: string
  /** What it plays, where that is not its own choice. */
  readonly pick?: Pick
}

const STAGES = STAGE_IDS.map((id) => `${id} ${stageName(id)}`)

/** For the help of a command. */
export const STAGE_LIST = STAGES.join(', ')

export function botSource(text: string): BotSource {
  if (/^\w+:\/\//.test(text)) {
    try {
      checkBotUrl(text, { allowPrivate: true })
    } catch (error) {
      if (error instanceof BotConnectionError) throw new InvalidArgumentError(`It ${error.detail}.`)
      throw error
    }
    return { kind: 'url', url: text }
  }
  if (isFile(text)) {
    if (runCommand(text) === null) {
      throw new InvalidArgumentError('It is neither TypeScript, JavaScript or Python nor executable.')
    }
    return { kind: 'program', path: text }
  }
  const name = text.toLowerCase()
  if (OPPONENTS.includes(name)) return { kind: 'own', name }
  const command = /\s/.test(text.trim()) ? parseCommand(text) : null
  // The file may stand in a command within the command: `python -m arena.umi --cmd "python run.py"`.
  const path = command?.find(isFile) ?? command?.flatMap((part) => part.split(/\s+/)).find(isFile)
  if (command !== null && path !== undefined) return { kind: 'program', path, command }
  throw new InvalidArgumentError(
    command === null
      ? `It is no file, no URL and none of ${OPPONENTS.join(', ')}.`
      : 'It is no file, and as a command it names none that is there.',
  )
}

/** A folder that is there and can be written to. */
export function existingFolder(text: string): string {
  if (!isFolder(text)) {
    throw new InvalidArgumentError('There is no such folder.')
  }
  return text
}

/** The folder of a new project. */
export function newFolder(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It has to name a folder.')
  return text
}

export function stageId(text: string): StageId {
  const stage = StageId.safeParse(/^\d+$/.test(text) ? Number(text) : null)
  if (!stage.success) throw new InvalidArgumentError(`It is none of ${STAGE_LIST}.`)
  return stage.data
}

/** 64 hex digits, in lower case. */
export function matchSeed(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError('It has to be 64 hex digits (0-9, a-f).')
}

/** A file that is there. */
export function existingFile(text: string): string {
  if (!isFile(text)) throw new InvalidArgumentError('There is no such file.')
  return text
}

/** A file that can be written: checked before the match, and not after it. */
export function newFile(text: string): string {
  if (isFolder(text)) {
    throw new InvalidArgumentError('It is a folder: name a file in it.')
  }
  try {
    accessSync(dirname(text), constants.W_OK)
  } catch {
    throw new InvalidArgumentError(`There is no folder "${dirname(text)}" that can be written to.`)
  }
  if (isFile(text)) return text
  try {
    // The system's rights alone do not say whether a file can be written: a name may be too long, a file system read-only.
    closeSync(openSync(text, 'wx'))
    rmSync(text)
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be made: ${wordsOf(error)}.`)
  }
  return text
}

/** As `newFile`; makes the folder of the file, where only that is missing. */
export function newFileInFolder(text: string): string {
  try {
    mkdirSync(dirname(resolve(text)))
  } catch {
    // It is there, or cannot be made: `newFile` says what is wrong.
  }
  return newFile(text)
}

const isFile = (path: string): boolean => statOf(path)?.isFile() === true
const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true

/** Nothing, too, of what no file can be called. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
