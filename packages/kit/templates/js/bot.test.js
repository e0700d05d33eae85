/** Plays one game against a house bot. The seed decides all that is drawn, so it is the same game each time the bot is the same. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

test('plays a game to its end', { timeout: 600_000 }, async () => {
  const match = ['play', 'bot.js', '--against', 'ember', '--stage', '31', '--seed', '5f'.repeat(32), '--fast', '--json']
  // The kit of this project; without it, nothing is fetched.
  const npx = ['--no', 'arena-kit', ...match, '--replay', 'test.slp', '--exit-zero']
  const { stdout } = await promisify(execFile)('npx', npx, { shell: process.platform === 'win32' })
  const [game] = stdout.split('\n', 1).map((line) => JSON.parse(line))
  assert.equal(game.status, 'completed', game.detail)
  // A bot that sends nothing for five seconds forfeits.
  assert.notEqual(game.summary.endReason, 'forfeit', game.detail)
  const port = game.bots.indexOf('bot')
  assert.deepEqual(game.raised[port], [], 'the bot raised errors')
  console.log(`${game.summary.winner === port ? 'won' : 'not won'} after ${game.summary.frames} frames: see test.slp`)
})
