/**
 * Rules of the service that are broken on purpose, one at a time, each of which the simulation has to find. Most are conditions of
 * statements, taken out where a statement enters the database.
 */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Problem } from '@arena/protocol'
import { Lifetimes } from '../../src/machine/lifetimes.ts'
import type { Lifetime } from '../../src/machine/lifetimes.ts'
import type { ObjectStore } from '../../src/replays/bucket/bucket.ts'
import { packedName } from '../../src/replays/store.ts'
import type { Breach } from './machine/breach.ts'

/** A condition that is true whatever its parameter, which is still bound. */
const always = (parameter: string, type: string): string => `${parameter}::${type} is not null`

const ofMatches = (sql: string): boolean => sql.startsWith('update "matches"')

/** What was sent is taken for what was stored. */
function unread(bucket: ObjectStore): ObjectStore {
  const sent = new Map<string, Buffer>()
  return {
    async put(name, bytes) {
      sent.set(name, bytes)
      await bucket.put(name, bytes)
    },
    get: async (name) => (sent.has(name) ? Readable.from([sent.get(name)!]) : bucket.get(name)),
    delete: (name) => bucket.delete(name),
    close: () => bucket.close(),
  }
}

/** What is in the bucket goes to the reader as it comes. */
const unchecked: Breach['replays'] = ({ localReplays, bucketReplays: { objects, bucket } }) => ({
  async open(matchId) {
    const local = await localReplays.open(matchId)
    const object = local === null ? await objects.find(matchId) : null
    if (object === null) return local
    const fetch = () =>
      bucket.get(packedName(matchId)).catch((cause: unknown) => {
        throw new Problem('replay-storage-unavailable', { cause })
      })
    return {
      ...object,
      stream: async () => (await fetch()).compose(createGunzip()),
      packed: fetch,
      close: async () => {},
    }
  },
})

/** Does not wait for a part as it drains. */
class Without extends Lifetimes {
  readonly #name: string

  constructor(name: string) {
    super()
    this.#name = name
  }

  protected override inOrder(begun: readonly Lifetime[], step: 'drain' | 'end'): readonly Lifetime[] {
    const parts = super.inOrder(begun, step)
    return step === 'end' ? parts : parts.filter(({ name }) => name !== this.#name)
  }
}

/** Ends a part before all others, or after them; one that goes on while it drains is not told that it has to end. */
class Moved extends Lifetimes {
  readonly #name: string
  readonly #isFirst: boolean
  readonly #never = new AbortController()

  constructor(name: string, isFirst: boolean) {
    super()
    this.#name = name
    this.#isFirst = isFirst
  }

  override get draining(): AbortSignal {
    return this.#never.signal
  }

