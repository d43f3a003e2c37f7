import { categoryReleases, whatASiteMatches } from '../../documentation'
import type { DocumentationSection, ResourceDocumentation } from '../../terraform/provider/definition'

/** How a refresh finds out what is missing: the same for every list of sites. */
const verificationDocumentation =
  'Each plan asks the appliance for the managed sites, one by one, as it cannot list them; what is missing is planned to be ' +
  'added again. Up to 5,000 sites all are asked for. Of a longer list `verify = "auto"` asks for 2,000, ten of the last ' +
  'change and the others by chance, and compares the number of sites if the appliance tells it. All are asked for if that number is ' +
  'below what all lists of the category manage together, or if the sample misses one: the first plan that notices counts them ' +
  'all. What is missing from an inline list leaves `sites`; of a list from a file `missing_sites` names the first hundred, ' +
  'which each refresh asks for again. A sample may miss a drift that leaves the number as it is or where none is told. Of a list of ' +
  '1,000,000 sites of which 1,000 are missing one plan notices with a chance of 86 %, of 100 missing with 18 %, of 10 missing with ' +
  '2 %; of 100,000 sites with 100 missing the chance is 87 %. ' +
  'Every night is another sample. `verify = "full"` misses nothing, and takes as many questions as there are sites.'

/** How a category becomes active that loses its last managed site. */
const emptiedDocumentation =
  'The appliance compiles no empty category, and the older routes compile only while they add. So if no managed site is left, they add a ' +
  'random name below `.invalid`, which stands for no website, for the compile, and take it out again. It is active until the next ' +
  'compile, and a warning names it.'

/** What a destroy does with sites that somebody else declares. */
const sharedDocumentation =
  'Sites that another resource of the configuration declares in this category stay, also where the category is under two addresses of ' +
  'the state and one of them leaves: the plan warns of it. Where Terraform deletes before it comes to the other resource, they are missing ' +
  'for a moment, until that one adds them again in the same apply. This does not hold for resources that `-target` leaves out, nor for ' +
  'those of another state. And it holds for a destroy, not for a replacement. To give up a resource without any change, use ' +
  '`terraform state rm`, or a `removed` block with `destroy = false`.'

/** What sites mean, and which are not taken. */
const matchDocumentation: DocumentationSection = {
  heading: 'What a site matches',
  text: [
    whatASiteMatches,
    'A list holds nothing that the appliance would store as something else, or would not keep. Such names are refused in `sites`, and ' +
      'left out of `sites_file` with a reason:',
    [
      '- `www.` before a public suffix: of `www.gov.uk` the appliance would store `gov.uk`, with all that is below it.',
      '- Names that the appliance deletes whenever it compiles, such as `co.uk`, `com.br` or `eu.org`. Name the domains below them.',
      '- With the autonomous category service, names with `www.` further behind, such as `login.www.gov.uk` and `awww.example.com`: it ' +
        'would store `gov.uk` and `example.com`. The older routes store them as they are. Which of them stores the sites is ' +
        'known from `category_api`, or else from the list of categories when the plan is made.',
    ].join('\n'),
    'Names whose first part is `www` or `ww` with digits, such as `ww1.example.com`, are stored but never become active: the plan warns ' +
      'of them.',
  ].join('\n\n'),
}

