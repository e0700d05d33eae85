import { expect, test } from 'vitest'
import { Readiness } from './readiness.ts'

test('each part says what is wrong with it, in the order in which they were added', async () => {
  const readiness = new Readiness()
  readiness.add('database', async () => null)
  readiness.add('hosts', () => 'No host is up.')
  readiness.add('mail', () => {
    throw new Error('connect ECONNREFUSED')
  })
  expect(await readiness.look()).toEqual([
    { name: 'database', problem: null },
    { name: 'hosts', problem: 'No host is up.' },
    { name: 'mail', problem: 'connect ECONNREFUSED' },
  ])
})

test('a check that hangs has found something wrong', async () => {
  const readiness = new Readiness()
  readiness.add('database', () => new Promise(() => {}))
  expect(await readiness.look()).toEqual([{ name: 'database', problem: 'There was no answer within 2 seconds.' }])
})
