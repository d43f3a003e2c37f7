import { notBlank, removalLimit } from '@webfilter/appliance-declarations/validators'
import { haveSameSites, longestArchive, verifyModes } from '@webfilter/site-lists'
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
      'Domains or IPv4 addresses. Their order has no meaning. Only these sites are managed; sites that others added stay. The type ' +
      'is a list because Terraform compares the elements of large sets pairwise. Use `sites_file` for more than 1,000 sites. ' +
      'Conflicts with `sites_file`.',
  }),
  sites_file: string({
    optional: true,
    validate: notBlank,
    description:
      'Path of a file with the sites, relative to the folder in which Terraform runs. The file can be compressed with gzip, or be in a ' +
      'tar archive, such as `adult.tar.gz//adult/domains`. See "List files" on the page of `appliance_category` for the formats. The plan reads the file, so it must exist by then. Another file with the same sites ' +
      'changes nothing. Must be at most 384 MiB, which is more than ten million sites. Conflicts with `sites`.',
  }),
  exceptions: listOf('string', {
    optional: true,
    semanticEquals: (prior, next) => haveSameSites(prior, next),
    description:
      'Domains or IPv4 addresses to leave out of a list from a file, with everything below them. Their order has no meaning. They concern this ' +
      'list only: see "Exceptions" on the page of `appliance_category`. Cannot contain a public suffix such as `github.io`. Conflicts with `sites`.',
  }),
  exceptions_file: string({
    optional: true,
    validate: notBlank,
    description:
      'Path of a file with further exceptions, in the formats and within the limits of `sites_file`. Lines such as `@@||example.com^` are ' +
      'read like sites. Each line must be a valid site, regardless of `on_invalid_line`. Conflicts with `sites`.',
  }),
  list_exceptions: string({
    optional: true,
    oneOf: ['skip', 'apply'],
    description:
      'Action for lines of `sites_file` such as `@@||example.com^`, which are exceptions to rules. `apply` takes them as exceptions of the ' +
      'list. `skip` leaves them out, and the category then matches these sites if the list does. Defaults to `skip`.',
  }),
  sites_files: listOf('string', {
    optional: true,
    validateElement: notBlank,
    description:
      'Paths of several files whose sites together are the list, such as `fileset(path.module, "lists/*.txt")`. Their order has no ' +
      'meaning. What applies to `sites_file` applies to each of them, and its limits to all together. Conflicts with `sites` and ' +
      '`sites_file`.',
  }),
  on_invalid_line: string({
    default: 'skip',
    oneOf: ['skip', 'fail'],
    description:
      'Action for lines of `sites_file` that are not sites, such as exceptions to rules. `skip` leaves them out, with one warning ' +
      'each time the file changes; `fail` rejects the file. The same applies to names that the appliance would store as other sites ' +
      'or would delete: see "What a site matches" on the page of `appliance_category`. A file in which most lines are not sites is ' +
      'rejected unless the configuration sets `skip`.',
  }),
  allow_empty: bool({
    default: false,
    description:
      'Whether `sites_file` can be a file without any site. If `false`, the plan rejects such a file, because it would remove all ' +
      'managed sites from the category.',
  }),
  on_conflict: string({
    default: 'keep',
    oneOf: ['keep', 'move', 'fail'],
    description:
      'Action for an added site that another personal category contains. `keep` adds it without checking, and leaves it in the ' +
      'other category. `move` removes it from the other category. `fail` rejects the change. See "Sites in other categories" on the ' +
      'page of `appliance_category` for what the plan checks and what the apply does.',
  }),
  on_remove: string({
    default: 'remove',
    oneOf: ['remove', 'keep'],
    description:
      'Action for a site that leaves the list. `remove` removes it from the category; `keep` leaves it there and stops managing ' +
      'it. An appliance with only the autonomous category service cannot remove sites: set `keep` to stop managing sites there, ' +
      'including those that were removed in the console.',
  }),
  removal_limit: string({
    optional: true,
    validate: removalLimit,
    description:
      'Greatest number or share of the managed sites that one change may remove, such as `"500"` or `"20%"`. A plan that would remove ' +
      'more is rejected. Sites that move to another category count; sites that `on_remove = "keep"` leaves in the category do not. A ' +
      'destroy, and a replacement by a list of another name, only warn. A replacement with the same name counts as a change of the ' +
      'list, also of a tainted resource. `"100%"` allows every change. Defaults to the `removal_limit` of the provider. If ' +
      'neither the resource nor the provider sets a limit, one change can remove at most half of the sites of a list from a file ' +
      'with more than 1,000 managed sites.',
  }),
  compile: bool({
    default: true,
    description:
      'Whether an apply compiles the category, which makes its changes active. If `false`, they become active with the next ' +
      'compile, regardless of who starts it.',
  }),
  verify: string({
    default: 'auto',
    oneOf: verifyModes,
    description:
      'Number of managed sites that a refresh looks up one by one, because the REST interface cannot list the sites of a category. ' +
      '`full` looks up every site, `sample` 2,000 sites, including up to ten from the last change, and `none` no site. `auto` is the ' +
      '`verify` of the provider; if that is not set, `full` for up to 5,000 sites, and `sample` for more. See "Drift" for what each ' +
      'value finds.',
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
          'SHA-256 of the file that last changed the list, as returned by `filesha256`, whether it is compressed or not. For a file in an ' +
          'archive, SHA-256 of that file. For several files, SHA-256 of these values in alphabetical order, one behind the other: ' +
          '`sha256(join("", sort([for file in files : filesha256(file)])))`. Another file with the same sites does not change it. Null after an apply that failed midway or a refresh that did not find ' +
          'all sites, until an apply changes the list.',
      }),
      missing: listOf('string', {
        computed: true,
        nullable: true,
        description:
          'First 100 sites that a refresh did not find in the category. Null if no site is missing. For an inline list, a refresh drops ' +
          'a missing site from `sites` in the state instead, so the plan shows it as an addition.',
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
      'Managed sites of `sites_file` or `sites_files` in compressed form, about six bytes each. Marked as sensitive only to keep it out of ' +
      'the output.',
  }),
} as const

