/** The actions that blend out of the pose before them. */

/** AttackHi4 and Run. */
const UP_SMASH = 63
const RUN = 21

/**
 * Number of animation frames over which an action still shows a decreasing share of the pose before it. 0 for most
 * actions, which show their own pose at once. Source of the rule: doldecomp/melee (ftAnim_8006E9B4); frames fitted on
 * recorded hits.
 */
export function blendFramesOf(action: number): number {
  return action === UP_SMASH ? 8 : action === RUN ? 6 : 0
}
