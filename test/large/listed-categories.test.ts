import { type ListingProvider, openListingProvider } from '../provider/listing-provider'

let opened: ListingProvider

beforeEach(async () => {
  opened = await openListingProvider()
})
afterEach(() => opened.close())

it('10,000 categories are listed with one request, and a few of them without waiting for the rest', async () => {
  const { store } = opened.appliance
  for (let number = 0; number < 10_000; number += 1)
    store.create({ name: `category ${number}`, description: '' })
  expect((await opened.listed('category', {}, 5)).names).toHaveLength(5)
  const before = opened.requests('/categories/')
  const { names, bugs } = await opened.listed('category', {}, 20_000)
  expect([new Set(names).size, bugs]).toEqual([10_000, []])
  expect(opened.requests('/categories/')).toBe(before)
}, 300_000)
