/** What a person can do where a script of the viewer did not come. */
import { textButton } from './dom.ts'

export const NOT_LOADED_HINT = 'Try again, or reload the page.'

export function notLoadedActions(again: () => void): HTMLElement[] {
  return [textButton('Try again', again), textButton('Reload the page', () => location.reload())]
}
