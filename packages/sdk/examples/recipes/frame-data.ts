/** Frame data in practice: of all attacks that reach the opponent in time, the one that risks least for what it gives. */
import {
  attacksOf,
  Character,
  figuresOf,
  inputs,
  Plan,
  serveBot,
  stick,
  type AttackName,
  type Game,
  type Hands,
} from '@arena/sdk'

const CHARACTER = Character.Marth
const ATTACKS = attacksOf(CHARACTER)
/** Attacks from the ground, and how each is pressed. */
const PRESS = {
  jab: () => inputs.jab(),
  ftilt: (side: number) => inputs.tiltAttack('forward', side),
  dtilt: (side: number) => inputs.tiltAttack('down', side),
  utilt: (side: number) => inputs.tiltAttack('up', side),
  fsmash: (side: number) => inputs.smash(side < 0 ? 'left' : 'right'),
  grab: () => inputs.grab(),
} as const satisfies Partial<Record<AttackName, (side: number) => Hands[]>>

/** Frames until the opponent can act again: the rest of its attack, landing or hitstun; 0 where it can. */
function busyFrames({ opponent: { canAct, hitstun, hitlag, character, action, actionFrame } }: Game): number {
  if (canAct) return 0
  const { attacks, lengths } = figuresOf(character)
  const end = attacks[action] ?? lengths[action] ?? 0
  return Math.max(hitstun + hitlag, end - actionFrame)
}

/** The attack that is best now, or null. */
function choose(game: Game): keyof typeof PRESS | null {
  const { me, opponent, lead } = game
  const side = Math.sign(opponent.x - me.x)
  const time = busyFrames(game)
  let best: { readonly name: keyof typeof PRESS; readonly worth: number } | null = null
  for (const name of Object.keys(PRESS) as (keyof typeof PRESS)[]) {
    const { first, free, near, far, low, high, damage } = ATTACKS[name]
    // Where the opponent is when it can hit: the answer is played after the lead.
    const ahead = (opponent.x + opponent.speedX * (first + lead) - me.x) * side
    const above = opponent.y + opponent.speedY * (first + lead) - me.y
    if (ahead < near || ahead > far || above + 12 < low || above > high) continue
    // A grab beats a shield; all else is blocked by it.
    if (opponent.isShielding !== (name === 'grab')) continue
    // In time it hits for certain. Else what counts is how long one stands there after it.
    const isCertain = first + lead < time
    const worth = isCertain ? 100 + damage : damage - (free - first)
    if (best === null || worth > best.worth) best = { name, worth }
  }
  return best?.name ?? null
}

function play() {
  const plan = new Plan()
  return {
    pick: () => ({ character: CHARACTER, costume: 0 }),
    frame(game: Game): Hands {
      const { me, opponent, stage } = game
      const planned = plan.next()
      if (planned !== null) return planned
      const side = Math.sign(opponent.x - me.x)
      if (Math.abs(me.x) > stage.edge) return recover(game)
      if (me.situation !== 'ground') return inputs.lCancel(game)
      if (me.facing !== side) return stick(side * 0.5)
      const attack = choose(game)
      if (attack !== null) {
        game.debug.text(me, attack)
        return plan.start([...PRESS[attack](side), ...inputs.rest(ATTACKS[attack].free - 1)])
      }
      const isFar = Math.abs(opponent.x - me.x) > ATTACKS.fsmash.far
      const isOver = Math.abs(opponent.x) > stage.edge
      return isFar && !isOver ? stick(side * 0.6) : {}
    },
  }
}

function recover({ me, frame }: Game): Hands {
  const home = -Math.sign(me.x)
  if (me.situation === 'ledge') return inputs.ledge.climb(me.facing)[0]!
  if (!me.canAct || me.speedY >= 0 || frame % 4 > 0) return stick(home)
  return (me.jumps > 0 ? inputs.airJump(home) : inputs.special('up'))[0]!
}

const { port } = await serveBot({ play })
console.log(`listening on http://127.0.0.1:${port}`)
