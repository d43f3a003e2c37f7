import { notBlank, removalLimit } from '@webfilter/appliance-declarations/validators'
import { haveSameSites, verifyModes } from '@webfilter/site-lists'
import {
  bool,
  type DocumentationSection,
  integer,
  listOf,
  nestedObject,
  type ResourceDocumentation,
  string,
} from '@webfilter/terraform-plugin'
import { categoryReleases, whatASiteMatches } from '../../documentation'

/** The attributes of whatever manages a list of sites in a category. */
export const listAttributes = {
  sites: listOf('string', {
    optional: true,
    semanticEquals: (prior, next) => haveSameSites(prior, next),
    description:
      'Domains or IPv4 addresses, each once and in any order. Sites that others added stay. An empty list, or none, removes all managed ' +
      'sites. Use `sites_file` for more than 1,000 sites. Conflicts with `sites_file`.',
  }),
  sites_file: string({
    optional: true,
    validate: notBlank,
    description:
      'Path of a file with the sites, relative to the folder in which Terraform runs. See "List files" in the guide "Checking and ' +
      'fetching lists" for formats, archives and limits. The plan reads the file. Another one with the same sites changes nothing. ' +
      'Conflicts with `sites`.',
  }),
  exceptions: listOf('string', {
    optional: true,
    semanticEquals: (prior, next) => haveSameSites(prior, next),
    description:
      'Domains or IPv4 addresses to leave out of a list from a file, with everything below them. They concern this list only. ' +
      'Cannot contain a public suffix such as `github.io`. Conflicts with `sites`.',
  }),
  exceptions_file: string({
    optional: true,
    validate: notBlank,
    description:
      'Path of a file with further exceptions, in the formats and within the limits of `sites_file`. Lines such as `@@||example.com^` ' +
      'are read like sites. Each line must be valid, regardless of `on_invalid_line`. Conflicts with `sites`.',
  }),
  list_exceptions: string({
    optional: true,
    oneOf: ['skip', 'apply'],
    description:
      'Action for lines of `sites_file` such as `@@||example.com^`. `apply` takes them as exceptions of the list; `skip` leaves them ' +
      'out. Defaults to `skip`.',
  }),
  sites_files: listOf('string', {
    optional: true,
    validateElement: notBlank,
    description:
      'Paths of several files whose sites together are the list, such as `fileset(path.module, "lists/*.txt")`. Each is read as ' +
      '`sites_file`, whose limits apply to all together. Conflicts with `sites` and `sites_file`.',
  }),
  on_invalid_line: string({
    default: 'skip',
    oneOf: ['skip', 'fail'],
    description:
      'Action for lines of `sites_file` that are not sites, and for names that a list cannot contain. `skip` leaves ' +
      'them out, with one warning each time the file changes; `fail` rejects the file. A file in which most lines are not sites is rejected unless ' +
      'the configuration sets `skip`.',
  }),
  allow_empty: bool({
    default: false,
    description:
      'Whether `sites_file` can be a file without any site. If `false`, the plan rejects such a file, because it would remove all managed sites.',
  }),
  on_conflict: string({
    default: 'keep',
    oneOf: ['keep', 'move', 'fail'],
    description:
      'Action for an added site that another personal category contains. `keep` adds it without checking, and leaves it in the other category. ' +
      '`move` removes it from the other category. `fail` rejects the change.',
  }),
  on_remove: string({
    default: 'remove',
    oneOf: ['remove', 'keep'],
    description:
      'Action for a site that leaves the list. `remove` removes it from the category; `keep` leaves it there and stops managing it. The ' +
      'autonomous category service alone cannot remove sites: set `keep` there.',
  }),
  removal_limit: string({
    optional: true,
    validate: removalLimit,
    description:
      'Greatest number or share of the managed sites that a plan may remove, such as `"500"` or `"20%"`; `"100%"` allows every change. ' +
      'Sites that move to another category count; a destroy, and a replacement by a list of another name, only warn. ' +
      'Defaults to the `removal_limit` of the provider, otherwise to half of the sites of a list from a file with more than ' +
      '1,000 managed sites. If sites leave only because a newer release of the provider reads the file differently, the default is a tenth.',
  }),
  compile: bool({
    default: true,
    description:
      'Whether an apply compiles the category, which makes its changes active. If `false`, they become active with the next compile.',
  }),
  verify: string({
    default: 'auto',
    oneOf: verifyModes,
    description:
      'Number of sites that are looked up one by one: all (`full`), 2,000 (`sample`) or none (`none`). A refresh looks up managed sites, and ' +
      'an apply those that it has removed. `auto` is the `verify` of the provider, otherwise `full` for up to 5,000 sites, and ' +
      '`sample` for more.',
  }),
  compiled: bool({
    computed: true,
    description:
      'Whether the last change was compiled. If `false` and `compile` is `true`, the next apply compiles.',
  }),
  file_sites: nestedObject(
    {
      count: integer({
        computed: true,
        description: 'Number of distinct sites, without the exceptions of the list.',
      }),
      digest: string({
        computed: true,
        description: 'Digest of the sites, regardless of their spelling and order.',
      }),
      file_digest: string({
        computed: true,
        nullable: true,
        description:
          'SHA-256 of the file that last changed the list, as returned by `filesha256`; for a file in an archive, of that file. For several files, ' +
          '`sha256(join("", sort([for file in files : filesha256(file)])))`. Null after an apply that failed midway or a refresh that did not ' +
          'find all sites, until an apply changes the list.',
      }),
      missing: listOf('string', {
        computed: true,
        nullable: true,
        description:
          'First 100 sites that a refresh did not find in the category. Null if no site is missing.',
      }),
    },
    {
      computed: true,
      nullable: true,
      description:
        'Facts about the managed sites of `sites_file` or `sites_files`. Null for a list that is not from a file.',
    },
  ),
  sites_packed: string({
    computed: true,
    nullable: true,
    sensitive: true,
    description:
      'Managed sites of `sites_file` or `sites_files` in compressed form, about eight bytes each. Sensitive only to stay out of the output.',
  }),
} as const

