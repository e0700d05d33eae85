/**
 * Learns who is winning from games, and judges it on others. See docs/watching.md.
 *
 * Samples of games are kept in files: of games at home (`play`), or of the days of an arena (`archive`). `fit` learns from them and writes
 * packages/engine/src/chance/generated/numbers.ts; `judge` says how well these tell the games of other files.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { wholeNumber } from '@arena/host/command-line'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { loadAllFighters } from '../packages/engine/src/load-fighters.ts'
import type { Network } from '../packages/engine/src/chance/network.ts'
import { Progress } from '../packages/lab/src/reports/text.ts'
import { newScript } from './command-line.ts'
import { archivedGames } from './chance/archived-games.ts'
import { fit, samplesOf, scaled } from './chance/fit.ts'
import { homeGames, type RatedGame } from './chance/home-arena.ts'
import { judgement, judgementText } from './chance/judgement.ts'
import { appendGame, gamesIn, sampled } from './chance/samples.ts'

const NUMBERS = fileURLToPath(new URL('../packages/engine/src/chance/generated/numbers.ts', import.meta.url))
/** One game of this number is learnt as if both bots were new, whose ratings say nothing. */
const HIDDEN = 5
/** One game of this number is not learnt from: it says how sure what was learnt may be. */
const APART = 7

const script = newScript(
  'npx tsx --conditions=source scripts/chance.ts',
  'Learns from games who is winning, and judges what was learnt.',
)

script
  .command('play')
  .description('plays games between house bots, rated as they go, and adds samples of them to a file')
  .argument('<file>', 'to add to')
  .option('--season <name>', 'what bots, pairs and seeds follow from', 'training')
  .option('--games <n>', 'number of games; a second takes about one', wholeNumber(1), 1500)
  .action(async (file, { season, games }) => {
    await loadAllFighters()
    await keep(homeGames(season), file, games)
  })

script
  .command('archive')
  .description('plays the matches of days of an arena again, rated as they go, and adds samples of them to a file')
  .argument('<file>', 'to add to')
  .argument('<days...>', 'files of /archive/DAY.parquet, the oldest first')
  .action(async (file, days) => {
    await keep(archivedGames(days.map((day) => readFileSync(day))), file, Infinity)
  })

script
  .command('fit')
  .description('learns from files of samples, and writes what the engine reckons with')
  .argument('<files...>')
  .requiredOption('--source <words>', 'where the games come from, and their dates')
  .action((files, { source }) => {
    const games = files.flatMap((file) => [...gamesIn(file)])
    const isApart = (_: unknown, number: number): boolean => number % APART === 0
    const learnt = games.filter((game, number) => !isApart(game, number))
    const samples = samplesOf(learnt, (number) => number % HIDDEN === 0)
    const unseen = samplesOf(games.filter(isApart), (number) => number % HIDDEN === 0)
    const after = (epoch: number, loss: number) => stdout.write(`round ${epoch + 1}: loss ${loss.toFixed(4)}\n`)
    writeFileSync(NUMBERS, numbersText(scaled(fit(samples, { after }), unseen), `${games.length} games: ${source}`))
  })

script
  .command('judge')
  .description('says how well the chances of the engine tell the games of files')
  .argument('<files...>')
  .action((files) => {
    stdout.write(`${judgementText(judgement(files.flatMap((file) => [...gamesIn(file)])))}\n`)
  })

async function keep(games: AsyncIterable<RatedGame>, file: string, most: number): Promise<void> {
  const progress = new Progress(Math.min(most, 1_000_000))
  let count = 0
  for await (const { reader, ...game } of games) {
    appendGame(file, sampled(reader, game))
    progress.show(++count, game.names.join(' and '))
    if (count === most) break
  }
  progress.end()
  stdout.write(`${count} games\n`)
}

function numbersText({ units, direct, traits }: Network, source: string): string {
  const row = (values: ArrayLike<number>) => JSON.stringify(Array.from(values, (value) => Number(value.toFixed(3))))
  const rows = (all: readonly ArrayLike<number>[]) => all.map((each) => `    ${row(each)},`)
  return [
    '// Written by scripts/chance.ts; do not edit.',
    `// Learnt from ${source}, on the engine ${ENGINE_REVISION}.`,
    '',
    '/** The numbers of the network (../network.ts). A unit has what is added, its worth, and its weights. */',
    'export const NUMBERS: {',
    '  readonly units: readonly (readonly number[])[]',
    '  readonly direct: readonly number[]',
    '  readonly traits: readonly (readonly number[])[]',
    '} = {',
    '  units: [',
    ...rows(units.map(({ bias, worth, weights }) => [bias, worth, ...Array.from(weights)])),
    '  ],',
    `  direct: ${row(direct)},`,
    '  traits: [',
    ...rows(traits),
    '  ],',
    '}',
    '',
  ].join('\n')
}

await script.parseAsync()
