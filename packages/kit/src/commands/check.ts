/** `arena-kit check`: the deploy check of an arena and the rules of the play protocol, one by one, in words. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BotConnectionError,
  builtInEngine,
  checkBotUrl,
  deployCheck,
  matchTiming,
  reasonToRefuse,
  WatchedHost,
} from '@arena/host'
import { createFile } from '@arena/host/system'
import { createKeyPair, MODES, publicKeyOf, type DeployReport, type KeyPair } from '@arena/protocol'
import { CommandFailure, EXIT, exitsWith, newCommand } from '@arena/host/command-line'
import { adviceFor, describeSteps } from '../advice.ts'
import { botSource, newFile, type BotSource } from '../arguments.ts'
import { conform } from '../conformance/conform.ts'
import { judgeDeployCheck } from '../conformance/judge-door.ts'
import { describeVerdicts, summarize } from '../conformance/report.ts'
import { RULES, type Verdict } from '../conformance/rules.ts'
import { fail, inOrder } from '../conformance/verdicts.ts'
import { serveOpponent } from '../opponents.ts'
import { OwnBot } from '../own-bot.ts'
import type { Terminal } from '../terminal.ts'
import { describeRaised } from '../words.ts'
import { type AddCommand } from './command.ts'

const BOT_ID = `bot_${'0'.repeat(26)}`
const OPPONENT_ID = `bot_${'0'.repeat(25)}1`

interface CheckOptions {
  readonly public?: true
  readonly deployOnly?: true
  /** A file. */
  readonly key?: string
}

export const addCheck: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'check', 'check a bot: as registering does, and by each rule of the play protocol')
    .argument('<bot>', 'the URL of a bot that runs already, or a program')
    .option('--public', 'as an arena on the open internet: the URL has to be https, and its address a public one')
    .option('--deploy-only', 'make the check of registration only, and play no match')
    .option('--key <file>', 'sign with the key in this file, made if there is none (default: a new key)', newFile)
    .addHelpText(
      'after',
      `
Reaches a bot as an arena does before it registers it: looks up its address, asks for GET URL/ping, opens a WebSocket at
URL. Then connects with wrong signatures, which the bot should refuse, and plays a match of about ten seconds against a
bot that stands still, on the arena's clock. The socket is cut once in between. Each rule of the interface is named with
its result; for each that is broken the kit says what to do.

A program is started with two environment variables: PORT, on which it has to listen, and ARENA_BASE_URL, where it finds
the key that the kit signs with. A bot that runs already and verifies signatures has to know the key of the kit: --key
keeps one in a file (32 bytes as base64, as the file platform-key of an arena), and its public half is printed.
${exitsWith('the bot breaks a rule')}`,
    )
    .action(action((bot: string, options: CheckOptions) => check(bot, options, terminal)))
}

/** The exit code. */
async function check(text: string, options: CheckOptions, terminal: Terminal): Promise<number> {
  const platformKey = options.key === undefined ? createKeyPair() : await keyOf(options.key)
  if (options.key !== undefined)
    terminal.print(`Signed with the key of ${options.key}; its public half is ${platformKey.publicKey}`, '')
  const source = programOf(text)
  if (source === null) return checkUrl(text, platformKey, options, terminal)
  await using bot = await OwnBot.start(source, platformKey, terminal)
  const code = await checkUrl(bot.url, platformKey, options, terminal)
  const errors = describeRaised(bot.raised, bot.name)
  // A bot that raises may keep every rule.
  if (errors.length > 0) terminal.print('', ...errors)
  return code
}

/** Null for a URL, right or wrong: it is checked, and reported, as registering does. */
function programOf(text: string): BotSource | null {
  try {
    const source = botSource(text)
    return source.kind === 'url' ? null : source
  } catch {
    return null
  }
}

async function keyOf(path: string): Promise<KeyPair> {
  const privateKey = (await createFile(path, () => `${createKeyPair().privateKey}\n`)).trim()
  try {
    return { privateKey, publicKey: publicKeyOf(privateKey) }
  } catch {
    // The text may be a secret: it is not quoted.
    throw new CommandFailure(`${path} does not hold a key: 32 bytes as base64, as arena-kit check --key makes it`)
  }
}

