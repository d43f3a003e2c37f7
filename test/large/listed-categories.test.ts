import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { atNight, isFull } from '../lanes/extent'
import { type ListingProvider, openListingProvider } from '../provider/listing-provider'

let opened: ListingProvider

beforeEach(async () => {
  opened = await openListingProvider()
})
afterEach(() => opened.close())

it('thousands of categories are listed with one request, and a few of them without waiting for the rest', async () => {
  const count = isFull ? 10_000 : 2_000
  create(count)
  expect((await opened.listed('category', {}, 5)).names).toHaveLength(5)
  const before = opened.requests('/categories/')
  const { names, bugs } = await opened.listed('category', {}, 20_000)
  expect([new Set(names).size, bugs]).toEqual([count, []])
  expect(opened.requests('/categories/')).toBe(before)
}, 300_000)

atNight(it)(
  '10,000 categories are listed with the memory of a few, beside what the appliance says of each',
  async () => {
    // What is loaded, compiled and connected on the way belongs to no category.
    await memoryOfListing(1_000)
    const few = await memoryOfListing(1_000)
    const many = await memoryOfListing(10_000)
    // The answer of the appliance takes about 150 bytes a category, and the event that is made of it 3,000. What the sockets between the two
    // hold varies with how busy the machine is: 200 to 550 bytes a category were seen.
    expect((many - few) / 9_000).toBeLessThan(1_000)
  },
  300_000,
)

function create(count: number): void {
  for (let number = 0; number < count; number += 1)
    opened.appliance.store.create({ name: `category ${number}`, description: '' })
}

/** The most bytes in use while a list of categories is read, more than before it. The reader is slow, and keeps nothing. */
async function memoryOfListing(count: number): Promise<number> {
  await opened.close()
  opened = await openListingProvider()
  create(count)
  const before = bytesInUse()
  let [most, read] = [0, 0]
  for await (const { identity } of opened.events('category', count)) {
    if (identity) read += 1
    if (read % 250 !== 0) continue
    // A provider that did not wait for the reader would go on with its list meanwhile.
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
    most = Math.max(most, bytesInUse() - before)
  }
  expect(read).toBe(count)
  return most
}

/** What is left when everything has been collected that can be. */
function bytesInUse(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