/** How a refresh finds missing sites: the same for every list of sites. */
const verificationDocumentation = [
  'The REST interface cannot list the sites of a category. The next apply adds missing sites ' +
    'again. Each plan looks up the managed sites one by one:',
  [
    '- `full` looks up all sites. It needs one request for each site.',
    '- `sample` looks up 2,000 sites: up to ten from the last change, and the others at random.',
    '- `none` looks up no site.',
    '- `auto`, the default, is the `verify` of the provider. If that is not set, it is `full` for a list of up to 5,000 sites, and `sample` ' +
      'for a longer one.',
  ].join('\n'),
  'What the plan then finds:',
  [
    '| What happened on the appliance | `full` | `sample` | `none` |',
    '|---|---|---|---|',
    '| A managed site was removed, and it is looked up | found | found; the plan then looks up all sites | not found |',
    '| A managed site was removed, and it is not in the sample | found | found if the appliance reports that the category contains fewer sites than all its lists ' +
      'manage together, because the plan then looks up all sites; otherwise not found | not found |',
    '| Others added a site | not found | not found | not found |',
    '| The category was deleted | found | found | found |',
    '| With the autonomous service alone: the category contains fewer sites than all its lists manage together | warning ' +
      '`fewer-sites-than-managed`; the plan adds all managed sites again | the same | not found |',
    '| With the autonomous service alone: it contains as many, but fewer than applies of the list left there | warning ' +
      '`fewer-sites-than-left`; the plan changes nothing | the same | not found |',
    '| With the autonomous service alone: anything else | warning `sites-not-asked-for`: drift was not checked | the same | not found, ' +
      'without a warning |',
  ].join('\n'),
  'For an inline list, a refresh drops a site that is no longer in the category from `sites` in the state, so the plan shows it as an ' +
    'addition. For a list from a file, `file_sites.missing` contains the first 100 missing sites, and each refresh looks these up again.',
  'A sample can miss drift if the number of sites is unchanged or not reported. Each plan draws a new sample:',
  [
    '| Managed sites | Missing sites | Chance that one plan finds the drift |',
    '|---|---|---|',
    '| 1,000,000 | 1,000 | 86% |',
    '| 1,000,000 | 100 | 18% |',
    '| 1,000,000 | 10 | 2% |',
    '| 100,000 | 100 | 87% |',
  ].join('\n'),
].join('\n\n')

