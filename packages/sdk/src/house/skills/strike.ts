/**
 * Which attack hits, by figures: each attack that may begin now is laid out over the next frames, with both fighters where
 * they will be then. What it is worth depends on its damage, on whether it takes the stock, on how surely it hits, and on
 * what it costs if it does not.
 */
import { attacksOf, type AttackFigures } from '../../attacks.ts'
import { figuresOf } from '../../figures.ts'
import type { FighterView, Game } from '../../game.ts'
import { isOutOfPlay, isShielding } from '../actions.ts'
import type { Mind, Skill } from '../mind.ts'
import { HORIZON, pathOf, standstill, type Path } from '../predict.ts'
import { busyFor, DELAY } from '../timing.ts'
import { canAfford, recoveryOf } from './come-back.ts'
import { struckOn } from './guard.ts'
import { kills, knockbackOn } from './launch.ts'
import { isAerial, isGrab, optionsOf, type Option } from './options.ts'
import { isOffstage, placeOf } from './way-back.ts'

export interface StrikeOptions {
  /** Least worth, in percent of damage, for which it strikes. */
  readonly from: number
  /** Looks at what the opponent does meanwhile: into what it is bound to, and not into its blow. */
  readonly heeds?: boolean
  /** Looks at where the opponent will be, not where it is. */
  readonly foresees?: boolean
  /** Counts what the opponent may do meanwhile: an approach through its reach takes time in which it can strike first. */
  readonly respects?: boolean
  readonly taste?: Partial<Taste>
}

/** The cost of an attack that finds nothing. */
interface Taste {
  readonly miss: number
  readonly lag: number
  readonly runInto: number
  readonly exposed: number
  readonly wayward: number
  readonly patience: number
}

/** The facts that a choice looks at: both fighters, and what the opponent is bound to. */
interface Outlook {
  readonly game: Game
  readonly mind: Mind
  readonly heeds: boolean
  readonly respects: boolean
  readonly taste: Taste
  readonly theirs: Path
  /** Frames until the opponent is free. */
  readonly bound: number
}

/** Farther than this nothing reaches. */
const OUT_OF_REACH = 95
/** Frames of an attack that are counted on to hit. */
const FRESH_FRAMES = 4

/** An attack that ends nearer to the edge than this may end beside it; and the frames that an attack in the air takes. */
const EDGE = 5
const AERIAL = 50

/** Bodies and attacks are rounder than the boxes around them. */
const MARGIN = 2

/** Worths in percent of damage: taking a stock, a grab, from which a throw follows, and one on a shield. */
const STOCK = 45
const GRAB = 11
const GRAB_FROM_SHIELD = 16
/** The share of a blow that is left against a shield. */
const ON_SHIELD = 0.1
const TASTE: Taste = { miss: 3, lag: 0.25, runInto: 14, exposed: 1, wayward: 0.35, patience: 0.08 }
const MOST_EXPOSED = 10

/** Strikes where that is worth it. */
export function strike(options: StrikeOptions): Skill {
  const { from, heeds = false, foresees = false, respects = false, taste = {} } = options
  return (game, mind) => {
    const { me, opponent, stage } = game
    if (
      isOutOfPlay(opponent) ||
      (opponent.isSafe && !heeds) ||
      isBelowFloor(game) ||
      Math.abs(opponent.x - me.x) > OUT_OF_REACH
    )
      return null
    const outlook: Outlook = {
      game,
      mind,
      heeds,
      respects,
      taste: { ...TASTE, ...taste },
      theirs: foresees ? pathOf(opponent, stage) : standstill(opponent),
      bound: heeds ? busyFor(opponent, mind.theirs) : 0,
    }
    let best: Option | null = null
    let most = from
    for (const option of optionsOf(game, mind)) {
      const worth = worthOf(option, outlook) * mind.trust(option.name, opponent.percent)
      if (worth > most) [best, most] = [option, worth]
    }
    if (best) mind.note(best.name, opponent.percent)
    return best && best.plan()
  }
}

const isBelowFloor = ({ me, stage }: Game): boolean => isOffstage(placeOf(me, stage)) && me.y < stage.ledgeY

