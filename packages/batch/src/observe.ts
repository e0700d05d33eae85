/** A lane's game state as a record: the same fields that the events of its frame have, from the same functions of the engine. */
import { showArticle, showFighter, showRandall, showStage } from '@arena/engine/lockstep'
import { emptyItemUpdate, emptyPostFrame } from '@arena/slp'
import type { Lane } from './lane.ts'
import { PORTS } from './players.ts'
import { BEFORE_FIRST } from './settings.ts'
import type { RecordWriter } from './records.ts'

const POST = emptyPostFrame()
const ITEM = emptyItemUpdate()
const DREAM_LAND = 28
const FOUNTAIN = 2

/** Fills what stays as it is during a game. */
export function beginRecord(lane: Lane, into: RecordWriter, at: number): void {
  const { stage, viewpoint } = lane.settings
  const [first, second] = lane.game().players
  into.begin(at, stage, viewpoint, [first.character, second.character])
}

/** Fills the rest of a record that `beginRecord` began. */
export function writeRecord(lane: Lane, into: RecordWriter, at: number): void {
  const game = lane.game()
  const { stage, viewpoint } = lane.settings
  const { frame } = lane
  into.frame(at, frame, lane.seedAt(frame) >>> 0)
  if (stage === FOUNTAIN || stage === DREAM_LAND) {
    const { heights, windDirection } = showStage(game)
    if (stage === FOUNTAIN) into.platforms(at, heights[1]!, heights[0]!)
    else into.whispy(at, windDirection)
  }
  const randall = showRandall(stage, frame)
  if (randall) into.randall(at, randall.x, randall.y)
  // Before the first frame nothing is shown of the fighters.
  if (frame === BEFORE_FIRST) return
  for (const port of PORTS) {
    const slot = port === viewpoint ? 0 : 1
    if (showFighter(game, port, false, POST)) into.fighter(at, slot, false, POST)
    else {
      into.absent(at, slot, false)
      into.stocks(at, slot, game.players[port].stocks)
    }
    if (showFighter(game, port, true, POST)) into.fighter(at, slot, true, POST)
    else into.absent(at, slot, true)
  }
  let items = 0
  while (showArticle(game, items, ITEM)) into.item(at, items++, ITEM)
  into.noItems(at, items)
}

export function writeTerminal(lane: Lane, into: RecordWriter, at: number): void {
  const { ending, frame, isDone, isFault, isMaxFrame, settings } = lane
  into.terminal(at, {
    frame,
    stage: settings.stage,
    isDone,
    isMatchEnded: ending !== null,
    isStockout: ending?.method === 'stocks',
    isMaxFrame,
    winner: ending?.winner ?? -1,
    isFault,
  })
}
