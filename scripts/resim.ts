/**
 * npm run resim -- [--examples N] [--from ACTION] FILE.slp ...
 * Plays recordings again and reports where the engine leaves them: for each action the frames it played in agreement,
 * and the first differences, commonest first, with examples.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { ACTION, follow, readRecording, type Divergence } from '../packages/engine/src/resim/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    examples: { type: 'string', default: '2' },
    from: { type: 'string' },
    top: { type: 'string', default: '30' },
  },
})

const NAMES = new Map(Object.entries(ACTION).map(([name, id]) => [id as number, name]))
const nameOf = (id: number): string => NAMES.get(id) ?? String(id)

interface Group {
  count: number
  readonly examples: string[]
}

const groups = new Map<string, Group>()
const followed = new Map<number, number>()
const diverged = new Map<number, number>()
let total = 0

function keyOf({ from, kind, expectedAction, action }: Divergence): string {
  const change = from === expectedAction ? nameOf(from) : `${nameOf(from)} -> ${nameOf(expectedAction)}`
  return kind === 'action' ? `${change}, got ${nameOf(action)}` : `${change}: ${kind}`
}

for (const path of positionals) {
  const result = follow(readRecording(readFileSync(path)))
  total += result.frames
  for (const [action, frames] of result.followed) followed.set(action, (followed.get(action) ?? 0) + frames)
  for (const divergence of result.divergences) {
    if (values.from !== undefined && nameOf(divergence.from) !== values.from) continue
    diverged.set(divergence.from, (diverged.get(divergence.from) ?? 0) + 1)
    const key = keyOf(divergence)
    const group = groups.get(key) ?? { count: 0, examples: [] }
    groups.set(key, group)
    group.count++
    if (group.examples.length < Number(values.examples)) {
      const { frame, player, fighter, expected, actual } = divergence
      group.examples.push(`${basename(path)} ${frame} player ${player} fighter ${fighter}: ${expected} got ${actual}`)
    }
  }
}

const sum = [...followed.values()].reduce((a, b) => a + b, 0)
const differences = [...diverged.values()].reduce((a, b) => a + b, 0)
console.log(`${total} fighter frames, ${sum} followed, ${differences} differences`)
for (const [action, frames] of [...followed].sort((a, b) => b[1] - a[1])) {
  const lost = diverged.get(action) ?? 0
  console.log(
    `${nameOf(action).padEnd(20)} ${String(frames).padStart(8)} frames ${String(lost).padStart(6)} differences`,
  )
}
for (const [key, { count, examples }] of [...groups]
  .sort((a, b) => b[1].count - a[1].count)
  .slice(0, Number(values.top))) {
  console.log(`${String(count).padStart(6)}  ${key}`)
  for (const example of examples) console.log(`          ${example}`)
}
