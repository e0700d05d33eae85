/**
 * All that an arena holds of one account, as a file: for its owner, who may ask for it, or for another arena, which takes up account
 * and bots. Matches stay behind, since the opponents are not there. Whoever wrote such a file can have written anything into it, so
 * keys are taken up only where the operator says that the file is their own.
 */
import { ApiKeyMeta, Email, Handle, Mode, RegisterBot } from '@arena/protocol'
import { isPublicKey } from '@arena/protocol/ed25519'
import { z } from 'zod'
import { announceChange } from '../db/changes.ts'
import { violates } from '../db/errors.ts'
import { newId } from '../db/ids.ts'
import type { Database } from '../db/schema.ts'
import { INITIAL_RATING } from '@arena/ratings'
import { accountFacts, findAccount } from './accounts.ts'
import { OperatorFailure } from './outcome.ts'
import type { Row } from './outcome.ts'

const FORMAT = 'arena-account'
const VERSION = 1

const Name = RegisterBot.shape.name

/** A name may be of a time when names could hold more: it is taken without the characters that they hold no longer. */
function cleaned(name: string): string {
  return Array.from(name)
    .filter((character) => Name.safeParse(`a${character}`).success)
    .join('')
}

const FileName = z.string().refine((name) => Name.safeParse(cleaned(name)).success, {
  error: 'No name: 1 to 64 characters, of which one can be seen.',
})

const FileKey = z
  .object({
    kind: ApiKeyMeta.shape.kind,
    name: FileName,
    scopes: ApiKeyMeta.shape.scopes,
    publicKey: z.string().refine(isPublicKey, 'is no Ed25519 public key').nullable(),
    secretHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    revokedAt: z.string().nullable(),
  })
  .refine(({ kind, publicKey, secretHash }) =>
    kind === 'signature' ? publicKey !== null && secretHash === null : publicKey === null && secretHash !== null,
  )

/** What is read of a file; the rest of it is for people. */
export const AccountFile = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  account: z.object({ email: Email, handle: z.union([Handle, z.literal('')]) }),
  keys: z.array(FileKey).max(1_000),
  bots: z
    .array(
      z.object({
        name: FileName,
        mode: Mode,
        url: z.union([RegisterBot.shape.url, z.literal('')]),
        deletedAt: z.string().nullable(),
      }),
    )
    .max(10_000),
})
export type AccountFile = z.infer<typeof AccountFile>

export async function exportAccount(db: Database, text: string): Promise<Row> {
  const account = await findAccount(db, text)
  const keys = await db.selectFrom('keys').selectAll().where('user_id', '=', account.id).orderBy('id').execute()
  const sessions = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', account.id)
    .orderBy('created_at')
    .execute()
  const signIns = await db.selectFrom('sign_ins').selectAll().where('email', '=', account.email).orderBy('at').execute()
  const bots = await db.selectFrom('bots').selectAll().where('owner_id', '=', account.id).orderBy('id').execute()
  const own = db.selectFrom('bots').select('id').where('owner_id', '=', account.id)
  const checks = await db.selectFrom('deploy_checks').selectAll().where('bot_id', 'in', own).orderBy('at').execute()
  const roundTrips = await db
    .selectFrom('round_trips')
    .selectAll()
    .where('bot_id', 'in', own)
    .orderBy('bot_id')
    .orderBy('region')
    .execute()
  const matches = await db
    .selectFrom('match_players')
    .innerJoin('matches', 'matches.id', 'match_players.match_id')
    .innerJoin('match_players as other', (join) =>
      join.onRef('other.match_id', '=', 'matches.id').onRef('other.port', '<>', 'match_players.port'),
    )
    .selectAll('match_players')
    .select(['matches.status', 'matches.ended_at', 'other.bot_id as opponent_id', 'other.bot_name as opponent_name'])
    .where('match_players.bot_id', 'in', own)
    .orderBy('match_players.started_at')
    .execute()
  const relays = await db.selectFrom('relays').selectAll().where('user_id', '=', account.id).orderBy('id').execute()
  const receipts = await db.selectFrom('receipts').selectAll().where('bot_id', 'in', own).orderBy('ended_at').execute()
  const settings = await db
    .selectFrom('notice_settings')
    .select('choices')
    .where('owner_id', '=', account.id)
    .executeTakeFirst()
  const webhook = await db.selectFrom('webhooks').selectAll().where('owner_id', '=', account.id).executeTakeFirst()
  const notices = await db
    .selectFrom('notices')
    .selectAll()
    .where('owner_id', '=', account.id)
    .orderBy('number')
    .execute()
  const rehearsals = await db
    .selectFrom('rehearsals')
    .select([
      'id',
      'bot_id',
      'status',
      'requested_at',
      'started_at',
      'ended_at',
      'opponent_name',
      'detail',
      'summary',
      'facts',
      'version',
    ])
    .where('bot_id', 'in', own)
    .orderBy('requested_at')
    .execute()
  return {
    format: FORMAT,
    version: VERSION,
    account: accountFacts(account),
    keys: keys.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      scopes: row.scopes,
      publicKey: row.public_key,
      secretHash: row.secret_hash,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      revokedAt: row.revoked_at,
    })),
    // Without what their secrets are recognized by, which is of no use to anyone else.
    sessions: sessions.map((row) => ({ createdAt: row.created_at, expiresAt: row.expires_at })),
    signIns: signIns.map((row) => ({ at: row.at, client: row.client, spentAt: row.spent_at })),
    bots: bots.map((row) => ({
      id: row.id,
      name: row.name,
      mode: row.mode,
      url: row.url,
      status: row.status,
      createdAt: row.created_at,
      deletedAt: row.deleted_at,
      disabledAt: row.disabled_at,
      activeSince: row.active_since,
      lastMatchEndedAt: row.last_match_ended_at,
      misses: row.misses,
      missingSince: row.missing_since,
      mu: row.mu,
      sigma: row.sigma,
      games: row.games,
      wins: row.wins,
      losses: row.losses,
      draws: row.draws,
    })),
    deployChecks: checks.map(({ bot_id, ...check }) => ({ botId: bot_id, ...check })),
    roundTrips: roundTrips.map((row) => ({
      botId: row.bot_id,
      region: row.region,
      ms: row.ms,
      measuredAt: row.measured_at,
    })),
    relays: relays.map((row) => ({ id: row.id, name: row.name, createdAt: row.created_at, changedAt: row.changed_at })),
    matches: matches.map((row) => ({
      id: row.match_id,
      status: row.status,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      port: row.port,
      botId: row.bot_id,
      botName: row.bot_name,
      opponentId: row.opponent_id,
      opponentName: row.opponent_name,
      character: row.character,
      costume: row.costume,
      placement: row.placement,
      score: row.score,
      ratingDelta: row.rating_delta,
      waitedMs: row.waited_ms,
      muBefore: row.mu_before,
      sigmaBefore: row.sigma_before,
      muAfter: row.mu_after,
      sigmaAfter: row.sigma_after,
      landed: row.landed,
      padsSha256: row.pads_sha256,
      version: row.version,
    })),
    rehearsals: rehearsals.map((row) => ({
      id: row.id,
      botId: row.bot_id,
      status: row.status,
      requestedAt: row.requested_at,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      opponentName: row.opponent_name,
      detail: row.detail,
      summary: row.summary,
      facts: row.facts,
      version: row.version,
    })),
    noticeChoices: settings?.choices ?? {},
    // Without what signs its messages.
    webhook:
      webhook === undefined
        ? null
        : { url: webhook.url, format: webhook.format, createdAt: webhook.created_at, disabledAt: webhook.disabled_at },
    notices: notices.map(({ id, kind, bot_id: botId, at, facts }) => ({ id, kind, botId, at, facts })),
    receipts: receipts.map(({ match_id, bot_id, facts }) => ({ matchId: match_id, botId: bot_id, facts })),
  }
}

