import { definitionsOf } from '@webfilter/terraform-plugin/testing'
import { provider } from '../../src/provider'
import { category } from '../../src/resources/category/category'
import { categorySites } from '../../src/resources/category/category-sites'
import { certificate } from '../../src/resources/certificate/certificate'
import { hostname } from '../../src/resources/hostname'
import { ldapGroup } from '../../src/resources/ldap/ldap-group'
import { ldapGroupMembership } from '../../src/resources/ldap/ldap-group-membership'
import { ldapMember } from '../../src/resources/ldap/ldap-member'
import { ldapService } from '../../src/resources/ldap/ldap-service'
import { operation } from '../../src/resources/operation'
import { rblDelisting } from '../../src/resources/rbl-delisting'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

/** Values of attributes, as HCL. */
type Values = Readonly<Record<string, string>>

/** Of an attribute, whether a configuration sets it. */
interface Attribute {
  readonly presence: string
}

/** A resource with values for attributes, and another value for each of them. */
interface Sample {
  readonly of: { readonly name: string; readonly attributes: Readonly<Record<string, Attribute>> }
  readonly values: Values
  readonly others: Values
  /** An attribute that is changed in place while another one is ignored. */
  readonly changed?: string
  /** Attributes without which this one is not valid. */
  readonly needed?: readonly string[]
}

const subject = {
  common_name: '"proxy.example.org"',
  alternative_names: '["proxy.example.org", "cache.example.org"]',
  organization_name: '"Example"',
  extra_fields: '{ x = "1", y = "2" }',
}

const member = {
  uid: '"ann.lee"',
  first_name: '"Ann"',
  last_name: '"Lee"',
  email: '"ann@example.org"',
  organization: '"acme"',
  title: '"Editor"',
  telephone_number: '"1"',
  mobile: '"2"',
  on_existing: '"adopt"',
  on_destroy: '"delete"',
  deletion_protection: 'false',
}

const otherMember = {
  uid: '"bob.ray"',
  first_name: '"Bob"',
  last_name: '"Ray"',
  email: '"bob@example.org"',
  organization: '"other"',
  title: '"Author"',
  telephone_number: '"3"',
  mobile: '"4"',
  on_existing: '"fail"',
  on_destroy: '"keep"',
  deletion_protection: 'true',
}

