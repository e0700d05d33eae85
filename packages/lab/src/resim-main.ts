/** npm run resim: plays recordings of the real game again and reports how far the engine agrees. See docs/engine.md. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { SlpError } from '@arena/slp'
import { loadAllFighters } from '@arena/engine'
import {
  diffFrames,
  HitCaseError,
  measure,
  measureHits,
  measureFields,
  parseHitCases,
  readRecording,
  RecordingError,
  WINDOW_FILTERS,
  type Recording,
} from './resim/index.ts'
import { fieldReportOf, printFieldReport } from './reports/field-report.ts'
import { printFrames } from './reports/frames.ts'
import { hitReportOf, printHitReport } from './reports/hit-report.ts'
import { printReport, reportOf, type FileResult, type SkippedFile } from './reports/report.ts'
import { printStepReport, stepReportOf } from './reports/step-report.ts'
import { Progress } from './reports/text.ts'

const USAGE = `Usage: npm run resim -- [options] FILE.slp ...

Plays recordings again and reports how far the engine agrees with them: in windows of 60 frames, each begun from the
recorded state, and in one free run from the start.

  --all              judge all windows, also those with actions of a fighter's own (341 and up) or with items
  --movement         judge only windows without an attack or a hit
  --top N            rows in the tables by action and by difference (default 30)
  --frame N          show one file around frame N, field by field, instead
  --around N         frames shown before and after it (default 1)
  --fields           report for every recorded field how often it agrees while the action does, instead
  --hit-cases FILE   measure hit detection on the labelled frames of a CSV file, instead; the recordings they name
                     are given as files
  --hits             measure hits one frame at a time, each played from the recorded state of the frame before, instead
  --json             the whole report as JSON
  --help

Exit status: 0 when every file was read, 1 when one is no recording or not of a game the arena plays, 2 for mistakes on
the command line.`

const EXIT = { ok: 0, badFile: 1, usage: 2 } as const

class UsageError extends Error {}

interface Options {
  readonly filter: keyof typeof WINDOW_FILTERS
  readonly json: boolean
  readonly fields: boolean
  readonly top: number
  readonly around: number
  readonly frame: number | undefined
  readonly hitCases: string | undefined
  readonly hits: boolean
}

function whole(name: string, text: string): number {
  if (!/^-?\d+$/.test(text)) throw new UsageError(`--${name} takes a whole number, not "${text}"`)
  return Number(text)
}

function readArguments(args: string[]): { options: Options; files: string[] } | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      movement: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      fields: { type: 'boolean', default: false },
      top: { type: 'string', default: '30' },
      around: { type: 'string', default: '1' },
      frame: { type: 'string' },
      'hit-cases': { type: 'string' },
      hits: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  if (positionals.length === 0) throw new UsageError('no file given')
  if (values.frame !== undefined && positionals.length > 1) throw new UsageError('--frame takes one file')
  if (values.all && values.movement) throw new UsageError('--all and --movement exclude each other')
  const options: Options = {
    filter: values.all ? 'all' : values.movement ? 'movement' : 'plain',
    json: values.json,
    fields: values.fields,
    top: whole('top', values.top),
    around: whole('around', values.around),
    frame: values.frame === undefined ? undefined : whole('frame', values.frame),
    hitCases: values['hit-cases'],
    hits: values.hits,
  }
  return { options, files: positionals }
}

/** Why a file cannot be played again; null for faults that are not the file's. */
function reasonOf(error: unknown): string | null {
  if (error instanceof SlpError) return `not a recording: ${error.message}`
  if (error instanceof RecordingError || error instanceof HitCaseError) return error.message
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.message
  return null
}

/** Reads a recording; says so of one that is cut off. */
function readFile(path: string): Recording {
  const recording = readRecording(readFileSync(path))
  if (recording.cut !== null) stderr.write(`${path}: what comes before its end is played: ${recording.cut}\n`)
  return recording
}

/** Plays the files; one that cannot be read is listed with its reason. */
function readAll<T>(files: readonly string[], visit: (recording: Recording, file: string) => T) {
  const progress = new Progress(files.length)
  const results: T[] = []
  const skipped: SkippedFile[] = []
  for (const [i, path] of files.entries()) {
    const file = basename(path)
    progress.show(i, file)
    try {
      results.push(visit(readFile(path), file))
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === null) throw error
      skipped.push({ file: path, reason })
    }
  }
  progress.end()
  return { results, skipped }
}

function runFiles(files: readonly string[], { filter, json, top }: Options): number {
  const { results, skipped } = readAll(files, (recording, file): FileResult => ({
    file,
    version: recording.version.slice(0, 3).join('.'),
    ...measure(recording, WINDOW_FILTERS[filter]),
  }))
  const report = reportOf(results, skipped)
  if (json) print(JSON.stringify(report, null, 2))
  else if (results.length > 0) print(printReport(report, top))
  return finish(skipped)
}

function runFields(files: readonly string[], { filter, json }: Options): number {
  const { results, skipped } = readAll(files, (recording, file) => ({
    file,
    tallies: measureFields(recording, WINDOW_FILTERS[filter]),
  }))
  const rows = fieldReportOf(results)
  print(json ? JSON.stringify(rows, null, 2) : printFieldReport(rows))
  return finish(skipped)
}

function runHitCases(files: readonly string[], path: string, { json, top }: Options): number {
  const cases = parseHitCases(readFileSync(path, 'utf8'))
  const named = new Set(cases.map(({ file }) => file))
  const wanted = files.filter((file) => named.has(basename(file)))
  const { results, skipped } = readAll(wanted, (recording, file) => [file, recording] as const)
  const report = hitReportOf(cases, new Map(results))
  print(json ? JSON.stringify(report, null, 2) : printHitReport(report, top))
  return finish(skipped)
}

function runHits(files: readonly string[], { json }: Options): number {
  const { results, skipped } = readAll(files, measureHits)
  const rows = stepReportOf(results)
  print(json ? JSON.stringify(Object.fromEntries(rows), null, 2) : printStepReport(rows))
  return finish(skipped)
}

function runFrame(path: string, frame: number, { around, json }: Options): number {
  const diff = diffFrames(readFile(path), frame, around)
  print(json ? JSON.stringify(diff, null, 2) : printFrames(diff))
  return EXIT.ok
}

function finish(skipped: readonly SkippedFile[]): number {
  for (const { file, reason } of skipped) stderr.write(`${file}: ${reason}\n`)
  return skipped.length > 0 ? EXIT.badFile : EXIT.ok
}

function print(text: string): void {
  stdout.write(`${text}\n`)
}

async function main(args: string[]): Promise<number> {
  const read = readArguments(args)
  if (!read) {
    print(USAGE)
    return EXIT.ok
  }
  const { options, files } = read
  await loadAllFighters()
  if (options.hitCases !== undefined) return runHitCases(files, options.hitCases, options)
  if (options.hits) return runHits(files, options)
  if (options.frame !== undefined) return runFrame(files[0]!, options.frame, options)
  return options.fields ? runFields(files, options) : runFiles(files, options)
}

function isUsage(error: unknown): error is Error {
  const isArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  return error instanceof UsageError || isArgument
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const reason = isUsage(error) ? `${error.message}\n\n${USAGE}` : reasonOf(error)
  if (reason === null) throw error
  stderr.write(`${reason}\n`)
  process.exitCode = isUsage(error) ? EXIT.usage : EXIT.badFile
}
