import type { DriftSection } from '../../drift/difference'
import { type DriftRule, driftRules, type Rule, reviewRules } from '../../levels/rules'

/** What each rule finds, in a sentence for hosts that show results beside lines. */
const texts: Readonly<Record<Rule, string>> = {
  'site-in-two-categories':
    'Two categories contain the same site after the apply, and the plan adds it to one of them.',
  'parent-and-child-apart':
    'A domain and its parent domain are in different categories, and the plan adds one of them.',
  'public-suffix': 'An added site is a public suffix and includes every domain below it.',
  'large-removal': 'A category loses more of its managed sites than the settings allow.',
  'change-without-compile':
    'Sites change, and neither the resource nor an operation or action compiles the category.',
  'certificate-replaced': 'A certificate is replaced, and the old one stays on the appliance.',
  'last-group-lost': 'A member stays, but loses its last group in the configuration.',
  'category-adopted': 'A resource adopts an existing category with the sites it contains.',
  unverified: 'The appliance cannot show whether a resource matches the configuration.',
  'partial-plan': 'The plan does not include all resources, so another plan must follow.',
  'not-reached': 'The appliance was not asked during the plan, so the plan may lack what is there.',
  'lines-skipped': 'The plan leaves out lines of a list that are no sites.',
  'provider-warning': 'The provider returned another warning during the plan.',
  'unknown-diagnostic': 'The provider returned a diagnostic that this release of the command does not know.',
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
export type DriftResultRule = DriftRule | Exclude<DriftSection, 'noted'> | 'not-applied'

/** Of all rules of a search for drift, and of what it finds. */
export const driftRuleTexts: Readonly<Record<DriftResultRule, string>> = {
  ...textsOf(driftRules),
  gone: 'A resource no longer exists on the appliance.',
  missing: 'Managed sites or memberships are missing on the appliance.',
  different: 'A resource differs on the appliance from what the last apply left there.',
  'not-applied': 'A change of the configuration is not applied yet.',
}

function textsOf<R extends Rule>(rules: readonly R[]): Readonly<Record<R, string>> {
  // The entries are those of the rules, one by one.
  return Object.fromEntries(rules.map((rule) => [rule, texts[rule]])) as Record<R, string>
}
