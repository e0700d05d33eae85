import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { afterRunning, Watchdog } from './watchdog.ts'

describe('a watchdog that did not run itself ends no process', () => {
  test('silence counts while the watcher looks', () => {
    const watchdog = new Watchdog(1_000, 0)
    for (let now = 1_000; now <= 7_000; now += 1_000) expect(watchdog.silentMs(now)).toBe(now)
  })

  test('what was heard ends it', () => {
    const watchdog = new Watchdog(1_000, 0)
    expect(watchdog.silentMs(900)).toBe(900)
    watchdog.heard(1_500)
    expect(watchdog.silentMs(2_000)).toBe(500)
  })

  test('a minute in which the watchdog was stopped counts as at most two intervals', () => {
    const watchdog = new Watchdog(1_000, 0)
    expect(watchdog.silentMs(1_000)).toBe(1_000)
    expect(watchdog.silentMs(61_000)).toBe(3_000)
    // From then on it has the whole rest of its time.
    expect(watchdog.silentMs(62_000)).toBe(4_000)
  })
})

describe('a deadline in time that ran', () => {
  const stall = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

  test('is over after its time', async () => {
    await new Promise<void>((resolve) => afterRunning(20, resolve))
  })

  test('is not over by a stall alone: what came meanwhile is read first', async () => {
    const order: string[] = []
    const over = new Promise<void>((resolve) =>
      afterRunning(600, () => {
        order.push('deadline')
        resolve()
      }),
    )
    setTimeout(() => {
      stall(2_000)
      // Stands for a message that waited in the socket.
      setImmediate(() => order.push('message'))
    }, 10)
    await over
    expect(order).toEqual(['message', 'deadline'])
  })

  test('nor by a stall just before its end: what waits in a socket is read first', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [receiver] = (await once(server, 'connection')) as [Socket]
    const order: string[] = []
    receiver.on('data', () => order.push('message'))
    await new Promise<void>((resolve) => {
      afterRunning(300, () => {
        order.push('deadline')
        resolve()
      })
      setTimeout(() => {
        sender.write('pick')
        stall(800)
      }, 270)
    })
    expect(order).toEqual(['message', 'deadline'])
    sender.destroy()
    server.close()
  })

  test('can be called off, even by what was read at its very end', async () => {
    let called = false
    afterRunning(5, () => (called = true))()
    await new Promise<void>((resolve) => afterRunning(30, resolve))
    expect(called).toBe(false)
  })
})
