/** `connect --rehearse`: each bot plays a game that does not count, from here and on the arena's own machines, and is told how it went. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bot, Rehearsal } from '@arena/protocol'
import { stageName } from '@arena/slp'
import { EXIT } from '@arena/host/command-line'
import type { Arena } from '../account/open-arena.ts'
import type { Terminal } from '../terminal.ts'
import type { Connector } from './connector.ts'
import type { LocalBots } from './local-bot.ts'
import { enter } from './registration.ts'
import { describeRehearsed, describeWay } from './words.ts'

const LOOK_MS = 1_000

interface Rehearsing extends Pick<Arena, 'address' | 'client'> {
  readonly terminal: Terminal
  readonly takesOver: boolean
}

/** One after the other: an account has one rehearsal at a time. The exit code: failed where a bot forfeited, or its game was broken off. */
export async function rehearse(connector: Connector, locals: LocalBots, options: Rehearsing): Promise<number> {
  const { address, client, terminal, takesOver } = options
  let code: number = EXIT.ok
  for (const relay of connector.relays) {
    terminal.show(`the arena reaches ${relay.name}`)
    const { path } = locals.named(relay.name)
    const { bot } = await enter(client, { relay, path, takesOver, plays: false })
    terminal.print(`paused    ${bot.name} (${bot.id}) is given no match; it rehearses at ${address}.`)
    const since = performance.now()
    const ended = await followed(bot, options)
    if (ended === null) return EXIT.interrupted
    const way = describeWay(ended, ended.port ?? 0, connector.roundTripMs(since), ended.receipt)
    terminal.data({ event: 'rehearsed', bot: bot.id, rehearsal: ended })
    terminal.print(`result    ${describeRehearsed(ended, bot.name)}: ${address}/b/${bot.id}`)
    if (way !== null) terminal.print(`          ${way}`)
    for (const { says, advice } of ended.receipt?.causes ?? []) terminal.print(`          ${says} ${advice}`)
    if (ended.status === 'aborted' || ended.summary?.endReason === 'forfeit') code = EXIT.failed
  }
  return code
}

/** The rehearsal of a bot as it ended; null where Ctrl-C called it off. */
async function followed({ id, name }: Bot, { client, terminal }: Rehearsing): Promise<Rehearsal | null> {
  const { signal } = terminal
  let rehearsal = await client.rehearseBot({ id })
  let told = ''
  while (rehearsal.status === 'waiting' || rehearsal.status === 'running') {
    const news = describeState(rehearsal, name)
    if (news !== told) {
      terminal.data({ event: 'rehearses', bot: id, rehearsal })
      terminal.print(news)
    }
    told = news
    try {
      await sleep(LOOK_MS, null, { signal })
    } catch {
      await client.callOffRehearsal({ id })
      terminal.data({ event: 'left' })
      terminal.print(`left      The rehearsal of ${name} is called off, and the bot stays paused.`)
      return null
    }
    rehearsal = await client.getRehearsal({ id })
  }
  return rehearsal
}

function describeState({ status, ahead, opponent, stage, detail }: Rehearsal, name: string): string {
  if (status === 'waiting') {
    const before = ahead === 0 ? 'it is the next' : `${ahead} ${ahead === 1 ? 'waits' : 'wait'} before it`
    const again = detail === null ? '' : ` ${detail}`
    return `waits     ${name}: for room that the ladder leaves; ${before}.${again}`
  }
  const where = stage === null ? '' : ` on ${stageName(stage)}`
  return `begins    ${name} against ${opponent?.name ?? 'a house bot'}${where}. It does not count.`
}
