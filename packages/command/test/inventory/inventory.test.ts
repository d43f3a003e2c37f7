import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { readInventory, withReadAppliance } from '../../src/inventory/inventory'

let emulator: Emulator

beforeEach(async () => {
  emulator = await startEmulator()
})

afterEach(async () => await emulator.close())

test('an entry that cannot be read is missing from the inventory, which says so and has the others', async () => {
  emulator.store.create({ name: 'ads' })
  emulator.faults.set([{ operation: 'list', effect: 'entry-unreadable', lacks: 'number' }])
  const { signal } = new AbortController()
  const { categories, missing } = await withReadAppliance(
    { endpoints: { categories: { url: emulator.urls.categories } } },
    signal,
    (appliance) => readInventory(appliance, [], () => {}, signal),
  )
  expect(categories?.map(({ name }) => name)).toEqual(['ads'])
  expect(missing).toEqual([
    { kinds: ['category'], says: expect.stringContaining('1 entry without a readable number or name') },
  ])
})
