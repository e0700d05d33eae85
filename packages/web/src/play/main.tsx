/** The script of the page on which a person plays. The game itself is loaded when a fight starts. */
import { takeOver } from '../island.tsx'
import type { PlayPage as PlayData } from '../page-data.ts'
import { PlayPage } from './play-page.tsx'

takeOver((page: PlayData) => <PlayPage page={page} />)
