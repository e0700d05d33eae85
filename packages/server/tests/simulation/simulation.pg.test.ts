import { ServerEngine } from './database/server-engine.ts'
import { simulationSuite } from './suite.ts'

simulationSuite({ database: 'postgresql', open: (setUp) => ServerEngine.open(setUp), runs: 5 })
