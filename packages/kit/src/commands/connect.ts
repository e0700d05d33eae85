/** `arena-kit connect`: bots on this machine play on the ladder, through a connection that goes out from here. */
import { CommandFailure, UsageError, exitsWith, newCommand } from '@arena/host/command-line'
import { BotVersion } from '@arena/protocol'
import { InvalidArgumentError } from 'commander'
import { noKey, openArena } from '../account/open-arena.ts'
import { asking } from '../account/session.ts'
import { botSource, type ProgramSource, type UrlSource } from '../arguments.ts'
import { ARENA_OPTION, arenaAddress } from '../arena-address.ts'
import { Connector } from '../connect/connector.ts'
import { LocalBots } from '../connect/local-bot.ts'
import { botName, namesFor, usualBot } from '../connect/names.ts'
import { rehearse } from '../connect/rehearsal.ts'
import { Stay } from '../connect/stay.ts'
import type { Terminal } from '../terminal.ts'
import { type AddCommand } from './command.ts'

interface ConnectOptions {
  readonly arena?: string
  readonly name?: readonly string[]
  readonly botVersion?: string
  readonly takeOver?: true
  readonly rehearse?: true
}

export const addConnect: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'connect', 'play on the ladder from this machine: no address is needed')
    .argument(
      '[bots...]',
      'programs, or URLs of bots that run on this machine (default: bot.ts, bot.js or bot.py here)',
    )
    .option(
      '--name <name>',
      'what the leaderboard shows; for several bots, once for each (default: the project, or the file)',
      collect,
    )
    .option(
      '--bot-version <version>',
      'what programs say of their version (default: ARENA_VERSION, else the commit, or a hash of the file)',
      botVersion,
    )
    .option(
      '--take-over',
      'also of a bot that is registered with an address of its own: it plays from here, with its rating',
    )
    .option('--rehearse', 'play one game that does not count, against a house bot of the arena, and leave')
    .option(...ARENA_OPTION, arenaAddress)
    .addHelpText(
      'after',
      `
Opens one connection to the arena, through which the arena reaches the bots: nothing has to be reachable from outside. A
bot is registered the first time, found again by its name from then on, and unpaused where it is paused. It plays until
Ctrl-C, match after match. A program that ends is started again. Where the connection is lost it is dialled again.

Ctrl-C pauses the bots, so that they are given no other match, plays the running match to its end, and leaves; the next
connect unpauses them. Ctrl-C again leaves at once: a match that runs is then lost.

With --rehearse each bot is paused, or registered and paused, and plays one whole game against a house bot on the
arena's machines, in room that the ladder leaves. It is unrated and in no list; the bot's page has its replay for a day.
Ctrl-C calls it off. The exit code is 1 as well where the bot forfeits.

Needs a key with bots.read and bots.write: see arena-kit login. A program is started with PORT, on which it has to
listen, and ARENA_BASE_URL, where it finds the key that the arena signs with.
${exitsWith('the arena refuses, or no bot is left')}`,
    )
    .action(action((texts: string[], options: ConnectOptions) => connect(sourcesOf(texts), options, terminal)))
}

function botVersion(text: string): string {
  const version = BotVersion.safeParse(text)
  if (!version.success) throw new InvalidArgumentError(version.error.issues[0]!.message)
  return version.data
}

const collect = (text: string, names: readonly string[] = []): string[] => [...names, botName(text)]

function sourcesOf(texts: readonly string[]): (ProgramSource | UrlSource)[] {
  const given = texts.length > 0 ? texts : [usualBot('.')]
  return given.map((text) => {
    if (text === null)
      throw new UsageError('which bot? There is no bot.ts, bot.js or bot.py here: name its file, or its URL.')
    const source = botSource(text)
    if (source.kind === 'own')
      throw new UsageError(`${source.name} is a bot of the kit, and plays in every arena already.`)
    if (source.kind === 'url' && /^(https|wss):/i.test(source.url)) {
      throw new UsageError(
        `${source.url}: connections come to the bot as they are, without TLS. Give its address on this machine, such as http://127.0.0.1:9000.`,
      )
    }
    return source
  })
}

/** The exit code. */
async function connect(
  sources: readonly (ProgramSource | UrlSource)[],
  { arena: given, name = [], botVersion: version, takeOver, rehearse: rehearses }: ConnectOptions,
  terminal: Terminal,
): Promise<number> {
  const names = namesFor(sources, name)
  const running = sources.find((source) => source.kind === 'url')
  if (version !== undefined && running !== undefined)
    throw new UsageError(`--bot-version: the bot at ${running.url} runs already, and says its version itself.`)
  // Calls go on after Ctrl-C: the bots are paused then.
  const arena = await openArena(given, new AbortController().signal)
  const { address, secret, client } = arena
  if (secret === null) throw new CommandFailure(noKey(address))
  return asking(address, async () => {
    // A key that does not do is told before anything is started.
    await client.listBots()
    const stay = new Stay(arena, terminal)
    await using locals = await LocalBots.start(
      sources.map((source, i) => ({
        source,
        name: names[i]!,
        version,
        address,
        terminal,
        onGivenUp: (why) => stay.givenUp(names[i]!, why),
      })),
    )
    await using connector = await Connector.open({
      address,
      secret,
      names,
      onConnection(of, stream) {
        locals.named(of).take(stream)
        stay.expectNews()
        stream.once('close', () => stay.expectNews())
      },
      onLost: (why, wasThere) => stay.lost(why, wasThere),
      onBack: (awayMs) => stay.back(awayMs),
      signal: terminal.signal,
    })
    const takesOver = takeOver === true
    // Awaited here: what is above ends with this block.
    if (rehearses === true) return await rehearse(connector, locals, { address, client, terminal, takesOver })
    return await stay.play(connector, locals, takesOver)
  })
}
