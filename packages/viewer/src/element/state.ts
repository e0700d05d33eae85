/**
 * All that a viewer knows and shows, as one plain object, and the functions that change it. None of them touches the page: the view
 * shows what the state says, once for all that changes in one go.
 */
import type { Moment } from '@arena/engine/moments'
import { teamOf, type Theme } from '../draw/colours.ts'
import { NO_OVERLAYS, type Overlays } from '../draw/overlays.ts'
import type { ReplayPlace } from '../replay/messages.ts'
import { NOT_LOADED } from '../replay/not-loaded.ts'
import { BAD_SEED, FAILED, HANGS } from '../replay/replay-errors.ts'
import type { ReplayInfo } from '../replay/replay-info.ts'
import type { ReplaySource } from '../replay/replay-source.ts'
import { NO_MARKS, type DebugMarks, type MarksPlace } from './debug-marks.ts'
import { NONE_MISSED, type MissedPads } from './missed-pads.ts'
import { PALETTES, type Palette } from './palette.ts'
import { FRAMES_A_SECOND, Playback } from './playback.ts'
import { INPUTS_WORD, overlaysOf, wordsIn, wordsOfOverlays } from './settings.ts'
import { Timeline } from './timeline.ts'

export interface OpenOptions {
  readonly seed: string | null
  /** The address of the match's result note. */
  readonly signed: string | null
  readonly isLive: boolean
  /** The frame at which it opens; null for the beginning, or the newest frame of a live match. */
  readonly frame: number | null
  readonly isPlaying: boolean
  /** The debug marks beside the replay. */
  readonly marks: MarksPlace | null
  /** What the players in a file are called by port, instead of what it says. */
  readonly names: readonly string[]
}

interface Notice {
  readonly text: string
  /** It stays until there is another. */
  readonly stays: boolean
}

/** The part that begins anew with each stream of a replay. */
interface StreamState {
  source: ReplaySource | null
  timeline: Timeline
  /** The frame whose picture is awaited. */
  asked: number | null
  /** The next picture does not follow from the last one: the camera jumps to it. */
  isCut: boolean
  /** A picture could not be drawn. */
  hasFailed: boolean
}

/** The part that begins anew with each replay. */
interface ReplayState extends StreamState {
  info: ReplayInfo | null
  /** A picture has been shown. */
  isReady: boolean
  /** A live match has been watched to its end. */
  hasEnded: boolean
  /** A person has played or moved it. */
  hasMoved: boolean
  drawnFrame: number | null
  /** The first frame of the clip that a person is choosing. */
  clipFrom: number | null
  notice: Notice
  /** Why nothing can be shown. */
  failure: string | null
}

interface Partner {
  readonly state: State
  /** Each is played alone again, at the same place. */
  readonly part: () => void
}

export interface State extends ReplayState {
  /** The one of both where two are played together. */
  playback: Playback
  /** The other viewer of two that are played and sought together (`pairing.ts`). */
  partner: Partner | null
  /** Null while none is open. */
  place: ReplayPlace | null
  options: OpenOptions
  missed: MissedPads
  /** The page can play on from a frame of a replay. */
  isBranchable: boolean
  /** Frames after which it went otherwise than in the replay that it is a branch of. */
  branchPoints: readonly number[]
  marks: DebugMarks
  /** The screen's clock at the last picture that was played. */
  time: number
  theme: Theme
  overlays: Overlays
  /** The overlays that the switch puts on again. */
  lastOverlays: Overlays
  areInputsOn: boolean
  areMarksOn: boolean
  /** Actions in plain words, not by the game's own names. */
  arePlain: boolean
  areMomentsOn: boolean
  isChanceOn: boolean
  controls: 'on' | 'minimal' | 'off'
  hud: 'on' | 'off'
  /** Tells the page. */
  readonly emit: (name: string, detail: object) => void
  /** Has the state shown, and the picture drawn anew. */
  readonly redraw: () => void
}

const newStream = (): StreamState => ({
  source: null,
  timeline: new Timeline(),
  asked: null,
  isCut: true,
  hasFailed: false,
})

const newReplay = (): ReplayState => ({
  ...newStream(),
  info: null,
  isReady: false,
  hasEnded: false,
  hasMoved: false,
  drawnFrame: null,
  clipFrom: null,
  notice: { text: '', stays: true },
  failure: null,
})

