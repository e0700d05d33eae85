/** The viewer's element, to React. */
import type { HTMLAttributes as ElementProps } from 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'arena-replay': ElementProps<HTMLElement> & {
        class?: string
        src: string
        seed?: string | undefined
        signed?: string | undefined
        names?: string
        ratings?: string | undefined
        missed?: string | undefined
        live?: string
        autoplay?: string
        controls?: 'on' | 'minimal' | 'off'
        hud?: 'on' | 'off'
        embed?: string | undefined
        'embed-src'?: string
        'can-branch'?: string | undefined
      }
    }
  }
}
