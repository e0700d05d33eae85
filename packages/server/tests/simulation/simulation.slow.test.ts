import { EmbeddedEngine } from './database/embedded-engine.ts'
import { simulationSuite } from './suite.ts'

simulationSuite({ database: 'embedded', open: (setUp) => EmbeddedEngine.open(setUp), runs: 20 })
