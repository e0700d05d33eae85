/** A host process of a simulated machine: the service's own host, with its orders and reports over a channel to the arena. */
import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { HostInit } from '../../../../host/src/hosts/host-main.ts'
import { Host } from '../../../../host/src/hosts/host.ts'
import { FastClock } from '../../../../host/src/match/clock.ts'
import type { Dial } from '../../../../host/src/match/bot-link.ts'
import type { HostCommand, HostEvent } from '../../../../host/src/order.ts'
import type { Process } from '../kernel/kernel.ts'

const CHANNEL_MS = 0.1

export function startHost(parent: Process, child: Process, dial: Dial): ChildProcess {
  let host: Host | null = null
  let isDisconnected = false
  const channel = Object.assign(new EventEmitter(), {
    pid: 1,
    exitCode: null as number | null,
    signalCode: null as string | null,
    send(message: HostInit | HostCommand) {
      child.after(CHANNEL_MS, () => receive(message))
    },
    kill: () => child.die(),
  })
  const send = (event: HostEvent) => void parent.after(CHANNEL_MS, () => channel.emit('message', event))
  const stop = async () => {
    await host?.stop()
    channel.exitCode = 0
    child.die()
  }
  const receive = (message: HostInit | HostCommand) => {
    if ('engine' in message) {
      const { engine, replayDir, timing, loadMs } = message
      host = new Host({ dial, clock: new FastClock(), engine, replayDir, timing, loadMs }, send)
    } else if (message.type === 'stop') void stop()
    else host?.handle(message)
  }
  child.died.push(() => {
    if (channel.exitCode === null) channel.signalCode = 'SIGKILL'
    parent.after(CHANNEL_MS, () => {
      channel.emit('disconnect')
      channel.emit('exit')
    })
  })
  parent.died.push((isHeard) => {
    if (isDisconnected || !isHeard) return
    isDisconnected = true
    child.after(CHANNEL_MS, () => void stop())
  })
  return channel as unknown as ChildProcess
}
