/** The columns of a day file: one table of names, Parquet types and values drives writer, reader and their rules. */
import { z } from 'zod'
import { Character, Costume, Port, StageId } from '../game.ts'
import { BotId, MatchId } from '../ids.ts'
import { EndReason } from '../matches.ts'
import { ArchiveError, type ArchivedMatch, type ArchivedPort } from './archived-match.ts'

const WHOLE = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const HEX = z.string().regex(/^[0-9a-f]{64}$/)
const WORD = z.string().regex(/^[!-~]{1,200}$/)
const TIME = z.date()

type ColumnType = 'STRING' | 'INT32' | 'DOUBLE' | 'TIMESTAMP' | 'BYTE_ARRAY'
const column = <Schema extends z.ZodType>(type: ColumnType, schema: Schema) => ({ type, schema })

/** The columns of a port, by their names without it. */
const PORT_COLUMNS = {
  bot: column('STRING', BotId),
  name: column('STRING', z.string().nullable()),
  character: column('INT32', Character.nullable()),
  costume: column('INT32', Costume.nullable()),
  landed: column('INT32', WHOLE.nullable()),
  pads_sha256: column('STRING', HEX.nullable()),
  stocks: column('INT32', WHOLE.nullable()),
  percent: column('DOUBLE', z.number().min(0).nullable()),
  score: column('INT32', WHOLE.nullable()),
  placement: column('INT32', z.int().min(1).max(2).nullable()),
}
type PortRow = { readonly [Name in keyof typeof PORT_COLUMNS]: z.infer<(typeof PORT_COLUMNS)[Name]['schema']> }

type OfPort<Values, Port extends 0 | 1> = {
  readonly [Name in keyof Values & string as `${Name}_${Port}`]: Values[Name]
}

function ofPort<Values extends object, Port extends 0 | 1>(port: Port, values: Values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}_${port}`, value])) as OfPort<
    Values,
    Port
  >
}

export const COLUMNS = {
  match_id: column('STRING', MatchId),
  day: column('STRING', z.iso.date()),
  number: column('INT32', WHOLE.min(1)),
  started_at: column('TIMESTAMP', TIME),
  ended_at: column('TIMESTAMP', TIME),
  build: column('STRING', WORD),
  engine: column('STRING', WORD.nullable()),
  seed: column('STRING', HEX),
  stage: column('INT32', StageId.nullable()),
  status: column('STRING', z.enum(['completed', 'aborted'])),
  reason: column('STRING', EndReason.nullable()),
  cause: column(
    'STRING',
    z
      .string()
      .regex(/^[a-z]+(?:-[a-z]+)*$/)
      .nullable(),
  ),
  winner: column('INT32', Port.nullable()),
  frames: column('INT32', WHOLE.nullable()),
  ...ofPort(0, PORT_COLUMNS),
  ...ofPort(1, PORT_COLUMNS),
  replay_bytes: column('INT32', WHOLE.nullable()),
  replay_sha256: column('STRING', HEX.nullable()),
  start_at: column('TIMESTAMP', TIME.nullable()),
  pads: column('BYTE_ARRAY', z.custom<Uint8Array>((value) => value instanceof Uint8Array).nullable()),
}

const Row = z.strictObject(
  Object.fromEntries(Object.entries(COLUMNS).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof typeof COLUMNS]: (typeof COLUMNS)[Name]['schema']
  },
)
export type Row = z.infer<typeof Row>

/** Throws ArchiveError for a match that could not be read again. */
export function rowOf(match: ArchivedMatch): Row {
  const row = write(match)
  matchOf(row)
  return row
}

function write({ ports, end, result, replay, game, ...match }: ArchivedMatch): Row {
  const port = (at: 0 | 1): PortRow => {
    const { botId, name, character, costume, pads } = ports[at]
    return {
      bot: botId,
      name,
      character,
      costume,
      landed: pads?.landed ?? null,
      pads_sha256: pads?.sha256 ?? null,
      stocks: result?.stocks[at] ?? null,
      percent: result?.percent[at] ?? null,
      score: result?.score[at] ?? null,
      placement: result?.placement[at] ?? null,
    }
  }
  return {
    match_id: match.matchId,
    day: match.day,
    number: match.number,
    started_at: new Date(match.startedAt),
    ended_at: new Date(match.endedAt),
    build: match.build,
    engine: match.engine,
    seed: match.seed,
    stage: match.stage as Row['stage'],
    status: end.status,
    reason: end.status === 'completed' ? end.reason : null,
    cause: end.status === 'aborted' ? end.cause : null,
    winner: result?.winner ?? null,
    frames: result?.frames ?? null,
    ...ofPort(0, port(0)),
    ...ofPort(1, port(1)),
    replay_bytes: replay?.bytes ?? null,
    replay_sha256: replay?.sha256 ?? null,
    start_at: game === null ? null : new Date(game.startAt),
    pads: game?.pads ?? null,
  }
}

/** Throws ArchiveError. */
export function matchOf(values: unknown): ArchivedMatch {
  const parsed = Row.safeParse(values)
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues as [z.core.$ZodIssue]
    throw new ArchiveError(`The column \`${path.join('.')}\` of a match has a wrong value: ${message}`)
  }
  const row = parsed.data
  const match = read(row)
  // What stands in two columns stands in both of them, or in neither.
  const again = write(match)
  const lost = (Object.keys(row) as (keyof Row)[]).find((name) => row[name]?.valueOf() !== again[name]?.valueOf())
  if (lost !== undefined) {
    throw new ArchiveError(`The column \`${lost}\` of ${row.match_id} contradicts the others.`)
  }
  return match
}

function read(row: Row): ArchivedMatch {
  const port = (at: 0 | 1): ArchivedPort => {
    const [landed, sha256] = [row[`landed_${at}`], row[`pads_sha256_${at}`]]
    return {
      botId: row[`bot_${at}`],
      name: row[`name_${at}`],
      character: row[`character_${at}`],
      costume: row[`costume_${at}`],
      pads: landed === null || sha256 === null ? null : { landed, sha256 },
    }
  }
  /** The values of both ports, in a match that has a result. */
  const both = (name: 'stocks' | 'percent' | 'score' | 'placement') =>
    [row[`${name}_0`] ?? Number.NaN, row[`${name}_1`] ?? Number.NaN] as const
  const { replay_bytes: bytes, replay_sha256: sha256, start_at: startAt, pads, reason, cause } = row
  return {
    matchId: row.match_id,
    day: row.day,
    number: row.number,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at.toISOString(),
    build: row.build,
    engine: row.engine,
    seed: row.seed,
    stage: row.stage,
    ports: [port(0), port(1)],
    end:
      row.status === 'completed'
        ? { status: 'completed', reason: reason ?? 'stocks' }
        : { status: 'aborted', cause: cause ?? '' },
    result:
      row.frames === null
        ? null
        : {
            winner: row.winner,
            frames: row.frames,
            stocks: both('stocks'),
            percent: both('percent'),
            score: both('score'),
            placement: both('placement'),
          },
    replay: bytes === null || sha256 === null ? null : { bytes, sha256 },
    game: startAt === null || pads === null ? null : { startAt: startAt.toISOString(), pads },
  }
}
