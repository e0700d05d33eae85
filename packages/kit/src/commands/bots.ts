/** `arena-kit bots`: the bots of the account. */
import { setTimeout as sleep } from 'node:timers/promises'
import { BotUrl, type Bot, type UpdateBot } from '@arena/protocol'
import { ArenaProblem, type ArenaClient } from '@arena/sdk'
import { CommandFailure, exitsWith, newCommand, newGroup } from '@arena/host/command-line'
import { InvalidArgumentError, type Command } from 'commander'
import { checked } from '../account/checked.ts'
import { asOwner } from '../account/open-arena.ts'
import { ARENA_OPTION, arenaAddress } from '../arena-address.ts'
import type { Terminal } from '../terminal.ts'
import { columns } from '../words.ts'
import { refuseOthers, type AddCommand } from './command.ts'

/** How often it is looked whether a match has ended. */
const LOOK_MS = 2_000

const BOT = 'its id, or its name where no other bot of yours has it'

interface Options {
  readonly arena?: string
}

export const addBots: AddCommand = (program, { terminal, action }) => {
  const bots = newGroup(program, 'bots', 'list, register, pause, move and remove bots of the account')
  ofArena(bots, 'list', 'list the bots, oldest first; so does bots alone', true)
    .allowExcessArguments()
    .action(
      action(({ arena }: Options, command: Command) => {
        refuseOthers('bots', command)
        return asOwner(arena, terminal, ({ client }) => list(client, terminal))
      }),
    )
  ofArena(bots, 'register', 'register a bot: it is checked, and seated from the next tick on')
    .argument('<name>', 'what the leaderboard shows')
    .argument('<url>', 'where the bot is', botUrl)
    .action(
      action((name: string, url: string, { arena }: Options) =>
        asOwner(arena, terminal, ({ client }) => register(client, name, url, terminal)),
      ),
    )
  ofArena(bots, 'pause', 'pause a bot: it finishes its match and is given no other')
    .argument('<bot>', BOT)
    .option('--wait', 'return when its match has ended')
    .action(
      action((bot: string, { arena, wait }: Options & { readonly wait?: true }) =>
        asOwner(arena, terminal, ({ client }) => pause(client, bot, wait === true, terminal)),
      ),
    )
  ofArena(bots, 'unpause', 'unpause a bot: it is seated again')
    .argument('<bot>', BOT)
    .action(
      action((bot: string, { arena }: Options) =>
        asOwner(arena, terminal, ({ client }) => change(client, bot, { status: 'active' }, terminal)),
      ),
    )
  ofArena(bots, 'move', 'give a bot another URL, which is checked first')
    .argument('<bot>', BOT)
    .argument('<url>', 'where the bot is now', botUrl)
    .action(
      action((bot: string, url: string, { arena }: Options) =>
        asOwner(arena, terminal, ({ client }) => change(client, bot, { url }, terminal)),
      ),
    )
  ofArena(bots, 'rename', 'give a bot another name')
    .argument('<bot>', BOT)
    .argument('<name>', 'what the leaderboard shows from now on')
    .action(
      action((bot: string, name: string, { arena }: Options) =>
        asOwner(arena, terminal, ({ client }) => change(client, bot, { name }, terminal)),
      ),
    )
  ofArena(bots, 'remove', 'remove a bot: its matches stay, and it leaves the leaderboard')
    .argument('<bot>', BOT)
    .action(
      action((bot: string, { arena }: Options) =>
        asOwner(arena, terminal, ({ client }) => remove(client, bot, terminal)),
      ),
    )
}

const ofArena = (parent: Command, name: string, summary: string, isDefault = false): Command =>
  newCommand(parent, name, summary, isDefault)
    .option(...ARENA_OPTION, arenaAddress)
    .addHelpText('after', exitsWith('the arena refuses'))

async function list(client: ArenaClient, terminal: Terminal): Promise<void> {
  const { bots } = await client.listBots()
  terminal.data({ bots })
  if (bots.length === 0) terminal.print('There is no bot: register one with arena-kit bots register NAME URL.')
  else terminal.print(...columns([['id', 'name', 'status', 'url'], ...bots.map(row)]))
}

