import { expect, test } from 'vitest'
import { Lifetimes } from './lifetimes.ts'

function begun(names: readonly string[], failing?: string) {
  const lifetimes = new Lifetimes()
  const happened: string[] = []
  for (const name of names) {
    lifetimes.begun({
      name,
      drain: () => void happened.push(`${name} drains`),
      async end() {
        happened.push(`${name} ends`)
        if (name === failing) throw new Error(`${name} fails`)
      },
    })
  }
  return { lifetimes, happened }
}

test('what began last drains and ends first, and everything is still up while it drains', async () => {
  const { lifetimes, happened } = begun(['database', 'hosts', 'scheduler'])
  expect(lifetimes.draining.aborted).toBe(false)
  const drained = lifetimes.drain()
  expect(lifetimes.draining.aborted).toBe(true)
  await drained
  await lifetimes.close()
  const order = ['scheduler', 'hosts', 'database']
  expect(happened).toEqual([...order.map((name) => `${name} drains`), ...order.map((name) => `${name} ends`)])
})

test('a part that fails as it ends keeps no other from its end; closing again changes nothing', async () => {
  const { lifetimes, happened } = begun(['database', 'hosts', 'scheduler'], 'hosts')
  await expect(lifetimes.close()).rejects.toThrow('hosts fails')
  await expect(lifetimes.close()).rejects.toThrow('hosts fails')
  expect(happened).toEqual(['scheduler ends', 'hosts ends', 'database ends'])
})
