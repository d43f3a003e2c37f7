import { simplifyName, tableNameOf } from '@webfilter/appliance-names'
import { TerraformStack } from 'cdktf'
import type { IConstruct } from 'constructs'
import { groupedBy } from './keys'
import { quoted, quotedInSum, warnOnce } from './messages'
import { problemsOfCombinations, problemsOfListSources } from './stack/attribute-combinations'
import { problemsOfChoices, problemsOfValues } from './stack/attribute-values'
import { problemsOfRepetitions } from './stack/repetitions'
import {
  problemsOfHeaders,
  problemsOfPasswordAttributes,
  problemsOfProviderSecrets,
  problemsOfResourceSecrets,
} from './stack/secrets'
import { isKnown, keepWhileValidating, type SynthesizedResource, type SynthesizedStack } from './synthesized'

/**
 * Checks at synth all resources of a stack, with those that generated classes declared. The constructs of this package do so
 * for the stack that they are in. A stack that has only generated classes can ask for it:
 *
 * ```ts
 * checkStackOf(stack)
 * ```
 *
 * The synth rejects
 *
 * - an attribute whose value the provider rejects: an empty name, `removalLimit: '120%'`, a URL without a scheme,
 * - attributes that the provider rejects together, such as both `sites` and `sitesFile`, or an operation without its argument,
 * - an entry of a list that is not a site, or one that the list has twice,
 * - a category, list, member, group, membership, directory service or host name that is declared twice on one appliance,
 * - a password, or a token, header or client key of a provider, that is plain text, or that comes from a variable with a default or one
 *   that is not sensitive,
 * - `passwordWo` without its version, or beside `password`, and
 * - a header whose name the library changes.
 *
 * It warns of categories whose names give one table on the appliance, and of members without a password that are neither imported nor
 * moved.
 *
 * References are left to Terraform.
 */
export function checkStackOf(scope: IConstruct): void {
  const stack = TerraformStack.of(scope)
  if (stack.node.metadata.some(({ type }) => type === checked)) return
  stack.node.addMetadata(checked, true)
  stack.node.addValidation({
    validate: () => {
      const synthesized = keepWhileValidating(stack)
      warnOnce(stack, warningsOfStack(synthesized))
      return checks.flatMap((problemsOf) => [...problemsOf(synthesized)])
    },
  })
}

const checks = [
  problemsOfChoices,
  problemsOfValues,
  problemsOfListSources,
  problemsOfCombinations,
  problemsOfRepetitions,
  problemsOfResourceSecrets,
  problemsOfPasswordAttributes,
  problemsOfHeaders,
  problemsOfProviderSecrets,
]

/** Notes on a stack that its checks are attached. */
const checked = 'terraform-provider-appliance/checked'

/** What a whole stack may say and hardly means, whoever declared the resources. */
function warningsOfStack(stack: SynthesizedStack): readonly string[] {
  return [...sharedTables(stack), ...membersWithoutPassword(stack)]
}

/** Categories whose names begin alike. One that exists may have another table, so this is no error. */
function sharedTables(stack: SynthesizedStack): readonly string[] {
  const named = stack.resources('appliance_category').flatMap(({ attributes }) => {
    const { name, provider = 'appliance', count } = attributes
    const table = typeof name === 'string' && isKnown(name) ? tableNameOf(name) : undefined
    if (table === undefined || typeof name !== 'string' || count === 0) return []
    return [{ name, table: JSON.stringify([provider, table]) }]
  })
  return (
    [...groupedBy(named, ({ table }) => table).values()]
      // One name in two spellings is one category, which is an error already.
      .map((categories) => new Map(categories.map(({ name }) => [simplifyName(name), name])))
      .filter(({ size }) => size > 1)
      .map(
        (names) =>
          `Categories ${[...names.values()].map(quoted).join(' and ')} may share one table, because the appliance names a table after the ` +
          'first 20 bytes of a name, without blanks and punctuation. Each would then contain the sites of both. Choose names that differ there.',
      )
  )
}

/** The appliance may refuse to create them. Only it knows which of them exist, unless the app says so. */
function membersWithoutPassword(stack: SynthesizedStack): readonly string[] {
  const known = new Set([...stack.imports(), ...stack.moves().map(({ to }) => to)])
  const without = stack
    .resources('appliance_ldap_member')
    .filter(({ address, attributes: { password, password_wo: sent, count } }) => {
      return (password ?? sent ?? undefined) === undefined && count !== 0 && !known.has(address)
    })
  if (without.length === 0) return []
  const [subject, accounts] =
    without.length > 1
      ? [
          'Members without a password',
          'accounts without one. Set passwords, or import the accounts that exist',
        ]
      : [
          'Member without a password',
          'an account without one. Set a password, or import the account if it exists',
        ]
  return [`${subject}: ${quotedInSum(without.map(loginOf))}. The appliance may refuse to create ${accounts}.`]
}

function loginOf({ place, attributes: { uid } }: SynthesizedResource): string {
  return typeof uid === 'string' && isKnown(uid) ? uid : place
}
