/**
 * Plays one game against a house bot, and each what-if of the folder `what-if`. The seed decides all that is drawn, so these are the same
 * games each time the bot is the same.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** The kit of this project; without it, nothing is fetched. */
const kit = (...args) =>
  promisify(execFile)('npx', ['--no', 'arena-kit', ...args], { shell: process.platform === 'win32' })

test('plays a game to its end', { timeout: 600_000 }, async () => {
  const match = ['play', 'bot.js', '--against', 'ember', '--stage', '31', '--seed', '5f'.repeat(32), '--fast', '--json']
  const { stdout } = await kit(...match, '--replay', 'test.slp', '--exit-zero')
  const [game] = stdout.split('\n', 1).map((line) => JSON.parse(line))
  assert.equal(game.status, 'completed', game.detail)
  // A bot that sends nothing for five seconds forfeits.
  assert.notEqual(game.summary.endReason, 'forfeit', game.detail)
  const port = game.bots.indexOf('bot')
  assert.deepEqual(game.raised[port], [], 'the bot raised errors')
  console.log(`${game.summary.winner === port ? 'won' : 'not won'} after ${game.summary.frames} frames: see test.slp`)
})

const questions = existsSync('what-if') ? readdirSync('what-if').filter((file) => file.endsWith('.json')) : []
for (const file of questions) {
  test(`keeps its stock in what-if/${file}`, { timeout: 600_000 }, async () => {
    // What it prints says how often the stock was kept, and how often it has to be.
    const failed = await kit('what-if', `what-if/${file}`, '--bot', 'bot.js').then(
      () => null,
      ({ stdout, stderr }) => stdout + stderr,
    )
    assert.equal(failed, null, failed)
  })
}
