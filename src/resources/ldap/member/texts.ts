import type { Diagnostics } from '@webfilter/terraform-plugin'
import { type MemberText, memberTexts } from '../../../appliance/directory/member'
import type { Members } from '../../../appliance/directory/members'
import { ApplianceError } from '../../../appliance/errors'
import { memberValuesNotEmptied } from '../../../diagnostics/accounts'
import { attributeOf } from './state'

type Texts = Readonly<Partial<Record<MemberText, string>>>

/**
 * Sets texts of a member; an empty one takes a value away. The interface document says that of `mobile` alone (2.7), and an
 * appliance may refuse it of others. One that it refuses is a warning: it must keep nobody from the rest, nor every later
 * apply from its end. Throws what the appliance says of a value that is not empty.
 */
export async function setTexts(
  members: Members,
  uid: string,
  texts: Texts,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): Promise<void> {
  if (Object.keys(texts).length === 0) return
  const refusal = await refusalOf(texts)
  if (!refusal) return
  const emptied = memberTexts.filter((text) => texts[text] === '')
  const values = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
  if (emptied.length === 0 || Object.keys(values).length === 0) throw refusal
  await members.update(uid, values, signal)
  const refusals: Record<string, string> = {}
  for (const text of emptied) {
    const refused = await refusalOf({ ...values, [text]: '' })
    if (refused) refusals[attributeOf[text]] = refused.message
  }
  if (Object.keys(refusals).length > 0) diagnostics.raise(memberValuesNotEmptied({ uid, refusals }))

  async function refusalOf(some: Texts): Promise<ApplianceError | undefined> {
    try {
      await members.update(uid, some, signal)
      return undefined
    } catch (error) {
      if (error instanceof ApplianceError && error.kind === 'failed') return error
      throw error
    }
  }
}
