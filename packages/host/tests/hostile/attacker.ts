/**
 * Bots as a process of its own, so that what they cost is not their host's: it gets attacks by name, and answers their
 * URLs.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { TestBot } from '../play-kit.ts'
import { ATTACKS, seeded } from './attacks.ts'

export interface Challenge {
  readonly names: readonly string[]
  readonly seed: number
}

export interface Stands {
  /** The URLs of the attacks, in the order of their names. */
  readonly urls: readonly string[]
  /** The URL of a bot that plays as it should, in all matches that it is seated in. */
  readonly calm: string
}

async function stand({ names, seed }: Challenge): Promise<void> {
  const calm = await TestBot.listen()
  const urls: string[] = []
  for (const name of names) {
    const attack = ATTACKS.find((each) => each.name === name)!
    const random = seeded(seed)
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {})
      attack.meet(socket, random)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }
  process.send!({ urls, calm: calm.url } satisfies Stands)
}

process.once('message', (challenge: Challenge) => void stand(challenge))
process.once('disconnect', () => process.exit())
