/** A process that writes to the embedded database without pause, and reports all that is written, until it is killed. */
import { AccountStore } from '../../src/accounts/store.ts'
import { openDatabase } from '../../src/db/database.ts'

const accounts = new AccountStore(await openDatabase({ databaseUrl: null, dataDir: process.argv[2]! }))
for (let i = 0; ; i++) process.send!((await accounts.findOrCreate(`writer${i}@example.org`)).email)
