/** What a host and its parent need from the operating system: processes, their marks, free ports, atomic files. */
export { Backoff } from './backoff.ts'
export { ENTRY_OPTIONS } from './entry.ts'
export { freePort, isFree } from './free-port.ts'
export { holdBuild } from './held-build.ts'
export { folderId, folderMarkText, hasEnded, isRunning, markOf, markText, parseMark } from './process-mark.ts'
export type { FolderMark } from './process-mark.ts'
export { startProcess } from './start-process.ts'
export { createFile, readFileIfThere, replaceFile, syncFolder } from './whole-file.ts'
