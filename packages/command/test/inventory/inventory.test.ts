import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'
import { type ReadAppliance, readAppliance, readInventory } from '../../src/inventory/inventory'

let emulator: Emulator
let appliance: ReadAppliance

beforeEach(async () => {
  emulator = await startEmulator()
  appliance = readAppliance({ endpoints: { categories: { url: emulator.urls.categories } } })
})

afterEach(async () => {
  await appliance.close()
  await emulator.close()
})

test('an entry that cannot be read is missing from the inventory, which says so and has the others', async () => {
  emulator.store.create({ name: 'ads' })
  emulator.faults.set([{ operation: 'list', effect: 'entry-unreadable', lacks: 'number' }])
  const { categories, missing } = await readInventory(appliance, [], () => {}, new AbortController().signal)
  expect(categories?.map(({ name }) => name)).toEqual(['ads'])
  expect(missing).toEqual([
    { parts: ['categories'], says: expect.stringContaining('1 entry without a readable number or name') },
  ])
})
