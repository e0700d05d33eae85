/** `arena-kit login` and `logout`: a key of the account, kept for the other commands. */
import { hostname } from 'node:os'
import { Email, Handle, type KeyScope } from '@arena/protocol'
import { ArenaClient, ArenaProblem } from '@arena/sdk'
import { CommandFailure, EXIT, UsageError, exitsWith, newCommand } from '@arena/host/command-line'
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { z } from 'zod'
import { ask } from '../account/ask.ts'
import { keepKey, keyFilePath, storedKey } from '../account/key-file.ts'
import { asking, openSession, type Session } from '../account/session.ts'
import { arenaAddress, whichArena } from '../arena-address.ts'
import type { Terminal } from '../terminal.ts'
import { type AddCommand } from './command.ts'

/** All that the kit's commands need; a key cannot delete its account. */
const SCOPES: readonly KeyScope[] = ['bots.read', 'bots.write', 'keys.read', 'keys.write', 'account.read']

interface LoginOptions {
  readonly email?: string
  readonly code?: string
  readonly handle?: string
  readonly key?: true
}

export const addLogin: AddCommand = (program, { terminal, action }) => {
  ofArena(program, 'login', 'sign in to an arena, and keep a key for the other commands')
    .addOption(new Option('--email <address>', 'of the account (default: asked for)').argParser(valid(Email)))
    .option('--code <digits>', 'of a mail that was sent before: sends no other', sixDigits)
    .addOption(new Option('--handle <name>', 'of a new account (default: asked for)').argParser(valid(Handle)))
    .option('--key', 'keep a bearer key instead, which is read from standard input')
    .addHelpText(
      'after',
      `
The arena sends a mail with a code of six digits; a new address becomes a new account. With the code the kit makes a key
and keeps it in ${keyFilePath()}, which only you can read. Another arena's key stays beside it.

In a pipeline no login is needed: the commands take a key from the environment variable ARENA_KEY.
${exitsWith('the arena refuses')}`,
    )
    .action(action((given: string | undefined, options: LoginOptions) => login(addressOf(given), options, terminal)))
  ofArena(program, 'logout', 'revoke the key that login has kept, and forget it')
    .addHelpText('after', exitsWith('there is no key'))
    .action(action((given: string | undefined) => logout(addressOf(given), terminal)))
}

const ofArena = (program: Command, name: string, summary: string): Command =>
  newCommand(program, name, summary).argument(
    '[arena]',
    'its address (default: ARENA_URL, or the arena that this kit comes from)',
    arenaAddress,
  )

function addressOf(given: string | undefined): string {
  const arena = whichArena(given)
  if (arena === null) throw new UsageError('which arena? Name its address, as in arena-kit login http://127.0.0.1:8080')
  return arena
}

async function login(arena: string, options: LoginOptions, terminal: Terminal): Promise<number> {
  if (isOpenToReaders(arena)) {
    terminal.note(`${arena} is not encrypted: whoever is on the way can read the code and the key.`)
  }
  // Written as they are: where that fails, no key is made that nobody keeps.
  const before = await storedKey(arena)
  await keepKey(arena, before)
  if (options.key === true) return keepGiven(arena, await ask('', terminal.signal), terminal)
  const email = options.email ?? (await answerTo('E-mail address: ', Email, terminal))
  if (options.code === undefined) {
    await asking(arena, () => new ArenaClient({ baseUrl: arena, signal: terminal.signal }).requestSignIn({ email }))
    terminal.print(`A mail with a code is on its way to ${email}.`)
  }
  const code = options.code ?? sixDigits(await ask('Code: ', terminal.signal))
  const { signal } = terminal
  return asking(arena, async () => {
    await using session = await openSession(arena, email, code, signal)
    const handle = session.user.name || (await chooseHandle(session, options.handle, terminal))
    const name = `arena-kit on ${hostname()}`.slice(0, 64)
    const { id, secret } = await session.client.createKey({ kind: 'bearer', name, scopes: [...SCOPES] })
    try {
      await keepKey(arena, { keyId: id, secret: secret!, email })
    } catch (error) {
      const isRevoked = await isDone(session.client.revokeKey({ id }))
      if (isRevoked || !(error instanceof CommandFailure)) throw error
      throw new CommandFailure(`${error.message}. It could not be revoked either: do that at ${arena}/account.`)
    }
    // Only one is used; the older one would stay valid for nobody.
    if (before !== null) await session.client.revokeKey({ id: before.keyId }).catch(() => {})
    terminal.print(`Signed in to ${arena} as @${handle}.`)
    terminal.data({ arena, email, handle, keyId: id })
    return EXIT.ok
  })
}

async function chooseHandle({ client }: Session, given: string | undefined, terminal: Terminal): Promise<string> {
  const handle = given ?? (await answerTo('Name on the leaderboard: ', Handle, terminal))
  const { name } = await client.setHandle({ handle })
  return name
}

async function keepGiven(arena: string, secret: string, terminal: Terminal): Promise<number> {
  const client = new ArenaClient({ baseUrl: arena, auth: { bearer: secret }, signal: terminal.signal })
  // A key need not have the scope for anything: that it is known is what counts.
  await asking(arena, () => client.listBots().catch(ignoreScope))
  await keepKey(arena, { keyId: '', secret, email: '' })
  terminal.print(`The key for ${arena} is kept.`)
  terminal.data({ arena })
  return EXIT.ok
}

/** An arena says which scope a key lacks where it knows the key. */
function ignoreScope(error: unknown): void {
  if (!(error instanceof ArenaProblem) || error.scope === undefined) throw error
}

async function logout(arena: string, terminal: Terminal): Promise<number> {
  const key = await storedKey(arena)
  if (key === null) throw new CommandFailure(`There is no key for ${arena}.`)
  const { keyId, secret } = key
  const isRevoked =
    keyId !== '' &&
    (await isDone(
      new ArenaClient({ baseUrl: arena, auth: { bearer: secret }, signal: terminal.signal }).revokeKey({ id: keyId }),
    ))
  await keepKey(arena, null)
  terminal.print(
    isRevoked
      ? `Signed out of ${arena}: the key is revoked.`
      : `The key for ${arena} is forgotten. It could not be revoked: do that at ${arena}/account.`,
  )
  terminal.data({ arena, isRevoked })
  return EXIT.ok
}

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** Plain HTTP to a host that is not this machine. */
function isOpenToReaders(arena: string): boolean {
  const { protocol, hostname: host } = new URL(arena)
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)
}

async function answerTo(question: string, schema: z.ZodType<string>, terminal: Terminal): Promise<string> {
  const answer = schema.safeParse(await ask(question, terminal.signal))
  if (answer.success) return answer.data
  throw new UsageError(answer.error.issues[0]!.message)
}

function sixDigits(text: string): string {
  const code = text.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(code)) return code
  throw new InvalidArgumentError('The code has six digits.')
}

const valid =
  (schema: z.ZodType<string>) =>
  (text: string): string => {
    const read = schema.safeParse(text)
    if (read.success) return read.data
    throw new InvalidArgumentError(read.error.issues[0]!.message)
  }
