/**
 * Every pairing of characters, every stage, restless pads: whatever is pressed, a match stays sound, can be saved and
 * restored at any frame, and gives the same bytes again.
 */
import { EventReader } from '@arena/slp'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Game, STAGE_IDS } from '../src/index.ts'
import { STAGES } from '../src/stages/index.ts'
import { PadSource } from './pads.ts'
import { numberedGame, streamHash } from './replay-hash.ts'

const CHARACTERS = 26
const FRAMES = 300

/** Complains about the first thing in a match that cannot be. */
function findFault(number: number, frames: number): string | null {
  const game = numberedGame(number)
  const first = new PadSource(number * 2 + 1)
  const second = new PadSource(number * 2 + 2)
  const { blastZone } = STAGES[STAGE_IDS[number % STAGE_IDS.length]!]
  let fault: string | null = null
  let frame = -124
  let posts = 0
  const blame = (what: string) => (fault ??= `match ${number}, frame ${frame}: ${what}`)
  const reader = new EventReader((event) => {
    if (event.name === 'frameStart') {
      if (event.record.frame !== frame + 1) blame(`frame start says ${event.record.frame}`)
      frame = event.record.frame
      posts = 0
    } else if (event.name === 'postFrame') {
      posts++
      const { positionX: x, positionY: y, percent, shieldSize, stocksRemaining, facingDirection } = event.record
      if (![x, y, percent, shieldSize].every(Number.isFinite)) blame(`position ${x}, ${y}, percent ${percent}`)
      if (x < blastZone.left - 30 || x > blastZone.right + 30 || y < blastZone.bottom - 30)
        blame(`far out at ${x}, ${y}`)
      if (percent < 0 || percent > 999) blame(`percent ${percent}`)
      if (shieldSize < 0 || shieldSize > 60) blame(`shield ${shieldSize}`)
      if (stocksRemaining < 0 || stocksRemaining > 4) blame(`stocks ${stocksRemaining}`)
      if (Math.abs(facingDirection) !== 1) blame(`facing ${facingDirection}`)
    } else if (event.name === 'frameBookend' && posts < 2) {
      blame(`${posts} post-frames`)
    }
  })
  reader.push(game.start())
  for (let i = 0; i < frames && !game.ending; i++) reader.push(game.step(first.next(), second.next()))
  return fault
}

describe('any match', () => {
  it.each(Array.from({ length: CHARACTERS }, (_, character) => character))(
    'of character %i against each of the 26 stays sound, whatever is pressed',
    (character) => {
      for (let opponent = 0; opponent < CHARACTERS; opponent++) {
        expect(findFault(opponent * CHARACTERS + character, FRAMES)).toBeNull()
      }
    },
  )

  it.each(STAGE_IDS.map((id, i) => [id, i] as const))('on stage %i stays sound for two minutes', (_, i) => {
    for (let n = 0; n < 3; n++) expect(findFault(i + 6 * (37 * n + 11), 7200)).toBeNull()
  })

  it('plays the same from a state saved at any frame', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 675 }), fc.integer({ min: 0, max: 600 }), (number, frames) => {
        const game = numberedGame(number)
        const sources = [new PadSource(number), new PadSource(number + 1000)] as const
        game.start()
        for (let i = 0; i < frames; i++) game.step(sources[0].next(), sources[1].next())
        const saved = game.save()
        const later = Array.from({ length: 60 }, () => [{ ...sources[0].next() }, { ...sources[1].next() }] as const)
        const play = (other: Game) => later.map(([a, b]) => Buffer.from(other.step(a, b)).toString('base64'))
        const copy = numberedGame(number)
        copy.start()
        copy.restore(saved)
        expect(copy.hash()).toBe(game.hash())
        const expected = play(game)
        expect(play(copy)).toEqual(expected)
        expect(copy.hash()).toBe(game.hash())
        game.restore(saved)
        expect(play(game)).toEqual(expected)
      }),
      { seed: 20, numRuns: 30, endOnFailure: true },
    )
  })

  it('gives the same bytes when it is played again', () => {
    for (const number of [3, 77, 250, 600]) expect(streamHash(number, 900)).toBe(streamHash(number, 900))
  })
})
