/** Put before the program with `--import`, so that its answers are judged too: it ends when one does not fit. */
import { judgeAnswers } from './judge-answers.ts'

judgeAnswers((complaint) => {
  process.stderr.write(`An answer that the OpenAPI document does not declare: ${complaint}\n`)
  process.exit(70)
})
