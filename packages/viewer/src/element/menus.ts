/** The menus of speeds and of overlays. */
import type { MenuItem } from './menu.ts'
import { SPEEDS } from './playback.ts'
import { OVERLAYS } from './settings.ts'
import { change, setOverlays, setSpeed, toggleChance, toggleMarks, toggleWords, type State } from './state.ts'

export function speedItems(state: State): MenuItem[] {
  return SPEEDS.map((speed) => ({
    label: speed === 1 ? 'Normal' : `${speed}×`,
    isOn: state.playback.speed === speed,
    act: () => change(state, setSpeed, speed),
  }))
}

export function overlayItems(state: State): MenuItem[] {
  const { overlays, marks, areMarksOn, arePlain, source, isChanceOn } = state
  const switches = OVERLAYS.map(({ key, label }) => ({
    label,
    isOn: overlays[key],
    isSwitch: true,
    act: () => change(state, setOverlays, { ...overlays, [key]: !overlays[key] }),
  }))
  const drawn = {
    label: 'Debug marks',
    note: 'What the bots drew at home',
    isOn: areMarksOn,
    isSwitch: true,
    act: () => change(state, toggleMarks),
  }
  const words = {
    label: 'Actions in plain words',
    note: 'Off: the game’s own names',
    isOn: arePlain,
    isSwitch: true,
    act: () => change(state, toggleWords),
  }
  const chance = {
    label: 'Chance of winning',
    note: 'The arena’s estimate',
    isOn: isChanceOn,
    isSwitch: true,
    act: () => change(state, toggleChance),
  }
  const isKnown = source !== null && source.chanceCount > 0
  return [...switches, ...(isKnown ? [chance] : []), ...(marks.count > 0 ? [drawn] : []), words]
}
