/** docs/writing-a-bot.md, command by command: each command runs here in a shell, against a real service. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ApiKeyMeta, Bot, CreatedKey, PlatformKey, User } from '@arena/protocol'
import { expect, test } from 'vitest'
import { startBot, startService } from './http-service.ts'
import { readOutbox, signInOf } from './mailbox.ts'

const GUIDE = new URL('../../../docs/writing-a-bot.md', import.meta.url)
const EMAIL = 'reader@example.org'

function has(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const isEquipped =
  has('curl', '--version') && has('openssl', 'genpkey', '-algorithm', 'ed25519') && has('bash', '-c', ':')
if (!isEquipped) console.warn('skipped: the guide needs bash, curl and OpenSSL')

test.skipIf(!isEquipped)('every command of the guide does what the guide says', async () => {
  await using service = await startService()
  await using bot = await startBot()
  const folder = await mkdtemp(join(tmpdir(), 'arena-guide-'))
  const variables: Record<string, string> = {
    ARENA: service.url,
    EMAIL,
    HANDLE: 'reader',
    BOT_URL: bot.url,
    MATCH_ID: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
  }
  const blocks = [...(await readFile(GUIDE, 'utf8')).matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block!)
  const answers: unknown[] = []
  /** Runs the next block; answers of several commands stand one after another. */
  async function next(): Promise<unknown> {
    const script = blocks[answers.length]!
    const env = { PATH: process.env['PATH'], ...variables }
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env })
    const answer: unknown = JSON.parse(`[${stdout.replace(/\}\s*\{/g, '},{')}]`)
    answers.push(answer)
    return Array.isArray(answer) && answer.length === 1 ? answer[0] : answer
  }

  try {
    expect(await next()).toEqual({})
    await service.context.mailer.settled()
    const [mail] = await readOutbox(join(service.context.config.dataDir, 'outbox'), EMAIL)
    variables['CODE'] = signInOf(mail!).code
    expect(User.parse(await next())).toMatchObject({ email: EMAIL, name: '' })
    expect(User.parse(await next())).toMatchObject({ name: 'reader' })
    expect(CreatedKey.loose().parse(await next())).toHaveProperty('secret') // of an arena in development

    variables['KEY'] = CreatedKey.parse(await next()).secret!
    expect(await next()).toEqual({ bots: [] })
    variables['KEY_ID'] = CreatedKey.parse(await next()).id
    expect(await next()).toEqual({ bots: [] }) // signed
    expect(await next()).toMatchObject({ keys: [{ kind: 'signature', name: 'laptop' }, { kind: 'bearer' }] })
    expect(ApiKeyMeta.parse(await next()).revokedAt).not.toBeNull()

    const registered = Bot.parse(await next())
    expect(registered).toMatchObject({ name: 'Waveland', url: bot.url })
    variables['BOT_ID'] = registered.id
    expect(Bot.parse(await next())).toMatchObject({ ...registered, standing: { state: 'free' } })
    expect(Bot.parse(await next())).toMatchObject({ name: 'Wavedash', status: 'paused' })
    expect(Bot.parse(await next())).toMatchObject({ id: registered.id })
    // The bot was removed two steps before.
    expect(await next()).toMatchObject([{ code: 'not-found' }, { code: 'not-found' }])
    expect(PlatformKey.parse(await next())).toEqual({ publicKey: service.context.platformKey.publicKey })

    expect(await next()).toEqual([{ matches: [] }, { matches: [] }, { leaderboard: [] }])
    expect(await next()).toMatchObject({ code: 'not-found' }) // no match was played here
    expect(await next()).toMatchObject({ code: 'not-found' })
    expect(answers).toHaveLength(blocks.length)
  } finally {
    await rm(folder, { recursive: true })
  }
})
