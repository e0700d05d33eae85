/** What keeps a fighter from acting, and deaths off the top. */
import { describe, expect, test } from 'vitest'
import { enterBind, enterBury, enterFurafura, enterSleep } from '../src/actions/affliction.ts'
import { enterIce } from '../src/actions/ice.ts'
import type { Fighter } from '../src/fighter.ts'
import { EventRecorder } from '../src/events/recorder.ts'
import { playFrame } from '../src/frame.ts'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { Match } from '../src/match.ts'
import { ACTION, BUTTON, FOX, NEUTRAL, runs, Scene } from './scene.ts'

const AFFLICTED = { Furafura: 211, Bury: 294, BuryWait: 295, BuryJump: 296, DamageSong: 297, DamageSongWait: 298 }
const { DamageSongRv, DamageBind, DamageIce, DamageIceJump } = {
  DamageSongRv: 299,
  DamageBind: 300,
  DamageIce: 325,
  DamageIceJump: 326,
}
const CAPTAIN_FALCON = EXTERNAL_ID['captain-falcon']

/** A match in which the first fighter stands and is afflicted; `hold` gives what it shows on the frames after. */
class Afflicted {
  readonly #match = new Match(
    { seed: new Uint8Array(32), stage: 32, characters: [CAPTAIN_FALCON, FOX] },
    new EventRecorder(),
  )

  constructor(enter: (fighter: Fighter) => void, percent = 0) {
    while (this.fighter.action !== ACTION.Wait) this.#step(0)
    this.fighter.percent = percent
    enter(this.fighter)
  }

  get fighter(): Fighter {
    return this.#match.fighters[0]!
  }

  #step(buttons: number): number {
    this.#match.readings[0]!.buttons = buttons
    playFrame(this.#match)
    return this.fighter.action
  }

  hold(frames: number, button = 0): number[] {
    return Array.from({ length: frames }, (_, i) => this.#step(i % 2 ? button : 0))
  }
}

function lengths(actions: readonly number[]): [action: number, frames: number][] {
  const found: [number, number][] = []
  for (const action of actions) {
    const last = found.at(-1)
    if (last?.[0] === action) last[1]++
    else found.push([action, 1])
  }
  return found
}

describe('afflictions (doldecomp/melee; SmashWiki)', () => {
  test('at 0 % a sleeper nods for 30 frames, sleeps for 65 and wakes for 60 (recorded)', () => {
    // The frame that fell asleep is not among these.
    expect(lengths(new Afflicted(enterSleep).hold(160))).toEqual([
      [AFFLICTED.DamageSong, 29],
      [AFFLICTED.DamageSongWait, 65],
      [DamageSongRv, 60],
      [ACTION.Wait, 6],
    ])
  })

  test('two frames longer for each percent, six less for each press', () => {
    const asleep = (percent: number, button: number) =>
      new Afflicted(enterSleep, percent).hold(200, button).indexOf(DamageSongRv)
    expect(asleep(10, 0) - asleep(0, 0)).toBe(20)
    expect(asleep(10, BUTTON.A)).toBeLessThan(40)
  })

  test('buried for 99 frames, then out of the floor with a leap', () => {
    const buried = new Afflicted(enterBury)
    expect(lengths(buried.hold(99))).toEqual([
      [AFFLICTED.Bury, 9],
      [AFFLICTED.BuryWait, 89],
      [AFFLICTED.BuryJump, 1],
    ])
    expect(buried.fighter.isAirborne).toBe(true)
  })

  test('disabled for 96 frames and 0.6 a percent', () => {
    expect(lengths(new Afflicted(enterBind, 50).hold(140))[0]).toEqual([DamageBind, 125])
  })

  test('dizzy for 490 frames, less one per percent', () => {
    expect(lengths(new Afflicted(enterFurafura).hold(500))[0]).toEqual([AFFLICTED.Furafura, 489])
    expect(lengths(new Afflicted(enterFurafura, 100).hold(500))[0]).toEqual([AFFLICTED.Furafura, 389])
  })

  test('frozen for 12.5 frames per percent of the hit', () => {
    expect(lengths(new Afflicted((fighter) => enterIce(fighter, 4)).hold(60)).slice(0, 2)).toEqual([
      [DamageIce, 49],
      [DamageIceJump, 11],
    ])
  })
})

describe('off the top (doldecomp/melee ftCo_Dead)', () => {
  test('16 percent fall against the camera, from where they were lost: 51 frames up to it, 78 against it, the stock lost 43 frames after the hit', () => {
    let falls = 0
    for (let seed = 1; seed <= 60; seed++) {
      const scene = new Scene({ character: CAPTAIN_FALCON, seed }).stand().put({
        action: ACTION.DamageFall,
        isAirborne: true,
        y: 400,
        kbVy: 5,
      })
      const first = scene.step()
      if (first.actionStateId === ACTION.DeadUpStar) continue
      falls++
      const posts = [first, ...scene.hold(NEUTRAL, 140)]
      expect(
        runs(posts)
          .slice(0, 3)
          .map(([action]) => action),
      ).toEqual([6, 7, ACTION.Rebirth])
      expect(runs(posts)[0]![1]).toBe(51)
      expect(runs(posts)[1]![1]).toBe(78)
      expect(posts[51 + 42]!.stocksRemaining).toBe(4)
      expect(posts[51 + 43]!.stocksRemaining).toBe(3)
      const places = posts.slice(0, 51 + 78).map(({ positionX, positionY, speedY }) => [positionX, positionY, speedY])
      expect(new Set(places.map(String))).toEqual(new Set([String([first.positionX, first.positionY, 0])]))
    }
    expect(falls).toBeGreaterThan(2)
    expect(falls).toBeLessThan(20)
  })
})
