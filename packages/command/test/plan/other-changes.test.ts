import { changeOf, type WrittenChange } from '../review/plans'
import { lines, reviewed } from '../review/review-of'

const replaced = { change: { actions: ['delete', 'create'] } }
const member = { uid: 'ann.lee', title: 'Clerk', password: 'hunter2' }
const sensitive = { change: { before_sensitive: { password: true }, after_sensitive: { password: true } } }

describe('the review of what is no list of sites', () => {
  it.each<readonly [string, WrittenChange, string]>([
    ...['constructor', '__proto__', 'toString'].map(
      (type) =>
        [
          `a resource of the type ${type}`,
          changeOf(`${type}.x`, null, { id: 'x' }),
          `+ resource ${type}.x: created`,
        ] as const,
    ),
    [
      'a member that is new',
      changeOf('appliance_ldap_member.a', null, member, sensitive),
      '+ member ann.lee: created, or adopted if the directory already contains it',
    ],
    [
      'a member that changes',
      changeOf(
        'appliance_ldap_member.a',
        member,
        { ...member, title: 'Head', password: 'swordfish' },
        sensitive,
      ),
      '~ member ann.lee: title from Clerk to Head, password (sensitive)',
    ],
    [
      'a member that goes',
      changeOf('appliance_ldap_member.a', member, null, sensitive),
      '- member ann.lee: account deleted',
    ],
    [
      'a group that goes',
      changeOf('appliance_ldap_group.g', { name: 'staff' }, null),
      '- group staff: no longer managed; the group stays on the appliance with its members',
    ],
    [
      'a group that is replaced by itself',
      changeOf(
        'appliance_ldap_group.g',
        { name: 'staff', organization: 'acme', gid: 5001 },
        { name: 'staff', organization: 'Acme' },
        { change: { actions: ['delete', 'create'], after_unknown: { gid: true } } },
      ),
      '~ group staff: replaced only in the state; the group stays with its members: organization from acme to Acme',
    ],
    [
      'a service that is uninstalled',
      changeOf('appliance_ldap_service.s', { id: 'openldap', uninstall_on_destroy: true }, null),
      '- directory service openldap: uninstalled, including all members and groups',
    ],
    [
      'a service that stays',
      changeOf('appliance_ldap_service.s', { id: 'openldap', uninstall_on_destroy: false }, null),
      '- directory service openldap: no longer managed; stays on the appliance',
    ],
    [
      'a service that is replaced, which uninstalls nothing',
      changeOf(
        'appliance_ldap_service.s',
        { id: 'openldap', uninstall_on_destroy: true },
        { id: 'openldap', uninstall_on_destroy: true },
        replaced,
      ),
      '~ directory service openldap: replaced only in the state; stays on the appliance',
    ],
    [
      'a service that is replaced while it does not run, which starts it',
      changeOf(
        'appliance_ldap_service.s',
        { id: 'openldap', running: false },
        { id: 'openldap', running: true },
        replaced,
      ),
      '~ directory service openldap: replaced in the state, and started again: running from false to true',
    ],
    [
      'a service that was stopped',
      changeOf(
        'appliance_ldap_service.s',
        { id: 'openldap', running: false },
        { id: 'openldap', running: true },
      ),
      '~ directory service openldap: started again: running from false to true',
    ],
    [
      'a certificate that is ordered again, as the answer to the first order was lost',
      changeOf(
        'appliance_certificate.c',
        { id: 'server/0/a.example', outcome_unknown: true },
        { id: 'server/0/a.example', outcome_unknown: null },
        replaced,
      ),
      '~ certificate server/0/a.example: ordered again, because the answer to the first order was lost: outcome_unknown no longer true',
    ],
    [
      'a certificate that somebody has found, although the answer to its order was lost',
      changeOf(
        'appliance_certificate.c',
        { id: 'server/0/a.example', outcome_unknown: true },
        { id: 'server/0/a.example', outcome_unknown: null },
      ),
      '~ certificate server/0/a.example: recorded as ordered; nothing is sent to the appliance: outcome_unknown no longer true',
    ],
    [
      'an operation that runs again',
      changeOf(
        'appliance_operation.o',
        { name: 'category_backup', triggers: { a: '1' } },
        { name: 'category_backup', triggers: { a: '2' } },
        replaced,
      ),
      '~ operation category_backup: runs again and archives all category data: triggers.a from 1 to 2',
    ],
    ...(
      [
        ['category_compile', { category_id: '250' }, 'compiles category number 250'],
        ['records_compile', {}, 'compiles all record databases'],
        ['directory_restart', {}, 'restarts the directory service'],
        ['directory_backup', {}, 'backs up the user directory'],
        [
          'directory_import',
          { filename: 'Save.gz' },
          'replaces the content of the user directory with the backup Save.gz',
        ],
        ['directory_schedule', {}, 'applies the schedule of directory backups'],
      ] as const
    ).map(
      ([name, given, effect]) =>
        [
          `the operation ${name}`,
          changeOf('appliance_operation.o', null, { name, arguments: given }),
          `+ operation ${name}: runs once and ${effect}`,
        ] as const,
    ),
    [
      'what is only forgotten',
      changeOf('appliance_hostname.h', { hostname: 'a.example' }, null, { change: { actions: ['forget'] } }),
      '- host name a.example: no longer managed; nothing is sent to the appliance',
    ],
    [
      'addresses of a record database',
      changeOf(
        'appliance_rbl_delisting.r',
        { database: '1270002', addresses: ['192.0.2.1'] },
        { database: '1270002', addresses: ['192.0.2.1', '192.0.2.2'] },
      ),
      '+ record database 1270002: 1 address removed from the database if it lists them: 192.0.2.2',
    ],
    [
      'another provider',
      changeOf('null_resource.x', null, {}, { provider_name: 'registry.terraform.io/hashicorp/null' }),
      '~ other providers: 1 resource: null_resource.x',
    ],
  ])('tells of %s', async (_, change, line) => {
    expect((await lines(change))[0]).toBe(line)
  })

  it('says of a group that another one takes the place of that it is no longer managed, and the other one created', async () => {
    const change = changeOf(
      'appliance_ldap_group.g',
      { name: 'staff', organization: 'acme' },
      { name: 'editors', organization: 'acme' },
      replaced,
    )
    expect(await lines(change)).toEqual([
      '- group staff: no longer managed; the group stays on the appliance with its members',
      '+ group editors: created, or adopted if the directory already contains it',
    ])
  })

  it('says in which organization a group is created that takes the place of the one of its name in another', async () => {
    const change = changeOf(
      'appliance_ldap_group.g',
      { name: 'staff', organization: 'acme', gid: 5001 },
      { name: 'staff', organization: 'globex' },
      { change: { ...replaced.change, after_unknown: { gid: true } } },
    )
    expect(await lines(change)).toEqual([
      '- group staff: no longer managed; the group stays on the appliance with its members',
      '+ group staff: created, or adopted if the directory already contains it: organization from acme to globex',
    ])
  })

  it('says of addresses that a delisting gives up whether another one of the database keeps them out', async () => {
    const records = (...addresses: readonly string[]) => ({ database: '1270002', addresses })
    const kept = changeOf('appliance_rbl_delisting.kept', records('192.0.2.1'), records('192.0.2.1'))
    const other = { database: '1270003', addresses: ['192.0.2.2'] }
    const ofOther = changeOf('appliance_rbl_delisting.other', null, other)
    const gone = changeOf('appliance_rbl_delisting.gone', records('192.0.2.1', '192.0.2.2'), null)
    expect(await lines(kept, ofOther, gone)).toEqual([
      '- record database 1270002: 1 address no longer kept out of the database: 192.0.2.2',
      '+ record database 1270003: 1 address removed from the database if it lists them: 192.0.2.2',
      '~ record database 1270002: 1 address kept out of the database by another resource: 192.0.2.1',
    ])
    const same = changeOf('appliance_rbl_delisting.same', records('192.0.2.1'), null)
    expect(await lines(kept, same)).toEqual([
      '~ record database 1270002: 1 address kept out of the database by another resource: 192.0.2.1',
    ])
  })

  it('says of a host name that goes whether another resource sets the one of the appliance', async () => {
    const named = (hostname: string) => ({ hostname })
    const gone = changeOf('appliance_hostname.old', named('one.example'), null)
    expect(await lines(gone, changeOf('appliance_hostname.new', null, named('two.example')))).toEqual([
      '+ host name two.example: set',
      '~ host name one.example: no longer managed; another resource sets it',
    ])
    expect(await lines(gone, changeOf('appliance_hostname.new', null, named('one.example')))).toEqual([
      '+ host name one.example: set',
      '~ host name one.example: another resource manages it from now on; nothing is sent for the former one',
    ])
  })

  it('says of a directory service that goes whether another resource manages it', async () => {
    const service = { id: 'openldap', uninstall_on_destroy: false, running: true }
    const gone = changeOf('appliance_ldap_service.old', service, null)
    expect(await lines(gone, changeOf('appliance_ldap_service.new', null, service))).toEqual([
      '+ directory service openldap: installed, or started if it is not running',
      '~ directory service openldap: another resource manages it from now on; nothing is sent for the former one',
    ])
  })

  it('takes all addresses out of another record database, and keeps none out of the old one any more', async () => {
    const records = (database: string) => ({ database, addresses: ['192.0.2.1', '192.0.2.2'] })
    const change = changeOf('appliance_rbl_delisting.r', records('1270002'), records('1270003'), {
      change: { actions: ['delete', 'create'] },
    })
    expect(await lines(change)).toEqual([
      '- record database 1270002: 2 addresses no longer kept out of the database: 192.0.2.1, 192.0.2.2',
      '+ record database 1270003: 2 addresses removed from the database if it lists them: 192.0.2.1, 192.0.2.2',
    ])
  })

  it('gives up no address of a record database if they come with the apply', async () => {
    const change = changeOf(
      'appliance_rbl_delisting.r',
      { database: '1270002', addresses: ['192.0.2.1'] },
      { database: '1270002', addresses: null },
      { change: { after_unknown: { addresses: true } } },
    )
    expect(await lines(change)).toEqual([
      '~ record database 1270002: some of its addresses are known only after the apply, which removes them from the database',
    ])
  })

  it('names who joins and who leaves each group, by the name that the group has', async () => {
    const link = (name: string, uid: string, gid: number | undefined) =>
      [`appliance_ldap_group_membership.${name}`, { uid, ...(gid !== undefined && { gid }) }] as const
    const staff = { name: 'staff', gid: 5001 }
    const [left, joined, other] = [link('a', 'ann', 5001), link('b', 'bob', 5001), link('c', 'cid', 5002)]
    const changes = [
      changeOf('appliance_ldap_group.staff', staff, staff),
      changeOf(left[0], left[1], null),
      changeOf(joined[0], null, joined[1]),
      changeOf(other[0], null, other[1]),
    ]
    expect((await lines(...changes)).filter((line) => !line.startsWith('!'))).toEqual([
      '+ group 5002: 1 member: cid',
      '+ group staff: 1 member: bob',
      '- group staff: 1 member: ann',
    ])
  })

  it.each<readonly [string, object, object, string]>([
    ['group.g', { name: 'staff', on_existing: 'fail' }, { name: 'staff', on_existing: 'adopt' }, 'state'],
    [
      'service.s',
      { running: true, uninstall_on_destroy: true },
      { running: true, uninstall_on_destroy: false },
      'state',
    ],
    ['service.s', { running: false }, { running: true }, 'change'],
  ])('says of an update of a %s whether something is sent for it', async (address, before, after, cause) => {
    const { changes } = await reviewed([changeOf(`appliance_ldap_${address}`, { ...before }, { ...after })])
    expect(changes.map((change) => change.cause)).toEqual([cause])
  })

  it.each([
    ['group.g', { name: 'staff', organization: 'acme' }],
    ['service.s', { id: 'openldap', running: true }],
  ])('says of a %s that is replaced as it was that only the state changes', async (address, values) => {
    const again = changeOf(`appliance_ldap_${address}`, values, values, {
      action_reason: 'replace_by_request',
      change: { actions: ['delete', 'create'] },
    })
    expect((await reviewed([again])).changes.map(({ cause }) => cause)).toEqual(['state'])
  })
})