async function checkUrl(
  text: string,
  platformKey: KeyPair,
  options: CheckOptions,
  terminal: Terminal,
): Promise<number> {
  const policy = { allowPrivate: options.public !== true }
  let url
  try {
    url = checkBotUrl(text, policy)
  } catch (error) {
    if (!(error instanceof BotConnectionError)) throw error
    const advice = adviceFor('url', error.detail)
    terminal.print(`The URL ${text} ${error.detail}.`, '', advice)
    tell(text, { ok: false, steps: [] }, [fail('address', error.detail, advice)], options, terminal)
    return EXIT.failed
  }
  terminal.print(`Reaching ${url.href} as an arena does before it registers a bot:`, '')
  const report = await deployCheck({ url, policy, platformKey, signal: terminal.signal })
  terminal.signal.throwIfAborted()
  terminal.print(...describeSteps(report.steps), '')
  const verdicts = judgeDeployCheck(report.steps)
  if (!report.ok) {
    tell(url.href, report, verdicts, options, terminal)
    const broken = verdicts.find(({ status }) => status === 'fail')
    if (broken === undefined && options.deployOnly !== true) {
      terminal.print('As far as it lets the kit in, the bot passes; the rules of the play protocol were not tried.')
      return EXIT.ok
    }
    terminal.print('The bot does not pass. An arena would not register it.')
    if (broken && options.deployOnly !== true)
      terminal.print(`The broken rule is "${broken.rule}"; no other one was tried.`)
    return EXIT.failed
  }
  if (options.deployOnly === true) {
    terminal.print('The bot passes.')
    tell(url.href, report, verdicts, options, terminal)
  } else {
    terminal.print('It would be registered. By the rules of the play protocol, in a short match:', '')
    verdicts.push(...(await playRules(url, platformKey, policy, terminal)))
    const all = inOrder(RULES, verdicts, 'the match did not come to it')
    terminal.print(...describeVerdicts(RULES, all, { rule: 'pads-in-time', as: 'Pads' }), '', summarize(all))
    tell(url.href, report, all, options, terminal)
    if (all.some(({ status }) => status === 'fail')) return EXIT.failed
  }
  if (options.public !== true && isPrivate(url, report)) {
    terminal.print('An arena on the open internet may ask for more: see arena-kit check --public.')
  }
  return EXIT.ok
}

async function playRules(
  url: URL,
  platformKey: KeyPair,
  policy: { readonly allowPrivate: boolean },
  terminal: Terminal,
): Promise<Verdict[]> {
  const replayDir = await mkdtemp(join(tmpdir(), 'arena-kit-check-'))
  const opponent = await serveOpponent({ name: 'still' }, platformKey.publicKey)
  try {
    const pickMs = MODES.live.pickMs
    const engine = builtInEngine('live')
    await using host = new WatchedHost({ platformKey, policy, engine, replayDir, timing: matchTiming(pickMs) })
    return await conform({
      bot: { botId: BOT_ID, name: 'bot', url: url.href },
      url,
      opponent: { botId: OPPONENT_ID, name: 'still', url: `http://127.0.0.1:${opponent.port}` },
      host,
      platformKey,
      policy,
      pickMs,
      signal: terminal.signal,
      onProgress: (state) => terminal.show(state),
    })
  } finally {
    await opponent.close()
    await rm(replayDir, { recursive: true, force: true })
  }
}

/** For programs. */
function tell(
  url: string,
  { ok, steps }: DeployReport,
  verdicts: readonly Verdict[],
  { deployOnly }: CheckOptions,
  terminal: Terminal,
): void {
  const failed = steps.find((step) => !step.ok)
  const advice = failed ? adviceFor(failed.name, failed.received) : (verdicts[0]?.advice ?? null)
  const deploy = { url, ok, steps, advice: ok ? null : advice }
  if (deployOnly === true) return terminal.data(deploy)
  const rules = inOrder(RULES, verdicts, 'the deploy check failed').map((verdict) => ({
    ...RULES[verdict.rule],
    ...verdict,
  }))
  terminal.data({ ...deploy, ok: rules.every(({ status }) => status !== 'fail'), rules })
}

function isPrivate(url: URL, { steps }: DeployReport): boolean {
  const addresses = steps.find(({ name }) => name === 'address')?.received.split(', ') ?? []
  return url.protocol === 'http:' || addresses.some((address) => reasonToRefuse(address) !== null)
}
