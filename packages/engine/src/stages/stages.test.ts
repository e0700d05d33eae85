import { describe, expect, it } from 'vitest'
import { f } from '../math.ts'
import { random16, randomInteger } from '../random.ts'
import { STAGE_IDS } from '../seed.ts'
import { STAGE_BY_ID } from './index.ts'
import { WIND_PUSH } from './stage.ts'
import type { StageState } from './state.ts'
import { NO_FLOOR, Terrain } from './terrain.ts'

const ascending = (a: number, b: number) => a - b

function emptyState(): StageState {
  return {
    platformHeight: new Float32Array(2),
    platformTarget: new Float32Array(2),
    platformPhase: new Int32Array(2),
    platformWait: new Int32Array(2),
    platformMoved: new Int32Array(2),
    windWait: 0,
    windDirection: 0,
    windChanged: 0,
  }
}

describe.each(STAGE_IDS)('stage %i', (id) => {
  const stage = STAGE_BY_ID[id]

  it('has its own id, with ledges at the ends of its main floor', () => {
    expect(stage.id).toBe(id)
    const terrain = new Terrain(stage)
    expect(stage.ledges.map((ledge) => ledge.side)).toEqual([-1, 1])
    for (const { x, y, side, floor } of stage.ledges) {
      const { x1, y1, x2, y2 } = terrain.floors
      expect([x1, x2][side < 0 ? 0 : 1]![floor]).toBe(f(x))
      expect([y1, y2][side < 0 ? 0 : 1]![floor]).toBe(f(y))
      expect((side < 0 ? terrain.left : terrain.right)[floor]).toBe(NO_FLOOR)
    }
  })

  it('joins its solid floors into one unbroken line from ledge to ledge', () => {
    const terrain = new Terrain(stage)
    const [left, right] = stage.ledges
    let floor = left!.floor
    const walked = [floor]
    while (floor !== right!.floor) {
      floor = terrain.right[floor]!
      expect(floor).not.toBe(NO_FLOOR)
      walked.push(floor)
    }
    expect(walked.sort(ascending)).toEqual(
      stage.floors
        .filter((line) => !line.isPlatform)
        .map((line) => line.id)
        .sort(ascending),
    )
  })

  it('keeps floors, spawns and respawn points inside the blast zone, above solid ground', () => {
    const { left, right, top, bottom } = stage.blastZone
    const points = [
      ...stage.floors.flatMap(({ from, to }) => [from, to]),
      ...stage.spawns,
      ...stage.respawns,
      [0, stage.respawnTop] as const,
    ]
    for (const [x, y] of points) {
      expect(x).toBeGreaterThan(left)
      expect(x).toBeLessThan(right)
      expect(y).toBeGreaterThan(bottom)
      expect(y).toBeLessThan(top)
    }
    for (const [x, y] of [...stage.spawns, ...stage.respawns]) {
      expect(stage.floors.some(({ from, to }) => x >= from[0] && x <= to[0] && y >= from[1])).toBe(true)
    }
    expect(stage.spawns[0][0]).toBeLessThan(0)
    expect(stage.spawns[1][0]).toBeGreaterThan(0)
  })

  it('has normals of unit length that point up', () => {
    const terrain = new Terrain(stage)
    for (const floor of terrain.floorIds) {
      expect(Math.hypot(terrain.normalX[floor]!, terrain.normalY[floor]!)).toBeCloseTo(1, 6)
      expect(terrain.normalY[floor]!).toBeGreaterThan(0.9)
    }
  })
})

describe("Yoshi's Story", () => {
  const terrain = new Terrain(STAGE_BY_ID[8])

  it('slopes its ends by 3.5 over 16.8', () => {
    expect(terrain.floorY(2, -56)).toBe(-3.5)
    expect(terrain.floorY(2, -47.6)).toBeCloseTo(-1.75, 6)
    expect(terrain.floorY(6, 41.2424)).toBeCloseTo(-0.42554, 4)
  })

  it('moves Randall once around the stage in 1200 frames, never faster than his speed', () => {
    const state = emptyState()
    terrain.sync(state, -124)
    let jumps = 0
    const heights = new Set<number>()
    for (let frame = -123; frame < 1077; frame++) {
      terrain.sync(state, frame)
      const step = Math.hypot(terrain.movedX[0]!, terrain.movedY[0]!)
      if (step > 0.37) jumps++
      heights.add(terrain.floors.y1[0]!)
      expect(f(terrain.floors.x2[0]! - terrain.floors.x1[0]!)).toBeCloseTo(11.9, 4)
    }
    // The source table steps twice as far once per round, on the bottom stretch.
    expect(jumps).toBeLessThanOrEqual(1)
    expect(Math.max(...heights)).toBeCloseTo(-13.65, 3)
    expect(Math.min(...heights)).toBeCloseTo(-33.25, 2)
    terrain.sync(state, 100)
    const x = terrain.floors.x1[0]!
    terrain.sync(state, 1300)
    expect(terrain.floors.x1[0]!).toBe(x)
  })
})

describe('Pokémon Stadium', () => {
  it('draws once a frame for a firework, and twice more for one that starts (one in 200)', () => {
    const frames = Array.from({ length: 4000 }, (_, i) => {
      const random = { seed: (i * 2_654_435) >>> 0 }
      const first = { ...random }
      const comes = randomInteger(first, 200) === 0
      if (comes) for (let n = 0; n < 2; n++) random16(first)
      STAGE_BY_ID[3].update!(emptyState(), random, [])
      expect(random.seed).toBe(first.seed)
      return comes
    })
    expect(frames.filter(Boolean).length).toBeGreaterThan(0)
  })
})

