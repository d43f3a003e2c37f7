import type { ReviewedPlan } from '../plan/planned-changes'
import type { Observation } from '../report/report'
import { absentAfterApply, reusedNumbers } from './absent-objects'
import {
  categoriesAdopted,
  changesWithoutCompile,
  largeRemovals,
  possibleRemovals,
  publicSuffixes,
  type RemovalLimits,
  sitesNeverActive,
  tablesShared,
} from './categories'
import { parentsAndChildrenApart } from './parent-domains'
import { unknownDiagnostics, warningsUnder } from './provider-messages'
import {
  addressesChanged,
  changesUnverified,
  everythingGone,
  formerProvidersUnknown,
  lastGroupsLost,
  notRefreshed,
  partialPlan,
} from './resources'
import { sitesInTwoCategories } from './shared-sites'

/** How serious a finding is: a fatal one refuses the plan. */
export type Level = 'off' | 'warning' | 'fatal'

/** What a rule is. The settings, the schemas, the guides and the results of a report are made of it. */
type RuleRecord = {
  /** Without settings: a warning, unless it says otherwise. */
  readonly level?: Level
  /** The names of the numbers that its findings have. */
  readonly facts?: readonly string[]
} & (
  | {
      readonly foundBy: 'review' | 'both'
      /** What it finds, in Markdown: the tables of the guides have it, and hosts that show results beside lines its first sentence. */
      readonly reviewGuide: string
      readonly driftGuide?: string
      /** What a review finds. What a search for drift finds of the same rule is in its own findings. */
      check(reviewed: ReviewedPlan, limits: RemovalLimits): readonly Observation[]
    }
  | {
      /** A search for drift looks for reasons why it could have overlooked something. */
      readonly foundBy: 'drift' | 'unmanaged'
      readonly driftGuide: string
    }
)

