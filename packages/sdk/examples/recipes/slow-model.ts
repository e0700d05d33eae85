/**
 * A slow model: it needs some hundred milliseconds for a decision, and a frame has 16. It thinks in a process of its own on the
 * newest frame there is. Until its next decision the bot goes on with the last one, and with what must not wait.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Character, inputs, serveBot, stick, type Game, type Hands } from '@arena/sdk'

/** What the model is shown, and what it decides. Both go between processes: small and plain. */
interface Question {
  readonly frame: number
  readonly distance: number
  readonly isOpponentBusy: boolean
}
type Decision = 'approach' | 'attack' | 'wait'

if (process.argv[2] === 'model') {
  // The bot may have ended meanwhile.
  const unheard = () => {}
  process.on('message', (question: Question) => process.send!(think(question), undefined, {}, unheard))
} else {
  const { port } = await serveBot({ play })
  console.log(`listening on http://127.0.0.1:${port}`)
}

/** Stands for a network: it keeps the processor busy as one would. */
function think({ distance, isOpponentBusy }: Question): Decision {
  const until = performance.now() + 200
  while (performance.now() < until);
  if (distance > 25) return 'approach'
  return isOpponentBusy ? 'attack' : 'wait'
}

function play() {
  const model = fork(fileURLToPath(import.meta.url), ['model'])
  // Should it fail, the bot plays on with the last decision.
  model.on('error', console.error)
  let decision: Decision = 'wait'
  let isThinking = false
  model.on('message', (decided: Decision) => {
    decision = decided
    isThinking = false
  })
  return {
    pick: () => ({ character: Character.Peach, costume: 0 }),
    frame(game: Game): Hands {
      // One question at a time, about the newest frame: questions in a queue would be answered too late.
      if (!isThinking) {
        isThinking = true
        model.send(questionOf(game))
      }
      return reflex(game) ?? handsOf(decision, game)
    },
    // Not `end`: a match may have none.
    closed: () => void model.kill(),
  }
}

function questionOf({ frame, me, opponent }: Game): Question {
  return { frame, distance: Math.abs(opponent.x - me.x), isOpponentBusy: opponent.situation === 'busy' }
}

/** What no decision may hold up: coming back, turning a launch, a shield against what is about to hit. */
function reflex({ me, opponent, stage, frame }: Game): Hands | null {
  if (me.isInHitstun || me.hitlag > 0) return inputs.di(me, me.x > 0 ? 1 : -1)
  if (Math.abs(me.x) > stage.edge) {
    const isFalling = me.speedY < 0 && frame % 4 === 0
    const press = isFalling ? (me.jumps > 0 ? inputs.airJump(-Math.sign(me.x)) : inputs.special('up')) : []
    return press[0] ?? stick(-Math.sign(me.x))
  }
  const isThreat = Math.abs(opponent.x - me.x) < 20 && /^Attack|^Special/.test(opponent.actionName)
  return isThreat && (me.situation === 'ground' || me.isShielding) ? inputs.shield(1)[0]! : null
}

/** A decision is carried out on the frame at hand: a distance of a fifth of a second ago would be the wrong one. */
function handsOf(decision: Decision, { me, opponent, frame }: Game): Hands {
  const side = Math.sign(opponent.x - me.x)
  if (decision === 'approach') return stick(side)
  if (decision === 'attack' && frame % 12 === 0) return inputs.tiltAttack('forward', side)[0]!
  return {}
}
