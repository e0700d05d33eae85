import { EmbeddedEngine } from './embedded-engine.ts'
import { databaseContract } from './contract.ts'

databaseContract((setUp) => EmbeddedEngine.open(setUp))
