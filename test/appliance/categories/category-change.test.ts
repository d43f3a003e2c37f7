import { expect, it } from '@jest/globals'
import { connect } from '../../../src/appliance/appliance'
import { startEmulator } from '../../../src/emulator/emulator'
import { isSite } from '../../../src/sites/site'

const { signal } = new AbortController()
const moved = ['moved.example'].filter(isSite)

it('leaves no site behind that it compiles by while another change moves it away', async () => {
  const emulator = await startEmulator({ generation: 'older' })
  const appliance = connect({ endpoints: { categories: { url: emulator.urls.categories } } })
  try {
    const [ads, games] = [emulator.store.create({ name: 'ads' }), emulator.store.create({ name: 'games' })]
    emulator.store.addSites(ads.id, moved)
    // By the time the appliance compiles by way of the site, it has moved already.
    emulator.faults.set([
      { operation: 'quick', path: `/categories/quick/${ads.id}`, effect: 'latency', milliseconds: 100 },
    ])
    const gives = appliance.categoryChanges.begin({ category: ads, add: [], remove: moved })
    const takes = appliance.categoryChanges.begin({ category: games, add: moved, remove: [] })
    const outcomes = await Promise.all([
      gives.carryOut(ads, { siteThatStays: undefined, compile: true, pending: true }, signal),
      takes.carryOut(games, { siteThatStays: undefined, compile: true }, signal),
    ])
    expect(outcomes.map(({ failure }) => failure)).toEqual([undefined, undefined])
    expect(outcomes.map(({ added, removed }) => ({ added, removed }))).toEqual([
      { added: [], removed: moved },
      { added: moved, removed: [] },
    ])
    expect([[...emulator.store.sites(ads.id)], [...emulator.store.sites(games.id)]]).toEqual([[], moved])
  } finally {
    await appliance.close()
    await emulator.close()
  }
})

it('tells who gives sites which of them stayed, where they could not be moved', async () => {
  const emulator = await startEmulator({ generation: 'older' })
  const appliance = connect({ endpoints: { categories: { url: emulator.urls.categories } } })
  try {
    const [ads, games] = [emulator.store.create({ name: 'ads' }), emulator.store.create({ name: 'games' })]
    emulator.store.addSites(ads.id, moved)
    emulator.faults.set([{ operation: 'move', effect: 'refuse', error: 'DISK_FULL' }])
    const gives = appliance.categoryChanges.begin({ category: ads, add: [], remove: moved })
    const takes = appliance.categoryChanges.begin({ category: games, add: moved, remove: [] })
    const how = { siteThatStays: undefined, compile: true }
    const giving = gives.carryOut(ads, how, signal)
    const taken = await takes.carryOut(games, how, signal)
    takes.end()
    const given = await giving
    expect(taken.failure?.message).toContain('DISK_FULL')
    expect(given.failure?.told.code).toBe('sites-not-moved')
    expect(given.failure?.message).toContain('stayed: moved.example.')
    expect([...emulator.store.sites(ads.id)]).toEqual(moved)
  } finally {
    await appliance.close()
    await emulator.close()
  }
})