describe('Fountain of Dreams', () => {
  const stage = STAGE_BY_ID[2]

  function run(seed: number, frames: number, look: (state: StageState, terrain: Terrain) => void): void {
    const state = emptyState()
    const random = { seed }
    const terrain = new Terrain(stage)
    stage.reset!(state, random)
    terrain.sync(state, -124)
    for (let frame = 0; frame < frames; frame++) {
      random.seed = (seed + frame * 65536) >>> 0
      stage.update!(state, random, [])
      terrain.sync(state, frame)
      look(state, terrain)
    }
  }

  it('starts its platforms at 22.125 on the right and 16.125 on the left', () => {
    run(1, 1, (_, terrain) => {
      expect(terrain.floors.y1[1]).toBe(22.125)
      expect(terrain.floors.y1[0]).toBe(16.125)
    })
  })

  it('moves them by 0.1125 up or 0.075 down a frame, and writes so on the frames on which they move', () => {
    let moves = 0
    const steps = new Set<number>()
    run(7, 28_800, (state, terrain) => {
      for (const [side, floor] of [1, 0].entries()) {
        if (state.platformMoved[side] === 1) moves++
        else if (terrain.movedY[floor] !== 0) throw new Error('a platform moved unannounced')
        steps.add(Math.round(terrain.movedY[floor]! * 1e4))
      }
    })
    expect(moves).toBeGreaterThan(500)
    expect([Math.min(...steps), Math.max(...steps)]).toEqual([-750, 1125])
  })

  it('keeps them between 12.375 and 27.375 while fighters can stand on them, except for sinking and coming back', () => {
    let hidden = 0
    let highest = 0
    let lowest = 99
    for (let seed = 1; seed <= 20; seed++) {
      run(seed * 7919, 28_800, (state, terrain) => {
        for (const [side, floor] of [1, 0].entries()) {
          const y = terrain.floors.y1[floor]!
          highest = Math.max(highest, y)
          if (state.platformPhase[side]! <= 1) lowest = Math.min(lowest, y)
          if (terrain.isActive[floor] === 0) hidden++
          if (terrain.isActive[floor] === 0 && y !== 0.375) throw new Error(`hidden at ${y}`)
        }
      })
    }
    expect(hidden).toBeGreaterThan(0)
    expect([lowest, highest]).toEqual([12.375, 27.375])
  })

  it('lets a sinking platform carry until the frame on which it is at -1, hides it for 540 to 1680 frames, and lets it carry again as it comes back, to 25 (grizumi.c; 9 recorded)', () => {
    const lengths: number[] = []
    const changes: [height: number, isActive: number][] = []
    let wasActive = 1
    let hidden = 0
    run(3, 200_000, ({ platformHeight }, { isActive }) => {
      if (isActive[1] === 0) hidden++
      else if (wasActive === 0) lengths.push(hidden)
      if (wasActive === 0 && isActive[1] === 1) hidden = 0
      if (isActive[1] !== wasActive) changes.push([platformHeight[0]!, isActive[1]!])
      wasActive = isActive[1]!
    })
    expect(lengths.length).toBeGreaterThan(10)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(540)
    expect(Math.max(...lengths)).toBeLessThan(1680)
    expect(changes.every(([height]) => height === -1)).toBe(true)
  })

  it('plays the same from a saved state', () => {
    const state = emptyState()
    const random = { seed: 99 }
    stage.reset!(state, random)
    for (let i = 0; i < 3000; i++) stage.update!(state, random, [])
    const copy = structuredClone(state)
    const copiedRandom = { ...random }
    for (let i = 0; i < 3000; i++) {
      stage.update!(state, random, [])
      stage.update!(copy, copiedRandom, [])
    }
    expect(copy).toEqual(state)
  })
})

describe('Dream Land N64', () => {
  const stage = STAGE_BY_ID[28]

  it('blows for 274 frames at a time, first between frames 572 and 1083, towards the nearest fighter', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const state = emptyState()
      const random = { seed }
      stage.reset!(state, random)
      const changes: [frame: number, direction: number][] = []
      const fighters = [
        { x: seed % 2 ? 40 : -70, y: 0 },
        { x: seed % 2 ? -90 : 80, y: 0 },
      ]
      for (let frame = -123; frame < 20_000; frame++) {
        stage.update!(state, random, fighters)
        if (state.windChanged) changes.push([frame, state.windDirection])
      }
      expect(changes[0]![0]).toBeGreaterThanOrEqual(571)
      expect(changes[0]![0]).toBeLessThanOrEqual(1083)
      for (let i = 0; i + 1 < changes.length; i += 2) {
        expect(changes[i]![1]).toBe(seed % 2 ? 2 : 1)
        expect(changes[i + 1]).toEqual([changes[i]![0] + 274, 0])
      }
    }
  })

  it('pushes fighters in front of it by 0.2, and no others', () => {
    expect(WIND_PUSH).toBe(f(0.2))
    const pushed = (x: number, y: number, windDirection = 2) => stage.wind!({ windDirection }, { x, y })
    expect(pushed(30, 0)).toBe(1)
    expect(pushed(-30, 0)).toBe(0)
    expect(pushed(30, 60)).toBe(0)
    // Recorded: a fighter that passes the floor's height on its way down is pushed on that frame too.
    expect(pushed(30, -9)).toBe(1)
    expect(pushed(-30, 0, 1)).toBe(-1)
    expect(pushed(30, 0, 0)).toBe(0)
    // Between -17 and 76 to the right, -74 and -18 to the left (32,000 recorded frames).
    expect([-18, -17, 76, 76.1].map((x) => pushed(x, 0) > 0)).toEqual([false, true, true, false])
  })
})
