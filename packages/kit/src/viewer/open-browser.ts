/** Opens the system's browser. */
import { spawn } from 'node:child_process'

/** How soon an opener that cannot open has ended. */
const FAILS_WITHIN_MS = 1_000

function opener(url: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}

/** Whether it could be opened, as far as that is known. `command` is what opens an address. */
export function openBrowser(url: string, command = opener(url, process.platform)): Promise<boolean> {
  const [program, ...args] = command
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true })
    const timer = setTimeout(() => resolve(true), FAILS_WITHIN_MS)
    const finish = (isOpened: boolean): void => {
      clearTimeout(timer)
      resolve(isOpened)
    }
    child.once('error', () => finish(false))
    child.once('exit', (code) => finish(code === 0))
    child.unref()
  })
}