/** What `on_conflict` does, for both resources. */
const conflictDocumentation: DocumentationSection = {
  heading: 'Sites in other categories',
  text: [
    'If a list gets a site that another personal category contains, `on_conflict` decides. A plan or an apply looks up only the sites that it ' +
      'adds:',
    [
      '|  | `keep` | `move` | `fail` |',
      '|---|---|---|---|',
      '| Plan that adds up to 5,000 sites | checks nothing | warning `sites-moved` with the sites and their categories | warning ' +
        '`sites-in-other-categories-now` with the sites and their categories |',
      '| Plan that adds more sites | checks nothing | warning `conflicts-not-checked` | warning `conflicts-not-checked` |',
      '| Plan, if a list of the other category declares the site | accepted, unless `on_conflict` of the other list is `move` | rejected ' +
        '(`sites-contested`) | accepted, unless `on_conflict` of the other list is `move` |',
      '| Apply | adds the site; the other category keeps it | moves the site from the other categories | sends nothing for this category and ' +
        'fails (`sites-in-other-categories`), unless the other category gives up the site in the same apply |',
      '| Plan, with the autonomous service alone | accepted | rejected (`unsupported-by-appliance`) | rejected (`unsupported-by-appliance`) |',
    ].join('\n'),
    'With `fail`, Terraform may reach this category before the one that gives up the site. Then apply again, or specify the other category in ' +
      '`depends_on`.',
    'A site that leaves one category for another one in the same apply is added to the new category first, and then deleted from the old one. ' +
      'Some older releases reject a site that another category contains. There, such a site goes to its new category by the move route. If the ' +
      'other category does not give it up in the same apply, or only later, the apply fails (`site-of-another-category`), and `move` takes it.',
  ].join('\n\n'),
}

/** How a category becomes active that loses its last managed site. */
const emptiedDocumentation =
  'The appliance does not compile an empty category, and the older routes compile only while they add a site. If the ' +
  'provider has found no site that remains in the category, it therefore adds a placeholder name, compiles, and removes the name again. ' +
  'It is a random name below `.invalid`, which matches no website. It stays active until the next compile, and a warning names it. ' +
  'With the autonomous service alone, the provider adds a placeholder name only to an empty category. The name then stays in the ' +
  'category, because this service cannot remove it.'

/** What a destroy does with sites that somebody else declares. */
const sharedDocumentation =
  'Sites that another resource of the configuration declares in this category stay, and the plan warns about them. This includes a ' +
  'category that is in the state under two addresses, one of which is removed, and a category that gets another address: an index of `count` ' +
  'changes, or `count` becomes `for_each`. A replacement in the same category (`-replace`, a tainted resource) leaves the sites that it ' +
  'declares again.\n\n' +
  'If Terraform plans and destroys this resource before it reaches the other one, the sites are missing until the other resource adds them ' +
  'again in the same apply. Terraform works on ten resources at once, so this can happen in a configuration with more, and with ' +
  '`-parallelism=1`. A `moved` block for each address that changes avoids it. The sites do not stay if `-target` excludes the resource that ' +
  'declares them, or if that resource is in another state.\n\n' +
  'To stop managing a resource without any change on the appliance, remove the block from the configuration and run `terraform state ' +
  'rm`, or replace it by a `removed` block with `destroy = false`.'

