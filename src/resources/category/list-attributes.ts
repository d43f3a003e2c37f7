import { bool, integer, listOf, nestedObject, string } from '@webfilter/terraform-plugin'
import { haveSameSites } from '../../sites/spelling'
import { verifyModes } from '../../sites/verification'

import { notBlank, removalLimit } from '../../validators'

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
