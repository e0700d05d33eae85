import { emptyItemUpdate, emptyPostFrame, type PostFrame } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { ACTION } from '../../../engine/src/action-ids.ts'
import { FLAG2 } from '../../../engine/src/events/recorder.ts'
import { causeOf, type Cause, type Played } from './causes.ts'

const FROZEN = { stateBitFlags2: FLAG2.hitlag }
const AIRBORNE = { isAirborne: 1 }

interface Shown {
  readonly before?: Partial<PostFrame>
  readonly recorded?: Partial<PostFrame>
  readonly played?: Partial<Played>
  readonly stage?: number
  readonly items?: readonly number[]
}

/** The engine shows what the recording does, but for what is said. */
function cause({ before = {}, recorded = {}, played = {}, stage = 31, items = [] }: Shown): Cause {
  const earlier = { ...emptyPostFrame(), actionStateId: ACTION.Wait, ...before }
  const post = { ...earlier, ...recorded }
  const fighter: Played = {
    action: post.actionStateId,
    percent: post.percent,
    isFrozen: (post.stateBitFlags2 & FLAG2.hitlag) !== 0,
    isAirborne: post.isAirborne !== 0,
    x: post.positionX,
    y: post.positionY,
    wallTimer: 200,
    receivedHit: { launching: null },
    match: { stage: { id: stage, ledges: [{ x: -68, y: 0 }] } },
    ...played,
  }
  const events = { items: items.map((positionX) => ({ ...emptyItemUpdate(), positionX })) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is read of a frame
  return causeOf(fighter, post, earlier, { events } as unknown as Parameters<typeof causeOf>[3])
}

describe('the cause of a first divergence', () => {
  const struck = { percent: 9, actionStateId: ACTION.DamageN2, ...FROZEN }
  const standing = { percent: 0, action: ACTION.Wait, isFrozen: false }
  test.each<[Cause, string, Shown]>([
    ['hit missed', 'only the recording has the hit', { recorded: struck, played: standing }],
    ['hit missed', 'only the recording has the grab', { recorded: { actionStateId: 213 }, played: { action: 212 } }],
    ['hit found', 'only the engine has the hit', { played: { percent: 9, action: ACTION.DamageN2, isFrozen: true } }],
    ['article', 'the hit is that of an article near by', { recorded: struck, played: standing, items: [5] }],
    [
      'article',
      'the engine’s hit is that of an article',
      { played: { percent: 3, receivedHit: { launching: { article: {} } } } },
    ],
    [
      'height of a hit',
      'both have it, and stagger otherwise',
      { recorded: struck, played: { action: ACTION.DamageHi2 } },
    ],
    ['damage of a hit', 'both have it, with other percent', { recorded: struck, played: { percent: 8 } }],
    ['hitlag of a hit', 'its hitlag ends on another frame', { before: FROZEN, played: { isFrozen: false } }],
    ['draw', 'one of two tumbles rolls', { recorded: { ...struck, actionStateId: 91 }, played: { action: 90 } }],
    ['landing', 'one is on the floor already', { before: AIRBORNE, played: { isAirborne: false, action: 42 } }],
    ['wall or edge', 'one has left the floor', { played: { isAirborne: true, action: ACTION.Fall } }],
    ['wall or edge', 'one catches a ledge', { before: AIRBORNE, played: { action: ACTION.CliffCatch } }],
    [
      'wall or edge',
      'below an end of the stage',
      { before: { ...AIRBORNE, positionX: -70, positionY: -9 }, played: { x: -71 } },
    ],
    ['stage', 'one is pushed by the wind', { stage: 28, played: { x: 0.2 } }],
    ['stage', 'its platform is at another height', { stage: 2, before: { lastGroundId: 1 }, played: { y: 3 } }],
    ['action', 'the input leads elsewhere', { played: { action: ACTION.Dash } }],
    ['position', 'it is elsewhere in the same action', { played: { x: 1 } }],
  ])('is %s where %s', (expected, _, shown) => {
    expect(cause(shown)).toBe(expected)
  })
})
