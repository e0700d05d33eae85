/**
 * Runs one machine of an arena: reads the configuration, opens the machine, and answers signals. The first SIGTERM or SIGINT lets running
 * matches finish. The second aborts them.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { holdBuild, onSignals } from '@arena/host/system'
import { ConfigError, readConfig } from './config.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'
import { Machine } from './machine/open.ts'

const ENV_FILE = '.env'
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

function loadConfig(): Config | null {
  // A variable that is already set takes precedence over the file.
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE)
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n\nSee .env.example for all variables.\n`)
    return null
  }
}

function greet({ parts: { internalUrl, localUrl } }: Machine, config: Config): void {
  if (config.role === 'play') {
    const lines = ['', `  Bot Arena     ${internalUrl} for the other machines; this one plays matches`]
    process.stdout.write(`${[...lines, `  data folder   ${config.dataDir}`].join('\n')}\n\n`)
    return
  }
  const address = config.baseUrl ?? localUrl
  const lines = ['', `  Bot Arena     ${address}`, `  data folder   ${config.dataDir}`]
  if (config.mail.kind === 'log')
    lines.push(`  mail          shown below, and kept in ${join(config.dataDir, 'outbox')}`)
  if (config.houseBots > 0)
    lines.push(`  house bots    ${config.houseBots}, to play against; they play each other now and then`)
  if (!config.production) {
    lines.push(
      '',
      '  To register bots, sign in by e-mail (docs/writing-a-bot.md), or take a key at once (development only):',
      '',
      `  curl -s ${localUrl}/dev/keys -H 'content-type: application/json' -d '{"email":"you@example.org"}'`,
      '',
      '  The key is the "secret" of the answer; README.md says what to do with it.',
    )
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

export async function runArena(): Promise<void> {
  // Files and folders are readable by their owner only. Host processes and their children inherit this.
  process.umask(0o077)
  holdBuild()
  const config = loadConfig()
  if (config === null) {
    process.exitCode = 1
    return
  }
  const log = createLog(config)

  // Process 1 of a container is not ended by a signal that it does not handle, and a start may wait for a database for minutes.
  const leave = () => {
    log.info('ended by a signal before the arena had started')
    process.exit(0)
  }
  for (const signal of SIGNALS) process.once(signal, leave)
  const machine = await Machine.open(config, log)
  for (const signal of SIGNALS) process.off(signal, leave)

  async function end(isFirst: boolean): Promise<void> {
    if (isFirst) {
      log.info({ running: machine.running }, 'draining: running matches finish first; a second signal aborts them')
      await machine.drain()
    } else {
      log.warn({ running: machine.running }, 'stopping at once')
    }
    await machine.close()
    process.exit(0)
  }
  onSignals(SIGNALS, (isFirst) => {
    end(isFirst).catch((error: unknown) => {
      log.fatal({ err: error }, 'the arena did not stop cleanly')
      process.exit(1)
    })
  })
  // Last, because a program that reads the address may send a signal at once.
  greet(machine, config)
}
