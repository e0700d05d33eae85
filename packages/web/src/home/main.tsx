/** The script of the first page. */
import { takeOver } from '../island.tsx'
import type { HomePage as HomeData } from '../page-data.ts'
import { HomePage } from './home-page.tsx'

takeOver((page: HomeData) => <HomePage page={page} />)
