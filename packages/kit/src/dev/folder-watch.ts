/**
 * Notices that a file beside a bot, or in a folder below, has changed: the bot itself or what it imports. What tools write there is
 * left out. Several changes within a moment, as an editor makes them, are one.
 */
import { readdirSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

const MOMENT_MS = 100
/** A project has fewer folders; in one that has more, changes may be missed. */
const MOST_FOLDERS = 200
const NOT_SOURCES =
  /^(?:\..*|node_modules|__pycache__|dist|build|.*\.slp|.*\.debug\.jsonl|.*\.match\.json(?:\..*)?|.*\.log|.*~)$/

export class FolderWatch implements Disposable {
  readonly #folder: string
  readonly #onChange: () => void
  readonly #watchers = new Map<string, FSWatcher>()
  #timer: NodeJS.Timeout | undefined
  #hasChanged = false
  /** Whether it has, but may be changing still. */
  #isPending = false
  #waiting: (() => void)[] = []

  /** `onChange` is told of each change. */
  constructor(folder: string, onChange: () => void) {
    this.#folder = folder
    this.#onChange = onChange
    this.#watchAll()
  }

  /** Whether something has changed since this was last asked. */
  takeChange(): boolean {
    const hasChanged = this.#hasChanged || this.#isPending
    this.#hasChanged = false
    return hasChanged
  }

  /** Resolves with the next change. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #watchAll(): void {
    for (const folder of foldersIn(this.#folder)) {
      if (this.#watchers.has(folder)) continue
      try {
        const watcher = watch(folder, { persistent: false }, (_event, name) => {
          if (name === null || !NOT_SOURCES.test(name)) this.#notice()
        })
        // A folder that was removed.
        watcher.on('error', () => this.#forget(folder))
        this.#watchers.set(folder, watcher)
      } catch {
        // It was removed meanwhile, or the system watches no more of them.
      }
    }
  }

  #forget(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
  }

  #notice(): void {
    clearTimeout(this.#timer)
    this.#isPending = true
    this.#timer = setTimeout(() => {
      this.#isPending = false
      // A new folder may be what has changed.
      this.#watchAll()
      this.#hasChanged = true
      this.#onChange()
      for (const resolve of this.#waiting.splice(0)) resolve()
    }, MOMENT_MS)
  }
}

/** A folder and those below it that hold sources. */
function foldersIn(folder: string): string[] {
  const found = [folder]
  for (let i = 0; i < found.length && found.length < MOST_FOLDERS; i++) {
    try {
      const below = readdirSync(found[i]!, { withFileTypes: true })
      found.push(
        ...below
          .filter((entry) => entry.isDirectory() && !NOT_SOURCES.test(entry.name))
          .map((entry) => join(found[i]!, entry.name)),
      )
    } catch {
      // Not to be read.
    }
  }
  return found
}
