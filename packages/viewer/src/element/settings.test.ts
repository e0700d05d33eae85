import { describe, expect, it } from 'vitest'
import {
  clockText,
  frameOf,
  linkTo,
  namesIn,
  overlaysOf,
  ratingsIn,
  settingsFromUrl,
  timeText,
  wordsOfOverlays,
} from './settings.ts'

describe('Settings', () => {
  it('a link to a frame opens paused at it', () => {
    expect(settingsFromUrl('https://arena.example/matches/m_1#f=200')).toEqual({ frame: '200', paused: '' })
    expect(settingsFromUrl('https://arena.example/matches/m_1#top')).toEqual({})
    expect(linkTo('https://arena.example/m?embed#f=1', 200)).toBe('https://arena.example/m?embed#f=200')
  })

  it('all other settings stand in the query', () => {
    expect(settingsFromUrl('/m?embed&t=1:20&speed=0.5&overlays=hitboxes,inputs')).toEqual({
      t: '1:20',
      speed: '0.5',
      overlays: 'hitboxes,inputs',
      embed: '',
    })
  })

  it('a place is a frame, or seconds, or minutes and seconds', () => {
    expect([frameOf('200', '5'), frameOf(null, '5'), frameOf(null, '1:20'), frameOf('x', 'y')]).toEqual([
      200,
      300,
      4800,
      null,
    ])
  })

  it('names by port stand on lines, so that they may have any mark in them; on one line they are parted by commas', () => {
    expect(namesIn('Needle, v2\nTalon')).toEqual(['Needle, v2', 'Talon'])
    expect(namesIn('Needle, v2\n')).toEqual(['Needle, v2', ''])
    expect(namesIn('Ember, Tide')).toEqual(['Ember', 'Tide'])
    expect(namesIn(null)).toEqual([])
  })

  it('ratings by port are mu and sigma; what is not two of them is none', () => {
    const two = [
      { mu: 25.1, sigma: 1.9 },
      { mu: -3, sigma: 8.33 },
    ]
    expect(ratingsIn('25.1 1.9;-3 8.33')).toEqual(two)
    expect(ratingsIn(' 25.1  1.9 ; -3 8.33 ')).toEqual(two)
    for (const list of [null, '', '25 1', '25 1;24', '25 1;24 0', '25 1;24 x', '25 1;24 1;23 1', '25 1 3;24 1 3'])
      expect(ratingsIn(list)).toBeNull()
  })

  it('overlays are a list of words', () => {
    const overlays = overlaysOf('Hitboxes, ledges, nonsense')
    expect(wordsOfOverlays(overlays)).toEqual(['hitboxes', 'ledges'])
  })

  it('the clock counts down from the limit of the game, and up where it has none; the time counts up', () => {
    const clock = (timeLimit: number | null) => [-123, 0, 90, 28_800].map((frame) => clockText(frame, timeLimit))
    expect(clock(480)).toEqual(['8:00.00', '8:00.00', '7:58.50', '0:00.00'])
    expect(clock(120)).toEqual(['2:00.00', '2:00.00', '1:58.50', '0:00.00'])
    expect(clock(null)).toEqual(['0:00.00', '0:00.00', '0:01.50', '8:00.00'])
    expect([timeText(-123), timeText(-1), timeText(3900)]).toEqual(['-0:02', '0:00', '1:05'])
  })
})