function worthOf(option: Option, outlook: Outlook): number {
  const { game, mind, theirs, heeds, respects, taste } = outlook
  const { me, opponent } = game
  const attack = attacksOf(me.character)[option.name]
  if (isGrab(option.name) && (opponent.isAirborne || Math.abs(opponent.y - me.y) > 10)) return 0
  if (leadsOut(option, game)) return 0
  const { covered, at } = bestMoment(attack, option, opponent, theirs)
  if (covered <= 0 || at <= safeFor(opponent)) return 0
  const sure = covered / (covered + wandering(at, outlook))
  const isGuarded = isShielding(opponent)
  const value = valueOf(option, attack, game, isGuarded)
  const lag = isAerial(option.name) ? attack.landingLag / 2 + 4 : attack.free - attack.first
  const miss = isGuarded && !isGrab(option.name) ? 1 : 1 - sure
  const isRunningInto = heeds && struckOn(option.own, theirs, game, mind, at) < at
  return (
    sure * value -
    miss * (taste.miss + lag * taste.lag) -
    taste.patience * at -
    (isRunningInto ? taste.runInto : 0) -
    (respects ? exposure(option, at, outlook) : 0)
  )
}

/** The cost of being within the reach of a quick answer before the own attack lands. */
function exposure({ own }: Option, at: number, { game: { me, opponent }, bound, theirs, taste }: Outlook): number {
  const { jab } = attacksOf(opponent.character)
  const { width, height } = figuresOf(me.character)
  let frames = 0
  for (let i = Math.max(DELAY, bound); i < at; i++) {
    const isNear = Math.abs(own.xs[i]! - theirs.xs[i]!) < jab.far + width
    const above = own.ys[i]! - theirs.ys[i]!
    if (isNear && above < jab.high && above > -height) frames++
  }
  return Math.max(0, Math.min(MOST_EXPOSED, frames - jab.first)) * taste.exposed
}

/** Over the edge, from where it may not come back. */
function leadsOut({ own }: Option, game: Game): boolean {
  const { me, stage } = game
  const end = own.xs[Math.min(own.landsIn, HORIZON)]!
  if (Math.abs(end) < stage.edge - EDGE) return false
  return recoveryOf(me).up === null || !canAfford(game, AERIAL)
}

/** Frames in which nothing hits the opponent. */
function safeFor({ isSafe, safeFrames }: FighterView): number {
  return isSafe ? (safeFrames ?? Infinity) : 0
}

/** How far the opponent may be off by then. */
function wandering(at: number, { game: { opponent }, mind, bound, taste }: Outlook): number {
  const { airSpeed, runSpeed } = figuresOf(opponent.character)
  const free = Math.max(0, at - Math.max(bound, DELAY))
  return free * taste.wayward * (opponent.isAirborne ? airSpeed : 0.3 * runSpeed + mind.pace)
}

/** At its best moment, how much of the opponent's body the attack covers; negative where it does not reach. */
function bestMoment(
  attack: AttackFigures,
  option: Option,
  opponent: FighterView,
  theirs: Path,
): { covered: number; at: number } {
  const { width, height } = figuresOf(opponent.character)
  let found = { covered: -Infinity, at: 0 }
  const last = Math.min(attack.last, attack.first + FRESH_FRAMES - 1)
  for (let frame = attack.first; frame <= last; frame++) {
    const at = Math.min(HORIZON, option.begins + frame - 1)
    // The figures of what is done on the ground are from where it begins.
    const from = isAerial(option.name) ? at : option.begins
    const [x, y] = [option.own.xs[from]!, option.own.ys[from]!]
    const [low, high] = [y + attack.low, y + attack.high]
    const upright = Math.min(high, theirs.ys[at]! + height) - Math.max(low, theirs.ys[at]!) - MARGIN
    if (upright <= 0) continue
    const [left, right] = option.facing > 0 ? [x + attack.near, x + attack.far] : [x - attack.far, x - attack.near]
    const aside = Math.min(right, theirs.xs[at]! + width) - Math.max(left, theirs.xs[at]! - width) - MARGIN
    const covered = Math.min(aside, 2 * upright)
    if (covered > found.covered) found = { covered, at }
  }
  return found
}

function valueOf(option: Option, attack: AttackFigures, { me, opponent, stage }: Game, isGuarded: boolean): number {
  if (isGrab(option.name)) return isGuarded ? GRAB_FROM_SHIELD : GRAB
  const ahead = Math.sign(opponent.x - me.x) || option.facing
  const direction = attack.angle > 90 && attack.angle < 270 ? -ahead : ahead
  const stock = kills(attack, opponent, direction, stage) ? STOCK : 0
  const value = attack.damage + knockbackOn(attack, opponent) * 0.04 + stock
  return isGuarded ? value * ON_SHIELD : value
}
