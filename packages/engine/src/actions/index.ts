/** Callbacks of the action states that all fighters share, by name. */
import type { ActionTable } from './action.ts'
import { AERIAL_ACTIONS } from './aerial.ts'
import { AFFLICTION_ACTIONS } from './affliction.ts'
import { APPEAL_ACTIONS } from './appeal.ts'
import { ATTACK_ACTIONS } from './attack.ts'
import { CAPTURE_ACTIONS } from './capture.ts'
import { CATCH_ACTIONS } from './catch.ts'
import { DAMAGE_ACTIONS } from './damage.ts'
import { DASH_ACTIONS } from './dash.ts'
import { DOWN_ACTIONS } from './down.ts'
import { ESCAPE_AIR_ACTIONS } from './escape-air.ts'
import { FALL_ACTIONS } from './fall.ts'
import { GUARD_STUN_ACTIONS } from './guard-stun.ts'
import { GUARD_ACTIONS } from './guard.ts'
import { ICE_ACTIONS } from './ice.ts'
import { ITEM_ACTIONS } from './item-throw.ts'
import { JUMP_ACTIONS } from './jump.ts'
import { KOOPA_HOLD_ACTIONS } from './koopa-hold.ts'
import { LANDING_ACTIONS } from './landing.ts'
import { LEDGE_ACTIONS } from './ledge.ts'
import { MATCH_FLOW_ACTIONS } from './match-flow.ts'
import { PASS_ACTIONS } from './pass.ts'
import { RAPID_JAB_ACTIONS } from './rapid-jab.ts'
import { REBOUND_ACTIONS } from './rebound.ts'
import { RUN_ACTIONS } from './run.ts'
import { SHIELD_BREAK_ACTIONS } from './shield-break.ts'
import { SHOULDERED_ACTIONS } from './shouldered.ts'
import { SQUAT_ACTIONS } from './squat.ts'
import { SWALLOWED_ACTIONS } from './swallowed.ts'
import { TEETER_ACTIONS } from './teeter.ts'
import { TURN_ACTIONS } from './turn.ts'
import { WAIT_ACTIONS } from './wait.ts'
import { WALK_ACTIONS } from './walk.ts'
import { WALL_BOUNCE_ACTIONS } from './wall-bounce.ts'
import { WALL_JUMP_ACTIONS } from './wall-jump.ts'
import { YOSHI_EGG_ACTIONS } from './yoshi-egg.ts'

export const COMMON_ACTIONS: ActionTable = {
  ...MATCH_FLOW_ACTIONS,
  ...WAIT_ACTIONS,
  ...WALK_ACTIONS,
  ...TURN_ACTIONS,
  ...DASH_ACTIONS,
  ...RUN_ACTIONS,
  ...SQUAT_ACTIONS,
  ...JUMP_ACTIONS,
  ...FALL_ACTIONS,
  ...KOOPA_HOLD_ACTIONS,
  ...LANDING_ACTIONS,
  ...ESCAPE_AIR_ACTIONS,
  ...PASS_ACTIONS,
  ...TEETER_ACTIONS,
  ...LEDGE_ACTIONS,
  ...WALL_JUMP_ACTIONS,
  ...WALL_BOUNCE_ACTIONS,
  ...GUARD_ACTIONS,
  ...GUARD_STUN_ACTIONS,
  ...RAPID_JAB_ACTIONS,
  ...REBOUND_ACTIONS,
  ...DAMAGE_ACTIONS,
  ...SHIELD_BREAK_ACTIONS,
  ...DOWN_ACTIONS,
  ...ATTACK_ACTIONS,
  ...AERIAL_ACTIONS,
  ...APPEAL_ACTIONS,
  ...CATCH_ACTIONS,
  ...CAPTURE_ACTIONS,
  ...SHOULDERED_ACTIONS,
  ...SWALLOWED_ACTIONS,
  ...AFFLICTION_ACTIONS,
  ...ICE_ACTIONS,
  ...ITEM_ACTIONS,
  ...YOSHI_EGG_ACTIONS,
}
