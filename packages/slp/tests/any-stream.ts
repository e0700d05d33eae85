/** Streams of any order of frames, for tests of readers. */
import { emptyItemUpdate, EventWriter, FIRST_FRAME } from '@arena/slp'
import * as fc from 'fast-check'
import { sampleGameStart, samplePost, samplePre } from './sample-game.ts'

/** A stream in which any frame may come again, with fighters, followers, items and stage events at random. */
export const anyStream = fc
  .array(
    fc.record({
      step: fc.constantFrom(1, 1, 1, 1, 0, -2, 3),
      fighters: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]),
      items: fc.integer({ min: 0, max: 3 }),
      platform: fc.option(fc.record({ platform: fc.constantFrom(0, 1), height: fc.float({ noNaN: true }) })),
      wind: fc.option(fc.constantFrom(0, 1, 2)),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    const writer = new EventWriter()
    writer.eventPayloads()
    writer.gameStart(sampleGameStart())
    let frame = FIRST_FRAME - 1
    for (const [n, { step, fighters, items, platform, wind }] of steps.entries()) {
      frame = Math.max(FIRST_FRAME, frame + step)
      writer.frameStart({ frame, seed: n, sceneFrameCounter: n })
      const each = fighters.map((slot) => ({ playerIndex: slot >> 1, isFollower: slot % 2 }))
      for (const place of each) writer.preFrame({ ...samplePre(frame, place.playerIndex), ...place, percent: n })
      if (platform) writer.fodPlatforms({ frame, ...platform })
      if (wind !== null) writer.dreamlandWhispy({ frame, direction: wind })
      for (let i = 0; i < items; i++) {
        writer.itemUpdate({
          ...emptyItemUpdate(),
          typeId: 54,
          owner: 1,
          instanceId: 7,
          frame,
          spawnId: i,
          positionX: n,
        })
      }
      for (const place of each) writer.postFrame({ ...samplePost(frame, place.playerIndex), ...place, percent: n })
      writer.frameBookend({ frame, latestFinalizedFrame: frame - 2 })
    }
    return writer.bytes().slice()
  })
