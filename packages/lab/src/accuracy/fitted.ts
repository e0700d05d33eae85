/**
 * Rules of the engine that are statistical fits, not the game's own rules: the game uses data that is not public, and
 * the engine estimates. The accuracy report lists them, so that no reader takes them for the game's rules.
 */
export interface Fit {
  /** Module, relative to the engine's sources. */
  readonly module: string
  readonly decides: string
  readonly game: string
}

export const FITS: readonly Fit[] = [
  {
    module: 'combat/height.ts',
    decides:
      'whether a hit meets head, trunk or legs, where no hurtbox is known: a linear classifier with eight weights',
    game: 'the height stored with the hurtbox that is met first',
  },
  {
    module: 'tables/shapes.ts',
    decides: 'bodies of fighters without public hurtboxes: capsules fitted to outlines and to recorded hits',
    game: "hurtboxes on the skeleton's bones",
  },
  {
    module: 'tables/blends.ts',
    decides: 'over how many frames one pose turns into the next',
    game: 'blend times stored with each animation',
  },
  {
    module: 'tables/ecb.ts',
    decides: 'sizes of the ECB by pose',
    game: 'the extent of bones on each frame',
  },
  {
    module: 'tables/holds.ts',
    decides: 'where held and thrown fighters are',
    game: "the bones of both fighters' animations",
  },
  {
    module: 'fighters/fox/throw-shots.ts',
    decides: "which victims Falco's shots out of throws meet a frame late: three lists of fighters",
    game: 'where shot and hurtboxes are on that frame',
  },
  {
    module: 'tables/measured.ts',
    decides: 'lengths, sides of knock-downs, steps and landing lags of single actions, each from recordings',
    game: 'scripts and animations of each fighter',
  },
  {
    module: 'computer/behaviour.ts',
    decides: 'how high and wide the climbers are to the computer player of the second one, which does not attack',
    game: 'hurtboxes, and the reaches of attacks',
  },
]