/** What sites mean, and which are not taken. */
const matchDocumentation: DocumentationSection = {
  heading: 'What a site matches',
  text: [
    whatASiteMatches,
    'A list cannot contain names that the appliance would store as another site or would delete. The plan rejects such names in ' +
      '`sites`. It leaves them out of `sites_file` with a reason, or rejects the file if `on_invalid_line` is `fail`. They are:',
    [
      '- `www.` in front of a public suffix. The appliance would store `www.gov.uk` as `gov.uk`, which matches everything below it.',
      '- Names that the appliance deletes with each compile, such as `co.uk`, `com.au` or `eu.org`. List the domains below them instead. ' +
        'It deletes `fromsmash.com` only from categories whose table is `category_malware` or `category_filehosting`, and `asso.fr` only ' +
        'from one whose table is `category_suspicious`. Other categories can contain them. The table is `category_` and the first 20 bytes ' +
        'of the name, without blanks and punctuation.',
      '- With the autonomous category service, names that contain `www.` after their beginning, such as `login.www.gov.uk` and ' +
        '`awww.example.com`. It would store them as `gov.uk` and `example.com`. The older routes store them unchanged. The provider ' +
        'setting `category_api` chooses between the two; with `auto`, its default, the provider detects from the list of categories ' +
        'which of them stores the sites.',
    ].join('\n'),
    'Names whose first label is `www` plus digits or `ww` plus digits, such as `www2.example.com` or `ww1.example.com`, are stored but ' +
      'never become active. The plan warns about them.',
  ].join('\n\n'),
}