/** How a refresh finds missing sites: the same for every list of sites. */
const verificationDocumentation =
  'Each plan looks up as many managed sites as [`verify`](../guides/drift.md#sites-of-a-category) says, and the next apply adds missing ' +
  'ones again. Sites that others added are not detected, because the REST interface cannot list them.'

/** What `on_conflict` does, for both resources. */
const conflictDocumentation: DocumentationSection = {
  heading: 'Sites in other categories',
  text:
    'If a list gets a site that another personal category contains, `on_conflict` decides: both contain it (`keep`), it leaves the other ' +
    'category (`move`), or the apply sends nothing for this category and fails (`fail`). [The guide](../guides/lists.md#sites-in-other-categories) ' +
    'says what plan and apply check.',
}

/** How a category becomes active that loses its last managed site. */
const emptiedDocumentation =
  'The appliance does not compile an empty category. If no site is known to remain, the provider adds a placeholder name below ' +
  '`.invalid`, which matches no website, compiles, and removes it again. A warning names it: it stays active until the next ' +
  'compile; with the autonomous service alone, it stays in the category.'

/** What a destroy does with sites that somebody else declares. */
const sharedDocumentation =
  'Sites that another resource of the configuration declares in this category stay, and the plan warns about them. So do those of a ' +
  'resource that only gets another address (an index of `count` changes, or `count` becomes `for_each`) or is replaced in the same ' +
  'category (`-replace`, tainted). If this resource is destroyed first, the sites are missing until the other one adds them again ' +
  'in the same apply; a `moved` block for each address avoids it. The sites do not stay if `-target` excludes the other resource, ' +
  'or if it is in another state.\n\n' +
  'To stop managing a resource without any change, use a `removed` block with `destroy = false`, or `terraform state rm`.'

