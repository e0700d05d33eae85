/** `arena-admin matches`, `arena-admin maintenance` and `arena-admin log`: what concerns machines that run. */
import { newGroup } from '@arena/host/command-line'
import { InvalidArgumentError } from 'commander'
import { doAct, newAct, newCommand, newFinalAct, newList, withLink } from './command.ts'
import type { ActOptions, AddCommand, ListOptions } from './command.ts'

const MINUTE_MS = 60_000

export const addMatches: AddCommand = (program, admin) => {
  const matches = newGroup(program, 'matches', 'list running matches, and end one')
  newList(matches, 'list', 'list running matches, oldest first').action(async ({ limit }: ListOptions) => {
    const rows = await withLink(admin, (link) => link.read({ read: 'matches', limit }))
    admin.terminal.table('matches', rows, ['id', 'startedAt', 'port0', 'port1', 'machine', 'endAskedAt'])
  })
  newFinalAct(matches, 'end', 'end a running match: it is aborted, unrated, with its replay as far as it got')
    .argument('<match>', 'its id')
    .action((match: string, options: ActOptions) =>
      doAct(admin, { act: 'match.end', match }, options, {
        announced: ({ id }) => `The match ${String(id)} will be aborted.`,
        done: ({ id }) => `${String(id)} ends: the arena that plays it breaks it off within a second.`,
      }),
    )
}

interface AnnounceOptions extends ActOptions {
  readonly from?: number
  readonly until?: number
  readonly minutes?: number
}

export const addMaintenance: AddCommand = (program, admin) => {
  const maintenance = newGroup(program, 'maintenance', 'announce maintenance, and cancel it')
  newCommand(maintenance, 'show', 'show the maintenance that is announced').action(async () => {
    const rows = await withLink(admin, (link) => link.read({ read: 'maintenance' }))
    admin.terminal.table('maintenance', rows, ['from', 'until', 'text'])
  })
  newAct(
    maintenance,
    'announce',
    'announce maintenance: pages show it at once, and while it lasts no match is seated and writes are refused',
  )
    .argument('<text>', 'what readers of the pages are told')
    .option('--from <moment>', 'when it begins, as 2026-11-26T18:00Z; by default now', moment)
    .option('--until <moment>', 'when it ends', moment)
    .option('--minutes <count>', 'how long it lasts, in place of --until', minutes)
    .action(async (text: string, { from, until, minutes: length, ...options }: AnnounceOptions) => {
      if ((until === undefined) === (length === undefined)) {
        throw new InvalidArgumentError('Name the end: either --until or --minutes.')
      }
      const end = until === undefined ? { afterMs: length! * MINUTE_MS } : { until }
      const act = { act: 'maintenance.announce', text, ...(from !== undefined && { from }), end } as const
      await doAct(admin, act, options, {
        done: (row) => `Maintenance is announced from ${String(row['from'])} to ${String(row['until'])}.`,
      })
    })
  newAct(maintenance, 'cancel', 'cancel the maintenance that is announced, or end it').action((options: ActOptions) =>
    doAct(admin, { act: 'maintenance.cancel' }, options, { done: () => 'No maintenance is announced any more.' }),
  )
}

export const addLog: AddCommand = (program, admin) => {
  newList(program, 'log', 'list what operators did, newest first').action(async ({ limit }: ListOptions) => {
    const rows = await withLink(admin, (link) => link.read({ read: 'log', limit }))
    admin.terminal.table('log', rows, ['at', 'who', 'act', 'subject', 'why'])
  })
}

function moment(text: string): number {
  // Without a zone it would mean another moment on another machine.
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(time)) throw new InvalidArgumentError('It has to be a moment with its zone, as 2026-11-26T18:00Z.')
  return time
}

function minutes(text: string): number {
  const count = Number(text)
  if (/^\d{1,5}$/.test(text) && count >= 1) return count
  throw new InvalidArgumentError('It has to be a whole number of minutes.')
}
