/** Pieces of dress that more than one fighter wears. */

export const MOUSTACHE = 'M.3 .32C.7 .2 1.25 .36 1.42 .5C1.2 .85 .6 .86 .3 .62Z'
export const CAP =
  'M-1.06 -.1C-1.25 -1.15 -.35 -1.6 .4 -1.25C.85 -1.05 1 -.7 1.02 -.5L1.6 -.34C1.66 -.12 1.4 -.06 1.05 -.1L-.25 -.22Z'
export const ELF_CAP =
  'M.98 -.35C.75 -1.2 -.2 -1.5 -.9 -1.05C-1.7 -.7 -2.3 .1 -2.6 1.15C-1.9 .75 -1.3 .5 -.95 .35L-.8 -.2Z'
export const FRINGE =
  'M1.02 -.3C.9 .1 .7 .1 .6 -.2C.4 .2 .1 .1 0 -.25C-.3 .3 -.55 .7 -.95 .55C-1.15 0 -1 -.5 -.8 -.7L.8 -.75Z'
export const ELF_EAR = 'M-.25 .05L-1.35 -.3L-.3 .45Z'
