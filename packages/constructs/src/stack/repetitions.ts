import { canonicalUid, simplifyName } from '@webfilter/appliance-names'
import { groupedBy } from '../keys'
import { inDigits } from '../messages'
import { isKnown, type SynthesizedAttributes, type SynthesizedStack } from '../synthesized'

/** What is declared twice on one appliance, which only one resource can manage. */
export function problemsOfRepetitions(stack: SynthesizedStack): readonly string[] {
  return identified.flatMap(({ type, noun, keyOf, instead = '' }) => {
    const declared = stack.resources(type).flatMap((resource) => {
      const { attributes } = resource
      const key = keyOf(attributes)
      // A program that declares either of two gives the other one a count of none.
      if (!key.every(isOne) || attributes.count === 0) return []
      return [{ resource, key: JSON.stringify([providerOf(attributes), ...key]) }]
    })
    const groups = [...groupedBy(declared, ({ key }) => key).values()].map((same) =>
      same.map(({ resource }) => resource),
    )
    const several = groups
      .flat()
      .filter(({ attributes: { count } }) => typeof count === 'number' && count > 1)
      .map(
        ({ place, attributes: { count } }) =>
          `${place} declares the same ${noun} ${inDigits(Number(count))} times, by its count. Use \${count.index} in it, or remove the count.`,
      )
    return [
      ...several,
      ...groups
        .filter(({ length }) => length > 1)
        .map((repeated) => {
          const places = repeated.map(({ place }) => place).join(' and ')
          const all = repeated.length > 2 ? 'all but one' : 'one of them'
          return `${places} declare the same ${noun}. Remove ${all}${instead}.`
        }),
    ]
  })
}

interface Identified {
  readonly type: string
  readonly noun: string
  /** Two resources with equal keys are about the same thing; each part in the form in which the appliance compares it. */
  keyOf(attributes: SynthesizedAttributes): readonly unknown[]
  /** Goes on after what to remove. */
  readonly instead?: string
}

const identified: readonly Identified[] = [
  {
    type: 'appliance_category',
    noun: 'category',
    keyOf: ({ name }) => [compared(name, simplifyName)],
    instead: ', or make it a CategorySites with the id of the other one',
  },
  {
    type: 'appliance_category_sites',
    noun: 'list of a category',
    keyOf: ({ category_id, name }) => [category_id, name],
  },
  {
    type: 'appliance_ldap_member',
    noun: 'member',
    keyOf: ({ uid }) => [compared(uid, canonicalUid)],
  },
  {
    type: 'appliance_ldap_group',
    noun: 'group',
    keyOf: ({ organization, name }) => [compared(organization, canonicalUid), compared(name, canonicalUid)],
  },
  {
    type: 'appliance_ldap_group_membership',
    noun: 'membership',
    keyOf: ({ uid, gid }) => [compared(uid, canonicalUid), gid],
  },
  { type: 'appliance_ldap_service', noun: 'directory service', keyOf: () => [] },
  { type: 'appliance_hostname', noun: 'host name of the appliance', keyOf: () => [] },
]

/** A reference stays as it is: two equal ones give one value. */
function compared(value: unknown, canonical: (text: string) => string): unknown {
  return typeof value === 'string' && isKnown(value) ? canonical(value) : value
}

/** Whether a part stands for one thing: a reference to an element of `for_each` or `count` stands for several. */
function isOne(part: unknown): boolean {
  if (part === undefined || part === null) return false
  const [, ...expressions] = String(part).split(/[$%]\{/)
  return !expressions.some((expression) => /\b(?:each|count)\./.test(expression))
}

/** A resource without a provider has the default one, whose name is that of its type. */
function providerOf({ provider }: SynthesizedAttributes): unknown {
  return provider ?? 'appliance'
}
