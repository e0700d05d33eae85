/** What hitboxes of most articles have in common. */
export const HITBOX = {
  id: 0,
  setKnockback: 0,
  shieldDamage: 0,
  hitsGround: true,
  hitsAir: true,
  interaction: 0,
  group: 0,
  x: 0,
  y: 0,
} as const
