/** The controls as this browser remembers them. Where it remembers nothing they hold for this visit. */
import { useEffect, useState } from 'react'
import { DEFAULTS, type Bindings } from './controls/bindings.ts'
import { storeBindings, storedBindings } from './controls/stored-bindings.ts'

export function useBindings(): readonly [Bindings, (bindings: Bindings) => void] {
  const [bindings, setBindings] = useState(DEFAULTS)
  // Not at once: the service has rendered the defaults.
  useEffect(() => setBindings(storedBindings()), [])
  function change(next: Bindings): void {
    setBindings(next)
    storeBindings(next)
  }
  return [bindings, change]
}