const samples: readonly Sample[] = [
  {
    of: category,
    values: {
      name: '"ads"',
      description: '"Ads"',
      on_destroy: '"keep"',
      deletion_protection: 'false',
      sites: '["a.example", "b.example"]',
      allow_empty: 'true',
      on_conflict: '"move"',
      on_remove: '"keep"',
      removal_limit: '"50%"',
      compile: 'false',
      verify: '"none"',
    },
    others: {
      name: '"games"',
      description: '"Games"',
      on_destroy: '"remove"',
      deletion_protection: 'true',
      sites: '["a.example", "d.example"]',
      allow_empty: 'false',
      on_conflict: '"keep"',
      on_remove: '"remove"',
      removal_limit: '"60%"',
      compile: 'true',
      verify: '"full"',
    },
    changed: 'sites',
  },
  {
    of: categorySites,
    values: {
      category_id: '"250"',
      name: '"list"',
      on_destroy: '"keep"',
      sites_file: '"one.txt"',
      exceptions: '["c.example"]',
      exceptions_file: '"exceptions.txt"',
      list_exceptions: '"apply"',
      on_invalid_line: '"fail"',
    },
    others: {
      category_id: '"251"',
      name: '"other"',
      on_destroy: '"remove"',
      sites_file: '"two.txt"',
      exceptions: '["e.example"]',
      exceptions_file: '"others.txt"',
      list_exceptions: '"skip"',
      on_invalid_line: '"skip"',
    },
    changed: 'sites_file',
    needed: ['sites_file'],
  },
  {
    of: categorySites,
    values: { category_id: '"250"', name: '"list"', sites_files: '["one.txt"]' },
    others: { category_id: '"251"', name: '"other"', sites_files: '["one.txt", "two.txt"]' },
    changed: 'sites_files',
  },
  {
    of: certificate,
    values: { self_signed: objectOf({ ...subject, certificate_name: '"Proxy"' }), on_existing: '"adopt"' },
    others: {
      self_signed: objectOf({ ...subject, certificate_name: '"Cache"', common_name: '"cache.example.org"' }),
      on_existing: '"fail"',
    },
    changed: 'on_existing',
    needed: ['on_existing', 'self_signed', 'server', 'signing_request'],
  },
  {
    of: certificate,
    values: { server: objectOf({ ...subject, certificate_id: '1' }), on_existing: '"adopt"' },
    others: { server: objectOf({ ...subject, certificate_id: '2' }), on_existing: '"fail"' },
    changed: 'on_existing',
    needed: ['on_existing', 'self_signed', 'server', 'signing_request'],
  },
  {
    of: certificate,
    values: { signing_request: objectOf({ common_name: '"stored.example.org"' }), on_existing: '"adopt"' },
    others: { signing_request: objectOf({ common_name: '"more.example.org"' }), on_existing: '"fail"' },
    changed: 'on_existing',
    needed: ['on_existing', 'self_signed', 'server', 'signing_request'],
  },
  {
    of: hostname,
    values: { hostname: '"proxy.example.org"' },
    others: { hostname: '"cache.example.org"' },
  },
  {
    of: ldapGroup,
    values: { name: '"staff"', organization: '"acme"', on_existing: '"adopt"', deletion_protection: 'false' },
    others: { name: '"guests"', organization: '"other"', on_existing: '"fail"', deletion_protection: 'true' },
    changed: 'deletion_protection',
  },
  {
    of: ldapGroupMembership,
    values: { uid: '"eve.poe"', gid: '5001' },
    others: { uid: '"ann.ray"', gid: '5002' },
  },
  {
    of: ldapMember,
    values: { ...member, gid: '5001', password: '"first-secret"' },
    others: { ...otherMember, gid: '5002', password: '"second-secret"' },
    changed: 'last_name',
  },
  {
    of: ldapMember,
    values: { ...member, gid: '5001', password_wo: '"first-secret"', password_wo_version: '1' },
    others: { ...otherMember, gid: '0', password_wo: '"second-secret"', password_wo_version: '2' },
    changed: 'title',
    needed: ['password_wo', 'password_wo_version'],
  },
  {
    of: ldapService,
    values: { uninstall_on_destroy: 'false', timeouts: '{ create = "1m" }' },
    others: { uninstall_on_destroy: 'true', timeouts: '{ update = "2m" }' },
    changed: 'uninstall_on_destroy',
  },
  {
    of: operation,
    values: { name: '"category_backup"', triggers: '{ a = "1" }' },
    others: { name: '"directory_backup"', triggers: '{ a = "2" }' },
  },
  {
    of: operation,
    values: { name: '"records_compile"', arguments: '{}' },
    others: { name: '"category_backup"', arguments: 'null' },
  },
  {
    of: rblDelisting,
    values: { database: '"1270002"', addresses: '["192.0.2.1"]' },
    others: { database: '"1270009"', addresses: '["192.0.2.2"]' },
    changed: 'addresses',
  },
]

