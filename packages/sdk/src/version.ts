/**
 * What a bot says of its version: what its author says, else what tells its program from an earlier one without anybody's care. That is
 * `git` where the program is in a repository, else the hash of its file.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import { BotVersion } from '@arena/protocol'

/** Digits of a commit, and of a hash in its place. */
const DIGITS = 12
/** Digits of the hash behind a commit. */
const FEW_DIGITS = 7
/** A look at one file takes some milliseconds. */
const PATIENCE_MS = 5_000

/**
 * The version of a program that says none itself: the commit of its repository as 12 hex digits, with `+` and 7 hex digits of the hash
 * of its file where that is not as the commit has it; without a repository, or without `git`, the first 12 hex digits of the SHA-256
 * of the file. Null where there is no such file. Files that it imports are not looked at.
 */
export async function programVersion(path: string): Promise<string | null> {
  try {
    const file = await realpath(path)
    const [bytes, commit] = await Promise.all([readFile(file), commitOf(file)])
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (commit === null) return hash.slice(0, DIGITS)
    return commit.isWhole ? commit.digits : `${commit.digits}+${hash.slice(0, FEW_DIGITS)}`
  } catch {
    return null
  }
}

/** The commit that is checked out where a file is, and whether it has the file as it is now. */
async function commitOf(file: string): Promise<{ readonly digits: string; readonly isWhole: boolean } | null> {
  // Nothing is written, and no program of the repository's settings is run.
  const quiet = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-C', dirname(file)]
  const status = ['status', '--porcelain=v2', '--branch', '--ignored', '--', `:(literal)${basename(file)}`]
  try {
    const { stdout } = await promisify(execFile)('git', [...quiet, ...status], { timeout: PATIENCE_MS })
    const [, digits] = /^# branch\.oid ([0-9a-f]{40,64})$/m.exec(stdout) ?? []
    // Every other line is a difference.
    return digits === undefined ? null : { digits: digits.slice(0, DIGITS), isWhole: !/^[^#]/m.test(stdout) }
  } catch {
    return null
  }
}

let ofThisProgram: Promise<string | null> | undefined

/** What a bot of this program says; null for nothing. Throws a sentence where what its author says is no version. */
export async function versionToSay(given: string | null | undefined): Promise<string | null> {
  if (given === null) return null
  const said = given ?? process.env['ARENA_VERSION']
  // Empty in the environment: it says none.
  if (said === '' && given === undefined) return null
  if (said !== undefined) return checked(said, given === undefined ? 'ARENA_VERSION' : 'The version of the bot')
  const [, program] = process.argv
  ofThisProgram ??= program === undefined ? Promise.resolve(null) : programVersion(program)
  return ofThisProgram
}

function checked(version: string, what: string): string {
  const { error } = BotVersion.safeParse(version)
  if (error !== undefined) throw new Error(`${what} is "${version}". ${error.issues[0]!.message}`)
  return version
}
