/**
 * What a bot raises in a match at home: a line of error output for each error, which the local kit asks for (`ARENA_RAISED=1`) and
 * counts. `arena-raised {"frame":312,"in":"frame","error":"TypeError: boom","place":"bot.js:12:5","text":"..."}`
 */
import { z } from 'zod'

export const RAISED_PREFIX = 'arena-raised '
/** The environment variable by which the kit asks for them, with the value 1. */
export const RAISED_VARIABLE = 'ARENA_RAISED'

/** Characters of the error's one line, and of its whole text. */
export const RAISED_LIMITS = { error: 200, text: 8_000 } as const

export const Raised = z
  .object({
    frame: z.int().nullable().meta({ description: 'Of the game; null before the first.' }),
    in: z
      .string()
      .nullable()
      .meta({ description: 'The method of the bot that raised it; null for what is not the bot’s code.' }),
    error: z.string().meta({ description: 'Its class and the first line of its message.' }),
    place: z
      .string()
      .nullable()
      .meta({ description: 'File and line in the author’s code; null where that is not known.' }),
    text: z.string().optional().meta({
      description: 'The whole error with its stack: only the first time at its place in the life of a process.',
    }),
  })
  .meta({
    id: 'Raised',
    description: 'An error of a bot in a match at home.',
    examples: [{ frame: 312, in: 'frame', error: 'TypeError: boom', place: 'bot.js:12:5' }],
  })
export type Raised = z.infer<typeof Raised>

export const raisedLine = (raised: Raised): string => RAISED_PREFIX + JSON.stringify(raised)

/** Null for any other line. */
export function readRaisedLine(line: string): Raised | null {
  if (!line.startsWith(RAISED_PREFIX)) return null
  try {
    return Raised.parse(JSON.parse(line.slice(RAISED_PREFIX.length)))
  } catch {
    return null
  }
}

/** A call on the stack of an error of JavaScript; `file` is a path or a URL. */
export interface StackCall {
  readonly file: string
  readonly line: number
  readonly column: number
}

const CALL = /^\s+at (?:.*\()?(?:async )?((?:file:\/\/|[/\\]|[A-Za-z]:[/\\]).*):(\d+):(\d+)\)?(?: \{)?$/

/** The calls that are in files, the innermost first. What is built into Node is left out. */
export function callsOf(stack: string): StackCall[] {
  return stack.split('\n').flatMap((text) => {
    const [, file, line, column] = CALL.exec(text) ?? []
    return file === undefined ? [] : [{ file, line: Number(line), column: Number(column) }]
  })
}
