/** Makes the database that tests copy, before the first of them needs it. */
import { keepDatabase } from './data-folder.ts'

await keepDatabase()
