import { databaseContract } from './contract.ts'
import { ServerEngine } from './server-engine.ts'

databaseContract((setUp) => ServerEngine.open(setUp))