export const newState = (emit: State['emit'], redraw: State['redraw']): State => ({
  ...newReplay(),
  playback: new Playback(),
  partner: null,
  place: null,
  options: { seed: null, signed: null, isLive: false, frame: null, isPlaying: false, marks: null, names: [] },
  missed: NONE_MISSED,
  isBranchable: false,
  branchPoints: [],
  marks: NO_MARKS,
  time: 0,
  theme: 'light',
  overlays: NO_OVERLAYS,
  lastOverlays: { ...NO_OVERLAYS, hitboxes: true, hurtboxes: true },
  areInputsOn: false,
  areMarksOn: true,
  arePlain: true,
  areMomentsOn: false,
  isChanceOn: true,
  controls: 'on',
  hud: 'on',
  emit,
  redraw,
})

/** Changes the state, and has it shown: `change(state, seek, 200)`. */
export function change<A extends unknown[]>(state: State, by: (state: State, ...args: A) => void, ...args: A): void {
  by(state, ...args)
  endLive(state)
  state.redraw()
  state.partner?.state.redraw()
}

/** A live match is over, and whoever follows it has seen it to its end. */
export function endLive(state: State): void {
  const { extent, isAtEnd, isPlaying, frame } = state.playback
  if (state.hasEnded || !state.options.isLive || !extent.isComplete || (isPlaying && !isAtEnd)) return
  state.hasEnded = true
  state.emit('ended', { frame })
}

/** Another replay is opened; null for none. */
export function open(state: State, place: ReplayPlace | null, options: OpenOptions): void {
  state.partner?.part()
  const { playback } = state
  const { isPlaying } = options
  Object.assign(state, newReplay(), { place, options, hasMoved: isPlaying })
  playback.open(options)
  if (isPlaying) playback.play()
}

/** A new stream of the same match takes the place of one that was lost. */
export function replace(state: State, source: ReplaySource): void {
  Object.assign(state, newStream(), { source })
}

/** Faults that are not the stream's. */
const OWN_FAULTS: readonly string[] = [BAD_SEED, NOT_LOADED]

/** A live match whose stream broke off, so that there is more to come. */
export function isLost(state: State, { error, info }: ReplaySource): boolean {
  return state.options.isLive && error !== null && !OWN_FAULTS.includes(error) && !info?.end
}

export const isBroken = (state: State): boolean => state.source !== null && isLost(state, state.source)

const ENDED_BY: readonly string[] = [BAD_SEED, FAILED, HANGS]

/** Something of the source has changed. */
export function take(state: State, source: ReplaySource): void {
  const { info, columns } = source
  // The feed speaks of a stream that breaks off, and more of the match is to come.
  const isOver = !isBroken(state)
  const error = isOver ? source.error : null
  const isDone = source.isDone && isOver
  if (info) {
    state.info = info
    if (columns.count > 0) {
      const isComplete = info.end !== null || isDone || (error !== null && ENDED_BY.includes(error))
      state.playback.extend({ first: info.firstFrame, last: columns.lastFrame, isComplete }, state)
      state.timeline.extend(columns)
    }
  }
  if (error !== null && columns.count > 0) note(state, error)
  else if (error !== null) fail(state, error)
  else if (isDone && columns.count === 0) fail(state, 'The replay holds no frames.')
}

/** Nothing can be shown. The page hears of it once. */
export function fail(state: State, what: string): void {
  const isNew = state.failure === null && state.place !== null
  state.failure = what
  if (isNew) state.emit('arena-replay-error', { message: what })
}

/** Something is wrong, but there is something to show. The page hears of it once. */
export function note(state: State, what: string): void {
  if (state.notice.text === what) return
  notify(state, what, true)
  state.emit('arena-replay-error', { message: what })
}

export function notify(state: State, text: string, stays = false): void {
  state.notice = { text, stays }
}

export function setMarks(state: State, marks: DebugMarks): void {
  state.marks = marks
}

export function play(state: State): void {
  state.playback.play()
  state.hasMoved = true
}

export function pause(state: State): void {
  state.playback.pause()
}

export function toggle(state: State): void {
  if (state.playback.isPlaying) pause(state)
  else play(state)
}

