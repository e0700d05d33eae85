import { describe, expect, test } from 'vitest'
import { ACTION } from './action-ids.ts'
import { takeDamage } from './combat/percent.ts'
import { EventRecorder } from './events/recorder.ts'
import type { Fighter } from './fighter.ts'
import { EXTERNAL_ID } from './tables/ids.ts'
import { BrokenInvariant, checkInvariants } from './invariants.ts'
import { Match } from './match.ts'

const SHEIK = EXTERNAL_ID.sheik
const NEEDLE = 79
const NEEDLE_IN_HAND = 80

/** Sheik on port 0, Ice Climbers on port 1. */
function newMatch(): Match {
  return new Match({ seed: new Uint8Array(32), stage: 31, characters: [SHEIK, EXTERNAL_ID.popo] }, new EventRecorder())
}

/** Standing on the stage, as no fighter does before its entry. */
function standing(match: Match): readonly [Fighter, Fighter, Fighter] {
  for (const fighter of match.fighters) Object.assign(fighter, { action: ACTION.Wait, y: 0, previousY: 0 })
  return match.fighters as unknown as [Fighter, Fighter, Fighter]
}

/** The broken invariant of a match after a change to its fighters and articles; null for none. */
function faultOf(spoil: (match: Match, ...fighters: readonly [Fighter, Fighter, Fighter]) => void, frames = 1) {
  const match = newMatch()
  const fighters = standing(match)
  try {
    for (let i = 0; i < frames; i++) {
      spoil(match, ...fighters)
      checkInvariants(match)
    }
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(BrokenInvariant)
    return (error as Error).message.split('\n')[0]!.replace(/^Broken invariant on frame -124: /, '')
  }
}

test('percent ends at 999, the game’s own counter', () => {
  const [sheik] = standing(newMatch())
  sheik.percent = 990
  takeDamage(sheik, 8)
  expect(sheik.percent).toBe(998)
  takeDamage(sheik, 8)
  expect(sheik.percent).toBe(999)
})

describe('a frame is sound', () => {
  test('of a match that begins', () => {
    const match = newMatch()
    expect(() => checkInvariants(match)).not.toThrow()
  })

  test('only with a percent from 0 to 999', () => {
    expect(faultOf((_, sheik) => (sheik.percent = 999))).toBeNull()
    expect(faultOf((_, sheik) => (sheik.percent = 999.5))).toBe("port 0's fighter (7) has 999.5 %")
    expect(faultOf((_, _sheik, popo) => (popo.percent = -1))).toBe("port 1's fighter (10) has -1 %")
    expect(faultOf((_, _sheik, _popo, nana) => (nana.percent = NaN))).toBe("port 1's follower (11) has NaN %")
  })

  test('only with places and speeds that are numbers', () => {
    expect(faultOf((_, sheik) => (sheik.selfVy = Infinity))).toContain('no number')
    expect(faultOf((_, sheik) => (sheik.x = NaN))).toContain('no number')
  })

  test('only with as many stocks as a match has', () => {
    expect(faultOf((_, sheik) => (sheik.stocks = 5))).toBe("port 0's fighter (7) has 5 stocks")
    expect(faultOf((_, sheik) => (sheik.stocks = -1))).toBe("port 0's fighter (7) has -1 stocks")
  })

  test('only when no fighter is alive outside the blast zones, at the start of the frame and at its end', () => {
    const lost = { x: 230, previousX: 229 }
    expect(faultOf((_, sheik) => Object.assign(sheik, lost))).toContain('alive outside the blast zones')
    expect(faultOf((_, sheik) => Object.assign(sheik, { y: -120, previousY: -115 }))).toContain('alive outside')
    expect(faultOf((_, sheik) => Object.assign(sheik, { ...lost, action: ACTION.DeadRight }))).toBeNull()
    expect(faultOf((_, sheik) => Object.assign(sheik, { ...lost, previousX: 220 }))).toBeNull()
    // Above the top a fighter lives unless it was launched there.
    expect(faultOf((_, sheik) => Object.assign(sheik, { y: 300, previousY: 290 }))).toBeNull()
  })

  test.each([
    ['in a throw', ACTION.ThrownF, 0, 151],
    ['in the grip of a dive', ACTION.CaptureCaptain, 500, 151],
    ['grabbed', ACTION.CaptureWaitLw, 0, 173],
    ['grabbed at a high percent', ACTION.CaptureWaitLw, 100, 413],
    ['in a claw', ACTION.CaptureWaitKoopa, 100, 436],
    ['in a mouth', ACTION.CaptureWaitKirby, 100, 436],
  ])('only when no fighter has been held longer than the game allows: %s', (_how, action, percent, frames) => {
    const hold = (_: Match, sheik: Fighter) => void Object.assign(sheik, { action, percent })
    expect(faultOf(hold, frames)).toBeNull()
    expect(faultOf(hold, frames + 1)).toBe(`port 0's fighter (7) has been held for ${frames} frames`)
  })

  test('however long a fighter is carried, which only mashing ends', () => {
    expect(faultOf((_, sheik) => (sheik.action = ACTION.ShoulderedWait), 10_000)).toBeNull()
  })

  test('when one hold follows another', () => {
    let frame = 0
    const holds = [ACTION.CaptureWaitLw, ACTION.ThrownF, ACTION.Fall]
    expect(faultOf((_, sheik) => (sheik.action = holds[Math.floor(frame++ / 100) % 3]!), 1200)).toBeNull()
  })

  test('only when no article is older than its lifetime', () => {
    const spawned = (type: number, timer: number, grow: number) => {
      let after = timer
      return (match: Match, sheik: Fighter) => {
        const { articles } = match
        if (articles.count === 0) articles.spawn(articles.kindOf(type), sheik, { x: 0, y: 10, timer })
        articles.at(0).timer = after
        after += grow
      }
    }
    expect(faultOf(spawned(NEEDLE, 30, -1), 331)).toBeNull()
    expect(faultOf(spawned(NEEDLE, 30, -1), 332)).toContain('has outlived its time by 301 frames')
    expect(faultOf(spawned(NEEDLE, 30, 0), 301)).toBeNull()
    expect(faultOf(spawned(NEEDLE, 30, 0), 302)).toContain('stands still')
    // In a hand an article lasts as long as the hand holds it.
    expect(faultOf(spawned(NEEDLE_IN_HAND, 1400, 0), 3000)).toBeNull()
    expect(
      faultOf(
        (match, sheik) => void match.articles.spawn(match.articles.kindOf(NEEDLE), sheik, { x: NaN, y: 0, timer: 1 }),
      ),
    ).toContain('no number')
  })
})

test('the message names the invariant first, then the fighters', () => {
  const match = newMatch()
  standing(match)[0].percent = 1000
  expect(() => checkInvariants(match)).toThrow(
    /^Broken invariant on frame -124: port 0's fighter \(7\) has 1000 %\nport 0's fighter \(7\): \{"action":14,/,
  )
})