/** Every rule, under the name that settings and reports use, the gravest first. */
const ruleTable = {
  'everything-gone': {
    foundBy: 'both',
    level: 'fatal',
    reviewGuide:
      'The refresh found none of at least two objects on an appliance, as if the state were about another one. Fatal by default. Certificates, the host name, operations, delistings and the directory service do not count. To prevent such a plan, set [`expect`](../index.md#the-expected-appliance).',
    check: everythingGone,
  },
  'public-suffix': {
    foundBy: 'review',
    reviewGuide:
      'An added site is a top-level domain or a public suffix such as `gov.uk` or `github.io`. It includes every domain below it.',
    check: publicSuffixes,
  },
  'never-active': {
    foundBy: 'review',
    reviewGuide:
      'An added site is stored, but no compile makes it active: its name begins with "www" or "ww" and digits, such as `ww1.example.com`.',
    check: sitesNeverActive,
  },
  'large-removal': {
    foundBy: 'review',
    reviewGuide:
      'A category loses more sites than the settings allow: more than `sites`, or more than `percent` of its managed sites if it has at least `percent_from` of them. Unlike for `removal_limit`, sites that move to another category do not count. Defaults: `sites` 1,000, `percent` 50, `percent_from` 10.',
    facts: ['removed', 'managed', 'percent'],
    check: largeRemovals,
  },
  'may-remove': {
    foundBy: 'review',
    level: 'off',
    reviewGuide:
      'The apply decides whether sites leave a category: they stand behind "up to". Off by default.',
    check: possibleRemovals,
  },
  'last-group-lost': {
    foundBy: 'review',
    reviewGuide: 'A member stays, but loses its last group in the configuration.',
    check: lastGroupsLost,
  },
  'site-in-two-categories': {
    foundBy: 'review',
    reviewGuide:
      'Two categories declare the same site, and the plan adds it to one of them: [`on_conflict`](lists.md#sites-in-other-categories) decides. One finding for each pair of categories, or one in all for more than 20.',
    check: sitesInTwoCategories,
  },
  'shared-table': {
    foundBy: 'review',
    reviewGuide:
      'Several categories have one table by their [names](codes-categories.md#table-shared), and the plan changes the sites of one: each contains the sites of all.',
    check: tablesShared,
  },
  'parent-and-child-apart': {
    foundBy: 'review',
    level: 'off',
    reviewGuide:
      'A domain and its parent domain are in different categories, and the plan adds one of them. Findings as above. Off by default.',
    check: parentsAndChildrenApart,
  },
  'category-adopted': {
    foundBy: 'review',
    reviewGuide: 'A resource adopts an existing category with the sites it contains.',
    check: categoriesAdopted,
  },
  'absent-after-apply': {
    foundBy: 'review',
    reviewGuide:
      'The apply fails, or the appliance lacks what is declared after it: a membership whose account is deleted or gone, or a certificate whose name the state has already.',
    check: absentAfterApply,
  },
  'reused-number': {
    foundBy: 'review',
    reviewGuide:
      'A list or a membership has the number of a category or group that is gone. It may belong to another one now.',
    check: reusedNumbers,
  },
  'former-provider-unknown': {
    foundBy: 'review',
    reviewGuide:
      'An object is not found in a plan of [several appliances](#several-appliances), and its provider block may have changed. If so, it stays on the former appliance.',
    check: formerProvidersUnknown,
  },
  'address-changed': {
    foundBy: 'review',
    reviewGuide: 'Objects only get [another address](#other-addresses), without a `moved` block.',
    check: addressesChanged,
  },
  'change-without-compile': {
    foundBy: 'review',
    reviewGuide:
      'Sites change and `compile` is false, whether or not an operation or an action compiles the category.',
    check: changesWithoutCompile,
  },
  'partial-plan': {
    foundBy: 'review',
    reviewGuide: 'The plan is [partial](#partial-plans): another plan must follow.',
    check: partialPlan,
  },
  'unmanaged-category': {
    foundBy: 'unmanaged',
    driftGuide: 'A category is in no state.',
  },
  'unmanaged-group': {
    foundBy: 'unmanaged',
    driftGuide: 'A group of the directory is in no state.',
  },
  'unmanaged-membership': {
    foundBy: 'unmanaged',
    driftGuide:
      'A membership is in no state. The member itself, or another membership of this member, is in a state.',
  },
  'not-listed': {
    foundBy: 'unmanaged',
    driftGuide: 'A part of the appliance could not be listed, for example a stopped directory service.',
  },
  'in-two-states': {
    foundBy: 'unmanaged',
    driftGuide:
      'With `--state`: two states contain a category, a group, a member or a membership of the same name. One of them should ' +
      'not, or they are about several appliances.',
  },
  'not-asked': {
    foundBy: 'both',
    reviewGuide:
      'The plan did not ask for some resources, for example because of `-refresh=false` (`--messages`). Objects of removals may be gone already.',
    driftGuide:
      'The plan did not include or read some resources, for example because of `-target`, or because the directory service ' +
      'is not running.',
    check: notRefreshed,
  },
  sampled: {
    foundBy: 'drift',
    facts: ['asked', 'total'],
    driftGuide:
      'Only a sample of a long list was checked, or the appliance reports only the number of sites.',
  },
  unverified: {
    foundBy: 'both',
    reviewGuide:
      'The plan changes something that the appliance cannot show: certificates, the host name, attributes of a member that it does not return, and sites with `verify = "none"`.',
    driftGuide:
      'The appliance cannot show whether a resource is as declared, as for [reviews](review.md#findings), whether or not the plan changes it.',
    check: changesUnverified,
  },
  'not-reached': {
    foundBy: 'both',
    reviewGuide:
      'The appliance was not asked during the plan (`--messages`), which may not show that something exists or has changed.',
    driftGuide: 'A data source in a `check` block could not be read, because the appliance did not answer.',
    check: warningsUnder('not-reached'),
  },
  'lines-skipped': {
    foundBy: 'review',
    reviewGuide:
      'Lines of a list were skipped, or sites in it (`--messages`). One finding per list, with the first of the lines.',
    check: warningsUnder('lines-skipped'),
  },
  'provider-warning': {
    foundBy: 'both',
    reviewGuide: 'The provider returned another warning during the plan (`--messages`).',
    driftGuide:
      'The provider returned another warning during the plan, such as `fewer-sites-than-left` or `member-moved-by-others`.',
    check: warningsUnder('provider-warning'),
  },
  'unknown-diagnostic': {
    foundBy: 'both',
    reviewGuide: 'A newer provider returned a code (`--messages`) that the command does not have.',
    driftGuide: 'A newer provider returned a code that the command does not have.',
    check: unknownDiagnostics,
  },
} as const satisfies Readonly<Record<string, RuleRecord>>

