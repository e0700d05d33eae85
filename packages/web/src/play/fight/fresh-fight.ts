/** A fight between a person and a house bot, from the first frame on. */
import type { StageId } from '@arena/protocol'
import { houseBots } from '@arena/sdk/house'
import type { Bindings } from '../controls/bindings.ts'
import { Fight } from './fight.ts'
import { hexOf, newMatchId, newSeed } from './match-facts.ts'
import { Sparring } from './sparring.ts'
import { Watching } from './watching.ts'

interface FightPicks {
  /** The person's fighter, by external id. */
  readonly character: number
  /** Name of a house bot. */
  readonly opponent: string
  readonly stage: StageId
}

export interface FreshFightOptions {
  readonly picks: FightPicks
  readonly bindings: Bindings
  /** The person wants other picks. */
  readonly leave: () => void
  /** A further game could not begin. */
  readonly fail: (error: unknown) => void
}

export function freshFight(host: HTMLElement, { picks, bindings, leave, fail }: FreshFightOptions): Fight {
  const { character, opponent: name, stage } = picks
  let seed = newSeed()
  async function begin(): Promise<Sparring> {
    const opponent = houseBots().find((bot) => bot.name === name)
    if (!opponent) throw new RangeError(`There is no house bot ${name}`)
    seed = newSeed()
    return Sparring.begin({ seed, matchId: newMatchId(), stage, character, opponent, startedAt: Date.now() })
  }
  return new Fight(host, {
    begin,
    bindings,
    leave: { label: 'Change the picks', act: leave },
    watch: { label: 'Watch it in the viewer', make: () => new Watching(hexOf(seed)) },
    fail,
  })
}