/** A person moves it. */
function move(state: State, by: (playback: Playback) => void): void {
  const { playback } = state
  const before = playback.position
  by(playback)
  for (const each of [state, state.partner?.state]) {
    if (!each) continue
    each.hasMoved = true
    if (playback.position !== before) each.isCut = true
  }
}

export function seek(state: State, frame: number): void {
  move(state, (playback) => playback.seek(frame))
}

/** A share of the whole, as 0.3. */
export function seekShare(state: State, share: number): void {
  move(state, (playback) => playback.seekShare(share))
}

export function jump(state: State, frames: number): void {
  move(state, (playback) => playback.jump(frames))
}

export function step(state: State, by: 1 | -1): void {
  move(state, (playback) => playback.step(by))
}

export function follow(state: State): void {
  move(state, (playback) => playback.follow())
}

/** Frames before a moment that lead to it. */
const LEAD = FRAMES_A_SECOND

export function goTo(state: State, moment: Moment): void {
  seek(state, moment.startFrame - LEAD)
  play(state)
}

export function setSpeed(state: State, speed: number): void {
  state.playback.speed = speed
}

export function changeSpeed(state: State, by: 1 | -1): void {
  state.playback.changeSpeed(by)
}

export const areOverlaysOn = ({ overlays }: State): boolean => wordsOfOverlays(overlays).length > 0

export function setOverlays(state: State, overlays: Overlays): void {
  state.overlays = overlays
  if (areOverlaysOn(state)) state.lastOverlays = overlays
}

export function toggleOverlays(state: State): void {
  setOverlays(state, areOverlaysOn(state) ? NO_OVERLAYS : state.lastOverlays)
}

/** The list of the attribute: overlays, and the word for the controllers. */
export function setWords(state: State, list: string | null): void {
  setOverlays(state, overlaysOf(list))
  state.areInputsOn = wordsIn(list).includes(INPUTS_WORD)
}

export function toggleInputs(state: State): void {
  state.areInputsOn = !state.areInputsOn
}

/** What bots drew can be switched where there is any. */
export function toggleMarks(state: State): void {
  if (state.marks.count > 0) state.areMarksOn = !state.areMarksOn
}

export function toggleWords(state: State): void {
  state.arePlain = !state.arePlain
}

export function toggleMoments(state: State): void {
  state.areMomentsOn = !state.areMomentsOn
}

export function toggleChance(state: State): void {
  state.isChanceOn = !state.isChanceOn
}

/** Whether who is winning is seen: it is known of matches of an arena. */
export const isChanceSeen = ({ isChanceOn, source }: State): boolean => isChanceOn && (source?.chanceCount ?? 0) > 0

/** Asks the page to play on from the present frame. */
export function branch(state: State): void {
  const { isBranchable, info, place } = state
  if (!isBranchable || !info) return
  pause(state)
  if (info.kind === 'foreign') return notify(state, 'This is a recording of another game, which cannot be taken over.')
  const file = place && 'file' in place ? place.file : null
  state.emit('arena-replay-branch', { frame: shownFrame(state), file })
}

/** The present frame, or the last one where a longer replay is played beside this one. */
export function shownFrame({ playback, partner, info }: State): number {
  return partner && info ? Math.min(playback.frame, info.lastFrame) : playback.frame
}

/** Whether what bots drew is seen. */
export const areMarksSeen = ({ areMarksOn, marks }: State): boolean => areMarksOn && marks.count > 0

export const paletteOf = ({ theme }: State): Palette => PALETTES[theme]

/** The colour of a port's player. */
export function colourOf({ info, theme }: State, port: number): string {
  const costume = info?.players.find((player) => player.port === port)?.costume ?? 0
  return teamOf(port, costume, theme).mark
}

/** Frames have been read, so that there is a place in the replay. */
export function hasFrames({ source, playback }: State): boolean {
  const { first, last } = playback.extent
  return source !== null && last >= first
}

/** How long the match is, is not known yet. */
export const isGrowing = ({ playback, options }: State): boolean => !playback.extent.isComplete && !options.isLive

/** The part that a clip would be of, while its beginning is marked. */
export function clipRange({ clipFrom, playback }: State): readonly [number, number] | null {
  const { frame } = playback
  return clipFrom === null ? null : [Math.min(clipFrom, frame), Math.max(clipFrom, frame)]
}
