import type { EmulatorOptions } from '@webfilter/appliance-emulator'

/** An area of the appliance (docs/appliance, "Routes"), and configurations under which the provider asks for every route of it. */
export interface InterfaceSection {
  readonly title: string
  /** What kind of appliance has these routes. */
  readonly appliance: EmulatorOptions
  /** As the table of routes writes them. */
  readonly routes: readonly string[]
  /** Applied one after the other; what the last one declares is destroyed. */
  readonly configurations: readonly string[]
}

/** All areas; the older routes and the autonomous service are two. */
export const interfaceSections: readonly InterfaceSection[] = [
  {
    title: 'Categories, older routes',
    appliance: { generation: 'older' },
    routes: [
      'GET /categories/query/[domain]',
      'GET /categories/list',
      'PUT /categories/create',
      'GET /categories/[ID]/[sitename]',
      'PUT /categories/quick/[ID]',
      'GET /categories/move/[ID]/[sitename]/[NEXTID]',
      'GET /categories/delete/[ID]/[sitename]',
      'GET /categories/backup',
    ],
    configurations: [
      `
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["one.example", "two.example"]
}
resource "appliance_category" "drafts" {
  name    = "drafts"
  sites   = ["draft.example"]
  compile = false
}
resource "appliance_operation" "backup" {
  name = "category_backup"
}
`,
      `
resource "appliance_category" "ads" {
  name      = "ads"
  sites     = ["one.example"]
  on_remove = "keep"
}
resource "appliance_category" "trackers" {
  name        = "trackers"
  sites       = ["two.example"]
  on_conflict = "move"
}
`,
    ],
  },
  {
    title: 'Categories, autonomous service',
    appliance: { list: 'autonomous' },
    routes: [
      'POST /categories/[category_id]/add',
      'GET /categories/list',
      'GET /categories/[category_id]/compile',
      'GET /categories/backup',
    ],
    configurations: [
      `
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["one.example"]
}
resource "appliance_operation" "compile" {
  name      = "category_compile"
  arguments = { category_id = appliance_category.ads.id }
}
resource "appliance_operation" "backup" {
  name = "category_backup"
}
`,
    ],
  },
  {
    title: 'Certificates',
    appliance: {},
    routes: [
      'GET /certificate/csr/[CommonName]/[NodeID]',
      'POST /certificate/selfsigned',
      'POST /certificate/server/create',
    ],
    configurations: [
      `
resource "appliance_certificate" "authority" {
  self_signed = {
    certificate_name  = "Authority"
    common_name       = "authority.example.org"
    alternative_names = ["authority.example.org", "ca.example.org"]
  }
}
resource "appliance_certificate" "request" {
  signing_request = {
    common_name = appliance_certificate.authority.self_signed.common_name
  }
}
resource "appliance_certificate" "server" {
  server = {
    certificate_id = 1
    common_name    = "mail.example.org"
  }
  depends_on = [appliance_certificate.authority]
}
`,
    ],
  },
  {
    title: 'System network',
    appliance: {},
    routes: ['GET /system/network/interfaces', 'GET /system/network/hostname/[hostname]'],
    configurations: [
      `
data "appliance_interfaces" "all" {}
resource "appliance_hostname" "this" {
  hostname = "proxy.example.org"
}
`,
    ],
  },
  {
    title: 'Website analysis',
    appliance: {},
    routes: ['GET /analyze/website/direct/[domain]'],
    configurations: [
      `
data "appliance_website_analysis" "shop" {
  website = "shop.example:443"
}
`,
    ],
  },
  {
    title: 'User directory',
    appliance: { directory: { durations: { backup: 0, import: 0 } } },
    routes: [
      'GET /openldap/install',
      'GET /openldap/uninstall',
      'GET /openldap/restart',
      'GET /openldap/status',
      'GET /openldap/backup/now',
      'GET /openldap/backup/instant',
      'GET /openldap/backup/import/[filename]',
      'GET /openldap/set/schedule',
      'POST /openldap/members',
      'GET /openldap/members/[uid]',
      'PUT /openldap/members/[uid]',
      'DELETE /openldap/members/[uid]',
      'POST /openldap/members/[uid]/password',
      'GET /openldap/members/[uid]/groups',
      'GET /openldap/groups',
      'POST /openldap/groups',
      'POST /openldap/groups/[gid]/members/[uid]',
      'DELETE /openldap/groups/[gid]/members/[uid]',
      'GET /openldap/ous',
    ],
    configurations: [
      `
resource "appliance_ldap_service" "directory" {
  uninstall_on_destroy = true
}
resource "appliance_operation" "restart" {
  name       = "directory_restart"
  depends_on = [appliance_ldap_service.directory]
}
resource "appliance_operation" "backup" {
  name       = "directory_backup"
  depends_on = [appliance_operation.restart]
}
resource "appliance_operation" "import" {
  name       = "directory_import"
  arguments  = { filename = "Save-\${formatdate("YYYY-MM-DD", plantimestamp())}.gz" }
  depends_on = [appliance_operation.backup]
}
resource "appliance_operation" "schedule" {
  name       = "directory_schedule"
  depends_on = [appliance_operation.import]
}
`,
      `
resource "appliance_ldap_service" "directory" {
  uninstall_on_destroy = true
}
data "appliance_ldap_backup" "last" {}
resource "appliance_ldap_group" "groups" {
  for_each     = toset(["staff", "editors"])
  name         = each.key
  organization = "example"
  depends_on   = [appliance_ldap_service.directory]
}
resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann.lee@example.org"
  organization = "example"
  gid          = appliance_ldap_group.groups["staff"].gid
  password     = "the first one"
}
resource "appliance_ldap_group_membership" "ann_edits" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.groups["editors"].gid
}
`,
      `
resource "appliance_ldap_service" "directory" {
  uninstall_on_destroy = true
}
data "appliance_ldap_organizations" "all" {}
resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann.lee@example.org"
  organization = "example"
  title        = "Editor"
  password     = "the second one"
  depends_on   = [appliance_ldap_service.directory]
}
`,
    ],
  },
  {
    title: 'Record databases',
    appliance: {},
    routes: [
      'GET /databases/list',
      'GET /database/records/[ID]/[addresses]',
      'GET /database/delete/[ID]/[addresses]',
      'GET /database/compile',
    ],
    configurations: [
      `
data "appliance_rbl_databases" "all" {}
resource "appliance_rbl_delisting" "mail_servers" {
  database  = "1270002"
  addresses = ["192.0.2.25", "192.0.2.26"]
}
`,
    ],
  },
]