/** What sites mean, and which are not taken. */
const matchDocumentation: DocumentationSection = {
  heading: 'What a site matches',
  text: [
    whatASiteMatches,
    'The plan rejects names in `sites` that the appliance would store as another site or would delete. It leaves them out of ' +
      '`sites_file` with a reason, or rejects the file if `on_invalid_line` is `fail`:',
    [
      '- `www.` in front of a public suffix. The appliance would store `www.gov.uk` as `gov.uk`, which matches everything below it.',
      '- Names that the appliance deletes with each compile, such as `co.uk`, `com.au` or `eu.org`. List the domains below them instead. ' +
        'It deletes `fromsmash.com` only from categories whose table is `category_malware` or `category_filehosting`, and `asso.fr` only ' +
        'from one whose table is `category_suspicious`. The table is `category_` and the first 20 bytes of the name, without blanks and ' +
        'punctuation.',
      '- With the autonomous category service, names that contain `www.` after their beginning, such as `login.www.gov.uk` and ' +
        '`awww.example.com`. It would store them as `gov.uk` and `example.com`. The older routes, which `category_api` of the provider ' +
        'chooses, store them unchanged.',
    ].join('\n'),
    'Names whose first label is `www` plus digits or `ww` plus digits, such as `www2.example.com` or `ww1.example.com`, are stored but ' +
      'never become active. The plan warns about them.',
  ].join('\n\n'),
}

/** Lists from files, and where the guide describes them. */
const listFileDocumentation: DocumentationSection = {
  heading: 'List files',
  text: [
    'Download a published list, keep it beside the configuration, and name it:',
    `\`\`\`terraform
resource "appliance_category" "malware" {
  name          = "malware"
  sites_file    = "\${path.module}/malware.txt"
  removal_limit = "20%" # Rejects a plan that would remove more of the sites.
}
\`\`\``,
    'The guide to lists has the [formats and limits](../guides/lists.md#list-files), says what protects a category from a failed ' +
      'download, and how to leave sites out by [exceptions](../guides/lists.md#exceptions). Unless `list_exceptions` is `apply`, ' +
      'exceptions in the list itself have no effect.',
  ].join('\n\n'),
}

/** What moves and destroys take away, in the words of both resources. */
const irreversibleSites = [
  '- Nothing puts back sites that `on_conflict = "move"` has moved.',
  '- A declared site is managed, even if it was in the category before. It leaves the category when it leaves the list, and with a ' +
    'destroy, unless `on_remove` and `on_destroy` are `keep`.',
].join('\n')

const engines = '`moved` blocks across types need Terraform 1.8, OpenTofu 1.10, or newer.'

function moveExample(from: string, to: string): string {
  return `\`\`\`terraform\nmoved {\n  from = ${from}\n  to   = ${to}\n}\n\`\`\``
}

