/** Plays matches between the house bots and reports how they ended. See docs/engine.md. */
import { stdout } from 'node:process'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { houseBots } from '@arena/sdk'
import { stageName } from '@arena/slp'
import { wholeNumber } from '@arena/host/command-line'
import { newScript } from './command-line.ts'
import { LostStocks, type LostStock } from './house-matches/lost-stocks.ts'
import { playMatch, type Outcome } from './house-matches/match.ts'
import { commandOf, fixturesOf, type Fixture } from './house-matches/series.ts'
import { Progress, table } from '../packages/lab/src/reports/text.ts'

const EXIT = { ok: 0, failed: 1 } as const

const HOUSE = houseBots(8)

function botsOf(names: string) {
  return names.split(',').map((name) => {
    const bot = HOUSE.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (!bot) throw new InvalidArgumentError(`"${name}" is none of ${HOUSE.map((one) => one.name).join(', ')}.`)
    return bot
  })
}

function readArguments() {
  return newScript(
    'npx tsx --conditions=source scripts/house-matches.ts',
    'Plays matches between all house bots, in both orders of the ports, without clock and sockets, and reports how they ended.',
  )
    .option('--games <n>', 'number of matches: seven rounds of all pairs', wholeNumber(1), 504)
    .option('--first <n>', 'first match of the endless series to play', wholeNumber(1), 1)
    .addOption(new Option('--bots <names>', 'only these bots, as Ember,Talon').argParser(botsOf).default(HOUSE, 'all'))
    .option('--self-destructs <n>', 'how many of 100 lost stocks may be self-destructs', wholeNumber(1), 100)
    .option('--json', 'print every match as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 when every match ended as games do, 1 when the engine found a fault in itself or more stocks than allowed were ' +
        'self-destructs, 2 for mistakes on the command line.',
    )
    .parse()
    .opts()
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

/** The share of all stocks lost that are self-destructs, in percent. */
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
  const { first, games: count, bots, selfDestructs, json } = readArguments()
  const last = first + count - 1
  const progress = new Progress(count)
  const games: Played[] = []
  for (const fixture of fixturesOf(bots, first, last)) {
    const { number, contestants } = fixture
    progress.show(number - first, contestants.map(({ name }) => name).join(' and '))
    games.push(await play(fixture))
  }
  progress.end()
  stdout.write(`${json ? JSON.stringify(games, null, 2) : report(games)}\n`)
  const isTooMany = shareOfSelfDestructs(games.flatMap(({ lostStocks }) => lostStocks)) > selfDestructs
  return isTooMany || games.some(({ fault }) => fault !== null) ? EXIT.failed : EXIT.ok
}

process.exitCode = await main()
