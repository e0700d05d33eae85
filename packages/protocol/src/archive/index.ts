/** The archive: files, one a day, with all that the matches of the day are played again from. For Node and browsers. */
export { ArchiveError, type ArchivedMatch, type ArchivedPort } from './archived-match.ts'
export { dayFileOf, DayWriter, findArchived, readDay, writeDay, type DayFile, type DayFileWriter } from './day-file.ts'
