/** A request of exactly these header lines, which neither `fetch` nor Node's own client would send. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export type HeaderLines = readonly (readonly [name: string, value: string])[]

export interface RawRequest {
  readonly method?: string
  readonly version?: string
  readonly lines: HeaderLines
  readonly body?: string
}

export async function rawAsk(url: string, { method = 'GET', version = '1.1', lines, body = '' }: RawRequest) {
  const { port, pathname, search } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const all = [...lines, ...(body === '' ? [] : [['content-length', String(Buffer.byteLength(body))]])]
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`${method} ${pathname}${search} HTTP/${version}\r\n${head.join('')}connection: close\r\n\r\n${body}`)
  const [top, answer] = (await text(socket)).split('\r\n\r\n') as [string, string]
  const [status, ...answered] = top.split('\r\n')
  const pairs = answered.map((line) => line.split(/: (.*)/s, 2) as [string, string])
  return new Response(answer, { status: Number(status!.split(' ')[1]), headers: pairs })
}
