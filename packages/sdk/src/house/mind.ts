/**
 * What a house bot keeps from one frame to the next, and the order in which it decides:
 *
 *   survive   on every frame: what must be done now replaces whatever was planned
 *   seize     as soon as the fighter is free, also in the middle of a movement: an opening to strike
 *   move      when nothing is planned: where to be
 *
 * Each of these is a list of skills, asked in order; the first that answers has decided. A strength of the ladder is such a
 * set of lists (ladder/). It depends on nothing but the game it is shown and the seed of the match.
 */
import type { Hands } from '../controller.ts'
import type { FighterView, Game } from '../game.ts'
import { isOutOfPlay, ACTION, inCommonTerms } from './actions.ts'
import type { Plan } from './inputs.ts'
import { Random } from '../random.ts'
import { busyFor, DELAY, Watch } from './timing.ts'

/** What a skill would do, one entry a frame; null where it has nothing to say. */
export type Skill = (game: Game, mind: Mind) => Plan | null

/** A last change to what is played on this frame. */
export type Touch = (hands: Hands, game: Game, mind: Mind) => Hands

export interface Skills {
  /** It sees the opponent so many frames late. */
  readonly reaction: number
  readonly survive: readonly Skill[]
  readonly seize: readonly Skill[]
  readonly move: readonly Skill[]
  readonly touches: readonly Touch[]
}

/** What is left of the trust in an attack that has found nothing; after some seconds it is trusted again. */
const TRUST = 0.85
const FORGIVEN = 600
/** Frames over which the opponent's pace is learnt. */
const MEMORY = 120
const PAUSE = [20, 80] as const

export class Mind {
  readonly random: Random
  readonly skills: Skills
  /** What both fighters have been doing. */
  readonly mine = new Watch()
  readonly theirs = new Watch()
  /** Inputs that are still to come. */
  #plan: Hands[] = []
  /** They are a movement, which an opening may cut short. */
  #isOpen = true
  /** What was seen of the opponent within its reaction, the oldest first. */
  readonly #seen: FighterView[] = []
  readonly #tried = new Map<string, number>()
  #triedAt = -1
  #forgiveAt = Infinity
  #frame = 0
  /** How fast the opponent moved on the ground of late, while it was free. */
  pace = 0
  /** Hands that are sent and not yet seen: the older first. */
  #sent: Hands[] = Array.from({ length: DELAY - 1 }, () => ({}))
  /** What skills remember: the frame of the last press of each. */
  readonly pressedAt = new Map<string, number>()

  constructor(skills: Skills, seed: string) {
    this.skills = skills
    this.random = new Random(seed)
  }

  get sent(): readonly Hands[] {
    return this.#sent
  }

  /** How much an attack is still trusted: less each time that it was tried since the opponent was last hit. */
  trust(attack: string, percent: number): number {
    return percent === this.#triedAt ? TRUST ** (this.#tried.get(attack) ?? 0) : 1
  }

  /** An attack is tried on an opponent that has so much damage. */
  note(attack: string, percent: number): void {
    if (percent !== this.#triedAt) this.#tried.clear()
    if (this.#tried.size === 0) this.#forgiveAt = this.#frame + FORGIVEN
    this.#triedAt = percent
    this.#tried.set(attack, (this.#tried.get(attack) ?? 0) + 1)
  }

  /** Frames since a skill last noted a press under this name. */
  since(name: string, frame: number): number {
    return frame - (this.pressedAt.get(name) ?? -Infinity)
  }

  decide(game: Game): Hands {
    this.#frame = game.frame
    if (game.frame > this.#forgiveAt) this.#tried.clear()
    const me = inCommonTerms(game.me)
    const seen = { ...game, me, opponent: this.#late(inCommonTerms(game.opponent)) }
    this.mine.see(me, game.frame)
    this.theirs.see(seen.opponent, game.frame)
    this.#learn(seen.opponent)
    const hands = this.skills.touches.reduce((now, touch) => touch(now, seen, this), this.#next(seen))
    this.#sent = [...this.#sent.slice(1), hands]
    return hands
  }

  /** The opponent as it was a reaction ago. */
  #late(opponent: FighterView): FighterView {
    this.#seen.push(opponent)
    return this.#seen.length > this.skills.reaction ? this.#seen.shift()! : this.#seen[0]!
  }

  #learn({ isAirborne, speedX, isInHitstun }: Game['opponent']): void {
    if (!isAirborne && !isInHitstun) this.pace += (Math.abs(speedX) - this.pace) / MEMORY
  }

  #next(game: Game): Hands {
    const { me } = game
    if (isOutOfPlay(me)) return this.#wait(me.action)
    const { survive, seize, move } = this.skills
    const mustDo = ask(survive, game, this)
    if (mustDo) this.#begin(mustDo, false)
    else if (this.#plan.length === 0 || this.#isOpen) {
      const isFree = busyFor(me, this.mine) <= DELAY
      const opening = isFree ? ask(seize, game, this) : null
      if (opening) this.#begin(opening, false)
      else if (this.#plan.length === 0 && isFree) this.#begin(ask(move, game, this) ?? [], true)
    }
    return this.#plan.shift() ?? {}
  }

  #begin(plan: Plan, isOpen: boolean): void {
    this.#plan = [...plan]
    this.#isOpen = isOpen
  }

  /** Nothing, and after a while down from where a new stock waits. */
  #wait(action: number): Hands {
    if (action !== ACTION.rebirthWait) this.#plan = []
    else if (this.#plan.length === 0) {
      const rest = Array.from({ length: this.random.between(...PAUSE) }, () => ({}))
      this.#begin([...rest, { stickY: 48 }, { stickY: 48 }], false)
    }
    return this.#plan.shift() ?? {}
  }
}

function ask(skills: readonly Skill[], game: Game, mind: Mind): Plan | null {
  for (const skill of skills) {
    const plan = skill(game, mind)
    if (plan) return plan
  }
  return null
}