/** What may stand in a file of sites, what is left out of it, and which files are refused. */
const siteFileDocumentation: DocumentationSection = {
  heading: 'Files of sites',
  text: [
    'A file may be in any of these forms, or in several of them:',
    [
      '| Form | A line |',
      '|---|---|',
      '| Plain | `example.com`, `*.example.com` or `.example.com` |',
      '| Hosts file | `0.0.0.0 example.com www.example.org` |',
      '| Rules for browsers | `\\|\\|example.com^` |',
      '| dnsmasq | `address=/example.com/0.0.0.0`, `server=/example.com/` or `local=/example.com/` |',
      '| unbound | `local-zone: "example.com" always_nxdomain` |',
      '| Response policy zone | `example.com CNAME .` |',
    ].join('\n'),
    'Comments begin with `#`, `!` or `;`. What a hosts file says of its own machine, such as `127.0.0.1 localhost`, and what a zone says ' +
      'of itself is passed over. The text is UTF-8 and not compressed, has 64 MiB and 4,194,304 entries at most, and at most 1,000,000 ' +
      'entries that are no sites.',
    'What a rule says and a site cannot is left out, counted under its own name in one warning: exceptions (`@@||example.com^`), element ' +
      'hiding rules, paths, ports, networks, rules for some requests only (`$third-party`), patterns and forwardings. ' +
      '`on_invalid_line = "fail"` refuses such a file.',
    'A list that was replaced by something else empties no category. These are refused in the plan:',
    [
      '- A file without a single site, unless `allow_empty = true`. The plan then warns of what stays active.',
      '- A file most of whose lines are no sites, such as the page of an error or JSON, unless `on_invalid_line = "skip"` is written in ' +
        'the configuration.',
      '- A file that lacks more of the managed sites than `removal_limit` allows. Where more than 1,000 sites are managed, half of ' +
        'them may go at once unless something else is set. The provider has a `removal_limit` too, and `APPLIANCE_REMOVAL_LIMIT` ' +
        'sets it; it has to be set for the plan and for the apply alike, as an apply plans again.',
    ].join('\n'),
    'Terraform cannot print such a list, so the plan warns of each change of it, with numbers and the first names.',
  ].join('\n\n'),
}

/** What sites mean, where they stand in the configuration and in a file. */
const sitesDocumentation: readonly DocumentationSection[] = [matchDocumentation, siteFileDocumentation]

/** What the page of `appliance_category` says besides its schema. */
export const categoryDocumentation: ResourceDocumentation = {
  subcategory: 'Categories',
  meaning: sitesDocumentation,

  release:
    `${categoryReleases} With the older routes alone everything works, but only adding compiles. With the autonomous ` +
    'service alone a category must exist already, sites can be added but not taken out, and `on_conflict` must be `keep`. ' +
    'A plan that would take sites out is refused there, also where somebody took them out by hand, as nobody can tell; ' +
    '`on_remove = "keep"` lets go of them.',

  destroy:
    'The appliance cannot delete a category: it stays, and the plan warns of it. With `on_destroy = "remove"` the managed ' +
    'sites are taken out and the category is compiled; sites of others stay. With `on_destroy = "keep"` nothing is sent, ' +
    `and the sites stay active.\n\n${sharedDocumentation}\n\n${emptiedDocumentation}`,

  drift:
    verificationDocumentation +
    '\n\nA category is the same only where number and name fit, as the appliance gives freed numbers to new categories; if it is gone, ' +
    'it is planned to be created again.\n\n' +
    'Sites that others added are not found, since the appliance cannot list them; only `item_count` of the data source ' +
    '`appliance_category` tells of them, where the appliance tells it. With the autonomous service alone no single site can be asked for: fewer sites than are ' +
    'managed, by all lists that share the category, is drift, and all of them are then added again.',

  import:
    'By the number or by the name of the category. The import brings no sites, as the appliance cannot list them: the next ' +
    'apply asks which of the declared sites are there, adds the others, and manages all of them from then on.',
}

/** What the page of `appliance_category_sites` says besides its schema. */
export const categorySitesDocumentation: ResourceDocumentation = {
  subcategory: 'Categories',
  meaning: sitesDocumentation,

  release:
    `${categoryReleases} With the autonomous service alone sites can be added but not taken out, and ` +
    '`on_conflict` must be `keep`.',

  destroy:
    'With `on_destroy = "remove"` the managed sites are taken out and the category is compiled; the category and the sites of ' +
    `others stay. With \`on_destroy = "keep"\` nothing is sent, and the sites stay active.\n\n${sharedDocumentation}\n\n${emptiedDocumentation}`,

  drift:
    `${verificationDocumentation}\n\nWhere the category is gone, or its number belongs to another one now, the list is planned ` +
    'to be added to whatever has the number by then, and a warning names it.',
}
