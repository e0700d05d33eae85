/** A process that takes a data folder and stays until it is killed. */
import { lockFolder } from '../../src/db/folder-lock.ts'

lockFolder(process.argv[2]!)
process.send!('locked')
setInterval(() => {}, 60_000)
