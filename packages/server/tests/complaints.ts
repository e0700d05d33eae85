/**
 * What is wrong with the answers of this process, one list for all of its test files. Vitest evaluates a setup file anew before
 * each of them, and what that imports once: a second judge would judge every answer a second time.
 */
import { judgeAnswers } from './judge-answers.ts'

export const complaints: string[] = []
judgeAnswers((complaint) => complaints.push(complaint))
