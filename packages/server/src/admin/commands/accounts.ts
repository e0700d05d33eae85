/** `arena-admin accounts` and `arena-admin keys` */
import { open, readFile, rm } from 'node:fs/promises'
import { wordsOf } from '@arena/protocol/words-of'
import { CommandFailure, newGroup } from '@arena/host/command-line'
import { z } from 'zod'
import { AccountFile } from '../../operators/account-file.ts'
import type { Row } from '../../operators/outcome.ts'
import { doAct, newAct, newCommand, newFinalAct, newList, reasonOf, withLink } from './command.ts'
import type { ActOptions, AddCommand, ListOptions } from './command.ts'

const ACCOUNT = 'its id, its e-mail address or its handle'

export const addAccounts: AddCommand = (program, admin) => {
  const { terminal } = admin
  const accounts = newGroup(program, 'accounts', 'list, disable, enable, delete, export and import accounts')
  newList(accounts, 'list', 'list accounts, newest first')
    .option('--find <text>', 'only those with a text in address or handle')
    .action(async ({ limit, ...filter }: ListOptions & { readonly find?: string }) => {
      const rows = await withLink(admin, (link) => link.read({ read: 'accounts', limit, ...filter }))
      terminal.table('accounts', rows, ['id', 'email', 'handle', 'createdAt', 'disabledAt', 'bots', 'keys'])
    })
  newAct(accounts, 'disable', 'disable an account: no sign-in, no keys, and its bots are paused')
    .argument('<account>', ACCOUNT)
    .action((account: string, options: ActOptions) =>
      doAct(admin, { act: 'account.disable', account }, options, { done: ({ id }) => `${String(id)} is disabled.` }),
    )
  newAct(accounts, 'enable', 'enable a disabled account: its bots stay paused until their owner unpauses them')
    .argument('<account>', ACCOUNT)
    .action((account: string, options: ActOptions) =>
      doAct(admin, { act: 'account.enable', account }, options, { done: ({ id }) => `${String(id)} is enabled.` }),
    )
  newFinalAct(accounts, 'delete', 'delete an account with its keys and bots; records of matches stay')
    .argument('<account>', ACCOUNT)
    .action((account: string, options: ActOptions) =>
      doAct(admin, { act: 'account.delete', account }, options, {
        announced: ({ id, bots }) =>
          `The account "${account}" (${String(id)}) will be deleted, with its keys and its bots (${String(bots)}).`,
        done: ({ id, bots }) => `${String(id)} is deleted, with ${String(bots)} bots.`,
      }),
    )
  newAct(accounts, 'export', 'write all that the arena holds of an account to a new file, as JSON')
    .argument('<account>', ACCOUNT)
    .argument('<file>', 'the file, which must not be there yet')
    .action(async (account: string, file: string, options: ActOptions) => {
      const reason = reasonOf(options, admin)
      await withLink(admin, (link) => writeAccount(file, () => link.act({ act: 'account.export', account }, reason)))
      terminal.data({ file })
      terminal.print(`The account is in ${file}, which only you can read.`)
    })
  newAct(accounts, 'import', 'make an account, with its bots, from a file of `export`')
    .argument('<file>', 'the file')
    .option('--with-keys', 'with its API keys too: only for a file that you exported yourself')
    .action(async (file: string, options: ActOptions & { readonly withKeys?: true }) => {
      const act = { act: 'account.import', file: await readAccount(file), withKeys: options.withKeys === true } as const
      await doAct(admin, act, options, {
        done: ({ id, bots, keys, changedNames }) =>
          `The account is ${String(id)}, with ${String(bots)} paused bots and ${String(keys)} keys.` +
          (changedNames === 0
            ? ''
            : ` Of their names, ${String(changedNames)} lost characters that names hold no longer.`),
      })
    })
}

export const addKeys: AddCommand = (program, admin) => {
  const keys = newGroup(program, 'keys', 'list and revoke API keys')
  newCommand(keys, 'list', 'list the keys of an account, newest first')
    .argument('<account>', ACCOUNT)
    .action(async (account: string) => {
      const rows = await withLink(admin, (link) => link.read({ read: 'keys', account }))
      admin.terminal.table('keys', rows, ['id', 'name', 'kind', 'scopes', 'createdAt', 'lastUsedAt', 'revokedAt'])
    })
  newFinalAct(keys, 'revoke', 'revoke a key')
    .argument('<key>', 'its id')
    .action((key: string, options: ActOptions) =>
      doAct(admin, { act: 'key.revoke', key }, options, {
        announced: ({ id, name, account }) =>
          `The key "${String(name)}" (${String(id)}) of ${String(account)} will be revoked.`,
        done: ({ id, account }) => `${String(id)} of ${String(account)} is revoked.`,
      }),
    )
}

/**
 * The file is made before the act: where it cannot be, nothing is logged. It is filled after the act, so no account is in a file
 * without a row in the log.
 */
async function writeAccount(file: string, act: () => Promise<Row>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    const text = `${JSON.stringify(await act(), null, 2)}\n`
    try {
      await handle.writeFile(text)
      await handle.sync()
    } catch (error) {
      throw new CommandFailure(`${file} cannot be written: ${wordsOf(error)}. It is removed; the log has the export.`)
    }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function readAccount(file: string): Promise<AccountFile> {
  try {
    const found = AccountFile.safeParse(JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, '')))
    if (found.success) return found.data
    throw new CommandFailure(`${file} does not hold an account:\n${z.prettifyError(found.error)}`)
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(`${file} cannot be read: ${wordsOf(error)}`)
  }
}
