/** The check of an engine, against docs/examples/engine.py: as it is, and with one line of it changed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtInEngine, type EngineCommand } from '@arena/host'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_LONG } from '../../../scripts/tests/series.ts'
import { inOrder } from '../src/conformance/verdicts.ts'
import { checkEngine, LENGTHS } from '../src/engine-check/check-engine.ts'
import { ENGINE_RULES, type EngineRuleName, type EngineVerdict } from '../src/engine-check/rules.ts'

const EXAMPLE = fileURLToPath(new URL('../../../docs/examples/engine.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('Skipped: there is no python3 to run docs/examples/engine.py with')

/** What is broken, the rule that names it, what that has found; then a text of the example, and what stands in its place. */
const ALL_FAULTS: readonly (readonly [
  fault: string,
  rule: EngineRuleName,
  found: RegExp,
  text: string,
  instead: string,
])[] = [
  [
    'prints to stdout',
    'stdout',
    /a message of \d+ bytes/,
    '    game = None',
    '    print("ready", flush=True)\n    game = None',
  ],
  [
    'takes the pads of the other port',
    'inputs',
    /port 0: /,
    'struct.unpack("<i8s8s", body)',
    '(struct.unpack("<i8s8s", body)[i] for i in (0, 2, 1))',
  ],
  [
    'has chance of its own',
    'same-seed',
    /frame -123 differs, first in postFrame of port 0/,
    '(0x1A, "f", 60)',
    '(0x1A, "f", __import__("random").random())',
  ],
  [
    'has one seed for all games',
    'seed',
    /a game from another seed has the same seeds/,
    'hmac.digest(self.seed,',
    'hmac.digest(b"seed",',
  ],
  [
    'keeps what was',
    'rest',
    /in the second game of a process frame -123 differs/,
    'self.followers = [',
    'Game.games = getattr(Game, "games", -1) + 1\n        self.leaders[0].x += Game.games\n        self.followers = [',
  ],
  [
    'forgets the followers',
    'fighters',
    /the Ice Climbers have no follower/,
    'in picks if character ==',
    'in [] if character ==',
  ],
  ['declares a wrong size', 'payloads', /Post-Frame Update is declared with 85 bytes/, '0x38: 84', '0x38: 85'],
  [
    'rounds percent up',
    'standing',
    /percent is \d+; Post-Frame has \d+/,
    'int(one.percent), one.x',
    'round(one.percent + 0.5), one.x',
  ],
  ['starts on another stage', 'game-start', /the stage is 2, not 31/, '(0x13, "H", self.stage)', '(0x13, "H", 2)'],
  [
    'gives stocks back',
    'stocks',
    /stocks go from 3 to 4/,
    'self.stocks -= 1',
    'self.stocks += 1 if self.stocks < 4 else -1',
  ],
  ['ends after ten seconds', 'time-end', /time is up on frame 600/, '8 * 60 * 60', '600'],
  [
    'writes GAME! after a forfeit',
    'game-end',
    /after a forfeit of port 0, the method is 2, not 7/,
    '7 if reason else',
    '2 if reason else',
  ],
  ['does not start', 'start', /ended with code 1 .*no disc/, 'import hmac', 'raise RuntimeError("no disc")'],
  [
    'answers for another frame',
    'answers',
    /answer for frame -122, not -123/,
    '"<iBB", self.frame,',
    '"<iBB", self.frame + (self.frame > -124),',
  ],
  [
    'dies in a game',
    'survives',
    /gave up: ZeroDivisionError/,
    'self.play(fighters, pads)',
    'self.play(fighters, pads) if frame < 20 else 1 / 0',
  ],
  [
    'is slow',
    'pace',
    /\d\d ms in the median/,
    '        if frame >= 0:',
    '        __import__("time").sleep(0.02 * (frame < 0))\n        if frame >= 0:',
  ],
  ['reads what is there', 'pieces', /ended with code 0/, 'stdin.buffer.read', 'stdin.buffer.raw.read'],
  [
    'refuses more members',
    'unknown-members',
    /gave up: ValueError/,
    'if start["version"] != 1:',
    'if start["version"] != 1 or len(start) > 4:',
  ],
  ['plays version 2', 'version', /answer of type 129 where none was due/, 'if start["version"] != 1:', 'if False:'],
  [
    'plays a start without players',
    'bad-start',
    /answer of type 129/,
    'json.loads(body)',
    '{"seed": "00" * 32, "stage": 2, "players": [{"character": 2, "costume": 0, "name": ""}] * 2, **json.loads(body)}',
  ],
  [
    'ignores unknown requests',
    'unknown-type',
    /says nothing/,
    'raise ValueError(f"a request of unknown type {kind}")',
    'pass',
  ],
  ['takes steps of any length', 'step-length', /answer of type 130/, '"<i8s8s", body', '"<i8s8s", body[:20].ljust(20)'],
  ['waits for 2 GiB', 'long-request', /a length of 2 GiB it goes on/, '1 <= length <= 1 << 20', '1 <= length'],
  ['stays when stdin ends', 'stdin-end', /it goes on, and says nothing/, 'sys.exit(0)', '__import__("time").sleep(60)'],
  [
    'leaves out the bookend',
    'events',
    /do not end with its Frame Bookend/,
    'return events + event(0x3C',
    'return events or event(0x3C',
  ],
  ['leaves out the names', 'game-start', /the name of port 0 is "", not "Waveland"/, '"31s", name)', '"31s", b"")'],
  [
    'leaves fields empty',
    'fields',
    /0 on every frame: actionStateCounter of Post-Frame$/,
    '(0x22, "f", self.age), ',
    '',
  ],
  [
    'writes external ids',
    'own-characters',
    /internal id 15 is Jigglypuff; Ice Climbers was picked/,
    'INTERNAL[character] + follower',
    'character + follower',
  ],
  ['writes no seed', 'seed', /has the seed 0 on each of/, '(5, "I", seed), (9,', '(9,'],
  [
    'moves the other port',
    'pads',
    /other pads of port 0 change port 1 first/,
    'fighter.move(pads[fighter.port])',
    'fighter.move(pads[1 - fighter.port])',
  ],
  [
    'writes a float little-endian',
    'values',
    /facingDirection is/,
    '(at + 10, "f", self.facing)',
    '(at + 10, "I", 0x803F)',
  ],
  [
    'heals',
    'percent',
    /percent goes from/,
    'if other.action == JAB:',
    'victim.percent *= 0.9\n            if other.action == JAB:',
  ],
  ['lets fighters fall for ever', 'blast-zone', /in action 29/, '50.0, -80.0', '50.0, -260.0'],
  [
    'lacks a character',
    'characters',
    /no game of Kirby against Bowser .*no such fighter/,
    'if start["version"] != 1:',
    'if start["players"][0]["character"] == 4: raise ValueError("no such fighter")\n        if start["version"] != 1:',
  ],
  [
    'goes on without stocks',
    'stocks-end',
    /the game goes on, long after stocks are 0 to 4/,
    '1 if by_stocks else 2',
    '1 if False else 2',
  ],
  [
    'names another winner',
    'time-end',
    /port 0 wins on frame 28800/,
    '0 if lead > 0 else 1',
    '0 if lead > 0 or self.ending == 2 else 1',
  ],
]

