/** What a wire without a delay adds to a round trip: it is a stop on the way. Measured, as it depends on the machine. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Wire } from './wire.ts'

const ROUNDS = 40
/** Between two round trips a machine goes to sleep, as it does between two frames. */
const REST_MS = 8

/** In milliseconds: the median of round trips through a wire to an echo on this machine, less that of those past it. */
export async function ownDelayMs(): Promise<number> {
  const echo = createServer({ noDelay: true }, (socket) => void socket.on('error', () => {}).pipe(socket))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const { port } = echo.address() as AddressInfo
  await using wire = await Wire.open({ host: '127.0.0.1', port, seed: 0 })
  const sockets = [port, wire.port].map((to) => connect({ port: to, host: '127.0.0.1', noDelay: true }))
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      for (const [way, socket] of sockets.entries()) {
        await sleep(REST_MS)
        times[way]!.push(await roundTripMs(socket))
      }
    }
    const [past, through] = times.map(median) as [number, number]
    return Math.max(0, through - past)
  } finally {
    for (const socket of sockets) socket.destroy()
    echo.close()
  }
}

async function roundTripMs(socket: Socket): Promise<number> {
  const sentAt = performance.now()
  socket.write('x')
  await once(socket, 'data')
  return performance.now() - sentAt
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
