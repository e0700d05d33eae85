/** The helpless falls and landings that specials end in, by internal id and action, as recorded; clones take their model's. */
import type { Helplessness } from '../../actions/fall.ts'
import { actionName } from '../../tables/actions.ts'
import { modelOf } from '../../tables/clones.ts'

const AFTER_SPECIALS: Readonly<Record<number, Readonly<Record<string, Helplessness>>>> = {
  1: { SpecialAirSEnd: { landingLag: 20 }, SpecialHiBound: { landingLag: 18 }, SpecialHiFall: { landingLag: 18 } },
  2: { SpecialAirHi: { landingLag: 30 }, SpecialAirS: { landingLag: 40 }, SpecialAirSStart: { landingLag: 20 } },
  3: { SpecialAirNFull: { landingLag: 20 } },
  7: { SpecialAirHi: { landingLag: 30 } },
  13: { SpecialAirHi: { landingLag: 24 } },
  18: { SpecialAirHi: { landingLag: 34, driftShare: 0.4 }, SpecialHi: { landingLag: 34, driftShare: 0.4 } },
  23: { SpecialAirHiEnd: { landingLag: 12 } },
}

export function afterSpecial(internalId: number, action: number): Helplessness | undefined {
  const own = AFTER_SPECIALS[internalId] ?? AFTER_SPECIALS[modelOf(internalId)?.internalId ?? internalId]
  return own?.[actionName(internalId, action) ?? '']
}
