import { describe, expect, it } from 'vitest'
import { ACTION } from '../action-ids.ts'
import { f } from '../math.ts'
import { random16, randomFloat, randomInteger } from '../random.ts'
import { STAGE_IDS } from '../seed.ts'
import { STAGE_BY_ID } from './index.ts'
import { WIND_PUSH, type Voter } from './stage.ts'
import { putPlatform, WAITING } from './fountain-of-dreams.ts'
import { emptyStageState, type StageState } from './state.ts'
import { NO_FLOOR, Terrain } from './terrain.ts'

/** For stages by which nothing flies. */
const NO_FLOCK = { isThere: false, join: () => {} }

const ascending = (a: number, b: number) => a - b

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
    const state = emptyStageState()
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
      STAGE_BY_ID[3].update!(emptyStageState(), random, [], false, NO_FLOCK)
      expect(random.seed).toBe(first.seed)
      return comes
    })
    expect(frames.filter(Boolean).length).toBeGreaterThan(0)
  })
})

describe('Fountain of Dreams', () => {
  const stage = STAGE_BY_ID[2]

  function run(seed: number, frames: number, look: (state: StageState, terrain: Terrain, frame: number) => void): void {
    const state = emptyStageState()
    const random = { seed }
    const terrain = new Terrain(stage)
    stage.reset!(state, random)
    terrain.sync(state, -124)
    for (let frame = 0; frame < frames; frame++) {
      random.seed = (seed + frame * 65536) >>> 0
      stage.update!(state, random, [], false, NO_FLOCK)
      terrain.sync(state, frame)
      look(state, terrain, frame - 123)
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
          if (state.platformPhase[side] === WAITING) lowest = Math.min(lowest, y)
          if (terrain.isActive[floor] === 0) hidden++
          if (terrain.isActive[floor] === 0 && y !== 0.375) throw new Error(`hidden at ${y}`)
        }
      })
    }
    expect(hidden).toBeGreaterThan(0)
    expect([lowest, highest]).toEqual([12.375, 27.375])
  })

  it('lets a sinking platform carry until the frame on which it is at -1, hides it for 482 to 1681 frames, and lets it carry again as it comes back, to 25 (grizumi.c)', () => {
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
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(482)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1681)
    expect(changes.every(([height]) => height === -1)).toBe(true)
  })

  /** A platform about to decide, with its next draws as given: shares of 1 that begin with the first. */
  const decide = (height: number, draws: readonly number[]) => {
    const state = emptyStageState()
    for (const side of [0, 1]) {
      putPlatform(state, side, height)
      state.platformTarget[side] = height
      state.platformWait[side] = side === 1 ? -1 : 1000
    }
    const seedOf = (found: number) => {
      const random = { seed: found }
      return draws.every((share) => Math.abs(randomFloat(random) - share) < 0.04)
    }
    let seed = 1
    while (!seedOf(seed)) seed++
    stage.update!(state, { seed }, [], false, NO_FLOCK)
    return state.platformTarget[1]! - height
  }

  it('sinks, moves or waits again with the weights 4, 8 and 10, in this order of the draw', () => {
    expect(decide(25, [4 / 22 - 0.05])).toBe(-26)
    expect(decide(25, [4 / 22 + 0.05, 0.5, 0.2])).toBeCloseTo(7.5, 0)
    expect(decide(25, [12 / 22 - 0.05, 0.5, 0.8])).toBeCloseTo(-7.5, 0)
    expect(decide(25, [12 / 22 + 0.05])).toBe(0)
  })

  it('moves by 5 to 10, with a chance of 0.25 away from the middle, from below as from above', () => {
    expect(decide(24, [0.4, 0.95, 0.2])).toBeLessThan(-8)
    expect(decide(24, [0.4, 0.05, 0.3])).toBeGreaterThan(5)
    expect(decide(26, [0.4, 0.05, 0.2])).toBeGreaterThan(5)
    expect(decide(26, [0.4, 0.05, 0.3])).toBeLessThan(-5)
  })

  it('draws the first waits from the seed of Game Start, the left one first, and acts on the N + 2nd frame from there', () => {
    const random = { seed: 4711 }
    const [left, right] = [600 + randomInteger(random, 480), 600 + randomInteger(random, 480)]
    const seen: Record<number, number> = {}
    run(4711, 2000, ({ platformWait }, _terrain, frame) => {
      for (const side of [0, 1]) if (platformWait[side]! < 0) seen[side] ??= frame
    })
    // Lowered once a frame, it is -1 on the frame before that on which it acts.
    expect([seen[1], seen[0]]).toEqual([left - 123, right - 123])
  })

  it('plays the same from a saved state', () => {
    const state = emptyStageState()
    const random = { seed: 99 }
    stage.reset!(state, random)
    for (let i = 0; i < 3000; i++) stage.update!(state, random, [], false, NO_FLOCK)
    const copy = structuredClone(state)
    const copiedRandom = { ...random }
    for (let i = 0; i < 3000; i++) {
      stage.update!(state, random, [], false, NO_FLOCK)
      stage.update!(copy, copiedRandom, [], false, NO_FLOCK)
    }
    expect(copy).toEqual(state)
  })
})

