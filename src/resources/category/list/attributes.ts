import { haveSameSites } from '../../../sites/compare'
import { verifyModes } from '../../../sites/verification'
import { bool, integer, listOf, retired, string } from '../../../terraform/schema/builders'
import { listType, numberType, objectType, stringType } from '../../../terraform/values/type'
import { notBlank, removalLimit } from '../../../validators'

const retiredBecause =
  'States no longer hold it, so that a plan shows only what somebody has changed. The next release drops the attribute.'

/** The attributes of whatever manages a list of sites in a category. */
export const listAttributes = {
  sites: listOf('string', {
    optional: true,
    semanticEquals: (prior, next) => haveSameSites(prior, next),
    description:
      'Sites: domains or IPv4 addresses. Their order means nothing, and only they are managed: what others added stays. It ' +
      'is a list because Terraform compares the elements of large sets pairwise. For more than a thousand use `sites_file`.',
  }),
  sites_file: string({
    optional: true,
    validate: notBlank,
    description:
      'File with the sites, in place of `sites`, in one of the forms in which lists are published: see "Files of sites". Up to 64 MiB, ' +
      'which is some three million sites. It is read when the plan is made, relative to the folder in which Terraform runs, so it must ' +
      'be there by then. Where another file has the same sites, nothing changes.',
  }),
  on_invalid_line: string({
    default: 'skip',
    oneOf: ['skip', 'fail'],
    description:
      'What happens to lines of `sites_file` that are no sites, such as exceptions to rules: `skip` leaves them out, with one warning ' +
      'whenever the file has changed; `fail` refuses the file. So it is with names that the appliance would store as others or would ' +
      'not keep: see "What a site matches". A file most of whose lines are no sites is refused unless `skip` is written in the ' +
      'configuration.',
  }),
  allow_empty: bool({
    default: false,
    description:
      'Whether `sites_file` may be a file without a single site. Else such a file is refused, as it would take out all that the ' +
      'category filters by.',
  }),
  on_conflict: string({
    default: 'keep',
    oneOf: ['keep', 'move', 'fail'],
    description:
      'What happens to an added site that another personal category holds: `keep` leaves it there too and asks nothing, ' +
      '`move` takes it out there, `fail` refuses the change. The last two ask for each added site, in the plan up to 5,000. The ' +
      'plan warns of what it finds. With `fail` the apply refuses the change before it sends anything for it, unless the other ' +
      'category gives the site up in the same apply; if Terraform comes to this category first, apply again, or name the other ' +
      'one in `depends_on`.',
  }),
  on_remove: string({
    default: 'remove',
    oneOf: ['remove', 'keep'],
    description:
      'What happens to a site that leaves the list: `remove` takes it out of the category, `keep` leaves it there and only ' +
      'ceases to manage it. Where the appliance has the autonomous category service alone, which takes nothing out, `keep` ' +
      'is the way to let go of sites, those included that somebody took out by hand.',
  }),
  removal_limit: string({
    optional: true,
    validate: removalLimit,
    description:
      'How many of its managed sites one change may take out, as a number, `"500"`, or as a share of them, `"20%"`: a plan that would ' +
      'take out more is refused. Sites that move to another category count, what `on_remove = "keep"` leaves does not; a destroy or a ' +
      'replacement warns only. Defaults to that of the provider, else to `50%` for a file where more than 1,000 sites are managed; ' +
      '`"100%"` allows everything.',
  }),
  compile: bool({
    default: true,
    description:
      'Whether changes become active with the apply that makes them. Without it they wait for the next compile, ' +
      'whoever asks for it.',
  }),
  verify: string({
    default: 'auto',
    oneOf: verifyModes,
    description:
      'How a refresh finds out whether the sites are there, of which the appliance has no list: `full` asks for each of ' +
      'them, `sample` for 2,000, ten of the last change among them, `none` for none; `auto` is `full` up to 5,000 sites, else ' +
      '`sample`. If a sample misses one, or the appliance counts fewer sites than are managed, all are asked for. The next apply ' +
      'adds what is missing.',
  }),
  sites_digest: string({
    computed: true,
    nullable: true,
    description: 'Digest of the sites of `sites_file`, the same for every spelling and order of them.',
  }),
  site_count: integer({
    computed: true,
    nullable: true,
    description: 'How many sites `sites_file` has, each counted once.',
  }),
  sites_packed: string({
    computed: true,
    nullable: true,
    sensitive: true,
    description:
      'The sites of `sites_file`, compressed: some six bytes for each. Sensitive only so that it is not printed.',
  }),
  file_digest: string({
    computed: true,
    nullable: true,
    description:
      'SHA-256, as `filesha256` gives it, of the file that last changed the list. Another file with the same sites leaves it as it is. ' +
      'Null while sites are missing.',
  }),
  compiled: bool({
    computed: true,
    description:
      'Whether the last change was compiled. Where it is false and `compile` is set, the next apply compiles.',
  }),
  missing_sites: listOf('string', {
    computed: true,
    nullable: true,
    description:
      'Sites of `sites_file` that a refresh did not find in the category: the first hundred. Null if nothing is missing. ' +
      'A site that is missing from an inline list leaves `sites` instead.',
  }),
  item_count: retired(numberType, {
    description: 'Always null.',
    deprecated: `${retiredBecause} The data source \`appliance_category\` tells it.`,
  }),
  last_change: retired(
    objectType({
      added: numberType,
      removed: numberType,
      first_added: listType(stringType),
      first_removed: listType(stringType),
    }),
    {
      description: 'Always null.',
      deprecated: `${retiredBecause} The plan says what changes.`,
    },
  ),
  verification: retired(
    objectType({
      mode: stringType,
      asked: numberType,
      total: numberType,
      missing_count: numberType,
      missing: listType(stringType),
    }),
    {
      description: 'Always null.',
      deprecated: `${retiredBecause} \`appliance drift\` tells how many sites were asked for.`,
    },
  ),
} as const
