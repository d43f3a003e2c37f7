import { describe, expect, test } from '@jest/globals'
import { FewSites } from '@webfilter/site-lists'
import { kindOf } from '../caught'
import { manySites, requestsOf, setUp, signal, sitesOf } from './categories-emulated'

describe('the generation that adds and compiles', () => {
  test.each([
    ['older', 'auto', 'older', 1],
    ['autonomous', 'auto', 'autonomous', 1],
    ['autonomous', 'older', 'older', 0],
    ['older', 'autonomous', 'autonomous', 0],
  ] as const)(
    'with a list of the %s service and category_api %s is %s',
    async (list, categoryApi, generation, asked) => {
      const { emulator, categories } = await setUp({ list }, { categoryApi })
      expect(await categories.generation(signal)).toBe(generation)
      await categories.generation(signal)
      expect(requestsOf(emulator)).toHaveLength(asked)
      const { id } = emulator.store.create({ name: 'ads', description: '' }) ?? { id: 0 }
      await categories.add({ id }, new FewSites(manySites(1)), { compile: true }, signal)
      const added = generation === 'older' ? `PUT /categories/quick/${id}` : `POST /categories/${id}/add`
      expect(requestsOf(emulator)).toContain(added)
    },
  )
})

describe('compiling', () => {
  test('is shared by those who come before it begins; those who come while it runs share the next', async () => {
    const { emulator, categories } = await setUp({ list: 'autonomous' })
    const { category } = await categories.create('ads', '', signal)
    const compiles = () => requestsOf(emulator).filter((request) => request.endsWith('/compile')).length
    emulator.faults.add({ effect: 'latency', milliseconds: 100, operation: 'compile' })
    const first = Promise.all([1, 2, 3].map(() => categories.compile(category, undefined, signal)))
    while (compiles() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const second = Promise.all([1, 2, 3].map(() => categories.compile(category, undefined, signal)))
    await first
    await second
    expect(compiles()).toBe(2)
  })

  test('tells all who shared it how it ended, and the next one starts afresh', async () => {
    const { emulator, categories } = await setUp({ list: 'autonomous' })
    const { category } = await categories.create('ads', '', signal)
    emulator.faults.add({ effect: 'compile-fails', times: 1 })
    const shared = [1, 2].map(() => kindOf(categories.compile(category, undefined, signal)))
    expect(await Promise.all(shared)).toEqual(['failed', 'failed'])
    await categories.compile(category, undefined, signal)
  })

  test('is shared by nobody who asks for another site or generation', async () => {
    const { emulator, categories } = await setUp({ list: 'older' })
    const { category } = await categories.create('ads', '', signal)
    emulator.store.addSites(category.id, ['a.example', 'b.example'])
    const [a, b] = sitesOf('a.example', 'b.example')
    const [without, ...others] = await Promise.allSettled([
      categories.compile(category, undefined, signal),
      categories.compile(category, a, signal),
      categories.compile(category, b, signal),
      categories.compile(category, a, signal),
      categories.compile(category, undefined, signal, 'autonomous'),
    ])
    expect(without).toMatchObject({ status: 'rejected', reason: { kind: 'route-missing' } })
    expect(others.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
    expect(
      requestsOf(emulator)
        .filter((request) => /quick|compile/.test(request))
        .sort(),
    ).toEqual([
      `GET /categories/${category.id}/compile`,
      `PUT /categories/quick/${category.id}`,
      `PUT /categories/quick/${category.id}`,
    ])
  })

  test('goes on for the others when one of those who share it leaves', async () => {
    const { emulator, categories } = await setUp({ list: 'autonomous' })
    const { category } = await categories.create('ads', '', signal)
    emulator.faults.add({ effect: 'latency', milliseconds: 50, operation: 'compile' })
    const controller = new AbortController()
    const leaving = kindOf(categories.compile(category, undefined, controller.signal))
    const staying = categories.compile(category, undefined, signal)
    controller.abort()
    expect(await leaving).toBe('cancelled')
    await staying
    expect(requestsOf(emulator).filter((request) => request.endsWith('/compile'))).toHaveLength(1)
  })
})
