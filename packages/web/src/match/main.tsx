/** The script of the page of a running match. */
import { takeOver } from '../island.tsx'
import type { LiveFacts as LiveData } from './live-facts.tsx'
import { LiveFacts } from './live-facts.tsx'

takeOver((data: LiveData) => <LiveFacts data={data} />)
