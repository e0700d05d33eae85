/** How long the recorded pads of a side are played in a branch (`recorded-side.ts`). */
import { FIRST_FRAME, ReplayColumns } from '@arena/slp'
import { expect, test } from 'vitest'
import { NEAR, RecordedSide } from '../src/recorded-side.ts'

const ROWS = 40
const BRANCH_POINT = FIRST_FRAME + 10
const LEAD = 3

/** Both fighters stand still, 30 apart. */
function columns(): ReplayColumns {
  const made = new ReplayColumns()
  made.reserve(ROWS)
  made.count = ROWS
  for (const slot of [0, 2]) {
    const { post } = made.addFighter(slot)
    post.positionX.fill(slot * 15)
    post.stocksRemaining.fill(4)
  }
  return made
}

/** The last frame whose recorded pad is played, of a branch in which something differs. Port 1 is the recorded side. */
function lastPlayed(change: (played: ReplayColumns) => void): number {
  const played = columns()
  change(played)
  const side = new RecordedSide(columns(), { frame: BRANCH_POINT, port: 1, lead: LEAD })
  for (let frame = BRANCH_POINT + 1; frame < FIRST_FRAME + ROWS + 5; frame++) side.holds(frame, played)
  return side.until
}

const rowOf = (frame: number) => frame - FIRST_FRAME
const AT = BRANCH_POINT + 5

test('as long as nothing looks otherwise to its bot, to the end of the recording', () => {
  expect(lastPlayed(() => {})).toBe(FIRST_FRAME + ROWS - 1)
})

test('up to the last pad that its bot sent before it could have seen the first frame of the branch', () => {
  const differs = (played: ReplayColumns) => void (played.fighter(1)!.post.percent[rowOf(BRANCH_POINT + 1)] = 8)
  expect(lastPlayed(differs)).toBe(BRANCH_POINT + 1 + LEAD)
})

test.each(['actionStateId', 'actionStateCounter', 'positionX', 'positionY', 'facingDirection', 'percent'] as const)(
  'until its bot has seen that its own fighter does not do what it did: %s',
  (field) => {
    expect(lastPlayed((played) => void (played.fighter(1)!.post[field][rowOf(AT)] = 7))).toBe(AT + LEAD)
  },
)

test('the other side may move a little, and do what it likes there', () => {
  const near = (played: ReplayColumns) => {
    const { post } = played.fighter(0)!
    post.positionX[rowOf(AT)] = NEAR
    post.positionY[rowOf(AT)] = -NEAR
    post.actionStateId[rowOf(AT)] = 20
  }
  expect(lastPlayed(near)).toBe(FIRST_FRAME + ROWS - 1)
  const far = (played: ReplayColumns) => void (played.fighter(0)!.post.positionX[rowOf(AT)] = NEAR + 1)
  expect(lastPlayed(far)).toBe(AT + LEAD)
  const dead = (played: ReplayColumns) => void (played.fighter(0)!.post.stocksRemaining[rowOf(AT)] = 3)
  expect(lastPlayed(dead)).toBe(AT + LEAD)
})

test('and never again after that: a bot that has done something else is no longer the recorded one', () => {
  const once = columns()
  once.fighter(1)!.post.percent[rowOf(AT)] = 8
  const side = new RecordedSide(columns(), { frame: BRANCH_POINT, port: 1, lead: LEAD })
  const held = Array.from({ length: 15 }, (_, i) => side.holds(BRANCH_POINT + 1 + i, once))
  expect(held.indexOf(false)).toBe(5 + LEAD)
  expect(held.lastIndexOf(true)).toBe(5 + LEAD - 1)
})