/** What the page of `appliance_category` says besides its schema. */
export const categoryDocumentation: ResourceDocumentation = {
  subcategory: 'Categories',
  meaning: [matchDocumentation, listFileDocumentation, conflictDocumentation],

  irreversible:
    '~> **Warning:** The REST interface cannot delete or rename a category, or change its description. A category that an apply has ' +
    `created stays on the appliance.\n\n${irreversibleSites}`,

  release: [
    categoryReleases,
    'With the autonomous service alone, the provider cannot create categories, remove sites, or look sites up: see [The two category ' +
      'services](../guides/how-it-works.md#the-two-category-services).',
  ].join('\n\n'),

  destroy:
    'The managed sites leave the category, which is compiled unless `compile` is `false`. The category itself and the sites of others ' +
    'stay. With `on_destroy = "keep"`, nothing is sent, and the sites stay active, unless the same apply destroys another list that ' +
    'contains them and whose `on_destroy` is `remove`. The state decides: apply `keep` before you remove the block.' +
    `\n\n${sharedDocumentation}\n\n${emptiedDocumentation}`,

  drift:
    `${verificationDocumentation}\n\n` +
    'A category is identified by its number and its name, because the appliance gives freed numbers to new categories. If it was ' +
    'deleted or renamed, the plan creates it again. If only the list of the appliance lacks it, and one of up to ten sites of the ' +
    'state is in it, the state keeps it, and the plan warns (`category-unlisted`). If nothing can be asked, a second list must lack ' +
    'it too. If a site of another resource then shows it, the plan is rejected (`absence-unproven`).\n\n' +
    'If the appliance accepts a creation and lists no category of this name, or no list can be read, it may have stored the name in ' +
    'another form. The error names new entries of the list. Nothing is created under this name again: no route deletes a category. If ' +
    'one of them is the category, use its name in the configuration. Otherwise, create the category in the console, or run `terraform ' +
    'state rm`. Until then, plans and `terraform destroy` fail.\n\n' +
    'If the appliance refuses to create a category that counts as gone, it may exist although no list shows it. With Terraform 1.16 ' +
    'or newer, the state then keeps what it had.',

  import:
    'The ID is the number or the name of the category. One that is the number of one category and the name of another is rejected. ' +
    'The import reads no sites. The next plan says how many of the declared sites are there, and its apply adds the others.\n\n' +
    'If the configuration sets `on_destroy` to `keep`, add `?on_destroy=keep` to the ID, as in `ads?on_destroy=keep`: the plan then shows no change.',

  move: [
    'A `moved` block makes the list of an `appliance_category_sites` the list of the category itself, without removing or adding a site:',
    moveExample('appliance_category_sites.ads', 'appliance_category.ads'),
    `Set \`name\` to the name on the appliance: another one would replace the category. ${engines}`,
  ].join('\n\n'),
}

/** What the page of `appliance_category_sites` says besides its schema. */
export const categorySitesDocumentation: ResourceDocumentation = {
  subcategory: 'Categories',
  meaning: [
    {
      heading: 'Sites and list files',
      text:
        'As for a category: [what a site matches](category.md#what-a-site-matches), [list ' +
        'files](category.md#list-files) and [sites in other categories](category.md#sites-in-other-categories).',
    },
    {
      heading: 'Several lists in one category',
      text:
        'The appliance stores each site once. If two lists declare it, it stays until both have lost it. A site that no list has ever ' +
        'declared is not touched. The plan warns about sites of two lists (`lists-overlap`), and can show an update of the list that keeps a site.\n\n' +
        'This holds for lists that are part of the run. If the other list is in another state, or `-target` excludes it, the site is ' +
        'removed, and the next apply of that list adds it again. The same applies to `-refresh=false` with OpenTofu or Terraform before ' +
        '1.16. Do not apply two states at once that have lists in one category: the appliance can skip the compiles of both, and a removed ' +
        'site stays active.\n\nIf a new list takes over a site that another one gives up, the site may be removed and added again in one apply. With ' +
        '`compile = false`, it is active with the next compile. Sites that stay for another list count for `removal_limit`.',
    },
  ],

  irreversible: irreversibleSites,

  release: `${categoryReleases} With the autonomous service alone, sites can be added but not removed, and \`on_conflict\` must be \`keep\`.`,

  destroy:
    'As for [`appliance_category`](category.md#destroy): the managed sites leave the category, unless `on_destroy` is `keep`.',

  drift:
    `${verificationDocumentation}\n\nIf the category no longer exists, the plan creates the list again. ` +
    'If `category_id` has a number that now belongs to another category, the plan is refused with both names ' +
    '([`number-refused`](../guides/codes-objects.md#number-refused)). If the category was only renamed, run `terraform state rm` for ' +
    'the list and apply: no site is removed meanwhile.',

  move: [
    'A `moved` block makes the list of an `appliance_category` a list in that category, without removing or adding a site. Terraform ' +
      'no longer manages the category, which stays:',
    moveExample('appliance_category.ads', 'appliance_category_sites.ads'),
    'Set `category_id` to the number, or to the `id` of a data source `appliance_category`. If it is known only after the apply, or ' +
      'differs, Terraform replaces the list: its sites are removed and added again. ' +
      engines,
  ].join('\n\n'),
}
