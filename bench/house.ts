/**
 * The ladder of the house, measured: each strength against the next lower one, games of drawn characters and stages, each
 * pairing played twice with the characters and the ports exchanged.
 */
import { createHash } from 'node:crypto'
import { stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { houseBot, STRENGTHS, type Character, type Strength } from '@arena/sdk'
import { LostStocks, type LostStock } from '../scripts/house-matches/lost-stocks.ts'
import { playMatch } from '../scripts/house-matches/match.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

async function step(upper: Strength, lower: Strength, games: number) {
  let won = 0, drawn = 0, faults = 0, frames = 0
  const lost = { upper: [] as LostStock[], lower: [] as LostStock[] }
  for (let game = 0; game < games; game++) {
    const draw = digest(`ladder ${Math.floor(game / 2)}`)
    const characters = [draw[0]! % 26, draw[1]! % 26] as Character[]
    if (game % 2 === 1) characters.reverse()
    const seed = digest(`ladder seed ${Math.floor(game / 2)}`).toString('hex')
    const a = { name: 'upper', play: () => houseBot({ strength: upper, character: characters[0]! }) }
    const b = { name: 'lower', play: () => houseBot({ strength: lower, character: characters[1]! }) }
    const stocks = new LostStocks()
    const outcome = await playMatch(seed, game % 4 < 2 ? [a, b] : [b, a], (events) => stocks.push(events))
    if (outcome.fault) { faults++; console.error(outcome.fault) }
    const port = outcome.names.indexOf('upper')
    if (outcome.winner === port) won++
    else if (outcome.winner === null) drawn++
    frames += outcome.frames
    for (const stock of stocks.stocks) lost[stock.port === port ? 'upper' : 'lower'].push(stock)
    if (process.env.V) console.log(game, characters.join('-'), outcome.stage, outcome.winner === port ? 'W' : 'L', outcome.endReason, outcome.frames, outcome.stocks[port], outcome.stocks[1 - port], 'sd', stocks.stocks.filter((s) => s.isSelfDestruct).map((s) => (s.port === port ? 'U' : 'L')+s.frame).join(''), outcome.percents[port], outcome.percents[1-port])
  }
  const sd = (stocks: LostStock[]) => `${stocks.filter((s) => s.isSelfDestruct).length}/${stocks.length}`
  return `${upper} x ${lower}: ${won}/${games} won, ${drawn} drawn, ${faults} faults, ${Math.round(frames / games / 60)} s, sd ${sd(lost.upper)} ${sd(lost.lower)}`
}
const { values, positionals } = parseArgs({ options: { games: { type: 'string', default: '20' } }, allowPositionals: true })
const pairs = positionals.length > 0 ? positionals.map((p) => p.split(':') as [Strength, Strength]) : STRENGTHS.slice(1).map((s, i) => [s, STRENGTHS[i]!] as const)
for (const [u, l] of pairs) { const t = process.cpuUsage(); const line = await step(u, l, Number(values.games)); const c = process.cpuUsage(t); stdout.write(`${line}, cpu ${((c.user + c.system) / 1e6).toFixed(0)} s\n`) }
