import { providerServer } from '@webfilter/terraform-plugin'
import { definitionsOf } from '@webfilter/terraform-plugin/testing'
import { silentLogger, unpack } from '../../packages/terraform-plugin/test/provider/pretend-terraform'
import { provider } from '../../src/provider'

const call = { signal: new AbortController().signal, whenAnswered: setImmediate }

async function upgraded(typeName: string, state: object) {
  const { service } = providerServer(provider, silentLogger)
  const rawState = { json: Buffer.from(JSON.stringify(state)), flatmap: {} }
  const { upgradedState, diagnostics } = await service.UpgradeResourceState(
    { typeName, version: 0, rawState },
    call,
  )
  expect(diagnostics ?? []).toEqual([])
  const resource = (await definitionsOf(provider.resources)).find(
    ({ name }) => `appliance_${name}` === typeName,
  )
  return unpack(resource?.attributes ?? {}, upgradedState)
}

const list = {
  sites: null,
  sites_file: 'ads.txt',
  sites_files: null,
  on_invalid_line: 'skip',
  on_conflict: 'keep',
  on_remove: 'remove',
  compile: true,
  verify: 'auto',
  sites_digest: 'sha256:0',
  site_count: 1,
  sites_packed: '1:',
  file_digest: '2:all:sha256:0',
  compiled: true,
}
const observed = {
  item_count: 3,
  last_change: { added: 1, removed: 0, first_added: ['a.example'], first_removed: [] },
  verification: { mode: 'full', asked: 1, total: 1, missing_count: 0, missing: [] },
}
const emptied = { item_count: null, last_change: null, verification: null, missing_sites: null }

describe('a state of 0.1.0', () => {
  it.each([
    ['appliance_category', { id: '250', name: 'ads', description: '', table: 't', on_destroy: 'remove' }],
    [
      'appliance_category_sites',
      { id: '250/desk', name: 'desk', category_id: '250', category_name: 'ads', on_destroy: 'remove' },
    ],
  ])('of %s is emptied of what was observed, and is otherwise the same', async (type, own) => {
    const state = { ...own, ...list }
    expect(await upgraded(type, { ...state, ...observed })).toMatchObject({ ...state, ...emptied })
  })

  it.each([
    ['appliance_hostname', { hostname: 'proxy.example.org' }, 'hostname'],
    ['appliance_operation', { name: 'category_backup', arguments: null, triggers: null }, 'category_backup'],
    ['appliance_rbl_delisting', { database: '1270002', addresses: [], compiled: true }, '1270002'],
  ])('of %s gains its id, so that no plan has to', async (type, state, id) => {
    expect(await upgraded(type, state)).toEqual({ ...state, id })
  })
})
