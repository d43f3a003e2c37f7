/** How serious a finding is: a fatal one refuses the plan. */
export type Level = 'off' | 'warning' | 'fatal'

/**
 * Every rule, under the name that settings and reports use, the gravest first: what looks for it, and how serious it is without settings.
 * A search for drift looks for reasons why it could have overlooked something.
 */
const table = {
  'public-suffix': { foundBy: 'review', level: 'warning' },
  'large-removal': { foundBy: 'review', level: 'warning' },
  'last-group-lost': { foundBy: 'review', level: 'warning' },
  'site-in-two-categories': { foundBy: 'review', level: 'warning' },
  'parent-and-child-apart': { foundBy: 'review', level: 'warning' },
  'category-adopted': { foundBy: 'review', level: 'warning' },
  'change-without-compile': { foundBy: 'review', level: 'warning' },
  // The line of the change says the same.
  'certificate-replaced': { foundBy: 'review', level: 'off' },
  'partial-plan': { foundBy: 'review', level: 'warning' },
  'not-asked': { foundBy: 'drift', level: 'warning' },
  sampled: { foundBy: 'drift', level: 'warning' },
  unverified: { foundBy: 'both', level: 'warning' },
  'not-reached': { foundBy: 'both', level: 'warning' },
  'lines-skipped': { foundBy: 'review', level: 'warning' },
  'provider-warning': { foundBy: 'both', level: 'warning' },
  'unknown-diagnostic': { foundBy: 'both', level: 'warning' },
} as const satisfies Readonly<Record<string, { foundBy: 'review' | 'drift' | 'both'; level: Level }>>

export type Rule = keyof typeof table
export type ReviewRule = RuleFoundBy<'review' | 'both'>
export type DriftRule = RuleFoundBy<'drift' | 'both'>

type RuleFoundBy<By extends string> = {
  [Each in Rule]: (typeof table)[Each]['foundBy'] extends By ? Each : never
}[Rule]

export const rules = Object.keys(table) as readonly Rule[]

/** What a review looks for, in the order of its reports. */
export const reviewRules = rules.filter((rule): rule is ReviewRule => table[rule].foundBy !== 'drift')

/** The same of a search for drift. */
export const driftRules = rules.filter((rule): rule is DriftRule => table[rule].foundBy !== 'review')

export const defaultLevels: Readonly<Record<Rule, Level>> = ofEachRule((rule) => table[rule].level)

/** Something for each of the rules. */
export function ofEachRule<Value>(value: (rule: Rule) => Value): Record<Rule, Value> {
  return Object.fromEntries(rules.map((rule) => [rule, value(rule)])) as Record<Rule, Value>
}
