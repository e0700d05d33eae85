/** `arena-kit engine-check`: the rules of the engine protocol, one by one, for whoever brings an engine. */
import { parseCommand, type EngineCommand } from '@arena/host'
import { EXIT, exitsWith, newCommand } from '@arena/host/command-line'
import { wordsOf } from '@arena/protocol/words-of'
import { InvalidArgumentError } from 'commander'
import { describeVerdicts, summarize } from '../conformance/report.ts'
import { inOrder } from '../conformance/verdicts.ts'
import { checkEngine } from '../engine-check/check-engine.ts'
import { ENGINE_RULES } from '../engine-check/rules.ts'
import type { Terminal } from '../terminal.ts'
import { type AddCommand } from './command.ts'

export const addEngineCheck: AddCommand = (program, { terminal, action }) => {
  newCommand(program, 'engine-check', 'check an engine by each rule of the engine protocol')
    .argument('<command>', 'what starts the engine, in quotes, as in ARENA_ENGINE', engineCommand)
    .option('--full', 'play a game of eight minutes, also with an engine that is slow')
    .addHelpText(
      'after',
      `
Plays games with an engine, as a host of an arena does, and looks at all that it answers: ten seconds on the arena's clock,
the same twice more, from another seed and with other pads, all characters and stages, to the last stock and to the end of
time. Then sends what an engine has to refuse. Each rule is named with its result; for each that is broken the kit says
what to do; the document of the engine protocol has more. An engine that is fast takes about half a minute.
${exitsWith('the engine breaks a rule')}`,
    )
    .action(
      action((command: EngineCommand, options: { readonly full?: true }) =>
        engineCheck(command, options.full === true, terminal),
      ),
    )
}

function engineCommand(text: string): EngineCommand {
  try {
    return parseCommand(text)
  } catch (error) {
    throw new InvalidArgumentError(`${wordsOf(error)}.`)
  }
}

/** The exit code. */
async function engineCheck(command: EngineCommand, isFull: boolean, terminal: Terminal): Promise<number> {
  terminal.print(`Playing with ${command.join(' ')} as an arena does:`, '')
  const found = await checkEngine({
    command,
    isFull,
    signal: terminal.signal,
    onProgress: (state) => terminal.show(state),
  })
  const verdicts = inOrder(ENGINE_RULES, found, 'the check did not come to it')
  const ok = verdicts.every(({ status }) => status !== 'fail')
  // After a failure most rules were not tried because of it.
  const untried = ok ? verdicts.filter(({ status }) => status === 'not tried') : []
  terminal.print(
    ...describeVerdicts(ENGINE_RULES, verdicts, { rule: 'pace', as: 'Answers' }),
    ...untried.flatMap(({ rule, found: why }) => ['', `  Not tried: ${rule}, because ${why}.`]),
    '',
    summarize(verdicts),
  )
  const rules = verdicts.map((verdict) => {
    const { title, source } = ENGINE_RULES[verdict.rule]
    return { title, source, ...verdict }
  })
  terminal.data({ command, ok, rules })
  return ok ? EXIT.ok : EXIT.failed
}
