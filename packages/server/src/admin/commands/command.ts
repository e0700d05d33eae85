/** What the commands of `arena-admin` have in common. */
import { userInfo } from 'node:os'
import * as frame from '@arena/host/command-line'
import type { Command } from 'commander'
import type { DataPlace } from '../../config.ts'
import type { Row } from '../../operators/outcome.ts'
import type { Act, Reason } from '../../operators/requests.ts'
import { Reason as ReasonSchema } from '../../operators/requests.ts'
import { openLink } from '../link.ts'
import type { Link } from '../link.ts'
import type { Terminal } from '../terminal.ts'

export interface Admin {
  readonly terminal: Terminal
  readonly place: () => DataPlace
  /** Private halves, as `ARENA_PLATFORM_KEY` has them. */
  readonly platformKeys: () => readonly string[]
  /** The name of who sits there, as the environment has it. */
  readonly user: string | undefined
}

export type AddCommand = (program: Command, admin: Admin) => void

export interface ActOptions {
  readonly why: string
  readonly as?: string
  readonly yes?: true
}

export interface ListOptions {
  readonly limit: number
}

/** A command with the options that every one has, and with what its exit code says. */
export const newCommand = (parent: Command, name: string, summary: string): Command =>
  frame.newCommand(parent, name, summary).addHelpText('after', frame.exitsWith('it failed'))

export function newList(parent: Command, name: string, summary: string): Command {
  return newCommand(parent, name, summary).option(
    '-n, --limit <count>',
    'the most that are listed',
    frame.wholeNumber(1, 1_000),
    100,
  )
}

/** One that is logged with who does it and why. */
export function newAct(parent: Command, name: string, summary: string): Command {
  return newCommand(parent, name, summary)
    .requiredOption('-w, --why <reason>', 'why it is done, for the log')
    .option('--as <name>', 'who does it, for the log; by default the user of this machine')
}

/** One that cannot be undone. */
export function newFinalAct(parent: Command, name: string, summary: string): Command {
  return newAct(parent, name, summary).option('-y, --yes', 'do not ask whether it is meant')
}

export function reasonOf({ why, as }: ActOptions, { user }: Admin): Reason {
  const reason = ReasonSchema.safeParse({ who: as ?? user ?? userInfo().username, why })
  if (reason.success) return reason.data
  const [issue] = reason.error.issues
  throw new frame.CommandFailure(`--${String(issue!.path[0]) === 'why' ? 'why' : 'as'} ${issue!.message}.`)
}

export async function withLink<Result>({ place }: Admin, work: (link: Link) => Promise<Result>): Promise<Result> {
  const link = await openLink(place())
  try {
    return await work(link)
  } finally {
    await link.close()
  }
}

interface Words {
  /** An act that cannot be undone is announced first, by its outcome. */
  readonly announced?: (row: Row) => string
  readonly done: (row: Row) => string
}

export async function doAct(admin: Admin, act: Act, options: ActOptions, { announced, done }: Words): Promise<void> {
  const reason = reasonOf(options, admin)
  const { terminal } = admin
  const row = await withLink(admin, async (link) => {
    if (announced !== undefined && options.yes !== true) {
      await sure(admin, announced(await link.preview(act)), options)
    }
    return link.act(act, reason)
  })
  terminal.data(row)
  terminal.print(done(row))
}

export async function sure({ terminal }: Admin, question: string, { yes }: ActOptions): Promise<void> {
  if (!(await terminal.confirm(question, yes === true))) throw new frame.CommandFailure('Nothing was done.')
}
