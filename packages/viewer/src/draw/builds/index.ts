/** The builds of all fighters. All drawings are our own. */
import type { Build } from './build.ts'
import { bowser } from './bowser.ts'
import { captainFalcon } from './captain-falcon.ts'
import { donkeyKong } from './donkey-kong.ts'
import { drMario } from './dr-mario.ts'
import { falco } from './falco.ts'
import { fox } from './fox.ts'
import { gameAndWatch } from './game-and-watch.ts'
import { ganondorf } from './ganondorf.ts'
import { jigglypuff } from './jigglypuff.ts'
import { kirby } from './kirby.ts'
import { link } from './link.ts'
import { luigi } from './luigi.ts'
import { mario } from './mario.ts'
import { marth } from './marth.ts'
import { mewtwo } from './mewtwo.ts'
import { nana } from './nana.ts'
import { ness } from './ness.ts'
import { peach } from './peach.ts'
import { pichu } from './pichu.ts'
import { pikachu } from './pikachu.ts'
import { popo } from './popo.ts'
import { roy } from './roy.ts'
import { samus } from './samus.ts'
import { sheik } from './sheik.ts'
import { yoshi } from './yoshi.ts'
import { youngLink } from './young-link.ts'
import { zelda } from './zelda.ts'

/** In the order of internal ids. */
export const BUILDS: readonly Build[] = [
  mario,
  fox,
  captainFalcon,
  donkeyKong,
  kirby,
  bowser,
  link,
  sheik,
  ness,
  peach,
  popo,
  nana,
  pikachu,
  samus,
  yoshi,
  jigglypuff,
  mewtwo,
  luigi,
  marth,
  zelda,
  youngLink,
  drMario,
  falco,
  pichu,
  gameAndWatch,
  ganondorf,
  roy,
]