/** A new account with an id of its own. Its bots begin as new ones do, paused, until their owner unpauses them. */
export async function importAccount(
  trx: Database,
  { account, keys, bots }: AccountFile,
  withKeys: boolean,
  now: Date,
): Promise<Row> {
  const user = await createUser(trx, account, now)
  const newBots = bots.filter(({ deletedAt, url }) => deletedAt === null && url !== '')
  for (const { name, mode, url } of newBots) {
    const bot = { id: newId('bot'), owner_id: user.id, name: cleaned(name), mode, url, ...INITIAL_RATING }
    await trx
      .insertInto('bots')
      .values({ ...bot, status: 'paused', created_at: now, active_since: now })
      .execute()
  }
  const newKeys = withKeys ? keys.filter(({ revokedAt }) => revokedAt === null) : []
  for (const { kind, name, scopes, publicKey, secretHash } of newKeys) {
    const key = { id: newId('key'), user_id: user.id, kind, name: cleaned(name), scopes: [...new Set(scopes)] }
    await trx
      .insertInto('keys')
      .values({ ...key, public_key: publicKey, secret_hash: secretHash, created_at: now })
      .execute()
      .catch((error: unknown) => {
        if (!violates(error, 'keys_secret_hash_key')) throw error
        throw new OperatorFailure(
          `The key ${JSON.stringify(name)} of the file is in use here, or was. Import the account without its keys.`,
        )
      })
  }
  // Arenas have refused these keys if they were tried before.
  if (newKeys.length > 0) await announceChange(trx, 'operators')
  const changed = [...newBots, ...newKeys].filter(({ name }) => cleaned(name) !== name)
  return { ...accountFacts(user), bots: newBots.length, keys: newKeys.length, changedNames: changed.length }
}

async function createUser(trx: Database, { email, handle }: AccountFile['account'], now: Date) {
  const address = email.toLowerCase()
  const known = await trx.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst()
  if (known !== undefined) throw new OperatorFailure(`The address of the file has an account here: ${known.id}.`)
  try {
    return await trx
      .insertInto('users')
      .values({ id: newId('user'), email: address, handle, created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    // Its owner signed in for the first time since it was looked for.
    if (violates(error, 'users_email_key')) throw new OperatorFailure('The address of the file has an account here.')
    if (!violates(error, 'users_handle')) throw error
    throw new OperatorFailure(
      `The handle @${handle} is taken here. Remove it from the file: the owner chooses another.`,
    )
  }
}
