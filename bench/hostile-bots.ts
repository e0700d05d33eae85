/**
 * What a hostile bot costs its host: each attack by itself against a calm bot, in percent of one core above what two calm
 * bots cost where its game begins. The gate does the same for a moment each (host-budget.test.ts).
 *
 *   npx tsx --conditions=source bench/hostile-bots.ts [--seconds 10] [--seed 1] [--only "play: p"]
 */
import { parseArgs } from 'node:util'
import { ATTACKS } from '../packages/host/tests/hostile/attacks.ts'
import { Attackers, HostUnderAttack } from '../packages/host/tests/hostile/measure.ts'
import { thisMachine } from './this-machine.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)
const names = ATTACKS.map(({ name }) => name).filter((name) => name.includes(values.only))

await using host = await HostUnderAttack.start()
await using bots = await Attackers.start({ names, seed: Number(values.seed) })
const { calm, urls } = bots.stands
console.log(thisMachine())
// Twice: the first is for the compiler.
await host.play([calm, calm], seconds)
const base = (await host.play([calm, calm], seconds)).percent
console.log(`${base.toFixed(1).padStart(6)}  two calm bots`)
for (const [i, url] of urls.entries()) {
  const { percent, began } = await host.play([url, calm], seconds)
  console.log(`${(percent - (began ? base : 0)).toFixed(1).padStart(6)}  ${names[i]}${began ? '' : ' (no game)'}`)
}
