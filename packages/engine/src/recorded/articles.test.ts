import type { ItemUpdate } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID, INTERNAL_ID } from '../tables/ids.ts'
import { EventRecorder } from '../events/recorder.ts'
import { kindOf } from '../fighters/index.ts'
import { Match } from '../match.ts'
import { putArticlesToRecord } from './articles.ts'

const FALCO = EXTERNAL_ID.falco
const FALCO_ID = INTERNAL_ID.falco
const RAY = kindOf(FALCO_ID).articles[1]!

/** Two rays that have met one fighter each, as of the frame before; and the recorded values of one. */
function twoRays() {
  const match = new Match({ seed: new Uint8Array(32), stage: 32, characters: [FALCO, FALCO] }, new EventRecorder())
  const rays = [1, 2].map((met) => {
    const ray = match.articles.spawn(RAY, match.fighters[0]!, { x: 0, y: 50, vx: 5, timer: 30 })!
    ray.metFighters = met
    return ray
  })
  const spawns = rays.map(({ spawn }) => spawn)
  const show = (spawnId: number): ItemUpdate =>
    ({ typeId: RAY.type, spawnId, state: 0, positionX: 0, positionY: 50, owner: 0, facingDirection: 1 }) as ItemUpdate
  return { match, rays, spawns, show, was: new Int32Array(match.buffer.slice(0)) }
}

describe('articles set to a recording', () => {
  test('one that the engine used up is restored from the frame before, not from another of its kind', () => {
    const { match, rays, spawns, show, was } = twoRays()
    rays[0]!.isGone = true
    match.articles.sweep()
    putArticlesToRecord(match, spawns.map(show), was)
    expect(spawns.map((spawn) => match.articles.find(spawn)!.metFighters)).toEqual([1, 2])
  })

  test("one that is new keeps the engine's values under another number", () => {
    const { match, spawns, show, was } = twoRays()
    const shown = [spawns[0]!, spawns[1]! + 7]
    putArticlesToRecord(match, shown.map(show), was)
    expect(shown.map((spawn) => match.articles.find(spawn)!.metFighters)).toEqual([1, 2])
  })
})
