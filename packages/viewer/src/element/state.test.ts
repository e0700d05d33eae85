import { describe, expect, it } from 'vitest'
import {
  branch,
  change,
  fail,
  newState,
  note,
  open,
  pause,
  play,
  seek,
  setSpeed,
  shownFrame,
  toggleInputs,
  toggleOverlays,
} from './state.ts'
import { pair } from './pairing.ts'
import type { OpenOptions, State } from './state.ts'

const OPTIONS: OpenOptions = {
  seed: null,
  signed: null,
  isLive: false,
  frame: null,
  isPlaying: false,
  marks: null,
  names: [],
}

function opened(options: Partial<OpenOptions> = {}): { state: State; said: string[] } {
  const said: string[] = []
  const state = newState(
    (name) => said.push(name),
    () => {},
  )
  open(state, { url: 'match.slp' }, { ...OPTIONS, ...options })
  state.playback.extend({ first: -123, last: 600, isComplete: !options.isLive })
  return { state, said }
}

describe('The state of a viewer', () => {
  it('keeps how matches are shown when another replay is opened, and forgets the replay', () => {
    const { state } = opened()
    change(state, setSpeed, 2)
    change(state, toggleInputs)
    change(state, seek, 300)
    fail(state, 'It is cut off.')
    open(state, { url: 'other.slp' }, OPTIONS)
    expect(state).toMatchObject({ areInputsOn: true, failure: null, hasMoved: false, place: { url: 'other.slp' } })
    expect(state.playback).toMatchObject({ speed: 2, frame: 0 })
  })

  it('has the camera jump after a move, and only after one', () => {
    const { state } = opened()
    state.isCut = false
    change(state, seek, state.playback.frame)
    expect(state.isCut).toBe(false)
    change(state, seek, 300)
    expect(state.isCut).toBe(true)
  })

  it('tells the page once what is wrong, and nothing where no replay is open', () => {
    const { state, said } = opened()
    note(state, 'A picture could not be drawn.')
    note(state, 'A picture could not be drawn.')
    fail(state, 'It is cut off.')
    fail(state, 'It is cut off.')
    expect(said).toEqual(['arena-replay-error', 'arena-replay-error'])
    open(state, null, OPTIONS)
    fail(state, 'No replay is open.')
    expect(said).toHaveLength(2)
  })

  it('tells the page once that a live match is over: when its follower has seen the end, or stands still', () => {
    const { state, said } = opened({ isLive: true })
    change(state, play)
    state.playback.extend({ first: -123, last: 600, isComplete: true })
    change(state, seek, 100)
    expect(said).toEqual([])
    change(state, pause)
    change(state, play)
    expect(said).toEqual(['ended'])
  })

  it('switches the overlays off and on again as they were', () => {
    const { state } = opened()
    change(state, toggleOverlays)
    expect(state.overlays).toMatchObject({ hitboxes: true, hurtboxes: true, zones: false })
    change(state, toggleOverlays)
    expect(Object.values(state.overlays)).not.toContain(true)
  })
})

describe('Two viewers that are played together', () => {
  /** One with frames to 600, and a longer one, which stands elsewhere. */
  function paired(): { state: State; other: State } {
    const [state, other] = [opened().state, opened().state]
    for (const [each, last] of [
      [state, 600],
      [other, 900],
    ] as const) {
      open(each, { url: 'match.slp' }, OPTIONS)
      each.info = { firstFrame: -123, lastFrame: last } as State['info']
      each.playback.extend({ first: -123, last, isComplete: true }, each)
    }
    change(state, seek, 300)
    pair(state, other)
    return { state, other }
  }

  it('are at the place of the first, and go where one of them is moved, with both cameras', () => {
    const { state, other } = paired()
    expect([shownFrame(state), shownFrame(other)]).toEqual([300, 300])
    state.isCut = false
    change(other, seek, 450)
    expect([shownFrame(state), shownFrame(other), state.isCut]).toEqual([450, 450, true])
    change(state, play)
    expect(other.playback.isPlaying).toBe(true)
  })

  it('go to the end of the longer one, where the shorter one shows its last frame', () => {
    const { state, other } = paired()
    change(state, seek, 10_000)
    expect([shownFrame(state), shownFrame(other)]).toEqual([600, 900])
  })

  it('are alone again when they part, or when one of them opens another replay', () => {
    const { state, other } = paired()
    change(state, seek, 800)
    other.partner!.part()
    expect([state.partner, other.partner]).toEqual([null, null])
    expect([state.playback.frame, other.playback.frame]).toEqual([600, 800])
    change(state, seek, 0)
    expect(other.playback.frame).toBe(800)
    pair(state, other)
    open(other, { url: 'other.slp' }, OPTIONS)
    change(other, seek, 5)
    expect([state.partner, state.playback.frame]).toEqual([null, 0])
  })
})

describe('A page that plays on from a frame', () => {
  it('hears of the frame, which stands still, and of a file that a person has opened', () => {
    const said: unknown[] = []
    const state = newState(
      (name, detail) => said.push([name, detail]),
      () => {},
    )
    const file = new Blob()
    for (const place of [{ url: 'match.slp' }, { file }]) {
      open(state, place, OPTIONS)
      state.playback.extend({ first: -123, last: 600, isComplete: true }, state)
      state.info = { kind: 'arena', firstFrame: -123, lastFrame: 600 } as State['info']
      change(state, seek, 200)
      change(state, play)
      state.isBranchable = false
      change(state, branch)
      expect(state.playback.isPlaying).toBe(true)
      state.isBranchable = true
      change(state, branch)
      expect(state.playback.isPlaying).toBe(false)
    }
    const [name, frame] = ['arena-replay-branch', 200]
    expect(said).toEqual([
      [name, { frame, file: null }],
      [name, { frame, file }],
    ])
    state.info = { ...state.info!, kind: 'foreign' }
    change(state, branch)
    expect([said.length, state.notice.text]).toEqual([
      2,
      'This is a recording of another game, which cannot be taken over.',
    ])
  })
})
