/** Writes files of open data, in a thread of its own: packing a hundred thousand rows takes seconds, in which HTTP goes on. */
import { parentPort } from 'node:worker_threads'
import { fileWriter } from 'hyparquet-writer'
import { TableWriter } from './table-writer.ts'
import { TABLES_OF_BOTS, TABLES_OF_MATCHES } from './tables.ts'
import type { BotName, EndedMatch, TableOfMatches } from './tables.ts'

/** What the thread is asked, one thing at a time; it answers each. */
export type Request =
  | { readonly kind: 'month'; readonly paths: Readonly<Record<TableOfMatches, string>> }
  | { readonly kind: 'matches'; readonly matches: readonly EndedMatch[] }
  /** Ends the files that were begun. */
  | { readonly kind: 'end' }
  | { readonly kind: 'names'; readonly path: string; readonly names: readonly BotName[] }
/** Rows of each file, once it is complete. */
export type Answer = Readonly<Record<string, number>>

let open: readonly (readonly [TableOfMatches, TableWriter<EndedMatch>])[] = []

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one other side
parentPort!.on('message', (request: Request) => parentPort!.postMessage(answer(request)))

function answer(request: Request): Answer {
  switch (request.kind) {
    case 'month': {
      const tables = Object.keys(TABLES_OF_MATCHES) as TableOfMatches[]
      open = tables.map(
        (name) => [name, new TableWriter(TABLES_OF_MATCHES[name], fileWriter(request.paths[name]))] as const,
      )
      return {}
    }
    case 'matches':
      for (const match of request.matches) for (const [, writer] of open) writer.add(match)
      return {}
    case 'end':
      for (const [, writer] of open) writer.finish()
      return Object.fromEntries(open.map(([name, { rows }]) => [name, rows]))
    case 'names': {
      const writer = new TableWriter(TABLES_OF_BOTS.names, fileWriter(request.path))
      for (const name of request.names) writer.add(name)
      writer.finish()
      return { names: writer.rows }
    }
  }
}
