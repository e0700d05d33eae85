/** Plays a game again that the built-in engine broke. See docs/operating.md. */
import { readFileSync } from 'node:fs'
import { argv, stderr, stdout } from 'node:process'
import { characterName, stageName } from '@arena/slp'
import type { EngineFault } from '../packages/host/src/engine/engine-fault.ts'
import { playAgain } from './engine-fault/again.ts'

const USAGE = `Usage: npx tsx --conditions=source scripts/engine-fault.ts ENGINE-FAULTS/MATCH.json

Plays the game again from its seed and its picks, with the pads in MATCH.slp, which has to be beside the file, and reports
whether this engine breaks as that one did.

Exit status: 0 when it plays all frames, 1 when it breaks, 2 when the files cannot be read.`

const EXIT = { plays: 0, breaks: 1, usage: 2 } as const

async function main(path: string): Promise<number> {
  const fault = JSON.parse(readFileSync(path, 'utf8')) as EngineFault
  const { fault: again, frame, differsFrom } = await playAgain(fault, readFileSync(path.replace(/json$/, 'slp')))
  const names = fault.players.map(({ name, character }) => `${name} (${characterName(character)})`)
  stdout.write(
    `${names.join(' and ')} on ${stageName(fault.stage)}, broken on frame ${fault.frame}:\n${fault.detail}\n\n`,
  )
  if (differsFrom !== null)
    stdout.write(`This engine plays otherwise than the recorded one from frame ${differsFrom} on.\n`)
  stdout.write(again === null ? 'This engine plays all frames.\n' : `This engine breaks on frame ${frame}:\n${again}\n`)
  return again === null ? EXIT.plays : EXIT.breaks
}

const [path] = argv.slice(2)
if (path === undefined || !path.endsWith('.json')) {
  stderr.write(`${USAGE}\n`)
  process.exitCode = EXIT.usage
} else {
  try {
    process.exitCode = await main(path)
  } catch (error) {
    stderr.write(`${path} cannot be played: ${(error as Error).message}\n`)
    process.exitCode = EXIT.usage
  }
}
