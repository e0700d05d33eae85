/** How a bot lets an arena in: the deploy check, and whom it refuses. Pure. */
import type { Probe } from '@arena/host'
import type { DeployStep } from '@arena/protocol'
import { adviceFor } from '../advice.ts'
import type { Verdict } from './rules.ts'
import { fail, notTried, pass, warn } from './verdicts.ts'

const REDIRECT = /answered 3\d\d/

/** The steps of a deploy check. Rules that it did not come to are left out. */
export function judgeDeployCheck(steps: readonly DeployStep[]): Verdict[] {
  const step = (name: DeployStep['name']) => steps.find((taken) => taken.name === name)
  const verdicts: Verdict[] = []
  const address = step('address') ?? step('resolve')
  if (address) verdicts.push(verdictOn('address', address))
  const [ping, upgrade] = [step('ping'), step('upgrade')]
  const redirect = [ping, upgrade].find((taken) => taken && REDIRECT.test(taken.received))
  if (redirect) {
    verdicts.push(fail('no-redirect', redirect.received, adviceFor(redirect.name, redirect.received)))
  } else if (upgrade) verdicts.push(pass('no-redirect', 'neither the ping nor the upgrade is redirected'))
  if (ping && ping !== redirect) verdicts.push(verdictOn('ping', ping))
  if (upgrade && refusesKit(upgrade)) {
    verdicts.push(warn('upgrade', upgrade.received, adviceFor('upgrade', upgrade.received)))
    verdicts.push(pass('signature', 'refuses the key of the kit, which it does not know'))
  } else if (upgrade && upgrade !== redirect) verdicts.push(verdictOn('upgrade', upgrade))
  return verdicts
}

/** As a bot is to answer whose arena has signed nothing; it may be right, and nothing more can be found out. */
const refusesKit = ({ received }: DeployStep): boolean => received.startsWith('answered 401')

const verdictOn = (rule: 'address' | 'ping' | 'upgrade', { name, ok, received }: DeployStep): Verdict =>
  ok ? pass(rule, received) : fail(rule, received, adviceFor(name, received))

/** Upgrades that no arena makes, and what the bot answered. */
export interface Strangers {
  /** Signed with another key. */
  readonly otherKey: Probe
  /** With the signature of another match. */
  readonly otherMatch: Probe
  /** Without the three headers. */
  readonly unsigned: Probe
  /** Signed rightly, a minute ago. */
  readonly old: Probe
}

const UNKNOWN_TO_BOT =
  'Whoever learns the URL can play with the bot, and keep it from its matches. Verifying is optional: give serveBot of the ' +
  'SDK `arenaUrl` or `platformKey`; without the SDK, verify the Ed25519 signature over <x-arena-timestamp>.<x-arena-match> ' +
  'with the key at /.well-known/arena.json, and refuse with 401.'

const STALE =
  'Whoever has seen one handshake can use it for ever. Refuse with 401 when x-arena-timestamp differs from the clock of the ' +
  'bot by more than 30 seconds.'

export function judgeStrangers({ otherKey, otherMatch, unsigned, old }: Strangers): Verdict[] {
  const accepted = [
    ...(otherKey.ok ? ['with the signature of another key'] : []),
    ...(otherMatch.ok ? ['with the signature of another match'] : []),
    ...(unsigned.ok ? ['without a signature'] : []),
  ]
  const trusts = accepted.length > 0
  return [
    trusts
      ? warn('signature', `accepts an upgrade ${accepted.join(', ')}`, UNKNOWN_TO_BOT)
      : pass('signature', `${otherKey.received}, to three upgrades without the right signature`),
    trusts
      ? notTried('timestamp', 'the bot does not verify signatures')
      : old.ok
        ? warn('timestamp', 'accepts a signature made a minute ago', STALE)
        : pass('timestamp', `${old.received}, to a signature made a minute ago`),
  ]
}
