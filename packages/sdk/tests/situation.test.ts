/** What a bot is told that it can do, held against the engine: on every frame of wild games, the jump is tried and taken back. */
import { Action, BUTTON, Character, stick, type FighterView, type Game, type Hands } from '@arena/sdk'
import { STAGE_IDS } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { RandomPads } from '../../engine/tests/random-pads.ts'
import { Sparring } from './sparring.ts'

const FRAMES = 700
const OWN = 341

/** Random pads that leave Y alone, so that pressing it is always a new press. */
function pads(seed: number): () => Hands {
  const random = new RandomPads(seed)
  return () => {
    const pad = random.next()
    return { ...pad, buttons: pad.buttons & ~(BUTTON.Y | BUTTON.START) }
  }
}

/** A jump from the ledge has two actions; the second follows by itself. */
const isJump = (action: number): boolean =>
  action === Action.KneeBend ||
  (action >= Action.JumpAerialF && action <= Action.JumpAerialB) ||
  action === Action.CliffJumpSlow1 ||
  action === Action.CliffJumpQuick1

describe.each(Object.entries(Character))('%s', (_, character) => {
  test('jumps where canJump says so; where it does not, only the end of a special or of a throw may come sooner', async () => {
    const stage = STAGE_IDS[character % STAGE_IDS.length]!
    const sparring = await Sparring.begin({ characters: [character, Character.Fox], stage, seed: character + 1 })
    const [mine, theirs] = [pads(31 * character + 5), pads(17 * character + 9)]
    const untrue: string[] = []
    const unsaid: string[] = []
    let jumps = 0
    for (let i = 0; i < FRAMES && sparring.engine.ending === null; i++) {
      const [hands, others] = [mine(), theirs()]
      const { frame, me } = sparring.step(hands, others)
      const held = me.situation === 'shield' ? hands : {}
      const shown = sparring.wouldShow({ ...shieldOf(held), buttons: (shieldOf(held).buttons ?? 0) | BUTTON.Y }, others)
      const now = me.raw.post!
      const isOwnJump = shown.actionStateId >= OWN && shown.jumpsRemaining < now.jumpsRemaining
      const hasJumped = (isJump(shown.actionStateId) && shown.actionStateId !== now.actionStateId) || isOwnJump
      if (hasJumped) jumps++
      if (hasJumped === me.canJump) continue
      const what = `frame ${frame}: ${me.actionName}, ${me.situation}, then ${shown.actionStateId}`
      if (hasJumped) unsaid.push(what)
      else if (shown.actionStateId !== Action.Fall && !isForestalled(sparring, shieldOf(held), others))
        untrue.push(what)
    }
    expect(untrue).toEqual([])
    expect(unsaid.filter((what) => !/Special|Throw|Float|AttackS4|Attack\w*Air|MissFoot/.test(what))).toEqual([])
    expect(unsaid.length).toBeLessThan(FRAMES / 50)
    expect(jumps).toBeGreaterThan(10)
  })
})

/** What keeps a shield up. */
function shieldOf({ buttons = 0, l = 0, r = 0 }: Hands): Hands {
  return { buttons: buttons & (BUTTON.L | BUTTON.R | BUTTON.Z), l, r }
}

/** Something else happens first: it walks off an edge, is hit or grabbed, or its shield comes down as it was released before. */
function isForestalled(sparring: Sparring, hands: Hands, others: Hands): boolean {
  const { actionStateId, hitlagRemaining } = sparring.wouldShow(hands, others)
  const after: readonly number[] = [Action.Fall, Action.MissFoot, Action.GuardOff]
  return hitlagRemaining > 0 || after.includes(actionStateId) || isHeld(actionStateId)
}

const isHeld = (action: number): boolean => action >= Action.CapturePulledHi && action <= Action.CaptureFoot

describe('what a fighter can do', () => {
  const situations = (games: readonly Game[], of: (game: Game) => FighterView = ({ me }) => me): string[] =>
    games.map(of).flatMap(({ situation }, i, all) => (all[i - 1]?.situation === situation ? [] : [situation]))

  test('before play nothing, then everything', async () => {
    const sparring = await Sparring.begin()
    const games = Array.from({ length: 100 }, () => sparring.step())
    expect(situations(games)).toEqual(['waiting', 'ground'])
    expect(games.find(({ me }) => me.canAct)!.frame).toBe(-40)
  })

  test('in a jump: nothing in the squat, then what the air allows, nothing in the landing', async () => {
    const sparring = (await Sparring.begin()).stand()
    const games = [sparring.step({ buttons: BUTTON.X })]
    while (games.length < 60) games.push(sparring.step())
    expect(situations(games)).toEqual(['busy', 'air', 'busy', 'ground'])
  })

  test('in an attack: nothing until it may be left', async () => {
    const sparring = (await Sparring.begin()).stand()
    const games = [sparring.step({ cstickY: 0 })]
    while (games.length < 60) games.push(sparring.step())
    expect(situations(games)).toEqual(['busy', 'ground'])
    const free = games.find(({ me }) => me.canAct)!
    expect(free.me.actionName).toBe('AttackLw4')
  })

  test('hit: hitlag, hitstun, then free again', async () => {
    const sparring = (await Sparring.begin()).stand()
    sparring.until(({ me, opponent }) => opponent.x - me.x < 12, stick(0.5))
    const games = [sparring.step({ buttons: BUTTON.A })]
    while (games.length < 40) games.push(sparring.step())
    expect(situations(games, ({ opponent }) => opponent)).toEqual(['ground', 'hitlag', 'hitstun', 'ground'])
    expect(situations(games)).toEqual(['busy', 'hitlag', 'busy', 'ground'])
  })

  test('held and holding', async () => {
    const sparring = (await Sparring.begin()).stand()
    sparring.until(({ me, opponent }) => opponent.x - me.x < 10, stick(0.5))
    const games = [sparring.step({ buttons: BUTTON.Z })]
    while (games.length < 40) games.push(sparring.step())
    expect(situations(games)).toContain('hold')
    expect(situations(games, ({ opponent }) => opponent)).toContain('held')
  })

  test('after an air dodge: helpless until it lands', async () => {
    const sparring = (await Sparring.begin()).stand()
    for (let i = 0; i < 12; i++) sparring.step({ buttons: BUTTON.X })
    const games = [sparring.step({ ...stick(0, 1, BUTTON.L), l: 255 })]
    while (!games.at(-1)!.me.canAct) games.push(sparring.step())
    expect(situations(games)).toEqual(['busy', 'helpless', 'busy', 'ground'])
  })

  test('over the edge and back: dead, then on the respawn platform', async () => {
    const sparring = (await Sparring.begin()).stand()
    const games = [sparring.until(({ me }) => me.isDead, stick(-1))]
    while (games.at(-1)!.me.situation !== 'air') games.push(sparring.step(stick(0, -1)))
    expect(situations(games)).toEqual(['dead', 'respawn', 'air'])
  })
})
