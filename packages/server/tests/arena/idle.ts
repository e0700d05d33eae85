import { Machine } from '../../src/machine/open.ts'
import { readConfig } from '../../src/config.ts'
import { createLog, type Logger } from '../../src/log.ts'

/** An arena in this process that seats no match, for what else it does. */
export function startIdle(
  env: Record<string, string>,
  log: Logger = createLog({ production: true, level: 'silent' }),
): Promise<Machine> {
  const config = { PORT: '0', ARENA_HOUSE_BOTS: '0', ARENA_HOSTS: '1', ARENA_TICK_MS: '3600000', ...env }
  return Machine.open(readConfig(config), log)
}
