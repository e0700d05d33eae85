import { BUTTON, Character, serveBot, stick, type Game, type Hands } from '@arena/sdk'

function play({ me, opponent, stage, frame }: Game): Hands {
  const home = me.x > 0 ? -1 : 1
  // Off the stage: drift back, and jump now and then while falling.
  if (Math.abs(me.x) > stage.edge) return stick(home, 0, me.speedY < 0 && frame % 20 === 0 ? BUTTON.X : 0)
  // The opponent is lower: tap down, which falls through a platform.
  if (opponent.y < me.y - 8) return stick(0, frame % 10 < 2 ? -1 : 0)
  const limit = stage.edge - 4
  const ahead = Math.max(-limit, Math.min(limit, opponent.x)) - me.x
  const isHigher = opponent.y > me.y + 8
  if (Math.abs(ahead) > 8) return stick(Math.sign(ahead) * (isHigher || Math.abs(ahead) > 30 ? 1 : 0.4))
  if (isHigher) return stick(ahead / 2, 0, frame % 33 < 15 ? BUTTON.X : 0)
  const side = opponent.x < me.x ? -1 : 1
  if (me.facing !== side) return stick(side * 0.4)
  return stick(0, 0, frame % 20 < 2 ? BUTTON.A : 0)
}

const server = await serveBot({ play: () => ({ pick: () => ({ character: Character.Fox, costume: 0 }), frame: play }) })
console.log(`listening on http://127.0.0.1:${server.port}`)