describe('Dream Land N64', () => {
  const stage = STAGE_BY_ID[28]

  /** Frames on which the wind changes in a game with these seeds and fighters. */
  const changesOf = (
    seeds: (frame: number) => number,
    fighters: readonly Voter[],
    frames: number,
    deadCount = false,
  ) => {
    const state = emptyStageState()
    const changes: [frame: number, direction: number][] = []
    const random = { seed: seeds(-123) }
    stage.reset!(state, random)
    for (let frame = -123; frame < frames; frame++) {
      random.seed = seeds(frame)
      stage.update!(state, random, fighters, deadCount, NO_FLOCK)
      if (state.windChanged) changes.push([frame, state.windDirection])
    }
    return changes
  }
  const at = (x: number, action: number = ACTION.Wait): Voter => ({ x, y: 0, action })
  const [RIGHT, LEFT] = [
    [at(20), at(1)],
    [at(-20), at(-1)],
  ]
  /** Seeds of which the first draw after each is 0: least waits, and ties go left. */
  const low = () => 2_708_534_849
  const high = () => 1_880_880_705

  it('draws its rest on the first frame and looks right: 600 frames later it chooses, and after 45 of its breath it blows for 274', () => {
    expect(random16({ seed: low() })).toBe(0)
    // Rest of 600: choice on frame -123 + 600, blow from the next on.
    expect(changesOf(low, RIGHT, 1000)).toEqual([
      [-123 + 600 + 1 + 45, 2],
      [-123 + 600 + 1 + 45 + 274, 0],
    ])
  })

  it('turns for 33 frames where more fighters are on its other side', () => {
    expect(changesOf(low, LEFT, 1000)[0]).toEqual([-123 + 600 + 1 + 33 + 45, 1])
  })

  it('rests next from 2 frames after the last of a gust to the right, and from 4 after one to the left', () => {
    for (const [fighters, pause] of [
      [RIGHT, 2],
      [LEFT, 4],
    ] as const) {
      const [, [end] = [0], [next] = [0]] = changesOf(low, fighters, 3000)
      // The first calm frame is one after the last of the gust.
      expect(next - end).toBe(pause - 1 + 600 + 1 + 45)
    }
  })

  it('counts fighters by their side of x = 0, the nearer one no more than the other, and draws a tie', () => {
    const tie = [at(1), at(-70)]
    expect(changesOf(low, tie, 1000)[0]![1]).toBe(1)
    expect(random16({ seed: high() })).toBe(0xffff)
    expect(changesOf(high, tie, 2000)[0]![1]).toBe(2)
    expect(changesOf(high, [at(-1), ...tie], 2000)[0]![1]).toBe(1)
  })

  it('does not count the dead (netplay since 2023), and by the rules of consoles counts them where they died', () => {
    const fighters = [at(-60), at(250, ACTION.DeadRight), at(250, ACTION.DeadRight), at(0, ACTION.Sleep)]
    expect(changesOf(high, fighters, 2000)[0]![1]).toBe(1)
    expect(changesOf(high, fighters, 2000, true)[0]![1]).toBe(2)
  })

  it('does not choose before a blink of 35 frames is over, and blinks 180 to 359 frames after the last', () => {
    const lengths = new Set<number>()
    for (let seed = 1; seed < 400; seed++) {
      const random = { seed: seed * 7919 }
      const start = random.seed
      const rest = 600 + randomInteger(random, 600)
      const blink = 180 + randomInteger(random, 180)
      // One seed for all frames: every blink takes the draw of the frame as its first.
      const again = 180 + randomInteger({ seed: start }, 180)
      let end = 35
      for (let next = end + blink - 1; next < rest - 1; next = end + again - 1) end = next + 35
      const chosen = Math.max(rest - 1, end)
      const [frame] = changesOf(() => start, RIGHT, 2000)[0]!
      expect(frame).toBe(-123 + chosen + 2 + 45)
      lengths.add(chosen - rest)
    }
    expect(lengths.size).toBeGreaterThan(5)
  })

  it('pushes fighters in front of it by 0.2, and no others', () => {
    expect(WIND_PUSH).toBe(f(0.2))
    const pushed = (x: number, y: number, windDirection = 2) => stage.wind!({ windDirection }, { x, y })
    expect(pushed(30, 0)).toBe(1)
    expect(pushed(-30, 0)).toBe(0)
    expect(pushed(-30, 0, 1)).toBe(-1)
    expect(pushed(30, 0, 0)).toBe(0)
    // Between -17 and 76 to the right, -74 and -18 to the left, from -10 to 40: the limits are outside.
    expect([-17, -16.9, 75.9, 76].map((x) => pushed(x, 0))).toEqual([0, 1, 1, 0])
    expect([-74, -73.9, -18.1, -18].map((x) => pushed(x, 0, 1))).toEqual([0, -1, -1, 0])
    expect([-10, -9.9, 39.9, 40].map((y) => pushed(30, y))).toEqual([0, 1, 1, 0])
  })
})
