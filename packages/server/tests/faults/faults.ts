/**
 * The faults: each is injected into a world in which games are being played, and leaves the world as an operator's
 * supervisor would: what has to be started again is started again.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readdirSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { send } from './program.ts'
import type { World, WorldBot } from './world.ts'

export interface Fault {
  readonly name: string
  /** What it needs of the world beyond an arena. */
  readonly needs?: 'postgresql' | 'small-disk'
  /** Whether the arena itself may end by it. Any other end of the arena is a finding. */
  readonly endsArena?: boolean
  readonly inject: (world: World, chance: Chance) => Promise<void>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Until a game is in play, with both bots in it. */
async function inPlay(world: World): Promise<string> {
  return world.until('a game in play', () => world.playing()[0]?.matchId ?? null)
}

async function oneOf(pids: () => number[], what: string, world: World, chance: Chance): Promise<number> {
  await inPlay(world)
  return world.until(what, () => {
    const all = pids()
    return all.length === 0 ? null : chance.one(all, what)
  })
}

const anEngine = (world: World, chance: Chance) => oneOf(() => world.program.engines(), 'an engine', world, chance)
const aHost = (world: World, chance: Chance) => oneOf(() => world.program.hosts(), 'a host', world, chance)

/** Stops a process for a while; one that its watcher ends meanwhile is none of ours. */
async function stall(pid: number, ms: number): Promise<void> {
  send(pid, 'SIGSTOP')
  await sleep(ms)
  send(pid, 'SIGCONT')
}

async function behave(world: World, chance: Chance, ms: number, change: (bot: WorldBot) => () => void): Promise<void> {
  const bots = chance.between(0, 3, 'how many') === 0 ? world.bots : [chance.one(world.bots, 'bot')]
  const undo = bots.map(change)
  await sleep(ms)
  for (const restore of undo) restore()
}

/** The files of running matches. */
const parts = (world: World): string[] =>
  readdirSync(world.replays)
    .filter((name) => name.endsWith('.part'))
    .map((name) => join(world.replays, name))

async function aPart(world: World, chance: Chance): Promise<string> {
  await inPlay(world)
  return world.until('a replay being written', () => {
    const all = parts(world)
    return all.length === 0 ? null : chance.one(all, 'part')
  })
}

const clockSetFor = (name: string, offsetMs: number): Fault => ({
  name: `the clock is set ${name}, and back`,
  inject: async (world, chance) => {
    await inPlay(world)
    await world.setClock(offsetMs)
    await sleep(chance.between(1_000, 4_000, 'ms'))
    await world.setClock(0)
  },
})

