/** `arena-kit check`: the deploy check of an arena, in words. */
import { BotConnectionError, checkBotUrl, deployCheck, reasonToRefuse } from '@arena/host'
import { createKeyPair } from '@arena/protocol'
import { adviceFor, describeSteps } from '../advice.ts'
import type { Terminal } from '../terminal.ts'
import { EXIT, exitsWith, newCommand, type AddCommand } from './command.ts'

export const addCheck: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'check', 'make the check that registering a bot makes')
    .argument('<url>', 'where the bot is')
    .option('--public', 'as an arena on the open internet: the URL has to be https, and its address a public one')
    .addHelpText(
      'after',
      `
Reaches a bot as an arena does before it registers it: looks up its address, asks for GET URL/ping, opens a WebSocket at
URL. Says what is wrong and what can be done about it.
${exitsWith('the bot does not pass')}`,
    )
    .action(action((url: string, options: { public?: true }) => check(url, options.public === true, terminal)))
}

/** The exit code. */
async function check(text: string, isPublic: boolean, terminal: Terminal): Promise<number> {
  const policy = { allowPrivate: !isPublic }
  let url
  try {
    url = checkBotUrl(text, policy)
  } catch (error) {
    if (!(error instanceof BotConnectionError)) throw error
    const advice = adviceFor('url', error.detail)
    terminal.print(`The URL ${text} ${error.detail}.`, '', advice)
    terminal.data({ url: text, ok: false, steps: [], advice })
    return EXIT.failed
  }
  terminal.print(`Reaching ${url.href} as an arena does before it registers a bot:`, '')
  const { ok, steps } = await deployCheck({ url, policy, platformKey: createKeyPair(), signal: terminal.signal })
  terminal.signal.throwIfAborted()
  terminal.print(...describeSteps(steps), '')
  const failed = steps.find((step) => !step.ok)
  terminal.data({ url: url.href, ok, steps, advice: failed ? adviceFor(failed.name, failed.received) : null })
  if (!ok) {
    terminal.print('The bot does not pass. An arena would not register it.')
    return EXIT.failed
  }
  terminal.print('The bot passes.')
  if (!isPublic && isPrivate(url, steps)) {
    terminal.print('An arena on the open internet may ask for more: see arena-kit check --public.')
  }
  return EXIT.ok
}

function isPrivate(url: URL, steps: readonly { readonly name: string; readonly received: string }[]): boolean {
  const addresses = steps.find(({ name }) => name === 'address')?.received.split(', ') ?? []
  return url.protocol === 'http:' || addresses.some((address) => reasonToRefuse(address) !== null)
}
