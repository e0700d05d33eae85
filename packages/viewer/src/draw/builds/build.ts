/** How a fighter is built and dressed: proportions in world units, colours, and what it wears. */

/** `@t` is the team's colour, `@d` a darker and `@l` a lighter one, `@p` a pale one; the others are CSS colours. */
export type Tint = string

/** What a layer hangs on. `shoulders`: the chest, upright; `hand`: the hand that holds things; `other`: the other one. */
export type Anchor = 'head' | 'chest' | 'hand' | 'other'

/** `back`: behind the whole body; `under`: behind the part; `over`: before the part; `detail`: the same without an outline. */
export type Depth = 'back' | 'under' | 'over' | 'detail'

export interface Layer {
  readonly at: Anchor
  readonly depth: Depth
  readonly fill: Tint
  readonly path: string
}

export interface Tail {
  readonly kind: 'bush' | 'whip' | 'bolt' | 'stub' | 'feathers'
  readonly length: number
  readonly width: number
  readonly fill: Tint
  readonly tip: Tint
}

export interface Build {
  readonly name: string
  readonly donor: number
  /** Bone lengths and radii in world units. */
  readonly legs: number
  readonly torso: number
  readonly neck: number
  readonly arms: number
  readonly shoulders: number
  readonly hips: number
  readonly head: number
  readonly chest: number
  readonly waist: number
  readonly arm: number
  readonly hand: number
  readonly leg: number
  readonly foot: number
  /** The action whose pose it has while it runs. */
  readonly run: number
  /** How far the spine leans on the floor, as a share of the donor's lean. */
  readonly lean: number
  /** Thickness of what it has on its back, in radii of the chest. */
  readonly back: number
  /** The head is the body: a ball. */
  readonly isBall: boolean
  /** Without light and shade, as if cut from paper. */
  readonly isFlat: boolean
  readonly skull: string
  readonly skin: Tint
  readonly top: Tint
  readonly belly: Tint
  readonly sleeve: Tint
  readonly glove: Tint
  readonly thigh: Tint
  readonly boot: Tint
  readonly layers: readonly Layer[]
  readonly tail: Tail | null
  /** Cloth from the shoulders: length in world units. */
  readonly cape: { readonly length: number; readonly fill: Tint } | null
  readonly skirt: Tint | null
  /** Reach of what the hand holds beyond the hand, in world units. */
  readonly blade: number
}
