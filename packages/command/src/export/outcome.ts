import { counted } from '@webfilter/appliance-declarations/diagnostics/wording'
import type { ExportedBlock, ExportedType } from '../inventory/block'
import { countsOf, type VerifiedList } from './lists'

/** What an export has written. */
export interface ExportResult {
  readonly folder: string
  readonly blocks: readonly ExportedBlock[]
  /** Objects that the states contain already. */
  readonly held: number
  readonly verified: readonly VerifiedList[]
  /** Sentences about what is missing. */
  readonly missing: readonly string[]
  readonly notAsked: readonly string[]
}

const nouns: readonly (readonly [ExportedType, singular: string, plural: string])[] = [
  ['appliance_category', 'category', 'categories'],
  ['appliance_ldap_service', 'directory service', 'directory services'],
  ['appliance_ldap_group', 'group', 'groups'],
  ['appliance_ldap_member', 'member', 'members'],
  ['appliance_ldap_group_membership', 'membership', 'memberships'],
]

/** The result for a person. */
export function renderText(result: ExportResult): string {
  const { folder, blocks, held, verified, missing, notAsked } = result
  const declared = blocks.filter(({ problem }) => problem === undefined)
  const kinds = nouns.flatMap(([type, singular, plural]) => {
    const count = declared.filter((each) => each.type === type).length
    return count === 0 ? [] : [counted(count, singular, plural).replace(/^1 directory/, 'the directory')]
  })
  const lines = [`Written to ${JSON.stringify(folder)}: ${kinds.join(', ') || 'no resources'}.`]
  if (held > 0) lines.push(`Left out because a state already contains them: ${counted(held, 'object')}.`)
  lines.push(...verified.map(countsOf), ...notAsked)
  if (missing.length > 0) lines.push('Incomplete:', ...missing.map((each) => `- ${each}`))
  return `${lines.join('\n')}\n`
}
