/**
 * What a hostile bot costs its host: each attack by itself against a calm bot, in percent of one core above what two calm
 * bots cost where its game begins. The gate does the same for a moment each (host-budget.test.ts).
 *
 *   npx tsx --conditions=source bench/hostile-bots.ts
 */
import { positive, wholeNumber } from '@arena/host/command-line'
import { ATTACKS } from '../packages/host/tests/hostile/attacks.ts'
import { Attackers, HostUnderAttack } from '../packages/host/tests/hostile/measure.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

const script = newScript(
  'npx tsx --conditions=source bench/hostile-bots.ts',
  'Measures what each attack of a bot costs its host.',
)
  .option('--seconds <n>', 'length of each attack', positive, 10)
  .option('--seed <n>', 'seed of the attacks', wholeNumber(0), 1)
  .option('--only <text>', 'only attacks whose name contains it, such as "play: p"')
  .parse()
const { seconds, seed, only = '' } = script.opts()
const names = ATTACKS.map(({ name }) => name).filter((name) => name.includes(only))
if (names.length === 0) script.error(`error: no attack's name contains "${only}"`)

await using host = await HostUnderAttack.start()
await using bots = await Attackers.start({ names, seed })
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
