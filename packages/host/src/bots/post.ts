/** Requests to a URL that an owner has named and that is no bot, by all rules of a connection to one. */
import type { ConnectOptions } from './connect-options.ts'
import { exchange, readBeginning, routeTo, within } from './connection.ts'

export interface PostAnswer {
  readonly status: number
  /** Its beginning: at most `ANSWER_BYTES` bytes. */
  readonly text: string
}

/** As much as is kept of an answer. */
const ANSWER_BYTES = 1024

/** Sends a body, and reads how the answer begins. A `BotConnectionError` where none comes. */
export function post(
  url: URL,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  options: ConnectOptions,
): Promise<PostAnswer> {
  return within(options, async (signal) => {
    const route = await routeTo(url, options, signal)
    const request = { route, url, step: 'post', method: 'POST', headers, body } as const
    return exchange(request, options, signal, async (response) => ({
      status: response.statusCode ?? 0,
      text: (await readBeginning(response, ANSWER_BYTES)).toString('utf8'),
    }))
  })
}

/** Looks up where a URL leads, and sends nothing. A `BotConnectionError` where it leads nowhere, or to no allowed address. */
export async function checkReach(url: URL, options: ConnectOptions): Promise<void> {
  await within(options, (signal) => routeTo(url, options, signal))
}
