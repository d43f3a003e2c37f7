import { z } from 'zod'
import { actions, causes, remainders, sectionNames, subjectKinds } from '../change'
import { reviewRules } from '../rules'

/**
 * The JSON of a review. Its JSON Schema in docs/review.schema.json is generated from this. Within a version, properties and
 * values may be added and none changes its meaning.
 */
export const reportVersion = '1.0'

export const names = z
  .object({
    count: z.int().min(0).describe('Number of names.'),
    first: z.array(z.string()).describe('The first of these names, unchanged. Empty if they are sensitive.'),
  })
  .describe('Sites, members or addresses.')

export const subject = z
  .object({
    kind: z.enum(subjectKinds),
    name: z.string().describe('Name on the appliance.'),
  })
  .describe('Something on the appliance.')

export const addresses = z.array(z.string()).describe('Addresses of the resources in the configuration.')
export const text = z.string().describe('Line of the text format, without the names.')

export const place = z
  .object({
    file: z.string().describe('Relative to the root of the repository, with `/`.'),
    line: z.int().min(1).optional().describe('From 1. Absent if the whole file is meant.'),
    construct: z
      .string()
      .optional()
      .describe('Path of the construct, such as `stack/policy/ads`, if CDKTF wrote the configuration.'),
  })
  .describe('Block of the first resource, or the line of the first site in a list.')

export const change = z.object({
  cause: z
    .enum(causes)
    .describe(
      'Why the plan contains the change. `change`: the configuration. `drift`: something was changed on the appliance outside of ' +
        'Terraform, and the apply restores it. `state`: only the state changes, and nothing is sent to the appliance.',
    ),
  section: z.enum(sectionNames).describe('Section of the report, the most severe first.'),
  action: z
    .enum(actions)
    .describe(
      'Action of the plan. `forget`, `import` and `rename` change only the state and send nothing to the appliance.',
    ),
  on_appliance: z
    .enum(remainders)
    .optional()
    .describe(
      'In section `lost`: what the apply leaves of the subject. `deleted`: nothing. `recreated`: it is deleted and created again. ' +
        '`stays`: it stays on the appliance, and only its sites may be removed.',
    ),
  subject,
  to: subject.optional().describe('Target of a move.'),
  text,
  noun: z.enum(['site', 'member', 'address']).optional().describe('Kind of the names.'),
  names: names.optional(),
  addresses,
})

export function findingOf<const Rules extends readonly string[]>(rules: Rules) {
  return z.object({
    rule: z.enum(rules),
    level: z.enum(['warning', 'fatal']),
    text,
    names: names.optional(),
    addresses,
    cause: z
      .literal('drift')
      .optional()
      .describe('Present if the finding is only about what the apply restores.'),
    code: z
      .string()
      .optional()
      .describe(
        'Code of the provider diagnostic that caused the finding. The Troubleshooting guide lists the codes.',
      ),
    place: place.optional(),
  })
}

/** Why a plan failed. */
export const planErrors = z
  .array(
    z.object({
      text,
      names: names.optional(),
      addresses,
      code: z
        .string()
        .optional()
        .describe('Code of the provider diagnostic. Errors of Terraform and OpenTofu have none.'),
      place: place.optional(),
    }),
  )
  .describe('Errors of the plan. Present if it failed.')

const total = z.int().min(0)

const totals = z.object({
  accounts_deleted: total.describe('Members whose account is deleted, also if it is created again.'),
  public_suffixes: total.describe('Added sites that the rule `public-suffix` reports.'),
  destroyed: total.describe(
    'Other resources that are deleted on the appliance, or deleted and created again.',
  ),
  no_longer_managed: total.describe('Resources that stay on the appliance.'),
  lost: total.describe('Sum of `accounts_deleted`, `destroyed` and `no_longer_managed`.'),
  sites_moved: total,
  sites_added: total.describe('Sites that move are not included.'),
  sites_added_if_missing: total.describe(
    'Sites of categories that are adopted or imported, and may contain them already. Not included in `sites_added`.',
  ),
  sites_removed: total.describe('Sites that move are not included.'),
  memberships_added: total,
  memberships_added_if_missing: total.describe(
    'Members of groups that are adopted, and may contain them already. Not included in `memberships_added`.',
  ),
  memberships_removed: total,
  created: total.describe('Without `--messages`, some of them may be adopted.'),
  adopted: total.describe('Resources that exist already. Only the messages of the plan say so.'),
  changed: total,
})

export const jsonReport = z
  .object({
    format_version: z.literal(reportVersion),
    outcome: z
      .enum(['nothing', 'changes', 'refused', 'failed'])
      .describe(
        '`nothing`: nothing to do (exit code 0). `changes`: the plan changes something (2). `refused`: a finding is fatal (3). ' +
          '`failed`: the plan failed, and `errors` says why (1).',
      ),
    verdict: z.string().describe('Summary in one line.'),
    totals: totals.describe('Everything that the apply does.'),
    totals_by_cause: z
      .object({ change: totals, drift: totals, state: totals })
      .describe('The same for the changes of each cause.'),
    changes: z.array(change).describe('The most severe sections first.'),
    findings: z.array(findingOf(reviewRules)).describe('The fatal ones first.'),
    errors: planErrors.optional(),
  })
  .describe('Changes that a plan makes on an appliance, as `appliance review --format json` prints them.')

export type JsonReport = z.infer<typeof jsonReport>
