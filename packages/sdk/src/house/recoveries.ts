/**
 * What brings each fighter of the house back to the stage, in figures. Distances are measured from the ledge: `out`
 * beyond it, `depth` below it. They were found by trying every place in the engine, with the lead, on all stages, and
 * leave some room.
 */
import { Character } from '../characters.ts'

export interface Recovery {
  /** Speed of its fall at most, in units a frame. */
  readonly fall: number
  /** How high an air jump rises, and how far in it carries until it is back at the height that it began at. */
  readonly jump: { readonly rise: number; readonly carry: number }
  /** The up special; null where it does not rise. */
  readonly up: UpSpecial | null
  /** From so far out at most a side special beside or above the ledge ends on the stage; 0 where it does not. */
  readonly lunge: number
}

export interface UpSpecial {
  /** Begun so far out it still reaches the ledge from so deep; a depth below zero is a height. Lines between. */
  readonly reach: readonly (readonly [out: number, depth: number])[]
  /** Whether the stick aims it; else it only drifts. */
  readonly isAimed: boolean
}

export const RECOVERIES: Readonly<Partial<Record<Character, Recovery>>> = {
  /** Captain Falcon: Falcon Dive. */
  [Character.CaptainFalcon]: {
    fall: 2.9,
    jump: { rise: 28, carry: 46 },
    up: {
      reach: [
        [0, 22],
        [10, 38],
        [52, 38],
        [62, 29],
        [82, 13],
        [102, -18],
        [112, -45],
      ],
      isAimed: false,
    },
    lunge: 0,
  },
  /** Fox: Fire Fox, and Fox Illusion. */
  [Character.Fox]: {
    fall: 2.8,
    jump: { rise: 40, carry: 33 },
    up: {
      reach: [
        [0, 15],
        [8, 35],
        [14, 48],
        [60, 50],
        [72, 29],
        [82, 8],
        [102, -5],
        [112, -40],
      ],
      isAimed: true,
    },
    lunge: 75,
  },
  /** Marth: Dolphin Slash. */
  [Character.Marth]: {
    fall: 2.2,
    jump: { rise: 25, carry: 45 },
    up: {
      reach: [
        [0, 0],
        [12, 33],
        [22, 38],
        [42, 34],
        [52, -15],
        [58, -60],
      ],
      isAimed: false,
    },
    lunge: 0,
  },
  /** Peach: the parasol, under which she sinks slowly. */
  [Character.Peach]: {
    fall: 1.5,
    jump: { rise: 33, carry: 56 },
    up: {
      reach: [
        [0, 7],
        [12, 24],
        [32, 22],
        [52, 13],
        [72, 3],
        [112, -14],
        [118, -40],
      ],
      isAimed: false,
    },
    lunge: 0,
  },
  /** Jigglypuff: her jumps. */
  [Character.Jigglypuff]: { fall: 1.3, jump: { rise: 9, carry: 25 }, up: null, lunge: 0 },
  /** Sheik: Vanish. */
  [Character.Sheik]: {
    fall: 2.13,
    jump: { rise: 38, carry: 42 },
    up: {
      reach: [
        [0, 35],
        [12, 45],
        [62, 44],
        [72, 34],
        [82, -8],
        [92, -50],
      ],
      isAimed: true,
    },
    lunge: 0,
  },
  /** Falco: Fire Bird, and Falco Phantasm. */
  [Character.Falco]: {
    fall: 3.1,
    jump: { rise: 41, carry: 37 },
    up: {
      reach: [
        [0, 15],
        [7, 33],
        [22, 40],
        [42, 36],
        [52, 33],
        [62, 18],
        [72, -16],
        [82, -27],
        [88, -50],
      ],
      isAimed: true,
    },
    lunge: 65,
  },
  /** Ganondorf: Dark Dive. */
  [Character.Ganondorf]: {
    fall: 2,
    jump: { rise: 22, carry: 30 },
    up: {
      reach: [
        [0, 27],
        [12, 43],
        [55, 43],
        [64, 34],
        [82, 3],
        [92, -24],
        [100, -50],
      ],
      isAimed: false,
    },
    lunge: 0,
  },
}
