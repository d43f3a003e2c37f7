import { simplifyName, tableNameOf } from '@webfilter/appliance-names'
import { isKnown } from '../known-values'
import type { SynthesizedResource, SynthesizedStack } from '../synthesized'
import { quoted, quotedInSum } from '../wording'

/** What a whole stack may say and hardly means, whoever declared the resources. */
export function warningsOfStack(stack: SynthesizedStack): readonly string[] {
  return [...sharedTables(stack), ...membersWithoutPassword(stack)]
}

/** Categories whose names begin alike. One that exists may have another table, so this is no error. */
function sharedTables(stack: SynthesizedStack): readonly string[] {
  const holders = new Map<string, Map<string, string>>()
  for (const { attributes } of stack.resources('appliance_category')) {
    const { name, provider = 'appliance', count } = attributes
    const table = typeof name === 'string' && isKnown(name) ? tableNameOf(name) : undefined
    if (table === undefined || typeof name !== 'string' || count === 0) continue
    const place = JSON.stringify([provider, table])
    const names = holders.get(place) ?? new Map<string, string>()
    // One name in two spellings is one category, which is an error already.
    holders.set(place, names.set(simplifyName(name), name))
  }
  return [...holders.values()]
    .filter(({ size }) => size > 1)
    .map(
      (names) =>
        `Categories ${[...names.values()].map(quoted).join(' and ')} may share one table, because the appliance names a table after the ` +
        'first 20 letters and digits of a name. Each would then contain the sites of both. Choose names that differ there.',
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
