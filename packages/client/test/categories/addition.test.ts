import { describe, expect, test } from '@jest/globals'
import type { Fault } from '@webfilter/appliance-emulator'
import type { Site } from '@webfilter/appliance-names'
import { FewSites } from '@webfilter/site-lists'
import { connect } from '../../src/appliance'
import { codeOf, kindOf, messageOf } from '../caught'
import { json, serve } from '../server'
import { closers, setUp, signal, sitesOf } from './categories-emulated'

describe('a count that does not fit what was sent', () => {
  const [a, b] = sitesOf('a.com', 'b.com')
  const entry = { category_id: 250, category_name: 'ads', table_name: 'category_ads' }

  async function miscounting(held: readonly string[]) {
    const server = await serve(({ path }, response) => {
      const site = path.replace('/categories/query/', '')
      if (path === '/categories/list') json(response, { status: true, categories: { 250: { name: 'ads' } } })
      else if (path === '/categories/250/add')
        json(response, { status: true, info: '1 sites added in ads (7 elements)' })
      else
        json(response, {
          Status: held.includes(site),
          Info: `${site} found inside ${held.includes(site) ? 1 : 0} categorie(s)`,
          Error: '',
          Categories: held.includes(site) ? [entry] : [],
        })
    })
    closers.push(server.close)
    const appliance = connect({ endpoints: { categories: { url: server.url } }, retries: 0 })
    closers.push(appliance.close)
    return {
      server,
      add: (sites: readonly Site[]) =>
        appliance.categories.add({ id: 250 }, new FewSites(sites), { compile: false }, signal),
    }
  }

  test('is no failure where every site turns out to be there', async () => {
    const { server, add } = await miscounting(['a.com', 'b.com'])
    expect(await add(sitesOf('a.com', 'b.com'))).toMatchObject({
      confirmed: [a, b],
      unconfirmed: [],
      failure: undefined,
    })
    expect(server.received.filter(({ path }) => path.startsWith('/categories/query/'))).toHaveLength(2)
  })

  test('leaves out the sites that are not there', async () => {
    const { add } = await miscounting(['b.com'])
    const outcome = await add(sitesOf('a.com', 'b.com'))
    expect(outcome).toMatchObject({ confirmed: [b], unconfirmed: [a], failure: { kind: 'failed' } })
    expect(codeOf(outcome.failure)).toBe('sites-miscounted')
    expect(messageOf(outcome.failure)).toContain('The provider sent 2 sites, but the appliance reports 1')
  })

  test('is not doubted where it fits, and nobody is asked', async () => {
    const { server, add } = await miscounting([])
    expect(await add(sitesOf('a.com'))).toMatchObject({ confirmed: [a], failure: undefined })
    expect(server.received).toHaveLength(2)
  })
})

const silences = [
  { status: 200, text: 'OK' },
  { status: 200, text: '' },
  { status: 200, text: '{"done":1}' },
] as const

/** The appliance answers this, whether it has done what it was asked for or not. */
function silence(operation: string, answer: (typeof silences)[number], afterWork: boolean): Fault {
  return { effect: 'status', operation, afterWork, ...answer }
}

