/**
 * An arena for the clients of others: on loopback, with two matches that were played and a bot that passes the deploy
 * check. Prints what a client needs as one line of JSON, serves until it gets SIGTERM, and prints whatever failed.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { KeyScope, type CreatedKey } from '@arena/protocol'
import { createTestArena, stillEngine, type TestArena } from '../../packages/server/tests/arena/kit.ts'
import { readOutbox, signInOf } from '../../packages/server/tests/mailbox.ts'

const EMAIL = 'third.party@example.org'
/** Level of pino from which on something is wrong with the arena. */
const ERROR = 50

export interface ServedArena {
  readonly url: string
  /** A bearer key with every scope. */
  readonly bearer: string
  readonly botUrl: string
}

/** By e-mail, as a person does: keys of development lack scopes. */
async function createKey({ url, log, dataDir }: TestArena): Promise<string> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  await post('/auth/email', { email: EMAIL })
  await log.line(({ msg }) => msg.startsWith(`mail to ${EMAIL}`))
  const [mail] = await readOutbox(join(dataDir, 'outbox'), EMAIL)
  const session = await post('/auth/email/verify', { token: signInOf(mail!).token })
  const cookie = session.headers.getSetCookie()[0]!.split(';', 1)[0]!
  await post('/me/handle', { handle: 'third_party' }, { cookie })
  const key = await post('/keys', { kind: 'bearer', name: 'all', scopes: KeyScope.options }, { cookie })
  return ((await key.json()) as CreatedKey).secret!
}

await using arena = await createTestArena({ env: { ARENA_ENGINE: stillEngine('ends=60') } })
const players = [await arena.player(), await arena.player(), await arena.player(), await arena.player()] as const
await arena.haveEnded(2)
for (const player of players) await arena.setStatus(player, 'paused')

const served: ServedArena = { url: arena.url, bearer: await createKey(arena), botUrl: players[0].bot.url }
console.log(JSON.stringify(served))
await once(process, 'SIGTERM')

for (const line of arena.log.lines) {
  if (Number(line['level']) >= ERROR) console.error(JSON.stringify(line))
}
