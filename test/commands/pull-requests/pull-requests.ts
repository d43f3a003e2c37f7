import type { TestAppliance } from '../../acceptance/appliance'
import { between, type StackName } from './stacks'

/** A change of one stack, in the order in which the pull requests of the stack are merged. */
export interface PullRequest {
  readonly name: string
  readonly stack: StackName
  /** What somebody does in the console after the last apply. */
  byHand?(appliance: TestAppliance): void
  readonly edits?: readonly Edit[]
  readonly lists?: Readonly<Record<string, (sites: readonly string[]) => readonly string[]>>
  /** Addresses that somebody marks as damaged. */
  readonly taints?: readonly string[]
  readonly options?: readonly string[]
  /** Whether the configuration gets a provider block for another appliance, `appliance.branch`. */
  readonly hasBranch?: boolean
  /** Codes of the errors with which the plan fails. It is not applied then. */
  readonly errors?: readonly string[]
}

export const pullRequests: readonly PullRequest[] = [
  // A list gives sites to another one, gains some and loses some; and a category takes a site of a category that nobody declares.
  {
    name: 'moves',
    stack: 'berlin',
    lists: {
      'ads.txt': (sites) => [...without(sites, between('ads', 1, 4)), 'new-ads.example'],
      'trackers.txt': (sites) => [
        ...sites,
        ...between('ads', 1, 3),
        'console-1.example',
        'new-tracker.example',
      ],
    },
    edits: [replaced('on_conflict = "keep"', 'on_conflict = "move"')],
  },
  // One site is added to a list of which 310 were removed in the console, and one to a list that is as declared.
  {
    name: 'drift-beside-a-change',
    stack: 'berlin',
    byHand: ({ store }) => {
      const ads = store.categoryNamed('ads')?.id ?? 0
      store.removeSites(ads, between('ads', 10, 319))
      store.compile(ads)
    },
    lists: {
      'ads.txt': (sites) => [...sites, 'beside-drift.example'],
      'trackers.txt': (sites) => [...sites, 'another-tracker.example'],
    },
  },
  // Two lists of one category overlap, with each other and with the category's own list, and both shrink.
  {
    name: 'overlapping-lists',
    stack: 'berlin',
    lists: {
      'feed-one.txt': (sites) => without(sites, ['both-1.example', 'one-1.example', 'one-2.example']),
      'feed-two.txt': (sites) => without(sites, ['both-2.example', 'both-1.example', 'two-1.example']),
    },
  },
  {
    name: 'refresh-only',
    stack: 'berlin',
    byHand: ({ store }) => {
      const numberOf = (name: string) => store.categoryNamed(name)?.id ?? 0
      store.removeSites(numberOf('ads'), ['ads-5.example', 'ads-6.example'])
      store.compile(numberOf('ads'))
      store.removeSites(numberOf('blocked'), ['blocked.example', 'one-3.example'])
      store.compile(numberOf('blocked'))
      store.remove(numberOf('trackers'))
    },
    options: ['-refresh-only'],
  },

  // Two accounts, a group, a membership and a category exist already, and as many do not.
  {
    name: 'adopted',
    stack: 'oslo',
    edits: [
      followedBy(`
resource "appliance_category" "games" {
  name  = "games"
  sites = ["chess.example", "by-hand.example"]
}

resource "appliance_category" "music" {
  name  = "music"
  sites = ["radio.example"]
}

resource "appliance_ldap_group" "staff" {
  name         = "staff"
  organization = "acme"
}

resource "appliance_ldap_group" "guests" {
  name         = "guests"
  organization = "acme"
}

resource "appliance_ldap_member" "hal" {
  uid          = "hal.orr"
  first_name   = "Hal"
  last_name    = "Orr"
  email        = "hal.orr@example.org"
  organization = "acme"
  title        = "Reader"
}

resource "appliance_ldap_member" "gus" {
  uid          = "gus.hay"
  first_name   = "Gus"
  last_name    = "Hay"
  email        = "gus.hay@example.org"
  organization = "acme"
  gid          = appliance_ldap_group.editors.gid
  title        = "Guest"
  password     = var.password
}

resource "appliance_ldap_member" "ida" {
  uid          = "ida.moe"
  first_name   = "Ida"
  last_name    = "Moe"
  email        = "ida.moe@example.org"
  organization = "acme"
  password     = var.password
}

resource "appliance_ldap_group_membership" "gus_is_a_guest" {
  uid = appliance_ldap_member.gus.uid
  gid = appliance_ldap_group.guests.gid
}

resource "appliance_ldap_group_membership" "hal_is_staff" {
  uid = appliance_ldap_member.hal.uid
  gid = appliance_ldap_group.staff.gid
}
`),
    ],
  },
  // An account that a destroy keeps, one that was adopted and one that is deleted; all lose their memberships, also the one that is still declared.
  {
    name: 'departures',
    stack: 'oslo',
    edits: [
      withoutBlock('appliance_ldap_member', 'bob'),
      withoutBlock('appliance_ldap_member', 'cid'),
      withoutBlock('appliance_ldap_member', 'dora'),
      withoutBlock('appliance_ldap_group', 'staff'),
      withoutBlock('appliance_ldap_group_membership', 'hal_is_staff'),
      replaced('["ann.lee", "bob.ray", "cid.fox", "dora.kay"]', '["ann.lee", "bob.ray"]'),
      replaced(
        `    appliance_ldap_member.bob,
    appliance_ldap_member.cid,
    appliance_ldap_member.dora,
`,
        '',
      ),
    ],
  },
  // A person gets an account of another login beside the old one, a login changes its letter case with a new address, and an address alone changes.
  {
    name: 'renamed-logins',
    stack: 'oslo',
    byHand: ({ directory }) => directory.members.save('hal.orr', { title: 'By hand' }),
    edits: [
      replaced('["ann.lee", "bob.ray"]', '["ann.lee"]'),
      replaced('last_name    = "Lee"', 'last_name    = "Ray"'),
      replaced('uid          = "gus.hay"', 'uid          = "Gus.Hay"'),
      replaced('"appliance_ldap_member" "gus"', '"appliance_ldap_member" "august"'),
      replaced('appliance_ldap_member.gus.uid', 'appliance_ldap_member.august.uid'),
      replaced('"appliance_ldap_member" "ida"', '"appliance_ldap_member" "idalia"'),
      followedBy(`
resource "appliance_ldap_member" "ann_ray" {
  uid          = "ann.ray"
  first_name   = "Ann"
  last_name    = "Ray"
  email        = "ann.ray@example.org"
  organization = "acme"
  gid          = appliance_ldap_group.readers.gid
  password     = var.password
}

moved {
  from = appliance_ldap_member.gus
  to   = appliance_ldap_member.august
}

moved {
  from = appliance_ldap_member.ida
  to   = appliance_ldap_member.idalia
}
`),
    ],
  },
  // An account that exists, a login that appliances reject, and a list that lost most of its lines.
  {
    name: 'failed-plan',
    stack: 'oslo',
    edits: [
      replaced('uid          = "ida.moe"', 'uid          = "ida"'),
      followedBy(`
resource "appliance_ldap_member" "dora_again" {
  uid          = "dora.kay"
  first_name   = "Dora"
  last_name    = "Kay"
  email        = "dora.kay@example.org"
  organization = "acme"
  on_existing  = "fail"
}
`),
    ],
    lists: { 'malware.txt': (sites) => sites.slice(0, 0.4 * sites.length) },
    errors: ['already-exists', 'member-login-changed', 'removal-limit-exceeded'],
  },

  {
    name: 'overlapping-categories',
    stack: 'rome',
    edits: [
      // In two categories, below a site of another category, and a public suffix.
      replaced('"play.example"]', '"play.example", "daily.example", "mail.weekly.example", "gov.uk"]'),
      // Taken from a category that nobody declares.
      replaced('"photos.example"]', '"photos.example", "console-2.example"]\n  on_conflict = "move"'),
    ],
  },
  // A category that an operation compiles, one that nothing compiles, and one that gives a site to another one, which takes it. A certificate gets
  // another address without a moved block.
  {
    name: 'operation',
    stack: 'rome',
    edits: [
      replaced('"cards.example", "play.example"', '"play.example"'),
      replaced('"console-2.example"]', '"console-2.example", "cards.example"]'),
      replaced('"slow.example"]', '"slow.example", "slower.example"]'),
      replaced('{ number = "1" }', '{ number = "2" }'),
      replaced('"appliance_certificate" "console"', '"appliance_certificate" "web"'),
      replaced('"weekly.example"]', '"weekly.example", "monthly.example"]\n  compile = false'),
      followedBy(`
resource "appliance_operation" "backup" {
  name = "category_backup"
}
`),
    ],
  },
  // Lists that go: removed, kept, forgotten, and handed to a resource of another type.
  {
    name: 'departing-lists',
    stack: 'rome',
    edits: [
      withoutBlock('appliance_category', 'games'),
      withoutBlock('appliance_category', 'partners'),
      withoutBlock('appliance_category', 'social'),
      withoutBlock('appliance_category', 'phishing'),
      followedBy(`
removed {
  from = appliance_category.social
  lifecycle {
    destroy = false
  }
}

data "appliance_category" "phishing" {
  name = "phishing"
}

resource "appliance_category_sites" "phishing" {
  category_id = data.appliance_category.phishing.id
  name        = "phishing"
  sites_file  = "phishing.txt"
}

moved {
  from = appliance_category.phishing
  to   = appliance_category_sites.phishing
}
`),
    ],
    lists: { 'phishing.txt': (sites) => [...sites.slice(1), 'new-phishing.example'] },
  },
  // An import, a new address, another order and another value of an argument.
  {
    name: 'only-the-state',
    stack: 'rome',
    edits: [
      replaced('"appliance_category" "malware"', '"appliance_category" "harmful"'),
      replaced('"daily.example", "weekly.example"', '"weekly.example", "daily.example"'),
      replaced('name    = "slow"', 'name    = "slow"\n  on_remove = "keep"'),
      followedBy(`
moved {
  from = appliance_category.malware
  to   = appliance_category.harmful
}

import {
  to = appliance_category.console
  id = "console"
}

resource "appliance_category" "console" {
  name  = "console"
  sites = ["console-1.example"]
}
`),
    ],
  },

  // An element goes from the front of a list and of the middle of another one, and a category gains a site beside its new address.
  {
    name: 'element-removed',
    stack: 'lima',
    edits: [
      replaced('["ads", "news", "games"]', '["news", "games"]'),
      replaced('["one", "two", "three"]', '["one", "three"]'),
      replaced('["editors", "readers", "writers"]', '["readers", "writers"]'),
      replaced(
        `"\${local.lists[count.index]}-2.example"]`,
        `local.lists[count.index] == "games" ? "chess.example" : "\${local.lists[count.index]}-2.example"]`,
      ),
    ],
  },
  {
    name: 'keys-for-numbers',
    stack: 'lima',
    edits: [
      (configuration) =>
        configuration
          .replaceAll(/count( *)= length\((local\.\w+)\)/g, 'for_each$1= toset($2)')
          .replaceAll(/local\.\w+\[count\.index\]/g, 'each.key')
          .replaceAll('[count.index]', '[each.key]'),
    ],
  },
  // The block of a list goes, and its category takes the sites.
  {
    name: 'taken-by-the-category',
    stack: 'lima',
    edits: [
      replaced('["one", "three"]', '["three"]'),
      replaced('["blocked.example"]', '["blocked.example", "one-1.example", "one-2.example"]'),
    ],
  },
  // Somebody has deleted a category and created it again, with one of its sites.
  {
    name: 'another-number',
    stack: 'lima',
    byHand: ({ store }) => {
      store.remove(store.categoryNamed('news')?.id ?? 0)
      const { id } = store.create({ name: 'news' })
      store.addSites(id, ['news-1.example'])
      store.compile(id)
    },
  },

  // Two categories whose names give one table, which the provider says of their creation, and the review of what changes later.
  {
    name: 'one-table-for-two',
    stack: 'lima',
    edits: [
      followedBy(`
resource "appliance_category" "chats" {
  name  = "social-networks-at-work-chats"
  sites = ["chat.example", "both.example"]
}

resource "appliance_category" "feeds" {
  name  = "social-networks-at-work-feeds"
  sites = ["feed.example", "both.example"]
}
`),
    ],
  },
  {
    name: 'added-to-one-of-two',
    stack: 'lima',
    edits: [replaced('["chat.example", "both.example"]', '["chat.example", "both.example", "more.example"]')],
  },
  {
    name: 'removed-from-one-of-two',
    stack: 'lima',
    edits: [replaced('["chat.example", "both.example", "more.example"]', '["chat.example"]')],
  },

  // Whoever replaces an object gets the same one again; a person's own password goes with it. A list changes in its middle.
  {
    name: 'replaced',
    stack: 'kiel',
    byHand: ({ directory }) => directory.members.setPassword('ann.lee', 'her own'),
    edits: [
      replaced('"m-1.example", "m-2.example", "m-3.example"', '"m-1.example", "m-4.example", "m-3.example"'),
      replaced('"first", "second", "third"', '"first", "third"'),
      replaced('sensitive(["secret-1.example", "secret-2.example"])', 'sensitive(["secret-2.example"])'),
    ],
    options: [
      '-replace=appliance_category.mixed',
      '-replace=appliance_ldap_member.ann',
      '-replace=appliance_ldap_group.staff',
    ],
  },
  // Nothing is refreshed: of two sites that the configuration moves, one is not there any more.
  {
    name: 'unrefreshed',
    stack: 'kiel',
    byHand: ({ store }) => {
      const victims = store.categoryNamed('victims')?.id ?? 0
      store.removeSites(victims, ['v-2.example'])
      store.compile(victims)
    },
    edits: [
      replaced('"v-1.example", "v-2.example", "v-3.example"', '"v-1.example"'),
      replaced('"m-4.example", "m-3.example"', '"m-4.example", "v-2.example", "v-3.example", "m-3.example"'),
    ],
    options: ['-refresh=false'],
  },
  // A setting and the name of a category come with the apply.
  {
    name: 'known-after-apply',
    stack: 'kiel',
    edits: [
      replaced('input = "keep"', 'input = "move"'),
      replaced('"claims-1.example"', '"claims-1.example", "v-1.example"'),
      replaced('input = "spring"', 'input = "autumn"'),
    ],
  },
  // What a block forgets another one takes over, with a site that others have removed; and the block of a sensitive list goes.
  {
    name: 'forgotten',
    stack: 'kiel',
    byHand: ({ store }) => {
      const mixed = store.categoryNamed('mixed')?.id ?? 0
      store.removeSites(mixed, ['m-1.example'])
      store.compile(mixed)
    },
    edits: [
      withoutBlock('appliance_category', 'hidden'),
      replaced('["v-1.example", "v-4.example"]', '["v-4.example"]'),
      replaced('resource "appliance_category" "mixed"', 'resource "appliance_category" "taken_over"'),
      replaced('appliance_category.mixed.id', 'appliance_category.taken_over.id'),
      followedBy(`
removed {
  from = appliance_category.mixed
  lifecycle {
    destroy = false
  }
}
`),
    ],
  },
  // An operation compiles with a site that its category gives up in the same apply.
  {
    name: 'operation-with-a-site',
    stack: 'kiel',
    edits: [
      replaced('["v-4.example"]', '["v-5.example"]'),
      replaced(
        'triggers = { number = "1" }',
        'triggers = { sites = join(" ", appliance_category.victims.sites) }',
      ),
    ],
  },
  // What is tainted has lost something in the console, changes in its middle, or moves with its category.
  {
    name: 'tainted',
    stack: 'kiel',
    byHand: ({ store }) => {
      const mixed = store.categoryNamed('mixed')?.id ?? 0
      store.removeSites(mixed, ['m-3.example', 'f-1.example'])
      store.compile(mixed)
    },
    taints: [
      'appliance_category.taken_over',
      'appliance_category.secret',
      'appliance_category_sites.feed',
      'appliance_ldap_group_membership.ann_is_staff',
      'appliance_operation.compile',
    ],
    edits: [replaced('"f-1.example", "f-2.example"', '"f-1.example", "f-3.example"')],
  },
  // Somebody has deleted a category and a group, and others have their numbers now.
  {
    name: 'reused-numbers',
    stack: 'kiel',
    byHand: ({ store, directory }) => {
      const { id } = store.replace(250, { name: 'successor' })
      store.addSites(id, ['n-1.example', 'successor-1.example'])
      store.compile(id)
      directory.groups.remove(5002)
      directory.groups.create({ name: 'admins', organization: 'guests' })
    },
    edits: [replaced('"n-1.example", "n-2.example"', '"n-1.example", "n-3.example"')],
    errors: ['number-refused', 'number-refused'],
  },
  {
    name: 'references-for-reused-numbers',
    stack: 'kiel',
    edits: [
      replaced('category_id = "250"', 'category_id = appliance_category.console.id'),
      replaced('gid = 5002', 'gid = appliance_ldap_group.crew.gid'),
    ],
  },
  // Two sites go for certain and one may, a sensitive list gains one, and a category is compiled from now on.
  {
    name: 'unknown-sites',
    stack: 'kiel',
    edits: [
      replaced('input = "unknown-1.example"', 'input = "unknown-2.example"'),
      replaced('"p-1.example", "p-2.example", "p-3.example", ', '"p-1.example", "p-4.example", '),
      replaced('sensitive(["secret-2.example"])', 'sensitive(["secret-2.example", "secret-3.example"])'),
      replaced('  compile = false\n', ''),
    ],
  },
  // Nothing is refreshed: what goes, stays and comes may be gone or there already.
  {
    name: 'unrefreshed-parts',
    stack: 'kiel',
    byHand: ({ store, directory }) => {
      const numberOf = (name: string) => store.categoryNamed(name)?.id ?? 0
      store.removeSites(numberOf('mixed'), ['f-1.example'])
      store.compile(numberOf('mixed'))
      store.removeSites(numberOf('partly'), ['p-1.example'])
      store.compile(numberOf('partly'))
      directory.groups.unlink(5001, 'ann.lee')
    },
    edits: [
      withoutBlock('appliance_ldap_group_membership', 'ann_is_staff'),
      replaced('"p-1.example", "p-4.example", ', '"p-4.example", "p-5.example", '),
      replaced('["n-1.example", "n-3.example"]', '["n-3.example"]\n  on_remove   = "keep"'),
    ],
    options: ['-refresh=false', '-replace=appliance_category_sites.feed'],
  },
  // A category gets another provider: the former appliance keeps what it has, and nothing has drifted.
  {
    name: 'another-provider',
    stack: 'kiel',
    hasBranch: true,
    edits: [replaced('name    = "later"\n', 'name    = "later"\n  provider = appliance.branch\n')],
  },
]

/** A change of the text of a configuration. */
type Edit = (configuration: string) => string

function replaced(text: string, replacement: string): Edit {
  return (configuration) => {
    if (!configuration.includes(text)) throw new Error(`The configuration does not contain ${text}.`)
    return configuration.replace(text, replacement)
  }
}

function followedBy(text: string): Edit {
  return (configuration) => `${configuration}${text}`
}

function withoutBlock(type: string, name: string): Edit {
  const block = new RegExp(`^resource "${type}" "${name}" \\{\\n(?:.*\\n)*?\\}\\n\\n?`, 'm')
  return (configuration) => {
    if (!block.test(configuration)) throw new Error(`The configuration has no ${type}.${name}.`)
    return configuration.replace(block, '')
  }
}

function without(sites: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Set(others)
  return sites.filter((site) => !left.has(site))
}
