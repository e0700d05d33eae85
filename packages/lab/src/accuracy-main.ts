/** npm run accuracy: measures the test sets on the recordings that this machine has, and writes docs/accuracy.md. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stderr, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadAllFighters } from '@arena/engine'
import { SlpError } from '@arena/slp'
import { format } from 'oxfmt'
import { engineFingerprint } from './accuracy/fingerprint.ts'
import { measureAccuracy } from './accuracy/measure.ts'
import { printAccuracy, type MeasuredFile, type RefusedFile } from './accuracy/report.ts'
import { findFiles, readSets, TestSetError } from './accuracy/sets.ts'
import { Progress } from './reports/text.ts'
import { readRecording, RecordingError } from './resim/recording.ts'

const PAGE = fileURLToPath(new URL('../../../docs/accuracy.md', import.meta.url))

const USAGE = `Usage: npm run accuracy -- [options] FOLDER ...

Looks through the folders for recordings of the test sets (packages/lab/sets), by their SHA-256, measures how far the
engine agrees with them, and writes docs/accuracy.md.

  --out FILE   write FILE instead
  --sets DIR   take the test sets of another folder
  --engine     print the engine's fingerprint, and stop
  --help

Exit status: 0 when the page was written, 2 for mistakes on the command line, and where no recording of a set was found.`

class UsageError extends Error {}

interface Options {
  readonly out: string
  readonly sets: string | undefined
  readonly folders: readonly string[]
}

async function writePage({ out, sets: folder, folders }: Options): Promise<void> {
  const sets = readSets(folder)
  const { found, others } = findFiles(sets, folders)
  // A page without a figure would take the place of one with figures.
  if (found.length === 0) throw new UsageError(`no recording of a test set below ${folders.join(', ')}`)
  // Taken before measuring, which takes minutes: the code may be edited meanwhile.
  const engine = await fingerprint()
  const commit = commitOf()
  const progress = new Progress(found.length)
  const measured: MeasuredFile[] = []
  const refused: RefusedFile[] = []
  for (const [i, { set, file, path }] of found.entries()) {
    progress.show(i, file)
    try {
      measured.push({ set, file, measurement: measureAccuracy(readRecording(readFileSync(path))) })
    } catch (error) {
      if (!(error instanceof SlpError || error instanceof RecordingError)) throw error
      refused.push({ set, file, reason: error.message })
    }
  }
  progress.end()
  const date = new Date().toISOString().slice(0, 10)
  const page = printAccuracy({ date, engine, commit, sets, measured, refused, others })
  writeFileSync(out, (await format(PAGE, page)).code)
  stdout.write(`${out}: ${measured.length} recordings measured, ${others} of no set\n`)
}

async function fingerprint(): Promise<string> {
  // Only games give a fingerprint.
  await loadAllFighters()
  return engineFingerprint()
}

/** Null outside a checkout. */
function commitOf(): string | null {
  try {
    const describe = ['describe', '--always', '--dirty']
    return execFileSync('git', describe, { cwd: dirname(PAGE), encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}

async function readArguments(args: string[]): Promise<Options | string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string', default: PAGE },
      sets: { type: 'string' },
      engine: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return USAGE
  if (values.engine) return fingerprint()
  if (positionals.length === 0) throw new UsageError('no folder given')
  return { out: values.out, sets: values.sets, folders: positionals }
}

/** Errors of the command line, of a folder that cannot be read, or of the test sets in it. */
function isMistake(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof TestSetError) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('ERR_PARSE_ARGS') || code === 'ENOENT' || code === 'ENOTDIR'
}

try {
  const read = await readArguments(process.argv.slice(2))
  if (typeof read === 'string') stdout.write(`${read}\n`)
  else await writePage(read)
} catch (error) {
  if (!isMistake(error)) throw error
  stderr.write(`${error.message}\n\n${USAGE}\n`)
  process.exitCode = 2
}
