import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ObjectValue, objectOf, providerServer } from '@webfilter/terraform-plugin'
import {
  type ChangeToPlan,
  encodeValue,
  HostFailure,
  planningHost,
} from '@webfilter/terraform-plugin/testing'
import { messages, silentLogger } from '../../../packages/terraform-plugin/test/provider/pretend-terraform'
import {
  type ServedProvider,
  servedProvider,
} from '../../../packages/terraform-plugin/test/provider/served-provider'
import { provider } from '../../../src/provider'
import { category } from '../../../src/resources/category/category'

let folder: string
let file: string
let served: ServedProvider

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'planned-list-'))
  file = join(folder, 'ads.txt')
  // Not configured: the plan asks no appliance.
  served = await servedProvider(providerServer(provider, silentLogger).service)
})

afterEach(async () => {
  await served.close()
  rmSync(folder, { recursive: true })
})

function list(...sites: readonly string[]): void {
  writeFileSync(file, sites.map((site) => `${site}\n`).join(''))
}

/** The creation of a category whose list comes from the file. */
function creation(): ChangeToPlan {
  const type = objectOf(category.attributes)
  const nothing = Object.fromEntries(Object.keys(category.attributes).map((name) => [name, null]))
  const config: ObjectValue = { ...nothing, name: 'ads', sites_file: file }
  const written = encodeValue(type, config)
  return {
    typeName: 'appliance_category',
    prior: encodeValue(type, null),
    proposed: written,
    config: written,
    priorPrivate: new Uint8Array(),
  }
}

describe('a file that changed between a plan and its apply', () => {
  it('is refused by its name where the host keeps what the plan noted', async () => {
    list('a.example', 'b.example')
    const host = planningHost(served.client, 'newest')
    const planned = await host.plan(creation())
    expect(messages(planned)).toEqual([])
    list('a.example')
    const [said, ...others] = messages(await host.planAtApply(creation(), planned))
    expect(others).toEqual([])
    expect(said).toContain('error: A site list file changed after the plan')
    expect(said).toContain(`The file ${JSON.stringify(file)} changed after the plan. The plan found 2 sites`)
    expect(said).toContain('The apply finds 1 site ')
    expect(said).toContain('[appliance:sites-file-changed-after-plan]')
  })

  it('is reported with the same number of sites if only the order changed', async () => {
    list('a.example', 'b.example')
    const host = planningHost(served.client, 'newest')
    const planned = await host.plan(creation())
    list('b.example', 'a.example')
    const [said] = messages(await host.planAtApply(creation(), planned))
    expect(said).toContain(
      'The number of sites is the same, so perhaps only their order or a comment changed.',
    )
  })

  it('is left to the words of an older host, which finds another plan', async () => {
    list('a.example', 'b.example')
    const host = planningHost(served.client, 'older')
    const planned = await host.plan(creation())
    list('a.example')
    await expect(host.planAtApply(creation(), planned)).rejects.toThrow(HostFailure)
  })
})

test.each(['newest', 'older'] as const)(
  'a file that did not change is planned twice alike by the %s host',
  async (generation) => {
    list('a.example', 'b.example')
    const host = planningHost(served.client, generation)
    const planned = await host.plan(creation())
    expect(messages(await host.planAtApply(creation(), planned))).toEqual([])
  },
)

test('a plan notes nothing of a file for the next plan, which is not an apply', async () => {
  list('a.example', 'b.example')
  const host = planningHost(served.client, 'newest')
  await host.plan(creation())
  list('a.example')
  expect(messages(await host.plan(creation()))).toEqual([])
})