describe.each(silences)('where a change is answered with nothing readable: $text', (answer) => {
  test.each([
    ['quick', true],
    ['add', false],
  ])('%s counts as done where the sites are in the category', async (operation, compile) => {
    const { emulator, categories } = await setUp({ generation: 'older' })
    const { category } = await categories.create('ads', '', signal)
    const sites = sitesOf('a.example', 'b.example')
    emulator.faults.set([silence(operation, answer, true)])
    const done = await categories.add(category, new FewSites(sites), { compile }, signal)
    expect(done).toMatchObject({ confirmed: sites, failure: undefined, doubt: { kind: 'unreadable' } })
    emulator.faults.set([silence(operation, answer, false)])
    const undone = await categories.add(category, new FewSites(sitesOf('c.example')), { compile }, signal)
    expect(undone).toMatchObject({ confirmed: [], failure: { kind: 'unreadable' } })
  })

  test('delete counts as done where the site is in the category no more', async () => {
    const { emulator, categories } = await setUp({ generation: 'older' })
    const { category } = await categories.create('ads', '', signal)
    emulator.store.addSites(category.id, ['a.example', 'b.example'])
    const [a, b] = [sitesOf('a.example'), sitesOf('b.example')]
    emulator.faults.set([silence('delete', answer, true)])
    expect(await categories.remove(category, new FewSites(a), signal)).toMatchObject({
      confirmed: a,
      failure: undefined,
      doubt: { kind: 'unreadable' },
    })
    emulator.faults.set([silence('delete', answer, false)])
    expect(await categories.remove(category, new FewSites(b), signal)).toMatchObject({
      confirmed: [],
      failure: { kind: 'unreadable' },
    })
  })

  test('move counts as done where the site is in the other category, and in it alone', async () => {
    const { emulator, categories } = await setUp({ generation: 'older' })
    const { category: ads } = await categories.create('ads', '', signal)
    const { category: games } = await categories.create('games', '', signal)
    emulator.store.addSites(ads.id, ['a.example', 'b.example'])
    emulator.store.addSites(games.id, ['b.example'])
    emulator.faults.set([silence('move', answer, true)])
    expect(await categories.move(ads, games, new FewSites(sitesOf('a.example')), signal)).toMatchObject({
      confirmed: sitesOf('a.example'),
      doubt: { kind: 'unreadable' },
    })
    emulator.faults.set([silence('move', answer, false)])
    expect(await categories.move(ads, games, new FewSites(sitesOf('b.example')), signal)).toMatchObject({
      confirmed: [],
      failure: { kind: 'unreadable' },
    })
  })

  test('compile counts as begun, with a doubt, as there is nothing to ask for', async () => {
    const { emulator, categories } = await setUp({ list: 'autonomous' })
    const { category } = await categories.create('ads', '', signal)
    emulator.faults.set([silence('compile', answer, true)])
    expect((await categories.compile(category, undefined, signal))?.kind).toBe('unreadable')
  })

  test('and without the query route, what cannot be asked for stays a failure', async () => {
    const { emulator, categories } = await setUp({ generation: 'autonomous' })
    const { id } = emulator.store.create({ name: 'ads' })
    emulator.faults.set([silence('add', answer, true)])
    const outcome = await categories.add(
      { id },
      new FewSites(sitesOf('a.example')),
      { compile: true },
      signal,
    )
    expect(outcome).toMatchObject({ confirmed: [], failure: { kind: 'unreadable' } })
  })
})

test('an outage is no evidence that a site was removed', async () => {
  const { emulator, categories } = await setUp({ generation: 'older' })
  const { category } = await categories.create('ads', '', signal)
  emulator.store.addSites(category.id, ['a.example'])
  emulator.faults.set([
    { effect: 'status', operation: 'delete', status: 200, text: '' },
    { effect: 'refuse', operation: 'query', error: 'database is locked' },
  ])
  const outcome = await categories.remove(category, new FewSites(sitesOf('a.example')), signal)
  expect(outcome).toMatchObject({ confirmed: [], failure: { kind: 'unreadable' } })
})

test.each([
  ['a page for people', { status: 200, text: '<html>Please sign in</html>' }],
  ['a contradiction', { status: 200, text: '{"Status":true,"Error":"LOCKED"}' }],
  ['yes and no', { status: 200, text: '{"Status":false,"Status":true}' }],
  ['a part of an answer', { status: 206, text: '{"status":true}' }],
  ['an error alone', { status: 200, text: '{"error":"compile failed: disk full"}' }],
  ['a refusal', { status: 200, text: 'Forbidden\n' }],
])('a compile that is answered with %s is a failure', async (_, answer) => {
  const { emulator, categories } = await setUp({ list: 'autonomous' })
  const { category } = await categories.create('ads', '', signal)
  emulator.faults.set([{ effect: 'status', operation: 'compile', ...answer }])
  expect(['unreadable', 'interrupted', 'failed']).toContain(
    await kindOf(categories.compile(category, undefined, signal)),
  )
})
