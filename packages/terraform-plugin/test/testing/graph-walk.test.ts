import { type HowWalked, type Task, walk } from '../../src/testing/core/graph-walk'

/** The order in which tasks begin, of which some wait for others. */
async function begun(waiting: Readonly<Record<string, readonly string[]>>, how: HowWalked) {
  const order: string[] = []
  const tasks = Object.entries(waiting).map(([key, after]): [string, Task] => [
    key,
    {
      after,
      run: async () => {
        order.push(key)
        return true
      },
    },
  ])
  await walk(new Map(tasks), how)
  return order.join(' ')
}

const free = { a: [], b: [], c: [], d: [] }

it('begins with what is given first', async () => {
  expect(await begun(free, { parallelism: 1 })).toBe('a b c d')
  expect(await begun({ ...free, a: ['d'] }, { parallelism: 10 })).toBe('d b c a')
})

it('begins with what is at the chosen places of the queue, then with its head', async () => {
  expect(await begun(free, { parallelism: 1, places: [2] })).toBe('c a b d')
  expect(await begun(free, { parallelism: 1, places: [3, 1, 1] })).toBe('d b c a')
  expect(await begun(free, { parallelism: 10, places: [3, 2, 1] })).toBe('d c b a')
  expect(await begun(free, { parallelism: 1, places: [4 + 1] })).toBe('b a c d')
})

it('begins nothing before what it waits for, whatever is chosen', async () => {
  const chain = { a: ['b'], b: ['c'], c: [], d: [] }
  for (const first of [0, 1, 2, 3])
    for (const second of [0, 1, 2, 3]) {
      const order = (await begun(chain, { parallelism: 1, places: [first, second] })).replace('d', '')
      expect(order.split(/ +/).filter(Boolean)).toEqual(['c', 'b', 'a'])
    }
})
