/** `arena-kit inspect`: what a replay holds, of an arena's games and of any others. */
import { readFile } from 'node:fs/promises'
import { ColumnReader, FIRST_FRAME, playedPorts, readReadable, SlpError } from '@arena/slp'
import { CommandFailure, EXIT, UsageError, exitsWith, integer, newCommand } from '@arena/host/command-line'
import { existingFile } from '../arguments.ts'
import { drawChart } from '../inspect/chart.ts'
import { describeGame, describeMoments, momentsOfReplay, namesOf } from '../inspect/describe.ts'
import { dataOf, describeEvent, eventsOf, lackingOf, plainRecord, type Lacking } from '../inspect/events.ts'
import { faultSentence } from '../inspect/fault.ts'
import type { Terminal } from '../terminal.ts'
import { type AddCommand } from './command.ts'

const MOST_WIDTH = 160
/** Cyan, yellow, green and magenta: told apart on dark and on light ground. */
const COLOURS = [36, 33, 32, 35]
/** Events written at a time. */
const BATCH = 1000

interface InspectOptions {
  readonly events?: true
  readonly moments?: true
  readonly from?: number
  readonly to?: number
  readonly ascii?: true
}

export const addInspect: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'inspect', 'show what a replay holds: players, settings, result, hits that count, percents')
    .argument('<file>', 'a .slp file', existingFile)
    .option('--moments', 'list everything worth a look, and not only what decided the game')
    .option('--events', 'list the events instead, by frame')
    .option('--from <frame>', 'with --events: the first frame', integer)
    .option('--to <frame>', 'with --events: the last frame', integer)
    .option('--ascii', 'draw with ASCII characters alone')
    .addHelpText(
      'after',
      `
Frames are counted as in the replay: the first is ${FIRST_FRAME}, and play starts at 0. With --json the first line is the game as
the file has it, then each moment follows, or with --events each event with all of its fields. What the format of the
recording does not have is null. Of a file that is cut off or damaged, what comes before is shown.
${exitsWith('the file is no replay, or not a whole one')}`,
    )
    .action(action((path: string, options: InspectOptions) => inspect(path, options, terminal)))
}

/** The exit code. */
async function inspect(path: string, options: InspectOptions, terminal: Terminal): Promise<number> {
  const { events, moments, from, to } = options
  if (!events && (from !== undefined || to !== undefined)) {
    throw new UsageError(`--${from === undefined ? 'to' : 'from'} is for --events.`)
  }
  const bytes = await readFile(path).catch((error: Error) => {
    throw new CommandFailure(`${path} could not be read: ${error.message}`)
  })
  const { reader, fault } = read(bytes)
  if (reader.gameStart === null) {
    throw new CommandFailure(`${path} is no replay, or a damaged one: ${fault?.message ?? 'it is empty'}`)
  }
  if (events) await listEvents(bytes, options, terminal)
  else describe(path, reader, fault, { isAll: moments === true, isAscii: options.ascii === true }, terminal)
  // The part that can be read has been shown.
  if (fault) throw new CommandFailure(faultSentence(path, fault, reader))
  return EXIT.ok
}

interface Reading {
  readonly reader: ColumnReader
  /** What is wrong behind what was read. */
  readonly fault: SlpError | null
}

function read(bytes: Uint8Array): Reading {
  const reader = new ColumnReader()
  try {
    reader.push(bytes)
    reader.end()
  } catch (fault) {
    if (fault instanceof SlpError) return { reader, fault }
    throw fault
  }
  return { reader, fault: null }
}

interface Manner {
  readonly isAll: boolean
  readonly isAscii: boolean
}

function describe(
  path: string,
  reader: ColumnReader,
  fault: SlpError | null,
  { isAll, isAscii }: Manner,
  terminal: Terminal,
): void {
  const { gameStart, gameEnd, metadata, columns } = reader
  const names = namesOf(gameStart!, metadata)
  const found = momentsOfReplay(reader)
  terminal.print(...describeGame(path, reader), '', ...describeMoments(found, names, isAll), '')
  const lines = playedPorts(gameStart!).flatMap((port) => {
    const post = columns.fighter(port)?.post
    if (post === undefined) return []
    const { percent, stocksRemaining } = post
    const { count } = columns
    return [{ name: names[port]!, percent: percent.subarray(0, count), stocks: stocksRemaining.subarray(0, count) }]
  })
  terminal.printPainted(
    ...drawChart(lines, FIRST_FRAME, {
      width: Math.min(terminal.width, MOST_WIDTH),
      isUnicode: !isAscii && showsUnicode(),
      paint: painter(terminal),
    }),
  )
  const isComplete = gameEnd !== null
  const lacking: Lacking = reader.absent
  const start = plainRecord(gameStart!, lacking.gameStart)
  const end = gameEnd && plainRecord(gameEnd, lacking.gameEnd)
  terminal.data({ path, isComplete, fault: fault?.message ?? null, gameStart: start, gameEnd: end, metadata })
  for (const moment of found) terminal.data({ moment })
}

async function listEvents(bytes: Uint8Array, options: InspectOptions, terminal: Terminal): Promise<void> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = options
  const { events } = readReadable(bytes)
  const lacking = lackingOf(events)
  let lines: string[] = []
  let listed = 0
  for (const event of eventsOf(events, { from, to })) {
    listed++
    terminal.data(dataOf(event, lacking))
    if (terminal.isJson) continue
    lines.push(describeEvent(event, lacking))
    if (lines.length < BATCH) continue
    terminal.print(...lines)
    lines = []
    // For Ctrl-C.
    await new Promise((resolve) => setImmediate(resolve))
    terminal.signal.throwIfAborted()
  }
  terminal.print(...lines)
  if (listed === 0) throw new CommandFailure('The replay has no events on these frames.')
}

/** Whether the terminal's character set has more than ASCII, as its locale says. */
function showsUnicode(): boolean {
  if (process.platform === 'win32') return process.env['WT_SESSION'] !== undefined
  const { LC_ALL, LC_CTYPE, LANG } = process.env
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')
}

/** Colours on a screen, unless `NO_COLOR` is set (https://no-color.org). */
function painter(terminal: Terminal): (player: number, text: string) => string {
  const isColoured = terminal.isScreen && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
  return (player, text) => (isColoured ? `\x1b[${COLOURS[player % COLOURS.length]}m${text}\x1b[0m` : text)
}
