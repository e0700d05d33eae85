import { readFileSync } from 'node:fs'
import { readReplay, collectFrames } from '/tmp/wt/a/packages/slp/src/index.ts'
const { gameStart, events } = readReplay(readFileSync(process.argv[2]!))
let n=0, bad=0, most=0
for (const f of collectFrames(events)) {
  most=Math.max(most,f.items.length)
  for (let i=1;i<f.items.length;i++) if (f.items[i]!.spawnId<f.items[i-1]!.spawnId) bad++
  if (f.items.length && n++<12) console.log(f.frame, JSON.stringify(f.items.map(i=>[i.typeId,i.state,i.facingDirection,i.velocityX,i.velocityY,i.positionX,i.positionY,i.damageTaken,i.expirationTimer,i.spawnId,i.missileType,i.turnipFace,i.chargeShotLaunched,i.chargePower,i.owner,i.instanceId])))
}
console.log(gameStart.version, 'frames w items', n, 'order bad', bad, 'most', most)
