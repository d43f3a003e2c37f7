import { describe, expect, test } from '@jest/globals'
import type { Site } from '@webfilter/appliance-names'
import { connect } from '../../../src/appliance/appliance'
import { json, serve } from '../server'
import { closers, signal, sitesOf } from './categories-emulated'

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
        appliance.categories.add({ id: 250 }, sites, { compile: false }, signal),
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
    expect(outcome.failure?.told.code).toBe('sites-miscounted')
    expect(outcome.failure?.message).toContain('The provider sent 2 sites, but the appliance reports 1')
  })

  test('is not doubted where it fits, and nobody is asked', async () => {
    const { server, add } = await miscounting([])
    expect(await add(sitesOf('a.com'))).toMatchObject({ confirmed: [a], failure: undefined })
    expect(server.received).toHaveLength(2)
  })
})
