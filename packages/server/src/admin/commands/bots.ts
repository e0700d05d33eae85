/** `arena-admin bots` */
import { newGroup } from '@arena/host/command-line'
import { doAct, newAct, newFinalAct, newList, withLink } from './command.ts'
import type { ActOptions, AddCommand, ListOptions } from './command.ts'

const BOT = 'its id, or its name where no other bot has it'

export const addBots: AddCommand = (program, admin) => {
  const bots = newGroup(program, 'bots', 'list, disable, enable and delete bots')
  newList(bots, 'list', 'list bots, newest first')
    .option('--account <account>', 'only those of an account: id, address or handle')
    .option('--find <text>', 'only those with a text in their name')
    .action(async ({ limit, ...filter }: ListOptions & { readonly account?: string; readonly find?: string }) => {
      const rows = await withLink(admin, (link) => link.read({ read: 'bots', limit, ...filter }))
      admin.terminal.table('bots', rows, ['id', 'name', 'status', 'handle', 'email', 'rating', 'games', 'match'])
    })
  newAct(bots, 'disable', 'disable a bot: it finishes its match, is seated no more, and its owner cannot unpause it')
    .argument('<bot>', BOT)
    .action((bot: string, options: ActOptions) =>
      doAct(admin, { act: 'bot.disable', bot }, options, {
        done: ({ id, name }) => `${String(name)} (${String(id)}) is disabled.`,
      }),
    )
  newAct(bots, 'enable', 'enable a disabled bot: it stays paused until its owner unpauses it')
    .argument('<bot>', BOT)
    .action((bot: string, options: ActOptions) =>
      doAct(admin, { act: 'bot.enable', bot }, options, {
        done: ({ id, name, status }) => `${String(name)} (${String(id)}) is enabled, and ${String(status)}.`,
      }),
    )
  newFinalAct(bots, 'delete', 'delete a bot: it finishes its match and leaves the leaderboard; its matches stay')
    .argument('<bot>', BOT)
    .action((bot: string, options: ActOptions) =>
      doAct(admin, { act: 'bot.delete', bot }, options, {
        announced: ({ id, name }) => `The bot "${String(name)}" (${String(id)}) will be deleted.`,
        done: ({ id, name }) => `${String(name)} (${String(id)}) is deleted.`,
      }),
    )
}
