import type { TestAppliance } from '../../acceptance/appliance'

export const stackNames = ['berlin', 'oslo', 'rome', 'lima'] as const
/** A stack whose plans are made in ways of their own: nothing but its own is merged in it. */
export const seldomStack = 'kiel'
export type StackName = (typeof stackNames)[number] | typeof seldomStack

/** A stack as it is before the first pull request. */
export interface Stack {
  readonly configuration: string
  /** Files of sites beside the configuration, by their names. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** What the appliance contains that nobody declares. */
  prepare(appliance: TestAppliance): void
}

/** Sites that differ in their numbers, from 1. */
export function numbered(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}.example`)
}

/** Sites between two numbers, both included. */
export function between(prefix: string, first: number, last: number): readonly string[] {
  return numbered(prefix, last).slice(first - 1)
}

/** @param size how many sites the lists of a stack come to */
export function stacksOf(size: number): Readonly<Record<StackName, Stack>> {
  const malware = (others: number) => ({ 'malware.txt': numbered('malware', size - others) })
  return {
    berlin: { ...berlin, lists: { ...malware(3_000), ...berlin.lists } },
    oslo: { ...oslo, lists: malware(0) },
    rome: { ...rome, lists: { ...malware(1_000), ...rome.lists } },
    lima,
    kiel,
  }
}

const berlin: Stack = {
  lists: {
    'ads.txt': numbered('ads', 1_500),
    'trackers.txt': numbered('trackers', 500),
    'feed-one.txt': [...numbered('one', 450), ...numbered('both', 50)],
    'feed-two.txt': [...numbered('two', 450), ...numbered('both', 50)],
  },
  configuration: `
resource "appliance_category" "malware" {
  name       = "malware"
  sites_file = "malware.txt"
}

resource "appliance_category" "ads" {
  name       = "ads"
  sites_file = "ads.txt"
}

resource "appliance_category" "trackers" {
  name        = "trackers"
  sites_file  = "trackers.txt"
  on_conflict = "keep"
}

resource "appliance_category" "blocked" {
  name  = "blocked"
  sites = ["blocked.example", "both-1.example"]
}

resource "appliance_category_sites" "feed_one" {
  category_id = appliance_category.blocked.id
  name        = "feed one"
  sites_file  = "feed-one.txt"
}

resource "appliance_category_sites" "feed_two" {
  category_id = appliance_category.blocked.id
  name        = "feed two"
  sites_file  = "feed-two.txt"

  # The warning of lists that overlap names the two in the order in which they are planned.
  depends_on = [appliance_category_sites.feed_one]
}
`,
  prepare({ store }) {
    const { id } = store.create({ name: 'console' })
    store.addSites(id, ['console-1.example', 'console-2.example'])
    store.compile(id)
  },
}

const oslo: Stack = {
  lists: {},
  configuration: `
variable "password" {
  type      = string
  sensitive = true
}

resource "appliance_category" "malware" {
  name       = "malware"
  sites_file = "malware.txt"
}

resource "appliance_ldap_group" "editors" {
  name         = "editors"
  organization = "acme"
}

resource "appliance_ldap_group" "readers" {
  name         = "readers"
  organization = "acme"

  # The appliance numbers groups in the order in which they are created.
  depends_on = [appliance_ldap_group.editors]
}

resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann.lee@example.org"
  organization = "acme"
  gid          = appliance_ldap_group.readers.gid
  password     = var.password
}

resource "appliance_ldap_member" "bob" {
  uid          = "bob.ray"
  first_name   = "Bob"
  last_name    = "Ray"
  email        = "bob.ray@example.org"
  organization = "acme"
  password     = var.password
}

resource "appliance_ldap_member" "cid" {
  uid          = "cid.fox"
  first_name   = "Cid"
  last_name    = "Fox"
  email        = "cid.fox@example.org"
  organization = "acme"
  password     = var.password
  on_destroy   = "keep"
}

resource "appliance_ldap_member" "dora" {
  uid          = "dora.kay"
  first_name   = "Dora"
  last_name    = "Kay"
  email        = "dora.kay@example.org"
  organization = "acme"
}

resource "appliance_ldap_group_membership" "editors" {
  for_each = toset(["ann.lee", "bob.ray", "cid.fox", "dora.kay"])

  uid = each.key
  gid = appliance_ldap_group.editors.gid

  depends_on = [
    appliance_ldap_member.ann,
    appliance_ldap_member.bob,
    appliance_ldap_member.cid,
    appliance_ldap_member.dora,
  ]
}

`,
  prepare({ directory, store }) {
    directory.groups.create({ name: 'staff', organization: 'acme' })
    const people = [
      ['dora.kay', 'Dora', 'Kay'],
      ['hal.orr', 'Hal', 'Orr'],
    ] as const
    for (const [uid, givenName, sn] of people) {
      const attributes = { givenName, sn, mail: `${uid}@example.org` }
      directory.members.create({ uid, password: 'set by hand', organization: 'acme', attributes })
    }
    const { id } = store.create({ name: 'games' })
    store.addSites(id, ['by-hand.example'])
    store.compile(id)
  },
}

const rome: Stack = {
  lists: { 'phishing.txt': numbered('phishing', 1_000) },
  configuration: `
resource "appliance_category" "malware" {
  name       = "malware"
  sites_file = "malware.txt"
}

resource "appliance_category" "phishing" {
  name       = "phishing"
  sites_file = "phishing.txt"
}

resource "appliance_category" "games" {
  name  = "games"
  sites = ["chess.example", "cards.example", "play.example"]
}

