/** The tables of open data: one list of names, Parquet types and values drives what is written and what is said of it. Ids only. */
import type { OpenTable } from '@arena/protocol'
import type { BasicType, ColumnSource } from 'hyparquet-writer'
import { unpackMoments } from '../history/kept-moments.ts'

export interface EndedPlayer {
  readonly bot_id: string
  readonly character: number | null
  readonly costume: number | null
  readonly placement: number | null
  readonly score: number | null
  readonly stocks: number | null
  readonly percent: number | null
  readonly missed: number | null
  readonly mu_before: number | null
  readonly sigma_before: number | null
  readonly mu_after: number | null
  readonly sigma_after: number | null
}

/** A match that has ended, as the rows of all tables are made from it. */
export interface EndedMatch {
  readonly id: string
  readonly startedAt: Date
  readonly endedAt: Date
  /** `aborted`, or how the match ended. */
  readonly ending: string
  readonly build: string | null
  readonly engine: string | null
  readonly stage: number | null
  readonly frames: number | null
  readonly winner: number | null
  /** Null in matches from before the public log, as is the number. */
  readonly day: string | null
  readonly number: number | null
  /** By port. */
  readonly players: readonly EndedPlayer[]
  /** See `kept-moments.ts`; null where they are not known. */
  readonly moments: Uint8Array | null
}

export interface BotName {
  readonly id: string
  readonly name: string
  readonly owner: string | null
}

type Encoding = ColumnSource['encoding']
type Value = string | number | Date | null

interface Column {
  readonly name: string
  readonly type: BasicType
  readonly isNullable: boolean
  readonly description: string
  readonly encoding: Encoding
}

/** Values of a row stand in the order of the columns. */
export interface Table<Source> {
  readonly description: string
  readonly columns: readonly Column[]
  readonly rows: (source: Source) => Iterable<readonly Value[]>
}

const column = (name: string, type: BasicType, description: string, encoding?: Encoding): Column => {
  return { name, type, isNullable: false, description, encoding }
}
const nullable = (name: string, type: BasicType, description: string): Column => {
  return { ...column(name, type, description), isNullable: true }
}

// Rows are in the order of time, so that ids begin alike and moments are close to each other: a difference takes a byte or two.
const MATCH = column('match_id', 'STRING', 'The match.', 'DELTA_BYTE_ARRAY')
const ENDED = column('ended_at', 'TIMESTAMP', 'When it ended.', 'DELTA_BINARY_PACKED')
const PORT = column('port', 'INT32', 'The port of the bot, 0 or 1.')
const BOT = column('bot_id', 'STRING', 'The bot. `names` has its name.')

const matches: Table<EndedMatch> = {
  description: 'A row a match that has ended, in the order of their ends.',
  columns: [
    MATCH,
    column('started_at', 'TIMESTAMP', 'When its bots were seated.', 'DELTA_BINARY_PACKED'),
    ENDED,
    column('ending', 'STRING', '`stocks`, `time`, `forfeit`, `engine` or `aborted`.'),
    nullable('stage', 'INT32', 'The stage.'),
    nullable('frames', 'INT32', 'Frames of the game.'),
    nullable('winner', 'INT32', 'The port that won; null for a draw, and where there is no result.'),
    nullable('day', 'STRING', 'The day of its number; null where it is from before the public log, as is the number.'),
    nullable('number', 'INT32', 'Its place in the seating order of the day, from 1.'),
    nullable('build', 'STRING', 'What the arena played it with.'),
    nullable('engine', 'STRING', 'The revision of the engine.'),
  ],
  rows: (match) => [
    [
      match.id,
      match.startedAt,
      match.endedAt,
      match.ending,
      match.stage,
      match.frames,
      match.winner,
      match.day,
      match.number,
      match.build,
      match.engine,
    ],
  ],
}

const players: Table<EndedMatch> = {
  description: 'Two rows a match, port 0 first, in the order of `matches`.',
  columns: [
    MATCH,
    PORT,
    BOT,
    nullable('character', 'INT32', 'The character that was picked, by external id.'),
    nullable('costume', 'INT32', 'Its costume.'),
    nullable('placement', 'INT32', '1 for the winner, 2 for the loser, 1 for both on a draw.'),
    nullable('score', 'INT32', 'As the record of the match has it.'),
    nullable('stocks', 'INT32', 'Stocks at the end.'),
    nullable('percent', 'DOUBLE', 'Percent at the end.'),
    nullable('missed', 'INT32', 'Frames that were polled without a pad.'),
  ],
  rows: ({ id, players: both }) =>
    both.map((player, port) => [
      id,
      port,
      player.bot_id,
      player.character,
      player.costume,
      player.placement,
      player.score,
      player.stocks,
      player.percent,
      player.missed,
    ]),
}

const moments: Table<EndedMatch> = {
  description:
    'A row a moment, in the order of `matches` and then of their first frames. A match whose moments are not known has none.',
  columns: [
    MATCH,
    column('kind', 'STRING', 'Its kind, as searches have it.'),
    { ...PORT, description: 'The port of the bot that did it, 0 or 1.' },
    column('start_frame', 'INT32', 'The frame on which it begins. The first of a game is -123.', 'DELTA_BINARY_PACKED'),
    column('end_frame', 'INT32', 'The frame on which it ends.', 'DELTA_BINARY_PACKED'),
  ],
  rows: ({ id, moments: packed }) =>
    (packed === null ? [] : unpackMoments(packed)).map((moment) => [
      id,
      moment.kind,
      moment.port,
      moment.startFrame,
      moment.endFrame,
    ]),
}

const ratings: Table<EndedMatch> = {
  description: 'A row a change of a rating by the ladder, port 0 first, in the order of `matches`.',
  columns: [
    MATCH,
    ENDED,
    PORT,
    BOT,
    column('mu_before', 'DOUBLE', 'Mean of the skill before the match.'),
    column('sigma_before', 'DOUBLE', 'Deviation of the skill before the match.'),
    column('mu_after', 'DOUBLE', 'Mean of the skill after the match.'),
    column('sigma_after', 'DOUBLE', 'Deviation of the skill after the match.'),
  ],
  rows: ({ id, endedAt, players: both }) =>
    both.flatMap(
      ({ bot_id: bot, mu_before: mu, sigma_before: sigma, mu_after: muAfter, sigma_after: sigmaAfter }, port) =>
        mu === null || muAfter === null ? [] : [[id, endedAt, port, bot, mu, sigma, muAfter, sigmaAfter]],
    ),
}

const names: Table<BotName> = {
  description: 'A row a bot, in the order of their ids, but for those of accounts that are deleted. Names change.',
  columns: [
    { ...BOT, description: 'The bot.', encoding: 'DELTA_BYTE_ARRAY' },
    column('name', 'STRING', 'Its name.'),
    nullable('owner', 'STRING', 'The handle of its owner; null where none is picked.'),
  ],
  rows: ({ id, name, owner }) => [[id, name, owner]],
}

/** Each has a file a month. */
export const TABLES_OF_MATCHES = { matches, players, moments, ratings } as const
export type TableOfMatches = keyof typeof TABLES_OF_MATCHES
export const TABLES_OF_BOTS = { names } as const

/** What is said of all of them. */
export const TABLES: Readonly<Record<OpenTable, Pick<Table<never>, 'description' | 'columns'>>> = {
  ...TABLES_OF_MATCHES,
  ...TABLES_OF_BOTS,
}
