/**
 * Publishes a log as the arena writes it, for readers of other projects: `tsx publish-log.ts FOLDER`. Into the folder go `checkpoint`,
 * `older` (a checkpoint of before), the tiles, and some result notes; what is printed is the key to verify them by.
 */
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { noteKey, resultText, signNote } from '@arena/protocol/public-log'
import { dayWithoutGames, entriesOf, KEYS, LOG, PublicFolder } from '../../packages/kit/tests/operator.ts'

/** So many that bundles are full and tiles have a second level. */
const MATCHES = 600
const NOTES = 20

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('usage: publish-log.ts FOLDER')
const folder = new PublicFolder(path)
const results = dayWithoutGames(MATCHES)
await folder.publish(entriesOf(results.slice(0, MATCHES / 2), null))
await folder.put('log/1/older', await readFile(join(path, 'log/1/checkpoint')))
await folder.publish(entriesOf(results))
for (const result of results.slice(0, NOTES)) {
  await folder.put(`log/1/${result.matchId}.txt`, signNote(resultText(result), LOG, KEYS.privateKey))
}
await rename(join(path, 'log/1'), join(path, 'public'))
console.log(noteKey(LOG, KEYS.publicKey))
