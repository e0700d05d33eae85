/** What is called out over the picture, by the frames of the game: it takes inputs from frame -39 on, and its clock ends at 8:00. */

const FIRST_INPUT = -39
const GO_UNTIL = 20
const FRAMES_A_SECOND = 60
const LAST_FRAME = 8 * 60 * FRAMES_A_SECOND
const COUNTED_SECONDS = 5

export function announcementAt(frame: number): string {
  if (frame < FIRST_INPUT) return 'Ready'
  if (frame < GO_UNTIL) return 'GO!'
  const left = Math.ceil((LAST_FRAME - frame) / FRAMES_A_SECOND)
  return left >= 1 && left <= COUNTED_SECONDS ? String(left) : ''
}
