/** Takes over, in the browser, the part of a page that stays fresh, from the data that came with it. */
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DATA_ID, ISLAND_ID } from './element-ids.ts'

/** `render` names the type of the data that the service wrote for it. */
export function takeOver(render: (data: never) => ReactNode): void {
  const data = JSON.parse(document.getElementById(DATA_ID)!.textContent) as never
  hydrateRoot(document.getElementById(ISLAND_ID)!, render(data))
}
