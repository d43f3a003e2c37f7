import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describeWithEngine, Workspace } from './workspace'

const guide = readFileSync(resolve(__dirname, '../../docs/guides/how-it-works.md'), 'utf8')
const [, test = ''] = /^```hcl\n(mock_provider .*?)^```$/ms.exec(guide) ?? []

/** Each resource, with what one takes from another. */
const everything = `
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["doubleclick.net", "adserver.example"]
}

resource "appliance_category_sites" "more" {
  category_id = appliance_category.ads.id
  name        = "more"
  sites       = ["more.example"]
}

resource "appliance_certificate" "console" {
  self_signed = {
    certificate_name = "Console"
    common_name      = "proxy.example.org"
  }
}

resource "appliance_hostname" "name" {
  hostname = "proxy.example.org"
}

resource "appliance_ldap_service" "directory" {}

resource "appliance_ldap_group" "staff" {
  name         = "staff"
  organization = "acme"
}

resource "appliance_ldap_member" "ann" {
  uid          = "ann"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann@example.org"
  organization = "acme"
  gid          = appliance_ldap_group.staff.gid
}

resource "appliance_ldap_group_membership" "ann" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.staff.gid
}

resource "appliance_rbl_delisting" "senders" {
  database  = "1270002"
  addresses = ["192.0.2.1"]
}

resource "appliance_operation" "compile" {
  name      = "category_compile"
  arguments = { category_id = appliance_category.ads.id }
}

data "appliance_site" "ads" {
  domain = "doubleclick.net"
}

data "appliance_ldap_groups" "acme" {
  organization = "acme"
}
`

describeWithEngine('a test that mocks the provider', () => {
  let workspace: Workspace

  beforeAll(async () => {
    workspace = await Workspace.launching()
    await workspace.write(everything)
    await mkdir(join(workspace.folder, 'tests'))
  })

  afterAll(() => workspace.close())

  const runWith = async (content: string) => {
    await workspace.writeFile('tests/mocked.tftest.hcl', content)
    return await workspace.run('test', '-no-color')
  }

  it('passes with the mocks of the guide, for each resource, and without an appliance', async () => {
    expect(await runWith(test)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Success! 1 passed, 0 failed.'),
    })
  })

  it('fails without them, as a mocked text is no number of a category', async () => {
    const { exitCode, output } = await runWith(test.replaceAll(/^ {2}mock_resource.*?^ {2}}$/gms, ''))
    expect(exitCode).toBe(1)
    expect(output).toContain('Must be the number of a category')
  })
})
