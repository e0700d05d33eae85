/** The controls as this browser remembers them. Where it remembers nothing they hold for this visit. */
import { useEffect, useState } from 'react'
import { DEFAULTS, readBindings, writeBindings, type Bindings } from './controls/bindings.ts'

const STORED_AS = 'arena.play.controls'

export function useBindings(): readonly [Bindings, (bindings: Bindings) => void] {
  const [bindings, setBindings] = useState(DEFAULTS)
  // Not at once: the service has rendered the defaults.
  useEffect(() => setBindings(readBindings(stored())), [])
  function change(next: Bindings): void {
    setBindings(next)
    try {
      localStorage.setItem(STORED_AS, writeBindings(next))
    } catch {
      // A browser may forbid it, or have no room.
    }
  }
  return [bindings, change]
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}
