import { z } from 'zod'
import { addressesJson, lineJson, namesEntry, namesJson } from '../report/json'
import { phraseText } from '../report/phrase'
import type { Line, Section } from '../report/report'
import { quoted } from '../report/text'
import {
  actions,
  type CausedChange,
  type Change,
  type ChangeSection,
  causes,
  certainties,
  linePhrase,
  remainders,
  sectionNames,
  subjectKinds,
} from './change'

/** Sections about changes whose cause the title names. */
export function titled(cause: string, sections: readonly Section[]): readonly Section[] {
  return sections.map((section) => ({ ...section, title: `${cause}: ${section.title.toLowerCase()}` }))
}

/** What changes, in the order in which it is read. */
export function changeSections(changes: readonly Change[]): readonly Section[] {
  return [
    { kind: 'lost', title: 'Destroyed', lines: changeLines(changes.filter(isGone), 'lost') },
    { kind: 'lost', title: 'No longer managed', lines: changeLines(changes.filter(stays), 'lost') },
    { kind: 'moved', title: 'Moved', lines: changeLines(changes, 'moved') },
    { kind: 'added', title: 'Added', lines: changeLines(changes, 'added') },
    { kind: 'removed', title: 'Removed', lines: changeLines(changes, 'removed') },
    { kind: 'changed', title: 'Changed', lines: changeLines(changes, 'changed') },
  ]
}

function isGone({ onAppliance }: Change): boolean {
  return onAppliance !== 'stays'
}

function stays(change: Change): boolean {
  return !isGone(change)
}

function changeLines(changes: readonly Change[], section: ChangeSection): readonly Line[] {
  return changes
    .filter((change) => change.section === section)
    .map((change) => ({ says: linePhrase(change), names: change.names }))
}

/** A change as an entry, also of JSON on drift. */
export function changeEntry(change: CausedChange, most: number): z.infer<typeof changeJson> {
  const { cause, section, action, onAppliance, subject, to, organization, noun, names, addresses } = change
  const { certainty = 'certain' } = change
  return {
    cause,
    section,
    action,
    certainty,
    ...(onAppliance && { on_appliance: onAppliance }),
    subject: { ...subject },
    ...(to && { to: { ...to } }),
    ...(organization !== undefined && { organization }),
    text: phraseText(linePhrase(change), quoted),
    ...(noun && { noun }),
    ...(names && { names: namesEntry(names, most) }),
    addresses: [...addresses],
  }
}

export const subjectJson = z
  .object({
    kind: z.enum(subjectKinds),
    name: z.string().describe('Name on the appliance.'),
    appliance: z
      .string()
      .optional()
      .describe(
        'In a plan with several provider blocks: the key of the block, such as `appliance.berlin`. Missing if the plan does not say which ' +
          'it is: of an object that the configuration no longer declares, or of a block with instances.',
      ),
  })
  .describe('Something on the appliance.')

export const changeJson = z.object({
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
  certainty: z
    .enum(certainties)
    .describe(
      'How certain it is that the names come or go. `if-missing`: they may be there already. `if-present`: only the state has them, because ' +
        'the plan was not refreshed. `at-least`: so many, and perhaps more. `possible`: the apply decides. `names`, if there are any, are all that it may be.',
    ),
  on_appliance: z
    .enum(remainders)
    .optional()
    .describe(
      'In section `lost`: what the apply leaves of the subject. `deleted`: nothing. `recreated`: it is deleted and created again. ' +
        '`stays`: it stays on the appliance, and only its sites may be removed.',
    ),
  subject: subjectJson,
  to: subjectJson.optional().describe('Target of a move.'),
  organization: z
    .string()
    .optional()
    .describe(
      'Organization of a member after the apply, or of an account that is deleted. Missing if it is unknown or sensitive.',
    ),
  text: lineJson,
  noun: z.enum(['site', 'member', 'address']).optional().describe('Kind of the names.'),
  names: namesJson.optional(),
  addresses: addressesJson,
})
