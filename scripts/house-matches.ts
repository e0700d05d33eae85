/** Plays matches between the house bots and tells how they ended. See docs/engine.md. */
import { stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { houseBots } from '@arena/sdk'
import { stageName } from '@arena/slp'
import { LostStocks, type LostStock } from './house-matches/lost-stocks.ts'
import { playMatch, type Outcome } from './house-matches/match.ts'
import { commandOf, fixturesOf, type Fixture } from './house-matches/series.ts'
import { Progress, table } from '../packages/lab/src/reports/text.ts'

const USAGE = `Usage: npx tsx --conditions=source scripts/house-matches.ts [options]

Plays matches between all house bots, in both orders of the ports, without clock and sockets, and tells how they ended.

  --games N          how many (default 504: seven rounds of all pairs)
  --first N          with which match of the endless series to begin (default 1)
  --bots NAME,NAME   only these bots
  --self-destructs N fail where more than N of 100 stocks are lost without a hit
  --json             every match as JSON
  --help

Exit status: 0 when every match ended as games do, 1 when the engine found a fault in itself or the bots threw away more
stocks than allowed, 2 for mistakes on the command line.`

const EXIT = { ok: 0, failed: 1, usage: 2 } as const

class UsageError extends Error {}

const HOUSE = houseBots(8)

function whole(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--${name} takes a whole number from 1 on, not "${text}"`)
  return Number(text)
}

function botsOf(names: string) {
  return names.split(',').map((name) => {
    const bot = HOUSE.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (!bot) throw new UsageError(`"${name}" is none of ${HOUSE.map((one) => one.name).join(', ')}`)
    return bot
  })
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      games: { type: 'string', default: '504' },
      first: { type: 'string', default: '1' },
      bots: { type: 'string', default: HOUSE.map(({ name }) => name).join(',') },
      'self-destructs': { type: 'string', default: '100' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const first = whole('first', values.first)
  return {
    first,
    last: first + whole('games', values.games) - 1,
    bots: botsOf(values.bots),
    mostSelfDestructs: whole('self-destructs', values['self-destructs']),
    json: values.json,
  }
}

function clock(frames: number): string {
  const seconds = Math.floor(frames / 60)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function spread(values: readonly number[], show: (value: number) => string): string {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number): string => show(sorted[Math.round(share * (sorted.length - 1))]!)
  return `${at(0)} least, ${at(0.5)} median, ${at(1)} most`
}

interface Played extends Outcome {
  readonly number: number
  readonly seed: string
  readonly command: string
  readonly lostStocks: readonly LostStock[]
}

async function play(fixture: Fixture): Promise<Played> {
  const { number, contestants, seed } = fixture
  const lost = new LostStocks()
  const outcome = await playMatch(seed, contestants, (events) => lost.push(events))
  return { number, seed, command: commandOf(fixture), ...outcome, lostStocks: lost.stocks }
}

/** Of all stocks lost, the share that their owners threw away, in percent. */
function shareOfSelfDestructs(stocks: readonly LostStock[]): number {
  const thrown = stocks.filter(({ isSelfDestruct }) => isSelfDestruct).length
  return stocks.length === 0 ? 0 : (100 * thrown) / stocks.length
}

function report(games: readonly Played[]): string {
  const count = (reason: Outcome['endReason']): number => games.filter(({ endReason }) => endReason === reason).length
  const names = [...new Set(games.flatMap((game) => game.names))].sort()
  const rows = names.map((name) => {
    const own = games.flatMap((game) => game.names.flatMap((one, port) => (one === name ? [{ game, port }] : [])))
    const won = own.filter(({ game, port }) => game.winner === port).length
    const stocks = own.flatMap(({ game, port }) => game.lostStocks.filter((stock) => stock.port === port))
    const thrown = stocks.filter(({ isSelfDestruct }) => isSelfDestruct).length
    const most = Math.max(...own.map(({ game, port }) => game.percents[port]!))
    return [name, own.length, won, most, stocks.length, thrown]
  })
  const stocks = games.flatMap(({ lostStocks }) => lostStocks)
  const broken = games.filter(({ fault }) => fault !== null)
  return [
    `${games.length} ${games.length === 1 ? 'match' : 'matches'}: ${count('stocks')} ended by stocks, ${count('time')} by time, ${count('engine')} by a fault of the engine`,
    `lengths: ${spread(
      games.map(({ frames }) => frames),
      clock,
    )}`,
    `percent at the end: ${spread(
      games.flatMap(({ percents }) => percents),
      String,
    )}`,
    `self-destructs: ${shareOfSelfDestructs(stocks).toFixed(1)} of 100 stocks lost`,
    '',
    table(['bot', 'games', 'won', 'most percent', 'stocks lost', 'self-destructs'], rows),
    ...broken.flatMap(({ number, names: [one, other], stage, fault, command }) => [
      '',
      `match ${number}, ${one} and ${other} on ${stageName(stage)}: ${fault}`,
      `  ${command}`,
    ]),
  ].join('\n')
}

async function main(): Promise<number> {
  const read = readArguments()
  if (read === null) {
    stdout.write(`${USAGE}\n`)
    return EXIT.ok
  }
  const { first, last, bots, mostSelfDestructs, json } = read
  const progress = new Progress(last - first + 1)
  const games: Played[] = []
  for (const fixture of fixturesOf(bots, first, last)) {
    const { number, contestants } = fixture
    progress.show(number - first, contestants.map(({ name }) => name).join(' and '))
    games.push(await play(fixture))
  }
  progress.end()
  stdout.write(`${json ? JSON.stringify(games, null, 2) : report(games)}\n`)
  const isTooMany = shareOfSelfDestructs(games.flatMap(({ lostStocks }) => lostStocks)) > mostSelfDestructs
  return isTooMany || games.some(({ fault }) => fault !== null) ? EXIT.failed : EXIT.ok
}

try {
  process.exitCode = await main()
} catch (error) {
  const isUsage =
    error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  if (!isUsage) throw error
  stderr.write(`${(error as Error).message}\n\n${USAGE}\n`)
  process.exitCode = EXIT.usage
}
