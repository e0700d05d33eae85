/**
 * How punctual the live clock is, and what a match costs: poll lateness, pads landed, memory and processor time with
 * real hosts, real engine processes and real bots over loopback, beside a C loop on clock_nanosleep in the same window.
 * Bots and loop (bots.c, pacing.c) are compiled with `cc`, so that they take little of the machine.
 *
 *   npm run build && npx tsx bench/pacing.ts
 *
 * Every figure is the median of the windows. A window in which the C loop's p99 passes 1 ms says more of the machine
 * than of the arena and is repeated. The built packages are measured, not the sources: loading those costs memory.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { positive, wholeList, wholeNumber } from '@arena/host/command-line'
import { compile, line, median, ms, playMatches } from './live-matches.ts'
import type { Window } from './live-matches.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

/** A window with a worse C loop than this is repeated, so often at most. */
const QUIET_P99_MS = 1
const MAX_TRIES = 4

async function measureAll(): Promise<void> {
  const { matches, seconds, windows, warm, hosts, engine } = newScript(
    'npx tsx bench/pacing.ts',
    'Measures how punctual the live clock is, and what a match costs, beside a loop in C. The built packages are measured.',
  )
    .option('--matches <list>', 'matches at the same time, one figure after the other', wholeList, [1, 25, 100])
    .option('--seconds <n>', 'length of a window', positive, 20)
    .option('--windows <n>', 'windows for each number of matches', wholeNumber(1), 3)
    .option('--warm <n>', 'seconds of play before them', positive, 60)
    .option('--hosts <n>', 'hosts that play', wholeNumber(1), availableParallelism())
    .option('--engine <command>', 'another engine')
    .parse()
    .opts()
  const dir = mkdtempSync(join(tmpdir(), 'arena-pacing-'))
  try {
    const programs = { yardstick: compile('pacing', dir), bots: compile('bots', dir) }
    console.log(thisMachine())
    console.log(`${hosts} hosts, ${windows} windows of ${seconds} s after ${warm} s\n`)
    for (const count of matches) {
      const measured = await measure({ count, seconds, windows, warm, hosts, engine, dir, programs })
      report(count, measured)
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

interface Setting {
  readonly count: number
  readonly seconds: number
  readonly windows: number
  readonly warm: number
  readonly hosts: number
  readonly engine: string | undefined
  readonly dir: string
  readonly programs: { readonly yardstick: string; readonly bots: string }
}

async function measure({ count, seconds, windows, warm, ...setting }: Setting): Promise<Window[]> {
  const matches = await playMatches({ count, ...setting })
  const { results } = matches
  await sleep(warm * 1000)
  if (results.length > 0) {
    const { length } = results
    const { detail } = results[0]!
    await matches.stop()
    throw new Error(`${length} of ${count} matches ended before they were measured: ${detail}`)
  }

  const quiet: Window[] = []
  const noisy: Window[] = []
  for (let tries = 0; quiet.length < windows && tries < windows * MAX_TRIES; tries++) {
    const window = await matches.window(seconds)
    const isNoisy = window.reference.p99 > QUIET_P99_MS
    console.log(`  ${isNoisy ? 'repeat' : 'window'}: ${line(window, count)}`)
    ;(isNoisy ? noisy : quiet).push(window)
  }
  await matches.stop()
  const broken = results.filter(({ cause }) => cause !== 'shutdown')
  if (broken.length > 0) console.log(`  ${broken.length} matches ended before the end: ${broken[0]!.detail}`)
  if (quiet.length < windows) {
    console.log(
      `  This machine was too busy: ${windows - quiet.length} of ${windows} windows are the least noisy of those to repeat.`,
    )
    noisy.sort((a, b) => a.reference.p99 - b.reference.p99)
  }
  return [...quiet, ...noisy].slice(0, windows)
}

/** Medians, a goal beside each. */
function report(count: number, windows: readonly Window[]): void {
  const of = (pick: (window: Window) => number) => median(windows.map(pick))
  const perMatch = of(({ cpu }) => (cpu.hosts + cpu.engines) / count)
  console.log(`\n| ${count} live ${count === 1 ? 'match' : 'matches'} | median of ${windows.length} |`)
  console.log('| --- | --- |')
  const row = (name: string, value: string) => console.log(`| ${name} | ${value} |`)
  for (const name of ['p50', 'p99', 'p999', 'max'] as const) {
    const c = ms(of(({ reference }) => reference[name]))
    row(`poll lateness ${name === 'p999' ? 'p99.9' : name}, ms (C loop)`, `${ms(of(({ late }) => late[name]))} (${c})`)
  }
  row('pads at lead 2 landed', `${of(({ polls, missed }) => 100 * (1 - missed / (2 * polls))).toFixed(3)} %`)
  row('frames a second', of(({ polls, seconds }) => polls / count / seconds).toFixed(2))
  row('memory (PSS) a match', `${of(({ memory }) => memory / count).toFixed(1)} MB`)
  row('processor a match, of a core', `${perMatch.toFixed(2)} %`)
  const share = (name: 'hosts' | 'engines') => `${of(({ cpu }) => cpu[name] / count).toFixed(2)} %`
  row('of it hosts, engines', `${share('hosts')}, ${share('engines')}`)
  row('processor of anything else', `${of(({ cpu }) => cpu.foreign).toFixed(0)} %`)
  console.log()
}

await measureAll()