/** What may stand in a file of sites, what is left out of it, and which files are refused. */
const listFileDocumentation: DocumentationSection = {
  heading: 'List files',
  text: [
    '`sites_file` reads the formats in which block lists are usually published. Download the list, keep it beside the configuration, ' +
      'and name it:',
    `\`\`\`terraform
resource "appliance_category" "malware" {
  name          = "malware"
  sites_file    = "\${path.module}/malware.txt"
  removal_limit = "20%" # Rejects a plan that would remove more of the sites.
}
\`\`\``,
    'If a list is published in several files, name them all with `sites_files`. Their sites together are the list, so a site can move from ' +
      'one file to another without a change:',
    `\`\`\`terraform
resource "appliance_category" "adult" {
  name        = "adult"
  sites_files = fileset(path.module, "adult/domains.*")
}
\`\`\``,
    'In a module that is not the root module, add its folder to each name: ' +
      `\`[for name in fileset(path.module, "adult/*") : "\${path.module}/\${name}"]\`. The plan rejects the list if one of the files is missing, ` +
      'contains no site, or is not a list, and names that file.',
    'A file can be in any of these formats, and can mix them:',
    [
      '| Format | Lines that are read | Lines that are left out |',
      '|---|---|---|',
      '| Plain list | `example.com`, `203.0.113.80` | `example.com/path`, `example.com:8443`, `203.0.113.0/24` |',
      '| Wildcards | `*.example.com`, `.example.com` | `ads*.example.com` |',
      '| Hosts file | `0.0.0.0 example.com www.example.org` | |',
      '| Browser rules (Adblock) | `\\|\\|example.com^`, `\\|\\|example.com^$important`, `\\|\\|example.com^$all` | ' +
        '`@@\\|\\|example.com^`, `\\|\\|example.com^$third-party`, `\\|\\|example.com/path`, `example.com##.banner`, `/banner[0-9]+/` |',
      '| dnsmasq | `address=/example.com/0.0.0.0`, `address=/example.com/#`, `server=/example.com/`, `local=/example.com/` | ' +
        '`server=/example.com/192.0.2.53`, `address=/#/0.0.0.0` |',
      '| unbound | `local-zone: "example.com" always_nxdomain`, `local-data: "example.com A 0.0.0.0"` | ' +
        '`local-zone: "example.com" transparent` |',
      '| Response policy zone (RPZ) | `example.com CNAME .`, `*.example.com CNAME .`, `example.com A 0.0.0.0`, and absolute names below the zone of the file | ' +
        '`example.com CNAME rpz-passthru.`, `example.com CNAME other.example.`, `24.0.113.0.203.rpz-ip CNAME .` |',
    ].join('\n'),
    '~> Exceptions in a published list are left out, because a category has none. If a list contains `example.com` and an exception for ' +
      '`login.example.com`, the category also matches `login.example.com`. With `on_invalid_line = "skip"`, the default, check the ' +
      'warning for exceptions before you apply. See [Exceptions](#exceptions) for `list_exceptions = "apply"`.',
    'Hosts files, `local-data` of unbound and zone records without `*` list exact names, but a site also matches everything below it: ' +
      'an entry `www.example.org` puts all of `example.org` into the category.',
    'Lines that begin with `#`, `!` or `;` are comments, and so is the rest of a line after a space and `#` or `;`. Entries of a hosts ' +
      'file for the machine itself, such as `127.0.0.1 localhost`, and records of a zone about itself, such as its `SOA`, are ignored.',
    'The file must be UTF-8 text of at most 384 MiB, with at most 16,777,216 entries, and at most 1,000,000 entries that are not sites. ' +
      'In packed form, the list may take at most 84 MiB of the state, which is about ten million sites. The same holds for the old and ' +
      'the new sites together, because an apply that fails midway must leave both in the state. The plan rejects a list that does not fit.',
    'A file that gzip has compressed is unpacked; its name does not matter, and the limits apply to the unpacked text. If the list is in ' +
      'a tar archive, compressed or not, write the name of its file in the archive after two slashes: ' +
      `\`sites_file = "adult.tar.gz//adult/domains"\`. An archive can contain at most ${longestArchive / 2 ** 20} MiB. The plan rejects a ` +
      'truncated or damaged file.',
    'One warning counts what was left out: exceptions, element hiding rules, paths, ports, networks, rules for some requests, patterns ' +
      'and forwardings. With `on_invalid_line = "fail"`, the plan rejects such a file.',
    'A failed download cannot empty the category. The plan rejects:',
    [
      '- A file without any site, unless `allow_empty` is `true`. The plan then warns about what stays active.',
      '- A file in which most lines are not sites, such as an error page or JSON, unless the configuration sets ' +
        '`on_invalid_line = "skip"`.',
      '- A file that lacks more of the managed sites than `removal_limit` allows. If neither the resource nor the provider sets a ' +
        'limit, one change can remove at most half of the sites of a list that manages more than 1,000. If you set the limit of the ' +
        'provider with `APPLIANCE_REMOVAL_LIMIT`, set it for both the plan and the apply: the provider checks each change during the ' +
        'apply, too, even of a saved plan.',
    ].join('\n'),
    'Terraform does not print a list from a file. The plan therefore warns about each change of it, with the numbers and the first names.',
  ].join('\n\n'),
}

