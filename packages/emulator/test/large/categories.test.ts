import { startEmulator } from '../../src/emulator'
import { send } from '../../src/testing/requests'

/** More than 20 megabytes. */
const sites = Array.from(
  { length: 450_000 },
  (_, number) => `a-site-with-quite-a-long-name-number-${number}.example.com`,
)

describe('a list of more than 20 megabytes is accepted', () => {
  test('by the older routes', async () => {
    const emulator = await startEmulator({ generation: 'older' })
    try {
      emulator.store.create({ name: 'ads' })
      const items = sites.join(',')
      expect(items.length).toBeGreaterThan(20_000_000)
      const { json } = await send('PUT', `${emulator.urls.categories}/categories/quick/250`, {
        form: { items },
      })
      expect(json).toEqual({ Status: true, Info: '', Error: '' })
      expect(emulator.store.category(250)).toMatchObject({ items: 450_000, compiledItems: 450_000 })
    } finally {
      await emulator.close()
    }
  })

  test('by the autonomous service', async () => {
    const emulator = await startEmulator({ generation: 'autonomous' })
    try {
      emulator.store.create({ name: 'ads' })
      const form = { sites: sites.join('\n') }
      const { json } = await send('POST', `${emulator.urls.categories}/categories/250/add`, { form })
      expect(json).toMatchObject({ info: '450000 sites added in category_ads (450000 elements)' })
    } finally {
      await emulator.close()
    }
  })
})
