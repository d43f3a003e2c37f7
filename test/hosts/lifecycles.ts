import type { EmulatorOptions } from '@webfilter/appliance-emulator'
import type { ObjectValue } from '@webfilter/terraform-plugin'
import type { TestAppliance } from '../acceptance/appliance'

/** A resource, and the configurations that it goes through. */
export interface Lifecycle {
  readonly typeName: string
  /** Of the appliance. */
  readonly options?: EmulatorOptions
  readonly created: ObjectValue
  /** Left out if no change is made in place. */
  readonly updated?: ObjectValue
  /** Left out if no change needs another object. */
  readonly replaced?: ObjectValue
  /** Left out if it cannot be imported. */
  importId?(state: ObjectValue): string
  /** What has to be there first. */
  prepare?(appliance: TestAppliance): void
}

const member = {
  uid: 'ann.lee',
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann.lee@example.org',
  organization: 'acme',
  password: 'correct horse',
}

/** One of each resource. */
export const lifecycles: readonly Lifecycle[] = [
  {
    typeName: 'appliance_category',
    created: { name: 'ads', sites: ['a.example', 'b.example'] },
    updated: { name: 'ads', sites: ['b.example', 'c.example'] },
    replaced: { name: 'trackers', sites: ['b.example', 'c.example'] },
    importId: ({ name }) => String(name),
  },
  {
    typeName: 'appliance_category_sites',
    created: { category_id: '250', name: 'feed', sites: ['a.example', 'b.example'] },
    updated: { category_id: '250', name: 'desk', sites: ['b.example', 'c.example'] },
    replaced: { category_id: '251', name: 'desk', sites: ['b.example', 'c.example'] },
    prepare({ store }) {
      store.create({ name: 'first' })
      store.create({ name: 'second' })
    },
  },
  {
    typeName: 'appliance_certificate',
    created: { self_signed: certificate('proxy.example.org') },
    updated: { self_signed: certificate('proxy.example.org'), on_existing: 'adopt' },
    replaced: { self_signed: certificate('gate.example.org'), on_existing: 'adopt' },
    importId: ({ id }) => String(id),
  },
  {
    typeName: 'appliance_hostname',
    created: { hostname: 'proxy.example.org' },
    updated: { hostname: 'gate.example.org' },
  },
  {
    typeName: 'appliance_ldap_group',
    created: { name: 'editors', organization: 'acme', on_existing: 'fail' },
    updated: { name: 'editors', organization: 'acme' },
    replaced: { name: 'writers', organization: 'acme' },
    importId: ({ id }) => String(id),
  },
  {
    typeName: 'appliance_ldap_group_membership',
    created: { uid: 'ann.lee', gid: 5001 },
    replaced: { uid: 'ann.lee', gid: 5002 },
    importId: ({ id }) => String(id),
    prepare({ directory }) {
      directory.members.create({ uid: 'ann.lee', organization: 'acme', password: 'by-hand' })
      for (const name of ['editors', 'writers']) directory.groups.create({ name, organization: 'acme' })
    },
  },
  {
    typeName: 'appliance_ldap_member',
    created: member,
    updated: { ...member, title: 'Editor' },
    importId: ({ uid }) => String(uid),
  },
  {
    typeName: 'appliance_ldap_service',
    options: { directory: { service: 'stopped' } },
    created: {},
    updated: { uninstall_on_destroy: true },
    importId: ({ id }) => String(id),
  },
  {
    typeName: 'appliance_operation',
    created: { name: 'category_backup', triggers: { number: '1' } },
    replaced: { name: 'category_backup', triggers: { number: '2' } },
  },
  {
    typeName: 'appliance_rbl_delisting',
    created: { database: '1270002', addresses: ['192.0.2.25'] },
    updated: { database: '1270002', addresses: ['192.0.2.25', '192.0.2.26'] },
    replaced: { database: '1270009', addresses: ['192.0.2.25'] },
  },
]

function certificate(common_name: string): ObjectValue {
  return {
    certificate_name: 'Console',
    common_name,
    country_name: 'DE',
    organization_name: 'Example GmbH',
    key_size: 4096,
    certificate_max_days: 825,
  }
}
