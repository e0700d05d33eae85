/** docs/writing-a-bot.md, section 3, step by step: the packed SDK, a folder outside the clone, the bot that stands there. */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { firstMessage, frameMessage, pickRequest, Seat } from '../packages/sdk/tests/fake-arena.ts'

const CLONE = process.cwd()
/** Nothing is needed but the clone. */
const OFFLINE = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }

test('the bot of the guide runs in a folder of its own', { timeout: 300_000 }, async () => {
  const guide = await readFile('docs/writing-a-bot.md', 'utf8')
  const section = guide.slice(guide.indexOf('## 3. '), guide.indexOf('## 4. '))
  const commands = [...section.matchAll(/```bash\n([^]*?)```/g)].map(([, block]) => block!)
  const [bot] = [...section.matchAll(/```js\n([^]*?)```/g)].map(([, block]) => block!)
  expect(commands).toHaveLength(3)
  const folder = await mkdtemp(join(tmpdir(), 'arena-own-folder-'))
  const run = (cwd: string, command: string) =>
    promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: folder, CLONE, ...OFFLINE },
    })
  try {
    await run(CLONE, commands[0]!)
    await run(folder, commands[1]!)
    await writeFile(join(folder, 'bot.js'), bot!)
    await writeFile(join(folder, 'bot.ts'), bot!)
    // The types come along.
    const check = `${CLONE}/node_modules/.bin/tsc --noEmit --strict --skipLibCheck --module nodenext --target es2023 --types '' bot.ts`
    expect((await run(folder, check)).stdout).toBe('')

    const child = spawn('bash', ['-c', `exec ${commands[2]!}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let url = ''
      for await (const line of createInterface(child.stdout)) {
        url = line.replace('listening on ', '')
        break
      }
      expect(await (await fetch(`${url}/ping`)).text()).toBe('pong')
      const seat = await Seat.dial(url)
      seat.send(pickRequest(0))
      await seat.padsUntil(3)
      expect(JSON.parse(seat.texts[0]!)).toEqual({ id: 0, action: { character: 2, costume: 0 } })
      seat.send(firstMessage())
      seat.send(frameMessage(0))
      // The opponent stands to the right.
      expect((await seat.padsUntil(6)).slice(3).map(({ frame, stickX }) => [frame, stickX])).toEqual([
        [1, 208],
        [2, 208],
        [3, 208],
      ])
      seat.socket.close()
    } finally {
      child.kill()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