/** An arena of an older version knows the status alone. */
const row = ({ id, name, status, url, standing }: Bot): string[] => [id, name, standing?.label ?? status, url]

async function register(client: ArenaClient, name: string, url: string, terminal: Terminal): Promise<void> {
  terminal.show(`the arena reaches ${url}`)
  const bot = await checked(url, () => client.registerBot({ name, mode: 'live', url }))
  terminal.data(bot)
  terminal.print(`${bot.name} is registered as ${bot.id}, and is seated from the next tick on.`)
  const bots = await readable(client)
  const waiting = bots.find(({ id }) => id === bot.id)?.standing?.waiting
  if (waiting) terminal.print(waiting.says)
  for (const other of bots.filter((each) => isLike(each, bot))) terminal.note(describeLike(other, bot))
}

/** With the name or the URL of a new bot. */
const isLike = ({ id, name, url }: Bot, bot: Bot): boolean => id !== bot.id && (name === bot.name || url === bot.url)

/** The bots of the account, where the key may list them. */
async function readable(client: ArenaClient): Promise<Bot[]> {
  try {
    return (await client.listBots()).bots
  } catch (error) {
    // A key may register bots and not list them.
    if (error instanceof ArenaProblem && error.scope !== undefined) return []
    throw error
  }
}

function describeLike(other: Bot, { id, name, url }: Bot): string {
  const same = [...(other.name === name ? ['name'] : []), ...(other.url === url ? ['URL'] : [])].join(' and ')
  const what =
    other.url === url
      ? 'One program then plays for both, each with a rating of its own.'
      : 'Only their ids tell them apart.'
  return `Warning: ${other.id} (${other.name}, ${other.status}) has the same ${same}. ${what} To undo it: arena-kit bots remove ${id}`
}

async function pause(client: ArenaClient, text: string, isAwaited: boolean, terminal: Terminal): Promise<void> {
  const { id } = await find(client, text)
  const bot = await client.updateBot({ id, status: 'paused' })
  if (isAwaited) await untilIdle(client, bot, terminal)
  terminal.data(bot)
  terminal.print(`${bot.name} is paused.`)
}

async function untilIdle(client: ArenaClient, { id, name }: Bot, terminal: Terminal): Promise<void> {
  while (await isPlaying(client, id)) {
    terminal.show(`${name} finishes its match`)
    await sleep(LOOK_MS, null, { signal: terminal.signal })
  }
}

async function isPlaying(client: ArenaClient, id: string): Promise<boolean> {
  const { matches } = await client.listLiveMatches()
  return matches.some(({ players }) => players.some(({ botId }) => botId === id))
}

async function change(client: ArenaClient, text: string, what: UpdateBot, terminal: Terminal): Promise<void> {
  const { id } = await find(client, text)
  const bot = await checked(what.url ?? '', () => client.updateBot({ id, ...what }))
  terminal.data(bot)
  terminal.print(`${bot.name} is ${bot.status}, at ${bot.url}.`)
}

async function remove(client: ArenaClient, text: string, terminal: Terminal): Promise<void> {
  const bot = await client.removeBot(await find(client, text))
  terminal.data(bot)
  terminal.print(`${bot.name} (${bot.id}) is removed.`)
}

async function find(client: ArenaClient, text: string): Promise<{ readonly id: string }> {
  const { bots } = await client.listBots()
  const found = bots.filter(({ id, name }) => id === text || name === text)
  if (found.length === 1) return { id: found[0]!.id }
  if (found.length > 1)
    throw new CommandFailure(`${found.length} bots of yours are called "${text}": name one by its id.`)
  const names = bots.map(({ name }) => name).join(', ')
  throw new CommandFailure(
    `No bot of yours is "${text}". ${names === '' ? 'There is none yet.' : `There are ${names}.`}`,
  )
}

function botUrl(text: string): string {
  const url = BotUrl.safeParse(text)
  if (url.success) return url.data
  throw new InvalidArgumentError(url.error.issues[0]!.message)
}
