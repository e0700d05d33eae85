/** What a host and its parent need from the operating system: processes, their marks, free ports, atomic files. */
export { Backoff } from './backoff.ts'
export { ENTRY_OPTIONS } from './entry.ts'
export { freePort, isFree } from './free-port.ts'
export { holdBuild } from './held-build.ts'
export { isRunning, markOf, markText, parseMark, type ProcessMark } from './process-mark.ts'
export { startProcess } from './start-process.ts'
export { createFile, readFileIfThere, replaceFile, syncFolder } from './whole-file.ts'