export const FAULTS: readonly Fault[] = [
  {
    name: 'an engine is killed',
    inject: async (world, chance) => void send(await anEngine(world, chance), 'SIGKILL'),
  },
  {
    name: 'an engine is frozen for a while',
    inject: async (world, chance) => stall(await anEngine(world, chance), chance.between(200, 4_000, 'ms')),
  },
  {
    name: 'an engine is frozen for ever',
    inject: async (world, chance) => {
      const pid = await anEngine(world, chance)
      send(pid, 'SIGSTOP')
      await world.until('the end of the engine', () => (world.program.engines().includes(pid) ? null : true))
    },
  },
  {
    name: 'the program of the engine is gone for a while',
    inject: async (world, chance) => {
      world.engine.remove()
      await sleep(chance.between(500, 10_000, 'ms'))
      world.engine.putBack()
    },
  },
  {
    name: 'a host is killed',
    inject: async (world, chance) => void send(await aHost(world, chance), 'SIGKILL'),
  },
  {
    name: 'all hosts are killed',
    inject: async (world) => {
      await inPlay(world)
      for (const pid of world.program.hosts()) send(pid, 'SIGKILL')
    },
  },
  {
    name: 'a host is frozen for a while',
    inject: async (world, chance) => stall(await aHost(world, chance), chance.between(500, 9_000, 'ms')),
  },
  {
    name: 'the arena is killed and started again',
    endsArena: true,
    inject: async (world, chance) => {
      await inPlay(world)
      await sleep(chance.between(0, 1_000, 'ms'))
      await world.program.kill()
      await sleep(chance.between(0, 500, 'pause'))
      await world.program.start()
    },
  },
  {
    name: 'the machine goes down and comes up again',
    endsArena: true,
    inject: async (world, chance) => {
      await inPlay(world)
      await sleep(chance.between(0, 1_000, 'ms'))
      await world.program.killAll()
      await world.program.start()
    },
  },
  {
    name: 'the arena dies while a host is frozen, which continues beside the next arena',
    endsArena: true,
    inject: async (world, chance) => {
      const host = await aHost(world, chance)
      send(host, 'SIGSTOP')
      await world.program.kill()
      const started = world.program.start()
      await sleep(chance.between(0, 3_000, 'ms'))
      // Before it, during it, or after it: the start may wait for the host.
      send(host, 'SIGCONT')
      await started
    },
  },
  {
    name: 'the arena is frozen for a while',
    inject: async (world, chance) => {
      await inPlay(world)
      await stall(world.program.pid, chance.between(1_000, 12_000, 'ms'))
    },
  },
  {
    name: 'the arena is asked to end, and started again',
    endsArena: true,
    inject: async (world) => {
      await inPlay(world)
      world.program.signal('SIGTERM')
      const code = await world.program.exited()
      if (code !== 0) throw new Error(`the arena drained with ${code}`)
      await world.program.start()
    },
  },
  {
    name: 'the arena is asked to end twice, and started again',
    endsArena: true,
    inject: async (world) => {
      await inPlay(world)
      world.program.signal('SIGTERM')
      await sleep(600)
      if (world.program.isUp) world.program.signal('SIGTERM')
      const code = await world.program.exited()
      if (code !== 0) throw new Error(`the arena stopped with ${code}`)
      await world.program.start()
    },
  },
  {
    name: 'database connections are reset, again and again',
    needs: 'postgresql',
    inject: async (world, chance) => {
      for (let i = chance.between(1, 12, 'times'); i > 0; i--) {
        world.proxy!.reset()
        await sleep(chance.between(1, 250, `pause ${i}`))
      }
    },
  },
  {
    name: 'the database is stopped and started again',
    needs: 'postgresql',
    inject: async (world, chance) => {
      const restart = await world.proxy!.stop()
      await sleep(chance.between(500, 12_000, 'ms'))
      await restart()
    },
  },
  {
    name: 'the database stops answering, and continues',
    needs: 'postgresql',
    inject: async (world, chance) => {
      const resume = world.proxy!.silence()
      await sleep(chance.between(500, 20_000, 'ms'))
      resume()
    },
  },
  {
    name: 'the database stops answering, and its connections end',
    needs: 'postgresql',
    inject: async (world, chance) => {
      const resume = world.proxy!.silence()
      await sleep(chance.between(500, 20_000, 'ms'))
      world.proxy!.reset()
      resume()
    },
  },
  {
    name: 'the disk is full for a while',
    needs: 'small-disk',
    inject: async (world, chance) => {
      await inPlay(world)
      const filler = join(world.replays, 'filler')
      const { bavail, bsize } = statfsSync(world.replays)
      const fd = openSync(filler, 'w')
      const block = Buffer.alloc(1024 * 1024)
      try {
        for (let left = bavail * bsize; left > 0; left -= block.length) writeSync(fd, block)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(fd)
      }
      await sleep(chance.between(500, 4_000, 'ms'))
      rmSync(filler)
    },
  },
  {
    name: 'the replay of a running match is deleted',
    inject: async (world, chance) => rmSync(await aPart(world, chance), { force: true }),
  },
  {
    name: 'the replay of a running match is emptied',
    inject: async (world, chance) => {
      const fd = openSync(await aPart(world, chance), 'r+')
      ftruncateSync(fd, 0)
      closeSync(fd)
    },
  },
  {
    name: 'the machine goes down and leaves garbage for a replay',
    endsArena: true,
    inject: async (world, chance) => {
      const part = await aPart(world, chance)
      await world.program.killAll()
      writeFileSync(part, chance.one([Buffer.alloc(0), randomBytes(5_000), Buffer.alloc(5_000)], 'garbage'))
      await world.program.start()
    },
  },
  {
    name: 'the machine goes down and leaves a finished replay that is none',
    endsArena: true,
    inject: async (world, chance) => {
      const part = await aPart(world, chance)
      await world.program.killAll()
      const bytes = chance.one([Buffer.alloc(0), Buffer.from('garbage'), randomBytes(20_000)], 'garbage')
      rmSync(part)
      writeFileSync(part.slice(0, -'.part'.length), bytes)
      await world.program.start()
    },
  },
  {
    name: 'the machine goes down and leaves garbage for a lock',
    endsArena: true,
    inject: async (world, chance) => {
      await inPlay(world)
      await world.program.killAll()
      const garbage = chance.one(['', 'garbage', `${process.pid} 1`, '{}'], 'garbage')
      writeFileSync(join(world.dataDir, 'arena.lock'), garbage)
      await world.program.start()
    },
  },
  clockSetFor('an hour forward', HOUR_MS),
  clockSetFor('four hundred days forward', 400 * DAY_MS),
  clockSetFor('an hour back', -HOUR_MS),
  {
    name: 'bots refuse their sockets',
    inject: (world, chance) =>
      behave(world, chance, chance.between(500, 12_000, 'ms'), ({ manners }) => {
        manners.refuses = true
        return () => (manners.refuses = false)
      }),
  },
  {
    name: 'bots accept their sockets and are mute',
    inject: (world, chance) =>
      behave(world, chance, chance.between(500, 8_000, 'ms'), ({ manners }) => {
        manners.isMute = true
        return () => (manners.isMute = false)
      }),
  },
  {
    name: 'bots stop to send pads',
    inject: (world, chance) =>
      behave(world, chance, chance.between(500, 8_000, 'ms'), ({ manners }) => {
        manners.sendsPads = false
        return () => (manners.sendsPads = true)
      }),
  },
  {
    name: 'bots lose their sockets',
    inject: async (world, chance) => {
      await inPlay(world)
      for (let i = chance.between(1, 6, 'times'); i > 0; i--) {
        for (const { bot } of world.bots) for (const { socket } of bot.seats) socket.terminate()
        await sleep(chance.between(1, 400, `pause ${i}`))
      }
    },
  },
  {
    name: 'bots lose their sockets and refuse new ones',
    inject: (world, chance) =>
      behave(world, chance, chance.between(2_000, 9_000, 'ms'), ({ bot, manners }) => {
        manners.refuses = true
        for (const { socket } of bot.seats) socket.terminate()
        return () => (manners.refuses = false)
      }),
  },
  {
    name: 'bots stop to read',
    inject: (world, chance) =>
      behave(world, chance, chance.between(1_000, 8_000, 'ms'), ({ bot }) => {
        const open = bot.seats.filter(({ socket }) => socket.readyState === socket.OPEN)
        for (const { socket } of open) socket.pause()
        return () => {
          for (const { socket } of open) socket.resume()
        }
      }),
  },
]
