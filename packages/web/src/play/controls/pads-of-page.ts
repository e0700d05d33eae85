/** The gamepads that are plugged in; none where a page may not read them. */
export function padsOfPage(): readonly Gamepad[] {
  try {
    return navigator
      .getGamepads()
      .filter((pad) => pad !== null)
      .filter(({ connected }) => connected)
  } catch {
    return []
  }
}
