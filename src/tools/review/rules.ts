import { linesSkipped, notReached } from '../../diagnostics/catalogue'
import { categoryAdopted } from '../../diagnostics/categories'
import { sitesFileChanged, sitesFileCounted } from '../../diagnostics/site-files'
import { sitesPublicSuffix } from '../../diagnostics/sites'

/** How serious a finding is: a fatal one refuses the plan. */
export type Level = 'off' | 'warning' | 'fatal'

/**
 * Every rule, under the name that settings and reports use, the gravest first: what looks for it, and how serious it is without settings.
 * A search for drift looks for reasons why it could have overlooked something.
 */
const ruleTable = {
  'everything-gone': { foundBy: 'both', level: 'fatal' },
  'public-suffix': { foundBy: 'review', level: 'warning' },
  'large-removal': { foundBy: 'review', level: 'warning' },
  'last-group-lost': { foundBy: 'review', level: 'warning' },
  'site-in-two-categories': { foundBy: 'review', level: 'warning' },
  'parent-and-child-apart': { foundBy: 'review', level: 'warning' },
  'category-adopted': { foundBy: 'review', level: 'warning' },
  'address-changed': { foundBy: 'review', level: 'warning' },
  'change-without-compile': { foundBy: 'review', level: 'warning' },
  'appliance-in-two-blocks': { foundBy: 'review', level: 'warning' },
  // The line of the change says the same.
  'certificate-replaced': { foundBy: 'review', level: 'off' },
  'stale-plan': { foundBy: 'review', level: 'warning' },
  'old-plan': { foundBy: 'review', level: 'warning' },
  'partial-plan': { foundBy: 'review', level: 'warning' },
  'unmanaged-category': { foundBy: 'unmanaged', level: 'warning' },
  'unmanaged-group': { foundBy: 'unmanaged', level: 'warning' },
  'unmanaged-membership': { foundBy: 'unmanaged', level: 'warning' },
  'not-listed': { foundBy: 'unmanaged', level: 'warning' },
  'not-asked': { foundBy: 'drift', level: 'warning' },
  sampled: { foundBy: 'drift', level: 'warning' },
  unverified: { foundBy: 'both', level: 'warning' },
  'not-reached': { foundBy: 'both', level: 'warning' },
  'lines-skipped': { foundBy: 'review', level: 'warning' },
  'provider-warning': { foundBy: 'both', level: 'warning' },
  'unknown-diagnostic': { foundBy: 'both', level: 'warning' },
} as const satisfies Readonly<
  Record<string, { foundBy: 'review' | 'drift' | 'both' | 'unmanaged'; level: Level }>
>

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

export const defaultLevels: Readonly<Record<Rule, Level>> = ofEachRule((rule) => ruleTable[rule].level)

/** Something for each of the rules. */
export function ofEachRule<Value>(value: (rule: Rule) => Value): Record<Rule, Value> {
  return Object.fromEntries(rules.map((rule) => [rule, value(rule)])) as Record<Rule, Value>
}

/** The rules under which warnings of the provider are reported. */
export const providerRules = ['not-reached', 'lines-skipped', 'provider-warning'] as const
export type ProviderRule = (typeof providerRules)[number]

/** The rule under which a warning of the provider is reported; that of a group where there is one. */
export function ruleOfCode(code: string): ProviderRule {
  if (notReached.has(code)) return 'not-reached'
  return linesSkipped.has(code) ? 'lines-skipped' : 'provider-warning'
}

/** Codes of warnings that say what the review itself says with more in it, and how it says that. */
export const reportedByReview: ReadonlyMap<string, string> = new Map([
  [categoryAdopted.code, 'the rule category-adopted reports it, so set its level in findings'],
  [sitesPublicSuffix.code, 'the rule public-suffix reports it, so set its level in findings'],
  [sitesFileChanged.code, 'the review lists the sites of each change instead, so it has no level'],
  [
    sitesFileCounted.code,
    'the review counts the lines of each list that changes instead, so it has no level',
  ],
])

/** What each rule finds, in a sentence for hosts that show results beside lines. */
const ruleSentences: Readonly<Record<Rule, string>> = {
  'everything-gone': 'All objects of the state are gone, as if it were the state of another appliance.',
  'site-in-two-categories':
    'Two categories contain the same site after the apply, and the plan adds it to one of them.',
  'parent-and-child-apart':
    'A domain and its parent domain are in different categories, and the plan adds one of them.',
  'public-suffix': 'An added site is a public suffix and includes every domain below it.',
  'large-removal': 'A category loses more of its managed sites than the settings allow.',
  'change-without-compile':
    'Sites change, and neither the resource nor an operation or action compiles the category.',
  'certificate-replaced': 'A certificate is replaced, and the old one stays on the appliance.',
  'appliance-in-two-blocks': 'Two provider blocks are for the same appliance, and do not know of each other.',
  'last-group-lost': 'A member stays, but loses its last group in the configuration.',
  'category-adopted': 'A resource adopts an existing category with the sites it contains.',
  'address-changed':
    'Objects only get another address, without a `moved` block: their sites and memberships can be missing for moments of the apply.',
  unverified: 'The appliance cannot show whether a resource matches the configuration.',
  'stale-plan': 'The configuration or a file of a list changed after the plan.',
  'old-plan': 'The plan is older than the settings allow.',
  'partial-plan': 'The plan does not include all resources, so another plan must follow.',
  'not-reached': 'The appliance was not asked during the plan, so the plan may lack existing objects.',
  'lines-skipped': 'The plan leaves out lines of a list that are not sites.',
  'provider-warning': 'The provider returned another warning during the plan.',
  'unknown-diagnostic': 'The provider returned a diagnostic that this release of the command does not have.',
  'unmanaged-category': 'A category on the appliance is in none of the states.',
  'unmanaged-group': 'A group of the directory is in none of the states.',
  'unmanaged-membership': 'A membership of a member that a state contains is in none of the states.',
  'not-listed': 'A part of the appliance could not be listed, or a state could not be read.',
  'not-asked': 'The plan does not include a resource, so its drift cannot be determined.',
  sampled: 'Only some sites of a list were checked.',
}

/** What stands in place of the rules if the plan failed. */
export const failureRuleTexts = {
  'plan-failed': 'Terraform or OpenTofu reported an error during the plan.',
} as const

/** Of all rules of a review. */
export const reviewRuleTexts = textsOf(reviewRules)

/** What a report on drift has as results: its findings, what differs, and what is not applied yet. */
export type DriftResultRule = DriftRule | 'gone' | 'missing' | 'different' | 'not-applied'

/** Of all rules of a search for drift, and of what it finds. */
export const driftRuleTexts: Readonly<Record<DriftResultRule, string>> = {
  ...textsOf(driftRules),
  gone: 'A resource no longer exists on the appliance.',
  missing: 'Managed sites or memberships are missing on the appliance.',
  different: 'A resource differs on the appliance from what the last apply left there.',
  'not-applied': 'A change of the configuration is not applied yet.',
}

/** Of all rules of a search for what is in no state. */
export const unmanagedRuleTexts = textsOf(unmanagedRules)

function textsOf<R extends Rule>(rules: readonly R[]): Readonly<Record<R, string>> {
  // The entries are those of the rules, one by one.
  return Object.fromEntries(rules.map((rule) => [rule, ruleSentences[rule]])) as Record<R, string>
}
