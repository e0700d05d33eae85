import { afterEach, describe, expect, test } from 'vitest'
import type { Paced, Pacing } from './clock.ts'
import { MODES } from '@arena/protocol'
import { EngineLag } from './engine-lag.ts'
import { FRAME_MS, LiveClock, pollGapMs } from './live-clock.ts'

interface Poll {
  readonly at: number
  readonly due: number
}

/** Plays games with an engine that answers at once, and keeps when each was polled and when that was due. */
class Recorder {
  readonly games: { polls: Poll[]; pacing: Pacing }[] = []
  readonly clock = new LiveClock({
    onPoll: (latenessMs, at) => this.#polled.push({ at, due: at - latenessMs }),
  })
  /** The game polled just now. */
  #polled: Poll[] = []

  play(frames: number, onPoll: (frame: number) => void = () => {}): Promise<void> {
    const polls: Poll[] = []
    let finish!: () => void
    const done = new Promise<void>((resolve) => (finish = resolve))
    const game: Paced = {
      awaits: () => 'nobody',
      poll: () => (this.#polled = polls),
      step: () =>
        setImmediate(() => {
          onPoll(polls.length)
          if (polls.length < frames) return pacing.next()
          pacing.stop()
          finish()
        }),
    }
    const pacing = this.clock.begin(game)
    this.games.push({ polls, pacing })
    return done
  }
}

/** Nothing of this process runs meanwhile. */
const stall = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

let recorder: Recorder | null = null
afterEach(() => {
  for (const { pacing } of recorder?.games ?? []) pacing.stop()
  recorder = null
})

describe('working off a lag', () => {
  /** How far a game is behind, frame by frame, after a stall, with an engine that keeps up. */
  function* lagsAfter(stallMs: number): Generator<{ now: number; lagMs: number }> {
    for (let now = 0, lagMs = stallMs; lagMs > 0;) {
      yield { now, lagMs }
      const gapMs = pollGapMs(lagMs)
      now += gapMs
      lagMs -= FRAME_MS - gapMs
    }
  }

  test.each([1_500, 2_000, 3_000, 3_400])('a stall of %i ms aborts no match', (stallMs) => {
    const rule = new EngineLag()
    for (const { now, lagMs } of lagsAfter(stallMs)) expect(rule.observe(now, lagMs)).toBe(false)
  })

  test('one of four seconds does: the rule is more than a second for five', () => {
    const rule = new EngineLag()
    expect([...lagsAfter(4_000)].some(({ now, lagMs }) => rule.observe(now, lagMs))).toBe(true)
  })

  test('a bot that keeps to the lead always has the two frames of time that the lead promises', () => {
    const { inputDelayFrames } = MODES.live
    for (const lagMs of [1, 100, 500, 501, 1_000, 5_000]) {
      expect((inputDelayFrames + 1) * pollGapMs(lagMs)).toBeGreaterThanOrEqual(inputDelayFrames * FRAME_MS - 1e-9)
    }
  })
})

describe('the live clock', () => {
  test('polls a game never early, frame F at its start + F * 1000/60 ms, without drift', async () => {
    recorder = new Recorder()
    await recorder.play(60)
    const { polls } = recorder.games[0]!
    for (const [frame, { at, due }] of polls.entries()) {
      expect(at).toBeGreaterThanOrEqual(due)
      expect(due - polls[0]!.due).toBeCloseTo(frame * FRAME_MS, 6)
    }
  })

  test('spreads games evenly over the frame', async () => {
    recorder = new Recorder()
    await Promise.all(Array.from({ length: 8 }, () => recorder!.play(3)))
    const phases = recorder.games.map(({ polls }) => polls[0]!.due % FRAME_MS).toSorted((a, b) => a - b)
    for (let i = 1; i < phases.length; i++) expect(phases[i]! - phases[i - 1]!).toBeCloseTo(FRAME_MS / 8, 3)
  })

  test('never bursts: after a stall no two polls are closer than 15 ms, until the lag is worked off', async () => {
    recorder = new Recorder()
    await recorder.play(40, (frame) => {
      if (frame === 5) stall(60)
    })
    const { polls } = recorder.games[0]!
    for (let i = 1; i < polls.length; i++) {
      expect(polls[i]!.at - polls[i - 1]!.at).toBeGreaterThanOrEqual(15)
      expect(polls[i]!.at).toBeGreaterThanOrEqual(polls[i]!.due)
    }
    const lag = (frame: number) => polls[frame]!.at - polls[frame]!.due
    expect(lag(5)).toBeGreaterThan(60 - FRAME_MS)
    // On a busy machine other stalls follow, so the lag may grow again; what it was at the end says nothing.
    const gaps = polls.slice(6).map(({ at }, index) => at - polls[index + 5]!.at)
    expect(Math.min(...gaps)).toBeLessThan(FRAME_MS - 0.5)
  })

  test('a game that is forgiven is due as if it had never been behind', async () => {
    recorder = new Recorder()
    await recorder.play(12, (frame) => {
      if (frame !== 5) return
      stall(80)
      const { pacing } = recorder!.games[0]!
      expect(pacing.lagMs()).toBeGreaterThan(60)
      pacing.forgive()
      expect(pacing.lagMs()).toBeLessThan(FRAME_MS)
    })
    const { polls } = recorder.games[0]!
    expect(polls.at(-1)!.due - polls[0]!.due).toBeGreaterThan(11 * FRAME_MS + 60)
  })

  test('does not poll a game whose engine has not answered, and knows its lag', async () => {
    recorder = new Recorder()
    let polls = 0
    const pacing = recorder.clock.begin({ awaits: () => 'nobody', poll: () => polls++, step: () => {} })
    await recorder.play(12)
    expect(polls).toBe(1)
    expect(pacing.lagMs()).toBeGreaterThan(0)
    pacing.stop()
  })

  test('polls all games that are due before it steps any engine', async () => {
    recorder = new Recorder()
    const calls: string[] = []
    const game: Paced = { awaits: () => 'nobody', poll: () => calls.push('poll'), step: () => calls.push('step') }
    const pacings = [recorder.clock.begin(game), recorder.clock.begin(game), recorder.clock.begin(game)]
    stall(2 * FRAME_MS)
    await recorder.play(1)
    for (const pacing of pacings) pacing.stop()
    expect(calls).toEqual(['poll', 'poll', 'poll', 'step', 'step', 'step'])
  })

  test('a game that is stopped is not polled, and the others are', async () => {
    recorder = new Recorder()
    void recorder.play(2)
    recorder.games[0]!.pacing.stop()
    await recorder.play(20)
    expect(recorder.games.map(({ polls }) => polls.length)).toEqual([0, 20])
  })
})
