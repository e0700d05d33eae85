/**
 * The rules of the engine protocol that an engine can break, by name, in the order of the report: what a right engine does, and
 * where that stands. `docs/engine-protocol.md` lists them too.
 */
import type { Rule, VerdictOn } from '../conformance/verdicts.ts'

interface EngineRule extends Rule {
  /** What to do where it is broken. */
  readonly advice: string
}

export const ENGINE_RULES = {
  start: {
    title: 'starts, and answers a start within 30 seconds',
    source: 'start',
    advice:
      'Its own words, if any, are in brackets. The command is split at spaces, runs in the folder of the arena (here: of the kit), and sees few variables of the environment.',
  },
  stdout: {
    title: 'writes nothing but answers to stdout',
    source: 'The engine protocol',
    advice:
      'Something else wrote to stdout, often a print or a library. Keep stdout for answers, send all text to stderr, and flush each answer whole.',
  },
  answers: {
    title: 'answers each request once, with its type and frame',
    source: 'Messages; Standing',
    advice: 'An answer is u32 length, u8 type, the standing of 30 bytes in little-endian order, and then the events.',
  },
  survives: {
    title: 'plays on until the game is ended',
    source: 'When an engine fails',
    advice: 'A match whose engine fails is aborted. Its own words, if any, are in brackets.',
  },
  'step-time': {
    title: 'answers a step within 8 seconds',
    source: 'When an engine fails',
    advice: 'A silent engine counts as dead. Answer each request before you read the next, and flush stdout.',
  },
  pace: {
    title: 'keeps up with 60 frames a second',
    source: 'step; When an engine fails',
    advice:
      'A match that stays more than a second behind its clock for five seconds is aborted, and bots wait for each late frame. Play the frame without drawing or sound, and do not wait for a clock of your own.',
  },
  pieces: {
    title: 'reads a request that comes in pieces',
    source: 'Messages',
    advice: 'A pipe gives bytes, not messages: read until `length` bytes are there.',
  },
  'unknown-members': {
    title: 'ignores unknown members of a start',
    source: 'start',
    advice: 'A later arena may send more members. Read those that you know.',
  },
  version: {
    title: 'refuses a version that it does not support',
    source: 'start',
    advice: 'Compare `version` with 1; for any other, answer `failed` and exit.',
  },
  'bad-start': {
    title: 'refuses a start that it cannot read',
    source: 'start',
    advice: 'Answer `failed` with the reason, and exit, in place of a game that nobody asked for.',
  },
  'unknown-type': {
    title: 'refuses a request of unknown type',
    source: 'Messages',
    advice: 'Answer `failed` with the reason, and exit: an engine that guesses plays another game than the arena.',
  },
  'step-length': {
    title: 'refuses a step of another length',
    source: 'Messages',
    advice: 'The body of a step has 20 bytes. For any other length answer `failed`, and exit.',
  },
  'long-request': {
    title: 'refuses a length over a mebibyte',
    source: 'Messages',
    advice: 'Check `length` before you read or allocate: for 0, or more than 1,048,576, answer `failed`, and exit.',
  },
  'stdin-end': {
    title: 'exits when stdin ends',
    source: 'The engine protocol',
    advice:
      'The host is gone then. Exit also in the middle of a request, or the engine stays behind and takes processor time and memory.',
  },
  payloads: {
    title: 'declares the payload sizes of its Slippi version',
    source: 'Replay format, Event Payloads',
    advice: 'Event Payloads has a code and a payload size for each event. They are those of the version in Game Start.',
  },
  events: {
    title: 'sends whole events, from Frame Start to Frame Bookend',
    source: 'start; step; end',
    advice:
      'Each answer holds the events of its own request and no others: gather what the recorder writes until the Frame Bookend of the frame.',
  },
  fighters: {
    title: 'sends Pre-Frame, then Post-Frame, of each fighter once',
    source: 'Replay format, The event stream',
    advice:
      'A frame has one Pre-Frame and one Post-Frame of each fighter, all with its frame number. The Ice Climbers have a follower, which stops when it dies.',
  },
  fields: {
    title: 'fills in what viewers and bots read',
    source: 'Replay format',
    advice: 'Fighters that run, jump and are hit change these fields in every recording.',
  },
  'game-start': {
    title: 'writes Game Start as it was asked',
    source: 'start',
    advice:
      'Game Start has to show the stage, the characters, costumes and names of the request, and the rules of the arena: 4 stocks, 8 minutes, no items.',
  },
  'own-characters': {
    title: 'plays the fighters that were picked',
    source: 'start',
    advice:
      'Post-Frame has internal ids, and the request has external ones. Map them, and look that no pick is replaced.',
  },
  seed: {
    title: 'begins each frame with the draw of its seed',
    source: 'The seed of a frame',
    advice:
      'Set the generator before each frame to the first four bytes, big-endian, of HMAC-SHA-256(seed, "frame/<n>"), and write that in Frame Start. Otherwise the seed in the stream lets a bot compute what comes next.',
  },
  inputs: {
    title: 'shows the pads of a frame in its Pre-Frame',
    source: 'step',
    advice:
      'The pads of a step are those of its own frame and of ports 0 and 1, in this order. A stick byte less 128 is the raw stick of the game.',
  },
  values: {
    title: 'writes values that a game can have',
    source: 'Replay format',
    advice: 'Numbers of events are big-endian, at the offsets of the replay format.',
  },
  stocks: {
    title: 'takes stocks one at a time, and gives none',
    source: 'Rules, Winning and scoring',
    advice: 'Post-Frame has the stocks that are left. Look for a byte of another field, or a state that is not reset.',
  },
  percent: {
    title: 'lets percent fall only with a stock',
    source: 'Rules, Winning and scoring',
    advice: 'Percent rises with hits, and is 0 again after a stock is lost. Only Ness heals.',
  },
  'blast-zone': {
    title: 'lets no fighter live outside the blast zones',
    source: 'Rules, Winning and scoring',
    advice: 'A fighter that stays beyond the left, right or lower limit of its stage should have lost a stock.',
  },
  standing: {
    title: 'answers the standing that its events show',
    source: 'Standing',
    advice:
      'The standing repeats the Post-Frame of each leader: stocks, internal id, position, and percent without its fraction. It is little-endian, unlike the events.',
  },
  pads: {
    title: 'plays by the pads of each port',
    source: 'step',
    advice:
      'Another pad on a port has to change that port’s fighter. Look whether the pads reach the game, and the right port.',
  },
  'same-seed': {
    title: 'plays the same game from the same seed and pads',
    source: 'start; step',
    advice:
      'Nothing but seed, stage, picks and pads may decide: no clock, no other source of chance, no memory that is not set. The arena plays a game again to look into a fault.',
  },
  rest: {
    title: 'plays a second game like a first one',
    source: 'end',
    advice:
      'Begin each start from nothing, or answer `ended` in place of `rested`: then each game has a process of its own.',
  },
  characters: {
    title: 'plays all characters, on all stages',
    source: 'start',
    advice: 'Bots pick any of 26 characters, and the arena draws any of six stages.',
  },
  'stocks-end': {
    title: 'ends a game with its last stock',
    source: 'Standing; Rules, Winning and scoring',
    advice:
      'The step on which a player loses the last stock, or on which the game says so, answers with ending 1 and the winner.',
  },
  'time-end': {
    title: 'ends a game after eight minutes',
    source: 'Standing; Rules, Winning and scoring',
    advice:
      'The timer begins with frame 0. More stocks win, then the lower percent as it is shown; no sudden death follows.',
  },
  'game-end': {
    title: 'writes the Game End of each reason',
    source: 'end',
    advice:
      'Method 2 after the last stock, 1 after time, and 7 after a forfeit, with the port that forfeited (-1 where both did). Placements are from 0, and -1 for ports without a player.',
  },
} as const satisfies Record<string, EngineRule>

export type EngineRuleName = keyof typeof ENGINE_RULES
export type EngineVerdict = VerdictOn<EngineRuleName>
