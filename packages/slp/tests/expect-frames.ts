/** Holds the columns of a recording against its frames: two readers, one recording. */
import { isDeepStrictEqual } from 'node:util'
import { columnFields, FIRST_FRAME, seedOf, type Frame, type ReplayColumns } from '@arena/slp'
import { expect } from 'vitest'

/** The row of a table as the record that its event reads into. */
function rowOf(name: 'preFrame' | 'postFrame' | 'itemUpdate', table: object, row: number): Record<string, number> {
  const columns = table as Record<string, ArrayLike<number>>
  return Object.fromEntries(columnFields(name).map((field) => [field.name, columns[field.name]![row]!]))
}

/** A record without what the place of its row says. */
function withoutPlace(record: object): object {
  const fields = Object.entries(record).filter(([name]) => !['frame', 'playerIndex', 'isFollower'].includes(name))
  return Object.fromEntries(fields)
}

/** A frame of columns is the frame that the builder gives. */
function expectFrame(columns: ReplayColumns, frame: Frame): void {
  const row = frame.frame - FIRST_FRAME
  const { frames, items } = columns
  const [held, recorded]: [unknown[], unknown[]] = [[], []]
  held.push(frames.seed[row], frames.latestFinalizedFrame[row], frames.itemCount[row])
  recorded.push(seedOf(frame), frame.bookend?.latestFinalizedFrame ?? 0, frame.items.length)
  for (const [i, item] of frame.items.entries()) {
    held.push(rowOf('itemUpdate', items, frames.itemStart[row]! + i))
    recorded.push(withoutPlace(item))
  }
  for (const [port, player] of frame.players.entries()) {
    for (const [isFollower, events] of [
      [false, player],
      [true, player?.follower],
    ] as const) {
      const fighter = columns.fighter(port, isFollower)
      const has = (at: 'preAt' | 'postAt') => fighter !== null && fighter.at[at][row] !== 0
      held.push(has('preAt') && rowOf('preFrame', fighter!.pre, row))
      held.push(has('postAt') && rowOf('postFrame', fighter!.post, row))
      recorded.push(events?.pre ? withoutPlace(events.pre) : false)
      recorded.push(events?.post ? withoutPlace(events.post) : false)
    }
  }
  // The comparison that can say what differs takes a hundred times as long.
  if (!isDeepStrictEqual(held, recorded)) expect(held).toEqual(recorded)
}

export function expectFrames(columns: ReplayColumns, frames: readonly Frame[]): void {
  for (const frame of frames) expectFrame(columns, frame)
  expect(columns.lastFrame).toBe(frames.at(-1)?.frame ?? FIRST_FRAME - 1)
  const rows = Array.from(columns.frames.endAt.subarray(0, columns.count)).flatMap((end, row) => (end > 0 ? [row] : []))
  expect(rows.map((row) => FIRST_FRAME + row)).toEqual(frames.map(({ frame }) => frame))
}
