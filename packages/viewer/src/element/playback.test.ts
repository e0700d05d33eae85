import { describe, expect, it } from 'vitest'
import { LIVE_DELAY, Playback } from './playback.ts'

const WHOLE = { first: -123, last: 1000, isComplete: true }

function opened({ isLive = false, extent = WHOLE } = {}): Playback {
  const playback = new Playback()
  playback.open({ isLive })
  playback.extend(extent)
  return playback
}

/** Lets `ms` pass in steps of a 60 Hz screen, and says at which frame it then is. */
function run(playback: Playback, ms: number, each: () => void = () => {}): number {
  playback.advance(0)
  for (let step = 1; step <= Math.round((ms * 60) / 1000); step++) {
    each()
    playback.advance((step * 1000) / 60)
  }
  return playback.position
}

describe('Playback', () => {
  it('opens paused at the first frame', () => {
    const playback = opened()
    expect([playback.frame, playback.isPlaying, playback.alpha]).toEqual([-123, false, 0])
    expect(playback.advance(0)).toBe(false)
    expect(playback.advance(1000)).toBe(false)
  })

  it('plays sixty frames a second, times the speed', () => {
    const playback = opened()
    playback.play()
    expect(run(playback, 1000)).toBeCloseTo(-63)
    playback.speed = 0.25
    playback.seek(0)
    expect(run(playback, 1000)).toBeCloseTo(15)
  })

  it('is between two frames between two frames', () => {
    const playback = opened()
    playback.play()
    playback.seek(10)
    playback.advance(0)
    playback.advance(25)
    expect(playback.frame).toBe(11)
    expect(playback.alpha).toBeCloseTo(0.5)
  })

  it('keeps the speed within 0.1 and 4, and steps through those of the menu', () => {
    const playback = opened()
    playback.speed = 9
    expect(playback.speed).toBe(4)
    playback.speed = 0
    expect(playback.speed).toBe(0.1)
    playback.speed = NaN
    expect(playback.speed).toBe(0.1)
    playback.changeSpeed(1)
    expect(playback.speed).toBe(0.25)
    playback.changeSpeed(-1)
    playback.changeSpeed(-1)
    expect(playback.speed).toBe(0.1)
  })

  it('stops at the end, and plays from the beginning after it', () => {
    const playback = opened()
    playback.seek(990)
    playback.play()
    expect(run(playback, 1000)).toBe(1000)
    expect([playback.isPlaying, playback.isAtEnd]).toEqual([false, true])
    playback.play()
    expect(playback.frame).toBe(-123)
  })

  it('waits for frames that are not there yet', () => {
    const playback = opened({ extent: { first: -123, last: -100, isComplete: false } })
    playback.play()
    expect(run(playback, 1000)).toBe(-100)
    expect([playback.isPlaying, playback.isStalled]).toEqual([true, true])
    playback.extend(WHOLE)
    expect(run(playback, 1000)).toBeCloseTo(-40)
  })

  it('does not catch up on the time that a page was asleep', () => {
    const playback = opened()
    playback.play()
    playback.advance(0)
    playback.advance(60_000)
    expect(playback.position).toBeLessThan(-100)
  })

  it('steps one frame and pauses, from between two frames to one of them', () => {
    const playback = opened()
    playback.seek(10.4)
    playback.play()
    playback.step(-1)
    expect([playback.position, playback.isPlaying]).toEqual([10, false])
    playback.step(1)
    expect(playback.position).toBe(11)
  })

  it('seeks within the replay only, by frames and by shares', () => {
    const playback = opened()
    playback.jump(-120)
    expect(playback.frame).toBe(-123)
    playback.jump(99_999)
    expect(playback.frame).toBe(1000)
    playback.seekShare(0.5)
    expect(playback.frame).toBe(439)
  })

  it('opens at a frame that is still to be read', () => {
    const playback = new Playback()
    playback.open({ isLive: false, frame: 200 })
    playback.extend({ first: -123, last: 10, isComplete: false })
    expect(playback.frame).toBe(200)
    playback.extend({ first: -123, last: 150, isComplete: true })
    expect(playback.frame).toBe(150)
  })
})

describe('Playback of a live match', () => {
  const joined = (): Playback => {
    const playback = opened({ isLive: true, extent: { first: -123, last: 600, isComplete: false } })
    playback.play()
    return playback
  }

  it('joins about half a second behind the newest frame, and stays there', () => {
    const playback = joined()
    expect(playback.frame).toBe(600 - LIVE_DELAY)
    let last = 600
    run(playback, 10_000, () => playback.extend({ first: -123, last: ++last, isComplete: false }))
    expect(last - playback.position).toBeGreaterThan(25)
    expect(last - playback.position).toBeLessThan(35)
  })

  it('slows down when frames do not come, and never passes the newest', () => {
    const playback = joined()
    expect(run(playback, 5000)).toBeLessThanOrEqual(600)
  })

  it('falls behind while it is paused, until it is told to follow', () => {
    const playback = joined()
    playback.pause()
    playback.extend({ first: -123, last: 2000, isComplete: false })
    playback.play()
    expect(playback.isFollowing).toBe(false)
    expect(run(playback, 1000)).toBeCloseTo(630)
    playback.follow()
    expect([playback.frame, playback.isFollowing]).toEqual([2000 - LIVE_DELAY, true])
  })

  it('jumps when it is far behind', () => {
    const playback = joined()
    playback.extend({ first: -123, last: 3000, isComplete: false })
    playback.advance(0)
    playback.advance(16)
    expect(playback.frame).toBe(3000 - LIVE_DELAY)
  })

  it('plays to the last frame when the match is over', () => {
    const playback = joined()
    playback.extend({ first: -123, last: 610, isComplete: true })
    expect(run(playback, 2000)).toBe(610)
    expect([playback.isPlaying, playback.isAtEnd]).toEqual([false, true])
  })
})
