/** The controls as this browser remembers them. */
import { readBindings, writeBindings, type Bindings } from './bindings.ts'

const STORED_AS = 'arena.play.controls'

/** The defaults where it remembers nothing. */
export function storedBindings(): Bindings {
  return readBindings(stored())
}

export function storeBindings(bindings: Bindings): void {
  try {
    localStorage.setItem(STORED_AS, writeBindings(bindings))
  } catch {
    // A browser may forbid it, or have no room.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}
