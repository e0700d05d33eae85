/**
 * The public log: results that are signed and that nobody can take back, in the formats of C2SP (signed-note,
 * tlog-checkpoint, tlog-tiles). Pure, for Node and browsers.
 */
export { equalBytes, sha256Of } from './bytes.ts'
export * from './checkpoint.ts'
export * from './day-secret.ts'
export * from './entry.ts'
export * from './note-error.ts'
export * from './result-note.ts'
export * from './signed-note.ts'
export * from './tiles.ts'
export * from './tree.ts'
