/** `arena-kit keys`: the keys of the account. */
import { DEPLOY_SCOPES, KeyScope, type ApiKeyMeta } from '@arena/protocol'
import type { ArenaClient } from '@arena/sdk'
import { exitsWith, newCommand, newGroup } from '@arena/host/command-line'
import { InvalidArgumentError, type Command } from 'commander'
import { asOwner } from '../account/open-arena.ts'
import { ARENA_OPTION, arenaAddress } from '../arena-address.ts'
import type { Terminal } from '../terminal.ts'
import { columns } from '../words.ts'
import { refuseOthers, type AddCommand } from './command.ts'

interface ArenaOption {
  readonly arena?: string
}

export const addKeys: AddCommand = (program, { terminal, action }) => {
  const keys = newGroup(program, 'keys', 'list, create and revoke keys of the account')
  newCommand(keys, 'list', 'list the keys, newest first; so does keys alone', true)
    .option(...ARENA_OPTION, arenaAddress)
    .addHelpText('after', exitsWith('the arena refuses'))
    .allowExcessArguments()
    .action(
      action(({ arena: given }: ArenaOption, command: Command) => {
        refuseOthers('keys', command)
        return asOwner(given, terminal, ({ client }) => list(client, terminal))
      }),
    )
  newCommand(keys, 'create', 'create a bearer key and print its secret, which is shown this once')
    .argument('<name>', 'what you call it, such as "deploy"')
    .option('--scopes <list>', `some of ${KeyScope.options.join(', ')}`, scopeList, DEPLOY_SCOPES)
    .option(...ARENA_OPTION, arenaAddress)
    .addHelpText('after', exitsWith('the arena refuses'))
    .action(
      action((name: string, { arena: given, scopes }: ArenaOption & { readonly scopes: readonly KeyScope[] }) =>
        asOwner(given, terminal, ({ client }) => create(client, { name, scopes }, terminal)),
      ),
    )
  newCommand(keys, 'revoke', 'revoke a key: it stops working at once')
    .argument('<id>', 'of the key, key_…')
    .option(...ARENA_OPTION, arenaAddress)
    .addHelpText('after', exitsWith('the arena refuses'))
    .action(
      action((id: string, { arena: given }: ArenaOption) =>
        asOwner(given, terminal, ({ client }) => revoke(client, id, terminal)),
      ),
    )
}

async function list(client: ArenaClient, terminal: Terminal): Promise<void> {
  const { keys } = await client.listKeys()
  terminal.data({ keys })
  if (keys.length === 0) terminal.print('There is no key.')
  else terminal.print(...columns([['id', 'name', 'kind', 'scopes', 'last used', ''], ...keys.map(row)]))
}

function row({ id, name, kind, scopes, lastUsedAt, revokedAt }: ApiKeyMeta): string[] {
  return [id, name, kind, scopes.join(' '), lastUsedAt?.slice(0, 10) ?? 'never', revokedAt === null ? '' : 'revoked']
}

async function create(
  client: ArenaClient,
  { name, scopes }: { readonly name: string; readonly scopes: readonly KeyScope[] },
  terminal: Terminal,
): Promise<void> {
  const key = await client.createKey({ kind: 'bearer', name, scopes: [...scopes] })
  terminal.data(key)
  terminal.print(key.secret!)
  if (!terminal.isJson) terminal.note(`${key.id}: ${scopes.join(', ')}. The secret above is shown this once.`)
}

async function revoke(client: ArenaClient, id: string, terminal: Terminal): Promise<void> {
  const key = await client.revokeKey({ id })
  terminal.data(key)
  terminal.print(`${key.name} (${key.id}) is revoked.`)
}

function scopeList(text: string): KeyScope[] {
  return text.split(/[\s,]+/).map((name) => {
    const scope = KeyScope.safeParse(name)
    if (!scope.success) throw new InvalidArgumentError(`"${name}" is none of ${KeyScope.options.join(', ')}.`)
    return scope.data
  })
}