resource "appliance_category" "news" {
  name  = "news"
  sites = ["daily.example", "weekly.example"]
}

resource "appliance_category" "social" {
  name  = "social"
  sites = ["chat.example", "photos.example"]
}

resource "appliance_category" "partners" {
  name       = "partners"
  sites      = ["supplier.example", "carrier.example"]
  on_destroy = "keep"
}

resource "appliance_category" "slow" {
  name    = "slow"
  sites   = ["slow.example"]
  compile = false
}

resource "appliance_operation" "compile_slow" {
  name = "category_compile"
  arguments = {
    category_id = appliance_category.slow.id
    site        = "slow.example"
  }
  triggers = { number = "1" }
}

resource "appliance_certificate" "console" {
  self_signed = {
    certificate_name  = "Console"
    common_name       = "console.acme.example"
    alternative_names = ["console.acme.example"]
    country_name      = "DE"
    organization_name = "Example GmbH"
  }
  on_existing = "adopt"
}
`,
  prepare({ store }) {
    const { id } = store.create({ name: 'console' })
    store.addSites(id, ['console-1.example', 'console-2.example'])
    store.compile(id)
  },
}

/** Everything that is declared by numbers: an element that goes gives its address to the next one. */
const lima: Stack = {
  lists: {},
  configuration: `
variable "password" {
  type      = string
  sensitive = true
}

locals {
  lists = ["ads", "news", "games"]
  feeds = ["one", "two", "three"]
  teams = ["editors", "readers", "writers"]
}

resource "appliance_category" "list" {
  count = length(local.lists)
  name  = local.lists[count.index]
  sites = ["\${local.lists[count.index]}-1.example", "\${local.lists[count.index]}-2.example"]
}

resource "appliance_category" "blocked" {
  name  = "blocked"
  sites = ["blocked.example"]
}

resource "appliance_category_sites" "feed" {
  count       = length(local.feeds)
  category_id = appliance_category.blocked.id
  name        = local.feeds[count.index]
  sites       = ["\${local.feeds[count.index]}-1.example", "\${local.feeds[count.index]}-2.example"]
}

resource "appliance_ldap_group" "team" {
  count        = length(local.teams)
  name         = local.teams[count.index]
  organization = "acme"
}

resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann.lee@example.org"
  organization = "acme"
  password     = var.password
}

resource "appliance_ldap_group_membership" "ann" {
  count = length(local.teams)
  uid   = appliance_ldap_member.ann.uid
  gid   = appliance_ldap_group.team[count.index].gid
}
`,
  prepare() {},
}

/** What is replaced, sensitive, forgotten, known only after an apply, or declared by a number that is given again. */
const kiel: Stack = {
  lists: {},
  configuration: `
variable "password" {
  type      = string
  sensitive = true
}

data "appliance_categories" "all" {}

data "appliance_ldap_groups" "guests" {
  organization = "guests"
}

resource "appliance_category" "console" {
  name  = "console"
  sites = ["console-1.example"]
}

resource "appliance_category_sites" "by_number" {
  category_id = "250"
  name        = "by-number"
  sites       = ["n-1.example", "n-2.example"]
}

resource "appliance_ldap_group" "crew" {
  name         = "crew"
  organization = "guests"
}

resource "appliance_ldap_group_membership" "ann_by_number" {
  uid = appliance_ldap_member.ann.uid
  gid = 5002
}

resource "terraform_data" "setting" {
  input = "keep"
}

resource "terraform_data" "name" {
  input = "spring"
}

resource "terraform_data" "elements" {
  input = ["first", "second", "third"]
}

resource "terraform_data" "site" {
  input = "unknown-1.example"
}

resource "appliance_category" "partly" {
  name  = "partly"
  sites = ["p-1.example", "p-2.example", "p-3.example", terraform_data.site.output]
}

resource "appliance_category" "later" {
  name    = "later"
  sites   = ["later-1.example", "later-2.example"]
  compile = false
}

resource "appliance_category" "claims" {
  name        = "claims"
  sites       = ["claims-1.example"]
  on_conflict = terraform_data.setting.output
}

resource "appliance_category" "victims" {
  name  = "victims"
  sites = ["v-1.example", "v-2.example", "v-3.example", "v-4.example"]
}

resource "appliance_category" "season" {
  name  = terraform_data.name.output
  sites = ["season-1.example"]
}

resource "appliance_category" "mixed" {
  name  = "mixed"
  sites = ["m-1.example", "m-2.example", "m-3.example"]
}

resource "appliance_category_sites" "feed" {
  category_id = appliance_category.mixed.id
  name        = "feed"
  sites       = ["f-1.example", "f-2.example"]
}

resource "appliance_category" "secret" {
  name  = "secret"
  sites = sensitive(["secret-1.example", "secret-2.example"])
}

resource "appliance_category" "hidden" {
  name  = "hidden"
  sites = sensitive(["hidden-1.example"])
}

resource "appliance_operation" "compile" {
  name = "category_compile"
  arguments = {
    category_id = appliance_category.victims.id
    site        = "v-4.example"
  }
  triggers = { number = "1" }
}

resource "appliance_ldap_group" "staff" {
  name         = "staff"
  organization = "acme"
}

resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann.lee@example.org"
  organization = "acme"
  password     = var.password
}

resource "appliance_ldap_group_membership" "ann_is_staff" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.staff.gid
}
`,
  prepare({ store, directory }) {
    store.create({ name: 'console' })
    directory.groups.create({ name: 'staff', organization: 'acme' })
    directory.groups.create({ name: 'crew', organization: 'guests' })
  },
}
