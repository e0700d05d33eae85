/** `arena-kit check`: the deploy check of an arena, in words. */
import { BotConnectionError, checkBotUrl, deployCheck, reasonToRefuse } from '@arena/host'
import { createKeyPair } from '@arena/protocol'
import { adviceFor, describeSteps } from './advice.ts'
import type { Terminal } from './terminal.ts'

/** The exit code. */
export async function check(text: string, isPublic: boolean, terminal: Terminal): Promise<number> {
  const policy = { allowPrivate: !isPublic }
  let url
  try {
    url = checkBotUrl(text, policy)
  } catch (error) {
    if (!(error instanceof BotConnectionError)) throw error
    terminal.print(`The URL ${text} ${error.detail}.`, '', adviceFor('url', error.detail))
    return 1
  }
  terminal.print(`Reaching ${url.href} as an arena does before it registers a bot:`, '')
  const { ok, steps } = await deployCheck({ url, policy, platformKey: createKeyPair(), signal: terminal.signal })
  terminal.signal.throwIfAborted()
  terminal.print(...describeSteps(steps), '')
  if (!ok) {
    terminal.print('The bot does not pass. An arena would not register it.')
    return 1
  }
  terminal.print('The bot passes.')
  if (!isPublic && isPrivate(url, steps)) {
    terminal.print('An arena on the open internet may ask for more: see arena-kit check --public.')
  }
  return 0
}

function isPrivate(url: URL, steps: readonly { readonly name: string; readonly received: string }[]): boolean {
  const addresses = steps.find(({ name }) => name === 'address')?.received.split(', ') ?? []
  return url.protocol === 'http:' || addresses.some((address) => reasonToRefuse(address) !== null)
}