/** What exceptions leave out, and what they cannot do. */
const exceptionsDocumentation: DocumentationSection = {
  heading: 'Exceptions',
  text: [
    '`exceptions` and `exceptions_file` leave sites out of a list from a file, which others maintain. From `sites`, remove the site ' +
      'itself: exceptions beside it are rejected. An exception leaves out the site itself and ' +
      'everything below it:',
    `\`\`\`terraform
resource "appliance_category" "malware" {
  name            = "malware"
  sites_file      = "\${path.module}/malware.txt"
  exceptions      = ["intranet.example.com", "partner.example.net"]
  exceptions_file = "\${path.module}/exceptions.txt"
}
\`\`\``,
    'A category cannot contain exceptions: the provider does not add these sites, and removes those that it manages. A managed site that ' +
      'becomes an exception leaves the list like any other, so `on_remove` and `removal_limit` apply to it. A site that was in the ' +
      'category before and was never managed stays there.',
    [
      '- An exception cannot take effect if the list contains a domain above it: `example.com` in the list also matches ' +
        '`login.example.com`. The plan warns with that domain (`exceptions-covered`). ' +
        '`appliance review --messages` can make the warning fatal.',
      '- Exceptions that change nothing are counted in a warning. A published list can contain their sites tomorrow, so you can keep them.',
      '- Exceptions concern their own list only. If another list of the category declares the site, the site stays, and the plan warns ' +
        'about it.',
      '- The plan rejects public suffixes such as `github.io`, exceptions that leave nothing of the list, and a file of exceptions with ' +
        'a line that is not a site.',
    ].join('\n'),
    'Published lists in the format of browser rules bring their own exceptions along, such as `@@||example.com^`. With ' +
      '`list_exceptions = "apply"`, they are exceptions of the list like the others. That includes all that is said here of domains above ' +
      'them: the plan names those that cannot take effect. Exceptions of the list that change nothing are not counted. An exception for ' +
      '`www.example.com` leaves out `example.com`, because the appliance drops `www.`. Exceptions for public suffixes, for parts of a ' +
      'site or for some requests stay lines that are not sites.',
    'The warnings appear when the list or its exceptions change. Like `sites_file`, `exceptions_file` is read during the plan and must exist ' +
      'by then. If an element of `exceptions` is known only after apply, so is what is left of the list.',
  ].join('\n\n'),
}

/** What moves and destroys take away, in the words of both resources. */
const irreversibleSites = [
  '- With `on_conflict = "move"`, an apply removes the sites from the other categories that contain them. Neither a destroy nor ' +
    'another value of `on_conflict` puts them back.',
  '- A site that was in the category before is managed once the configuration declares it. A destroy removes it like the others, ' +
    'unless `on_destroy` is `keep`.',
].join('\n')

const engines = '`moved` blocks across types need Terraform 1.8, OpenTofu 1.10, or newer.'

function moveExample(from: string, to: string): string {
  return `\`\`\`terraform\nmoved {\n  from = ${from}\n  to   = ${to}\n}\n\`\`\``
}

/** What the page of `appliance_category` says besides its schema. */
export const categoryDocumentation: ResourceDocumentation = {
  subcategory: 'Categories',
  meaning: [matchDocumentation, listFileDocumentation, exceptionsDocumentation, conflictDocumentation],

  irreversible:
    '~> **Warning:** The REST interface cannot delete or rename a category, or change its description. A category that an apply has ' +
    `created stays on the appliance.\n\n${irreversibleSites}`,

  release: [
    categoryReleases,
    'An appliance has the older routes, the autonomous service, or both:',
    [
      '|  | Older routes alone | Autonomous service alone | Both |',
      '|---|---|---|---|',
      '| Create a category | yes | no: create it in the console, and apply to adopt it | yes |',
      '| Add sites | yes | yes | yes |',
      '| Remove sites | yes | no: the plan is rejected, unless `on_remove` and `on_destroy` are `keep` | yes |',
      '| Look up single sites | yes | no: the plan compares only the number of sites | yes |',
      '| `on_conflict` | `keep`, `move`, `fail` | `keep` | `keep`, `move`, `fail` |',
      '| Compile | only together with the addition of a site | yes, but not an empty category | yes |',
    ].join('\n'),
    'With the provider setting `category_api = "autonomous"`, the second column applies to an appliance with both, too. The autonomous service ' +
      'does not show whether a site was removed in the console. So a plan that would remove such a site is rejected as well: set ' +
      '`on_remove = "keep"` to stop managing it.',
  ].join('\n\n'),

  destroy:
    'The REST interface cannot delete a category. It stays, and the plan warns about it. With `on_destroy = "remove"`, the managed ' +
    'sites are removed and the category is compiled, unless `compile` is `false`; sites of others stay. With `on_destroy = "keep"`, ' +
    `nothing is sent, and the sites stay active.\n\n${sharedDocumentation}\n\n${emptiedDocumentation}`,

  drift:
    `${verificationDocumentation}\n\n` +
    'The provider identifies a category by its number and its name, because the appliance gives freed numbers to new categories. If ' +
    'the category no longer exists, the plan creates it again.\n\n' +
    'Sites that others added are not detected, because the REST interface cannot list them. They count only in `item_count` of the data ' +
    'source `appliance_category`, if the appliance reports it.',

  import:
    'The ID is the number or the name of the category. The import reads no sites, because the REST interface cannot list them. The ' +
    'next plan says how many of the declared sites are there, if any are. Its apply adds those that the category lacks, and manages all declared ' +
    'sites from then on.\n\n' +
    'If the configuration sets `on_destroy` to `keep`, add `?on_destroy=keep` to the ID, such as `ads?on_destroy=keep`. The plan of ' +
    'the import then shows no change.',

  move: [
    'A `moved` block makes the list of an `appliance_category_sites` the list of the category itself. No site is removed or added for ' +
      'it. Terraform then also manages the category:',
    moveExample('appliance_category_sites.ads', 'appliance_category.ads'),
    `Set \`name\` to the name of the category on the appliance: another name would replace the category. ${engines}`,
  ].join('\n\n'),
}

