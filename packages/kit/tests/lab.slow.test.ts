/** The lab: bots of a known response time behind a stretch of network, in matches of some seconds. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runKit } from '../src/program.ts'
import { Terminal } from '../src/terminal.ts'

const BOT = JSON.stringify(new URL('bots/punctual.mjs', import.meta.url).href)
/** From the poll of a frame to that of its answer, with the lead of the mode. */
const ANSWER_MS = 50

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-lab-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Measured {
  readonly polled: number
  readonly landed: number
  readonly late: number
  readonly down: number
  readonly lostPackets: number
  readonly facts: {
    readonly arrivals: {
      readonly histogram: readonly { readonly ms: number; readonly pads: number }[]
      readonly slackMs: { readonly p50: number }
    }
    readonly link: { readonly connectionCount: number }
    readonly arena: { readonly stepMs: { readonly p50: number } }
  }
}

/** What `arena-kit lab` prints of a bot that takes so long for its answers. */
async function lab(usualMs: number, longestMs: number, ...options: string[]): Promise<{ code: number; text: string }> {
  const path = join(folder, `bot-${usualMs}-${longestMs}.mjs`)
  await writeFile(path, `import { serve } from ${BOT}\nserve(${usualMs}, ${longestMs})`)
  let text = ''
  const out = { write: (part: string) => (text += part) }
  const silent = { write: () => {} }
  const code = await runKit(['lab', path, ...options], new Terminal(new AbortController().signal, out, silent))
  return { code, text }
}

describe('arena-kit lab', { timeout: 180_000 }, () => {
  test('shows the slack of pads and how many landed, through delay, loss and a dropped socket', async () => {
    const conditions = ['--round-trip', '16', '--jitter', '4', '--loss', '3', '--drop-at', '-60', '--seed', '7']
    const { code, text } = await lab(1, 1, ...conditions, '--seconds', '4', '--no-search', '--json')
    expect(code).toBe(0)
    const measured = JSON.parse(text) as Measured
    expect(measured).toMatchObject({ seed: 7, conditions: { roundTripMs: 16, jitterMs: 4, loss: 0.03 }, dropAt: [-60] })
    expect(measured.facts.link.connectionCount).toBe(2)
    // A redial comes after 250 ms.
    expect(measured.down).toBeGreaterThan(5)
    expect(measured.landed).toBeGreaterThan(measured.polled / 2)
    expect(measured.landed).toBeLessThanOrEqual(measured.polled - measured.down)
    expect(measured.lostPackets).toBeGreaterThan(0)
    const counted = measured.facts.arrivals.histogram.reduce((sum, { ms, pads }) => sum + (ms < 0 ? 0 : pads), 0)
    expect(counted).toBe(measured.landed)
    // Delay and jitter take their part of the slack.
    expect(measured.facts.arrivals.slackMs.p50).toBeLessThan(ANSWER_MS - 16)
  })

  test('in words: a histogram, and a row for each try', async () => {
    const { code, text } = await lab(80, 80, '--seconds', '2')
    expect(code).toBe(0)
    expect(text).toMatch(/^A match against still: 2 seconds without delay\n {2}--seed \d+\n/)
    expect(text).toMatch(/\n +-?\d+ to -?\d+ ms {2}late +\d+ {2}█+\n/)
    expect(text).toMatch(/\n {2}\d+ of \d+ pads landed, \d+ did not \(\d+ came late.*\)\n/)
    expect(text).toContain('Pads are missed without any delay: the bot needs longer for its answers than it has.\n')
    expect(text).toContain('\nSearching for the largest round trip, with some 5 to 20 matches of 4 seconds ')
    expect(text).toMatch(/\n {2}0 ms {2}\d+ of \d+ missed\n\nDone: 1 try in \d:\d\d minutes\.\n$/)
  })

  test('a bot that is not there is reported as by the deploy check', async () => {
    let text = ''
    const out = { write: (part: string) => (text += part) }
    const code = await runKit(['lab', 'http://127.0.0.1:9'], new Terminal(new AbortController().signal, out, out))
    expect(code).toBe(1)
    expect(text).toMatch(/127\.0\.0\.1:9 cannot be reached as an arena would reach it:[^]*Nothing listens there/)
  })

  // On a machine that has nothing else to do, on request: `ARENA_TEST_IDLE=1`.
  test.runIf(process.env['ARENA_TEST_IDLE'] === '1').each([
    [2, 20],
    [2, 38],
    [0, 10],
  ])(
    'finds the largest round trip of answers of %d ms, %d at most, within 2 ms',
    { retry: 2 },
    async (usual, longest) => {
      const { text } = await lab(usual, longest, '--json', '--seconds', '4')
      const [measured, found] = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
      const stepMs = (measured as Measured).facts.arena.stepMs.p50
      const { largestMs } = found as { readonly largestMs: number }
      expect(Math.abs(largestMs - (ANSWER_MS - longest - stepMs))).toBeLessThan(2)
    },
  )
})
