/** The frame of the page is the service's. Its link to the account follows what happens on the page. */
import { paths } from '../paths.ts'

export function nameInNavigation(handle: string): void {
  const link = document.querySelector(`.site-nav a[href="${paths.account()}"]`)
  if (link !== null) link.textContent = handle === '' ? 'Account' : `@${handle}`
}