export type Rule = keyof typeof ruleTable
export type ReviewRule = RuleFoundBy<'review' | 'both'>
export type DriftRule = RuleFoundBy<'drift' | 'both'>
/** Of what is on an appliance and in no state. */
export type UnmanagedRule = RuleFoundBy<'unmanaged'>

type RuleFoundBy<By extends string> = {
  [Each in Rule]: (typeof ruleTable)[Each]['foundBy'] extends By ? Each : never
}[Rule]

export const rules = Object.keys(ruleTable) as readonly Rule[]

/** What a review looks for, in the order of its reports. */
export const reviewRules = rules.filter(
  (rule): rule is ReviewRule => !['drift', 'unmanaged'].includes(ruleTable[rule].foundBy),
)

/** The same of a search for drift. */
export const driftRules = rules.filter(
  (rule): rule is DriftRule => !['review', 'unmanaged'].includes(ruleTable[rule].foundBy),
)

/** The same of a search for what is in no state. */
export const unmanagedRules = rules.filter(
  (rule): rule is UnmanagedRule => ruleTable[rule].foundBy === 'unmanaged',
)

export const defaultLevels: Readonly<Record<Rule, Level>> = ofEachRule(
  (rule) => recordOf(rule).level ?? 'warning',
)

function recordOf(rule: Rule): RuleRecord {
  return ruleTable[rule]
}

/** The numbers that findings of these rules have: a sentence for each rule that has any. */
export function sentencesOfFacts(of: readonly Rule[]): string {
  const sentences = of.flatMap((rule) => {
    const { facts } = recordOf(rule)
    return facts ? [`Rule ${rule}: ${facts.join(', ')}.`] : []
  })
  return sentences.join(' ')
}

/** What a guide says of each rule, by their names, in their order; only of rules of which it says something. */
export function guideTexts(guide: Guide, of: readonly Rule[]): ReadonlyMap<Rule, string> {
  return new Map(
    of.flatMap((rule) => {
      const text = guideText(guide, rule)
      return text === undefined ? [] : [[rule, text] as const]
    }),
  )
}

type Guide = 'review' | 'drift'

function guideText(guide: Guide, rule: Rule): string | undefined {
  const texts: Partial<Record<`${Guide}Guide`, string>> = ruleTable[rule]
  return texts[`${guide}Guide`]
}

export function ofEachRule<Value>(value: (rule: Rule) => Value): Record<Rule, Value> {
  return Object.fromEntries(rules.map((rule) => [rule, value(rule)])) as Record<Rule, Value>
}

/** What a rule of a review finds in a plan. */
export function foundInPlan(
  rule: ReviewRule,
  reviewed: ReviewedPlan,
  limits: RemovalLimits,
): readonly Observation[] {
  const record: Extract<RuleRecord, { readonly foundBy: 'review' | 'both' }> = ruleTable[rule]
  return record.check(reviewed, limits)
}

/** What stands in place of the rules if the plan failed. */
export const failureRuleTexts = {
  'plan-failed': 'Terraform or OpenTofu reported an error during the plan.',
} as const

/** Of all rules of a review. */
export const reviewRuleTexts = textsOf('review', reviewRules)

/** What a report on drift has as results: its findings, what differs, and what is not applied yet. */
export type DriftResultRule = DriftRule | 'gone' | 'missing' | 'different' | 'not-applied'

/** Of all rules of a search for drift, and of what it finds. */
export const driftRuleTexts: Readonly<Record<DriftResultRule, string>> = {
  ...textsOf('drift', driftRules),
  gone: 'A resource no longer exists on the appliance.',
  missing: 'Managed sites or memberships are missing on the appliance.',
  different: 'A resource differs on the appliance from what the last apply left there.',
  'not-applied': 'A change of the configuration is not applied yet.',
}

/** Of all rules of a search for what is in no state. */
export const unmanagedRuleTexts = textsOf('drift', unmanagedRules)

/** The first sentence of what a guide says of each, without its Markdown. What that of drift leaves out, the one of reviews says. */
function textsOf<R extends Rule>(guide: Guide, rules: readonly R[]): Readonly<Record<R, string>> {
  const texts = rules.map((rule) => {
    const text = guideText(guide, rule) ?? guideText('review', rule) ?? ''
    const plain = text.replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replaceAll('`', '')
    return [rule, plain.split(/(?<=\.) /, 1)[0]] as const
  })
  // The entries are those of the rules, one by one.
  return Object.fromEntries(texts) as Record<R, string>
}
