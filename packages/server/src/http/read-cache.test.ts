import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { namesTag, ReadCache } from './read-cache.ts'

let app = Fastify()
afterEach(() => app.close())

/** A route that counts how often its answer is made. */
function serve(make: () => unknown, revision: () => number | null = () => 1) {
  app = Fastify()
  const cache = new ReadCache(revision)
  let made = 0
  app.get('/', (request, reply) =>
    cache.answer(request, reply, () => {
      made++
      return make()
    }),
  )
  return { made: () => made, get: (url = '/', headers = {}) => app.inject({ url, headers }) }
}

describe('answers kept ready', () => {
  it('are made once for each URL until something changes', async () => {
    let revision = 1
    const { made, get } = serve(
      () => ({ revision }),
      () => revision,
    )
    expect((await get()).json()).toEqual({ revision: 1 })
    expect((await get()).json()).toEqual({ revision: 1 })
    await get('/?limit=2')
    expect(made()).toBe(2)
    revision++
    expect((await get()).json()).toEqual({ revision: 2 })
    expect(made()).toBe(3)
  })

  it('are made once for all requests at the same time', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const { made, get } = serve(() => gate.then(() => ({})))
    const answers = Promise.all([get(), get(), get()])
    // Not before all of them have asked.
    await get('/elsewhere')
    open()
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(made()).toBe(1)
  })

  it('are not kept when something changes while they are made', async () => {
    let revision = 1
    const { made, get } = serve(
      () => {
        if (made() === 1) revision++
        return { revision }
      },
      () => revision,
    )
    await get()
    await get()
    await get()
    expect(made()).toBe(2)
  })

  it('are not cached while changes are unknown', async () => {
    const { made, get } = serve(
      () => ({}),
      () => null,
    )
    await get()
    await get()
    expect(made()).toBe(2)
  })

  it('are not kept when making them fails', async () => {
    const { made, get } = serve(() => {
      if (made() === 1) throw new Error('once')
      return {}
    })
    expect((await get()).statusCode).toBe(500)
    expect((await get()).statusCode).toBe(200)
  })

  it('are not sent again to a client that has them', async () => {
    let revision = 1
    const { get } = serve(
      () => ({ revision }),
      () => revision,
    )
    const etag = (await get()).headers.etag as string
    const again = await get('/', { 'if-none-match': etag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    revision++
    const changed = await get('/', { 'if-none-match': etag })
    expect([changed.statusCode, changed.json()]).toEqual([200, { revision: 2 }])
  })

  it('take a bounded number of bytes, whatever is asked for', async () => {
    const { made, get } = serve(() => 'x'.repeat(5 * 1024 * 1024))
    for (const url of ['/?1', '/?2', '/?3', '/?4']) await get(url)
    await get('/?4')
    expect(made()).toBe(4)
    await get('/?1')
    expect(made()).toBe(5)
  })
})

it('a tag is named alone, in a list, weakly, or by the star', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '*']) expect(namesTag(header, '"a"'), header).toBe(true)
  for (const header of ['', '"b"', 'a', '"ab"']) expect(namesTag(header, '"a"'), header).toBe(false)
})
