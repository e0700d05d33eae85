/** Which actions come out of the pose before them. */

/** AttackHi4 and Run. */
const UP_SMASH = 63
const RUN = 21

/**
 * For how many frames of its animation an action still shows the pose it came out of, ever less of it; 0 for most, which show their
 * own at once. Source of the rule: doldecomp/melee (ftAnim_8006E9B4); frames fitted on recorded hits.
 */
export function blendFramesOf(action: number): number {
  return action === UP_SMASH ? 8 : action === RUN ? 6 : 0
}
