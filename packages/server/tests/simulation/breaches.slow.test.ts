/** The simulation finds what is wrong: a rule of the service that is broken on purpose shows within a minute. */
import { expect, test } from 'vitest'
import { some } from '../../../../scripts/tests/series.ts'
import { simulate } from './arena.ts'
import { BREACHES } from './breaches.ts'
import { EmbeddedEngine } from './database/embedded-engine.ts'
import { usedMs } from './processor-time.ts'
import { WITNESS } from './witness.ts'

const BUDGET_MS = 120_000
const PATIENCE_MS = 600_000
const names = Object.keys(BREACHES)

test.each(some(names, names.length))(
  'it is found that %s',
  async (name) => {
    const breach = BREACHES[name]!
    const engine = await EmbeddedEngine.open([...WITNESS, ...(breach.setUp ?? [])])
    const begun = usedMs()
    let found: readonly string[] = []
    for (let seed = 0; found.length === 0 && usedMs() - begun < BUDGET_MS; seed++) {
      ;({ found } = await simulate(engine, { seed, breach }))
    }
    await engine.close()
    expect(found).not.toEqual([])
  },
  PATIENCE_MS,
)
