import { BUTTON, serveBot, stick, type Game, type Hands } from '@arena/sdk'

function play(game: Game): Hands {
  const { me, opponent, stage } = game
  const home = me.x > 0 ? -1 : 1
  if (Math.abs(me.x) > stage.edge) {
    // Off the stage: drift back, and jump now and then while falling.
    const shouldJump = me.speedY < 0 && me.jumps > 0 && game.frame % 20 === 0
    return shouldJump ? stick(home, 0, BUTTON.X) : stick(home)
  }
  const distance = opponent.x - me.x
  if (Math.abs(distance) < 15) return game.frame % 20 < 2 ? stick(0, 0, BUTTON.A) : {}
  const isAtEdge = Math.abs(me.x) > stage.edge - 15
  return stick(isAtEdge ? home : Math.sign(distance))
}

const server = await serveBot({ play: () => ({ pick: () => ({ character: 2, costume: 0 }), frame: play }) })
console.log(`listening on http://127.0.0.1:${server.port}`)