/** The first twelve are the series of every run. */
const FAULTS = IS_LONG ? ALL_FAULTS : ALL_FAULTS.slice(0, 12)
/** Checks that play beside each other: they wait for the clock most of the time. */
const AT_ONCE = 4
const SHORT = { game: 240, cast: 20, short: 5, stocks: 1000, overdue: 60, timeMs: 0, reactMs: 3000, startMs: 10_000 }
/** A busy machine may be late: that is no fault of the engine's. */
const MAY_BE_CHANCE: readonly EngineRuleName[] = ['pace']

const check = (command: EngineCommand, lengths: typeof LENGTHS): Promise<EngineVerdict[]> =>
  checkEngine({ command, isFull: false, lengths, signal: new AbortController().signal, onProgress: () => {} })

const isBroken = ({ status }: EngineVerdict): boolean => status === 'fail' || status === 'warning'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arena-engine-check-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The example with a text of it replaced. */
function changed(text: string, instead: string): EngineCommand {
  const example = readFileSync(EXAMPLE, 'utf8')
  expect(example.split(text).length, text).toBeGreaterThan(1)
  const path = join(mkdtempSync(join(folder, 'engine-')), 'engine.py')
  writeFileSync(
    path,
    example.replace(text, () => instead),
  )
  return ['python3', path]
}

describe('arena-kit engine-check', { timeout: 300_000 }, () => {
  test.runIf(hasPython)('the example engine keeps every rule', async () => {
    const verdicts = inOrder(ENGINE_RULES, await check(['python3', EXAMPLE], LENGTHS), '')
    expect(verdicts.filter(({ status, rule }) => status !== 'pass' && !MAY_BE_CHANCE.includes(rule))).toEqual([])
  })

  test('the built-in engine keeps every rule', async () => {
    const verdicts = inOrder(ENGINE_RULES, await check(builtInEngine('fast'), { ...LENGTHS, timeMs: Infinity }), '')
    expect(verdicts.filter(({ status, rule }) => status !== 'pass' && !MAY_BE_CHANCE.includes(rule))).toEqual([])
  })

  describe.runIf(hasPython)('names what is wrong with an engine, and nothing else', () => {
    const found = new Map<string, readonly EngineVerdict[]>()
    beforeAll(async () => {
      const run = async ([fault, rule, , text, instead]: (typeof FAULTS)[number]) => {
        const timeMs = rule === 'time-end' ? Infinity : SHORT.timeMs
        found.set(fault, await check(changed(text, instead), { ...SHORT, timeMs }))
      }
      for (let at = 0; at < FAULTS.length; at += AT_ONCE) await Promise.all(FAULTS.slice(at, at + AT_ONCE).map(run))
    }, 600_000)

    test.each(FAULTS)('%s: rule %s', (fault, rule, what) => {
      const broken = found
        .get(fault)!
        .filter(isBroken)
        .filter((verdict) => verdict.rule === rule || !MAY_BE_CHANCE.includes(verdict.rule))
      const status = rule === 'fields' ? 'warning' : 'fail'
      expect(broken).toEqual([{ rule, status, found: expect.stringMatching(what), advice: expect.any(String) }])
    })
  })
})
