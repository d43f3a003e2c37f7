import type { Spelling } from '@webfilter/appliance-emulator'
import { startAppliance, type TestAppliance } from './appliance'
import { describeWithEngine, Workspace } from './workspace'

const spellings: readonly (readonly [string, Partial<Spelling>])[] = [
  ['LDAP’s own', {}],
  ['arrays in capitals', { letterCase: 'upper', values: 'arrays', empty: 'present', lists: 'array' }],
  ['names alone', { letterCase: 'lower', lists: 'names' }],
]

describeWithEngine.each(spellings)('data sources of the directory, told in %s spelling', (_, spelling) => {
  let appliance: TestAppliance
  let workspace: Workspace
  let gid: number

  beforeAll(async () => {
    appliance = await startAppliance({
      directory: { service: 'running', spelling, backupForm: 'with-filename' },
    })
    const { groups, members } = appliance.directory
    gid = groups.create({ name: 'staff', organization: 'acme' }).gid
    groups.create({ name: 'guests', organization: 'other' })
    members.create({
      uid: 'ann.lee',
      organization: 'acme',
      gid,
      password: 'by-hand',
      attributes: { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org' },
    })
    workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
  })

  afterAll(async () => {
    await workspace.close()
    await appliance.close()
  })

  async function read(type: string, attributes = ''): Promise<Record<string, unknown> | undefined> {
    await workspace.applied(`data "appliance_${type}" "it" {\n  ${attributes}\n}`)
    return await workspace.state(`data.appliance_${type}.it`)
  }

  it('read a member and its groups', async () => {
    expect(await read('ldap_member', 'uid = "Ann.Lee"')).toEqual({
      uid: 'Ann.Lee',
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'ann@example.org',
      organization: 'acme',
      gid,
      title: null,
      telephone_number: null,
      mobile: null,
      groups: [{ gid, name: 'staff' }],
    })
  })

  it('list the groups of an organization', async () => {
    expect(await read('ldap_groups', 'organization = "acme"')).toEqual({
      organization: 'acme',
      groups: [{ gid, name: 'staff' }],
    })
  })

  it('list the organizations', async () => {
    expect(await read('ldap_organizations')).toEqual({ organizations: ['acme', 'other'] })
  })

  it('report the last backup, or that there is none', async () => {
    expect(await read('ldap_backup')).toEqual({ found: false, size: null, time: null, filename: null })
    appliance.directory.backups.take()
    const last = appliance.directory.backups.last()
    expect(last).toBeDefined()
    expect(await read('ldap_backup')).toEqual({
      found: true,
      size: last?.size,
      time: new Date((last?.time ?? 0) * 1000).toISOString().replace('.000Z', 'Z'),
      filename: last?.filename,
    })
  })

  it('report the state of the service, even if it is stopped or not installed', async () => {
    expect(await read('ldap_service')).toMatchObject({
      installed: true,
      running: true,
      version: '2.6.8',
      details: { service_name: 'APP_OPENLDAP', running: '1' },
    })
    appliance.directory.service.become('stopped')
    expect(await read('ldap_service')).toMatchObject({ installed: true, running: false })
    const refused = await workspace.refused('data "appliance_ldap_organizations" "it" {}')
    expect(refused).toContain('The directory service is stopped')
    expect(refused).toContain('[appliance:directory-not-running]')
    appliance.directory.service.become('running')
  })

  it('report that there is no such member', async () => {
    const said = await workspace.refused('data "appliance_ldap_member" "it" { uid = "nobody" }')
    expect(said).toContain('answers for member "nobody" as for a member that does not exist')
    expect(said).toContain('[appliance:not-found]')
  })
})

describeWithEngine('the data source of the last backup', () => {
  it('fails with a quotation if the appliance reports it in an unknown form', async () => {
    const appliance = await startAppliance({ directory: { service: 'running', backupForm: 'sentence' } })
    const workspace = await Workspace.open({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
    appliance.directory.backups.take()
    const said = await workspace.refused('data "appliance_ldap_backup" "it" {}')
    expect(said).toContain(`${appliance.directory.backups.last()?.filename} holds`)
    expect(said).toContain('does not contain the size and the time of a backup')
    await workspace.close()
    await appliance.close()
  })
})