  protected override inOrder(begun: readonly Lifetime[], step: 'drain' | 'end'): readonly Lifetime[] {
    const moved = begun.filter(({ name }) => name === this.#name)
    const others = super.inOrder(begun, step).filter(({ name }) => name !== this.#name)
    return this.#isFirst ? [...moved, ...others] : [...others, ...moved]
  }
}

export const BREACHES: Readonly<Record<string, Breach>> = {
  'no fencing: a machine takes a match, and writes about it, that has passed to another': {
    rewrite: (sql) =>
      ofMatches(sql)
        ? sql
            .replaceAll(/(?<= and )"machine_id" = (\$\d+)/g, (_, parameter: string) => always(parameter, 'text'))
            .replaceAll(/(?<= and )"attempt" = (\$\d+)/g, (_, parameter: string) => always(parameter, 'integer'))
            .replace(/(?<=^update "matches" set "taken_at" = .*) and "taken_at" is null/, '')
            .replace(
              /exists \(select from machines where .* and machines\.process = (\$\d+)\)/,
              (_, parameter: string) => always(parameter, 'text'),
            )
        : sql,
  },
  'no unique seat: the database takes two of a bot, and the tick does not look': {
    setUp: ['alter table seats drop constraint seats_pkey'],
    rewrite: (sql) => sql.replace('left join "seats" on "seats"."bot_id" = "bots"."id"', 'left join "seats" on false'),
  },
  'a result is written twice: that of a match that has ended counts as well': {
    rewrite: (sql) =>
      ofMatches(sql) && sql.includes('"ended_at" =')
        ? sql.replace(/(?<= and )"status" = (\$\d+)/, (_, parameter: string) => always(parameter, 'text'))
        : sql,
  },
  'retention deletes a replay that is still needed': {
    rewrite: (sql) =>
      sql.replace(
        /(?<!\.)"ended_at" < (\$\d+)/,
        (_, parameter: string) => `"ended_at" < ${parameter}::timestamptz + interval '3 days'`,
      ),
  },
  'a replay that retention has deleted is recorded again, or one that is past its time': {
    setUp: ['alter table matches drop constraint deleted_for_good'],
    rewrite: (sql) =>
      sql.replace(/not replay_deleted and ended_at >= .* => (\$\d+)::integer\)/, (_, parameter: string) =>
        always(parameter, 'integer'),
      ),
  },
  'what a machine has of a replay that was deleted while it was off stays there': {
    rewrite: (sql) =>
      sql.replace(
        /"replay_deleted" = (\$\d+) or /,
        (_, parameter: string) => `not ${always(parameter, 'boolean')} and `,
      ),
  },
  'a replay is marked as stored before it was found in the bucket': { spoil: unread },
  'a replay is sent before all of it was checked': { replays: unchecked },
  'a machine that only serves is given matches': {
    rewrite: (sql) =>
      sql
        .replace('select machines.id, role,', `select machines.id, 'all' as role,`)
        .replace(/(?<=max_matches, )match_limit(?=, seen_at)/, 'coalesce(match_limit, 1) as match_limit'),
  },
  'a match is assigned to a machine that has another build than its ladder': {
    rewrite: (sql) =>
      sql.replace(
        'select machines.id, role, build,',
        'select machines.id, role, (select ladders.build from ladders) as build,',
      ),
  },
  'a machine that was upgraded takes a match that was assigned to it for its old build': {
    rewrite: (sql) =>
      sql.replace(/"build" = (\$\d+)(?= or "build" is null)/, (_, parameter: string) => always(parameter, 'text')),
  },
  'the wall clock of a match counts from before it began': {
    rewrite: (sql) =>
      sql.replace(
        '"attempt", "started_at" from',
        `"attempt", "started_at" - interval '12 minutes' as "started_at" from`,
      ),
  },
  'a machine that reports is taken for dead': {
    rewrite: (sql) =>
      sql
        .replace('match_limit, seen_at,', `match_limit, seen_at - interval '10 seconds' as seen_at,`)
        .replace(/seen_at <= /, 'true or $&'),
  },
  'a machine that is dead is waited for, for a minute': {
    rewrite: (sql) =>
      sql
        .replace('match_limit, seen_at,', `match_limit, seen_at + interval '48 seconds' as seen_at,`)
        .replace(/seen_at(?= <= )/, `seen_at + interval '48 seconds'`),
  },
  'a match is taken twice': {
    rewrite: (sql) =>
      ofMatches(sql) || sql.startsWith('select "id", "mode", "seed"')
        ? sql.replace(' and "taken_at" is null', '')
        : sql,
  },
  'a beat has two ticks': { rewrite: (sql) => sql.replace(/"beat" <(?= \$)/, '"beat" <=') },
  'a match that was broken off has no replay on record': {
    rewrite: (sql) =>
      sql.replace(
        /(?<="status" = (\$1), .*)"replay_bytes" = (\$\d+)/,
        `"replay_bytes" = case $1 when 'completed' then $2::integer end`,
      ),
  },
  'a machine that drains breaks its matches off': { lifetimes: () => new Without('matches') },
  'packing ends last': { lifetimes: () => new Moved('packing', false) },
  'the database ends before what writes there': { lifetimes: () => new Moved('database', true) },
  'a replay is not synced before its result is reported': { ignoresSync: true },
}
