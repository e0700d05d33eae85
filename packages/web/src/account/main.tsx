/** The script of the page of an account. */
import { takeOver } from '../island.tsx'
import type { AccountPage as AccountData } from '../page-data.ts'
import { AccountPage } from './account-page.tsx'

takeOver((page: AccountData) => <AccountPage page={page} />)