describeWithEngine('ignore_changes', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance()
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
    await workspace.writeFile('one.txt', 'one.example\n')
    await workspace.writeFile('two.txt', 'one.example\ntwo.example\n')
    await workspace.writeFile('exceptions.txt', 'x.example\n')
    await workspace.writeFile('others.txt', 'y.example\n')
    const { directory, store, certificates } = appliance
    for (const organization of ['acme', 'other']) directory.organizations.create(organization)
    for (const name of ['readers', 'writers']) directory.groups.create({ name, organization: 'acme' })
    for (const uid of ['eve.poe', 'ann.ray'])
      directory.members.create({ uid, organization: 'acme', password: 'by-hand' })
    for (const name of ['shared', 'further']) store.create({ name })
    for (const name of ['stored', 'more']) certificates.store({ commonName: `${name}.example.org` })
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  describe.each(samples.map((sample) => [sample.of.name, sample] as const))('of %s', (_, sample) => {
    const address = `appliance_${sample.of.name}.this`
    const computed = Object.entries(sample.of.attributes).flatMap(([name, attribute]) =>
      isComputed(attribute) ? [name] : [],
    )
    /** What was planned or changed although it is ignored. */
    let found: string[]

    beforeEach(() => {
      found = []
    })

    it('leaves nothing to do, and keeps the attribute if another one changes', async () => {
      for (const name of Object.keys(sample.values)) {
        const { values, others } = sample
        const { [name]: _, ...without } = values
        const changed = { ...values, [name]: others[name] ?? '' }
        const ignored = `[${name}]`
        if (isOptional(sample, name)) {
          await created(without, ignored)
          await expectNothing(values, ignored)
        }
        await created(values, ignored)
        await expectNothing(changed, ignored)
        if (isOptional(sample, name)) await expectNothing(without, ignored)
        await expectKept(changed, name)
      }
      expect(found).toEqual([])
    })

    it('of attributes that only the provider sets changes nothing', async () => {
      await created(sample.values, `[${computed.join(', ')}]`)
      await expectNothing(sample.values, `[${computed.join(', ')}]`)
      if (sample.changed !== undefined) {
        const { [sample.changed]: other = '' } = sample.others
        await applied({ ...sample.values, [sample.changed]: other }, `[${computed.join(', ')}]`)
      }
      expect(found).toEqual([])
    })

    it('of all attributes leaves nothing to do', async () => {
      await created(sample.values, 'all')
      await expectNothing(sample.values, 'all')
      await expectNothing(sample.others, 'all')
      const needed = Object.entries(sample.values).filter(([name]) => !isOptional(sample, name))
      await expectNothing(Object.fromEntries(needed), 'all')
      await created(Object.fromEntries(needed), 'all')
      await expectNothing(sample.values, 'all')
      expect(found).toEqual([])
    })

    /** With an object that no earlier apply has made. */
    async function created(values: Values, ignored: string): Promise<void> {
      await workspace.run('state', 'rm', address)
      await apply(values, ignored)
    }

    async function applied(values: Values, ignored: string): Promise<void> {
      await apply(values, ignored)
      await expectNothing(values, ignored)
    }

    async function apply(values: Values, ignored: string): Promise<void> {
      await workspace.write(block(sample, values, ignored))
      const { exitCode, output } = await workspace.apply()
      if (exitCode !== 0) found.push(`${ignored} ${JSON.stringify(values)}: ${output}`)
    }

    /** Changes another attribute, and expects that the one that is ignored stays as it is. */
    async function expectKept(values: Values, name: string): Promise<void> {
      const { changed, others } = sample
      if (changed === undefined || changed === name) return
      const before = await workspace.state(address)
      await applied({ ...values, [changed]: others[changed] ?? '' }, `[${name}]`)
      const after = await workspace.state(address)
      if (JSON.stringify(after?.[name]) !== JSON.stringify(before?.[name]))
        found.push(`${name} is another when ${changed} changes`)
    }

    async function expectNothing(values: Values, ignored: string): Promise<void> {
      await workspace.write(block(sample, values, ignored))
      const { exitCode, output } = await workspace.plan()
      if (exitCode !== 0) found.push(`${ignored} ${JSON.stringify(values)}: ${output}`)
    }
  })

  it('is tried of every attribute of every resource', async () => {
    const tried = new Set(
      samples.flatMap(({ of, values }) =>
        Object.entries(of.attributes).flatMap(([name, attribute]) =>
          name in values || isComputed(attribute) ? [attribute] : [],
        ),
      ),
    )
    // Both lists of sites have the same attributes.
    const untried = (await definitionsOf(provider.resources)).flatMap(({ name: of, attributes }) =>
      Object.entries(attributes).flatMap(([name, attribute]) =>
        tried.has(attribute) ? [] : [`${of}.${name}`],
      ),
    )
    expect(untried).toEqual([])
  })
})

function isOptional({ of, needed = [] }: Sample, name: string): boolean {
  return of.attributes[name]?.presence !== 'required' && !needed.includes(name)
}

function isComputed({ presence }: Attribute): boolean {
  return presence === 'computed' || presence === 'computed-nullable'
}

function block({ of }: Sample, values: Values, ignored: string): string {
  const lines = Object.entries(values).map(([name, value]) => `  ${name} = ${value}`)
  return `resource "appliance_${of.name}" "this" {
${lines.join('\n')}
  lifecycle { ignore_changes = ${ignored} }
}`
}

function objectOf(values: Values): string {
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}`)
  return `{\n    ${lines.join('\n    ')}\n  }`
}
