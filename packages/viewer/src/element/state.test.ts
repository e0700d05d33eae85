import { describe, expect, it } from 'vitest'
import {
  change,
  fail,
  newState,
  note,
  open,
  pause,
  play,
  seek,
  setSpeed,
  toggleInputs,
  toggleOverlays,
} from './state.ts'
import type { OpenOptions, State } from './state.ts'

const OPTIONS: OpenOptions = { seed: null, signed: null, isLive: false, frame: null, isPlaying: false, marks: null }

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