/** What the page of `appliance_category_sites` says besides its schema. */
export const categorySitesDocumentation: ResourceDocumentation = {
  subcategory: 'Categories',
  meaning: [
    {
      heading: 'Sites and list files',
      text:
        'The rules for the sites of a category apply here as well. [What a site matches](category.md#what-a-site-matches) describes the ' +
        'names that a list can contain. [List files](category.md#list-files) has the formats of `sites_file`, and the files that a plan ' +
        'rejects. [Exceptions](category.md#exceptions) says how to leave sites out of a list, and [Sites in other ' +
        'categories](category.md#sites-in-other-categories) what `on_conflict` does.',
    },
    {
      heading: 'Several lists in one category',
      text:
        '![A site stays as long as one of the lists of its category declares it, and a site that no list has ever declared is not ' +
        'touched.](../images/lists-of-a-category.svg)\n\n' +
        'The appliance stores each site of a category once, without the list that it comes from. If two lists declare the same site, the site stays ' +
        'until both have lost it. The plan warns about such sites (`lists-overlap`). If one of the lists loses a site, the plan of the other ' +
        'one can show an update with `compiled` known after apply: the apply keeps the site, or adds it again.\n\n' +
        'The provider considers only the lists that are part of the run. If the other list is in another state, or `-target` excludes it, the site is removed, ' +
        'and the next apply of the other list adds it again. The same applies to `-refresh=false` with OpenTofu or Terraform before 1.16. ' +
        'Sites that stay for another list count for `removal_limit`, and a plan for the autonomous service alone can reject their removal: ' +
        'set `on_remove = "keep"` there.',
    },
  ],

  irreversible: irreversibleSites,

  release: `${categoryReleases} With the autonomous service alone, sites can be added but not removed, and \`on_conflict\` must be \`keep\`.`,

  destroy:
    'With `on_destroy = "remove"`, the managed sites are removed and the category is compiled, unless `compile` is `false`; the ' +
    'category and the sites of others stay. With `on_destroy = "keep"`, nothing is sent, and the sites stay active.\n\n' +
    `${sharedDocumentation}\n\n${emptiedDocumentation}`,

  drift:
    `${verificationDocumentation}\n\nIf the category no longer exists, or its number now belongs to another category, the plan ` +
    'creates the list again in the category that has the number at that time. A warning names the category that took over the ' +
    'number.',

  move: [
    'A `moved` block makes the list of an `appliance_category` a list in that category. No site is removed or added for it. The category ' +
      'stays on the appliance, and Terraform no longer manages it:',
    moveExample('appliance_category.ads', 'appliance_category_sites.ads'),
    'Set `category_id` to a value that is known when the plan is made, such as the number itself or the `id` of a data source ' +
      '`appliance_category`. If it is known only after the apply, or is another number, Terraform replaces the list: its sites are removed ' +
      'and added again. ' +
      engines,
  ].join('\n\n'),
}
