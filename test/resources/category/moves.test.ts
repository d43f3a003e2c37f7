import { noExceptions } from '@webfilter/appliance-declarations/declared-list'
import { providerServer } from '@webfilter/terraform-plugin'
import { bytesOfRecord } from '@webfilter/terraform-plugin/testing'
import {
  messages,
  silentLogger,
  unpack,
} from '../../../packages/terraform-plugin/test/provider/pretend-terraform'
import { provider } from '../../../src/provider'
import { category } from '../../../src/resources/category/category'
import { categorySites } from '../../../src/resources/category/category-sites'

const call = { signal: new AbortController().signal, whenAnswered: setImmediate }
const record = bytesOfRecord({ first_added: ['a.example'], reading: '3:all', counted: { from: 5, to: 9 } })

async function moved(from: string, to: string, state: object) {
  const { service } = providerServer(provider, silentLogger)
  return await service.MoveResourceState(
    {
      sourceProviderAddress: `registry.terraform.io/${provider.source}`,
      sourceTypeName: from,
      sourceSchemaVersion: category.version ?? 0,
      sourceState: { json: Buffer.from(JSON.stringify(state)), flatmap: {} },
      targetTypeName: to,
      sourcePrivate: record,
      sourceIdentity: undefined,
      sourceIdentitySchemaVersion: 0,
    },
    call,
  )
}

/** Without attributes that a state need not have. */
const list = {
  sites: null,
  sites_file: 'ads.txt',
  sites_files: null,
  on_invalid_line: 'fail',
  on_conflict: 'move',
  on_remove: 'keep',
  on_destroy: 'keep',
  compile: false,
  verify: 'full',
  sites_packed: '1:',
  file_sites: { digest: 'sha256:0', count: 2, file_digest: 'abc', missing: null },
  compiled: true,
}
const emptied = {
  deletion_protection: null,
  allow_empty: false,
  ...noExceptions,
}

describe('the state of a list that moves', () => {
  it('from a category of 0.1.0 keeps all that is known of the list, and says what is no longer managed', async () => {
    const state = { ...list, id: '250', name: 'ads', description: 'Ads' }
    const answer = await moved('appliance_category', 'appliance_category_sites', state)
    expect(unpack(categorySites.attributes, answer.targetState)).toEqual({
      ...list,
      ...emptied,
      removal_limit: null,
      id: '250/ads',
      name: 'ads',
      category_id: '250',
      category_name: 'ads',
    })
    expect(answer.targetPrivate).toEqual(record)
    const said = messages(answer)
    expect(said).toEqual([expect.stringContaining('[appliance:category-not-managed]')])
    expect(said[0]).toContain('warning: ')
    expect(said[0]).toContain('its 2 managed sites stay in the category')
  })

  it('from a list in a category keeps the same, and leaves the rest to the refresh', async () => {
    const state = { ...list, id: '250/desk', name: 'desk', category_id: '250', category_name: 'ads' }
    const answer = await moved('appliance_category_sites', 'appliance_category', {
      ...state,
      sites: null,
      file_sites: { ...list.file_sites, count: 1 },
    })
    expect(unpack(category.attributes, answer.targetState)).toEqual({
      ...list,
      ...emptied,
      file_sites: { ...list.file_sites, count: 1 },
      removal_limit: null,
      id: '250',
      name: 'ads',
      description: null,
    })
    expect(answer.targetPrivate).toEqual(record)
    expect(messages(answer)[0]).toMatch(
      /its 1 managed site stays in the category.*\[appliance:list-of-category-itself\]$/s,
    )
  })
})
