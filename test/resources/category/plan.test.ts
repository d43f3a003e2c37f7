import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ObjectValue, objectOf, providerServer } from '@webfilter/terraform-plugin'
import {
  type ChangeToPlan,
  decodeValue,
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

const type = objectOf(category.attributes)
const nothing = Object.fromEntries(Object.keys(category.attributes).map((name) => [name, null]))

/** The creation of a category whose list comes from the file. */
function creation(further: ObjectValue = {}): ChangeToPlan {
  const config: ObjectValue = { ...nothing, name: 'ads', sites_file: file, ...further }
  const written = encodeValue(type, config)
  return {
    typeName: 'appliance_category',
    prior: encodeValue(type, null),
    proposed: written,
    config: written,
    priorPrivate: new Uint8Array(),
  }
}

/**
 * A change of `verify` alone. The state has what the plan of the creation says, but that a refresh has found fewer sites than the file had,
 * if it is so: then the file has those that are left.
 */
function change(planned: Uint8Array, isLess: boolean, further: ObjectValue): ChangeToPlan {
  const { compiled: _, ...known } = decodeValue(type, planned) as ObjectValue
  const { file_sites } = known as { file_sites: ObjectValue }
  const found = isLess ? { file_sites: { ...file_sites, file_digest: null } } : {}
  const state = { ...known, id: '250', description: '', compiled: true, ...found }
  return {
    ...creation({ ...further, verify: 'full' }),
    prior: encodeValue(type, state),
    proposed: encodeValue(type, { ...state, verify: 'full' }),
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

  it.each([
    ['a list', 'a state with all sites of the file', false],
    ['a list', 'a state that lost sites before the file did', true],
    ['exceptions', 'a state with all sites of the file', false],
    ['exceptions', 'a state that lost sites before the file did', true],
  ])(
    'is refused by its name where the plan changes another attribute only: %s, %s',
    async (what, _, isLess) => {
      const exceptions = join(folder, 'exceptions.txt')
      const further = what === 'exceptions' ? { exceptions_file: exceptions } : {}
      list('a.example', 'b.example', 'c.example')
      writeFileSync(exceptions, 'c.example\n')
      const host = planningHost(served.client, 'newest')
      const created = await host.plan(creation(further))
      const wanted = change(created.planned, isLess, further)
      const planned = await host.plan(wanted)
      expect(messages(planned)).toEqual([])
      if (what === 'a list') list('a.example', 'd.example')
      else writeFileSync(exceptions, 'b.example\n')
      const said = messages(await host.planAtApply(wanted, planned))
      expect(said).toEqual([expect.stringContaining('[appliance:sites-file-changed-after-plan]')])
      expect(said[0]).toContain(
        `The file ${JSON.stringify(what === 'exceptions' ? exceptions : file)} changed`,
      )
    },
  )

  it('is none if another file has the same list, also where the state lost sites before the file did', async () => {
    list('a.example', 'b.example')
    const host = planningHost(served.client, 'newest')
    const wanted = change((await host.plan(creation())).planned, true, {})
    const planned = await host.plan(wanted)
    writeFileSync(file, '# The same.\na.example\nb.example\n')
    expect(messages(await host.planAtApply(wanted, planned))).toEqual([])
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
