import { z } from 'zod'
import { addressesJson, lineJson, namesEntry, namesJson } from '../report/json'
import { alphabetically, type Names } from '../report/names'
import { Name, type Phrase, phraseText, say } from '../report/phrase'
import type { Place, Section } from '../report/report'
import { quoted } from '../report/text'
import { isKnown } from './appliances'

/** Where a line stands, the gravest first. */
export const sectionNames = ['lost', 'moved', 'added', 'removed', 'changed'] as const
export type ChangeSection = (typeof sectionNames)[number]

/** Something on the appliance, in the appliance's terms. */
export interface Subject {
  readonly kind: SubjectKind
  /** As others named it. */
  readonly name: string
  /** Of a group, if another organization has one of its name. */
  readonly organization?: string
  /** Which of several appliances it is on: the key of its provider block, such as `appliance.berlin`. */
  readonly appliance?: string
}

export const subjectKinds = [
  'category',
  'group',
  'member',
  'directory service',
  'certificate',
  'host name',
  'record database',
  'operation',
  'action',
  'resource',
  'other categories',
  'other providers',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** Orders lines by what they are about: what is about one thing is together, and things of a kind are in alphabetical order. */
export function bySubject(
  { subject: one }: { readonly subject: Subject },
  { subject: other }: { readonly subject: Subject },
): number {
  return (
    subjectKinds.indexOf(one.kind) - subjectKinds.indexOf(other.kind) ||
    alphabetically(one.name, other.name) ||
    alphabetically(one.organization ?? '', other.organization ?? '') ||
    alphabetically(one.appliance ?? '', other.appliance ?? '')
  )
}

/** `import` and `rename` concern Terraform's state alone: nothing is sent to the appliance. */
export const actions = [
  'create',
  'adopt',
  'update',
  'replace',
  'destroy',
  'forget',
  'import',
  'rename',
  'add',
  'remove',
  'move',
  'invoke',
] as const
export type Action = (typeof actions)[number]

/**
 * What is true after the apply of an object that a plan gives up: `deleted` and no longer on the appliance, `recreated` after it was
 * deleted, or no longer managed and `stays` as it is.
 */
export const remainders = ['deleted', 'recreated', 'stays'] as const
export type Remainder = (typeof remainders)[number]

/**
 * How certain it is that the names of a line come or go: `if-missing`, as the category or group may contain them already, which only the apply
 * finds out; `if-present`, as only the state has them, and nothing has looked; `at-least` so many; or what is only `possible`.
 */
export const certainties = ['certain', 'if-missing', 'if-present', 'at-least', 'possible'] as const
export type Certainty = (typeof certainties)[number]

/** One line of a review: something that the plan does to the appliance. */
export interface Change {
  readonly section: ChangeSection
  readonly action: Action
  /** Not if it is certain. */
  readonly certainty?: Exclude<Certainty, 'certain'>
  /** Nothing is sent for it, although its action is one that usually sends something. */
  readonly isStateOnly?: true
  /** Of each line in section `lost`. */
  readonly onAppliance?: Remainder
  readonly subject: Subject
  /** Where a move leads. */
  readonly to?: Subject
  /** Of a member: the organization after the apply, or that of an account that goes; not if it is unknown or sensitive. */
  readonly organization?: string
  /** What happens, without the subject and without the names. */
  readonly says: Phrase
  /** What the names are. */
  readonly noun?: 'site' | 'member' | 'address'
  /** Of sites, members or addresses: those that come, go or move. */
  readonly names?: Names
  /** The resources of the configuration, by their addresses. */
  readonly addresses: readonly string[]
  readonly place?: Place
}

/** Whether its names are taken away for good: with an object that is only forgotten they stay, and with one that is made again they come back. */
export function takesSites({ section, action, onAppliance }: Change): boolean {
  return section === 'removed' || (section === 'lost' && action !== 'forget' && onAppliance !== 'recreated')
}

/**
 * Why a plan changes something: `change` because the configuration has changed, `drift` because something on the appliance was changed
 * outside of Terraform and is restored, `state` where only the state changes and nothing is sent.
 */
export const causes = ['change', 'drift', 'state'] as const
export type Cause = (typeof causes)[number]

/** A line of a review, and why the plan has it. */
export interface CausedChange extends Change {
  readonly cause: Cause
}

/** What is said of an object that one resource forgets and another one of the plan manages. */
export const managedElsewhere = say`another resource manages it from now on; nothing is sent for the former one`

/** What a change says as a whole: `category ads to category trackers: 3 sites`. */
export function linePhrase({ subject, to, says }: Pick<Change, 'subject' | 'to' | 'says'>): Phrase {
  const target = to === undefined ? [] : say` to ${subjectPhrase(to)}`
  return say`${subjectPhrase(subject)}${target}: ${says}`
}

/** Such as `category ads`, `group editors of lab`, or `category ads on appliance.berlin` in a plan about several appliances. */
export function subjectPhrase({ kind, name, organization, appliance }: Subject): Phrase {
  const of = organization === undefined ? [] : say` of ${new Name(organization)}`
  const where = appliance === undefined ? [] : say` on ${new Name(appliance)}`
  return name === '' ? [kind] : say`${[kind]} ${new Name(name)}${of}${where}`
}

/** @param appliance empty if all is on one */
export function subjectOn(appliance: string, kind: SubjectKind, name: string): Subject {
  return appliance !== '' && isKnown(appliance) ? { kind, name, appliance } : { kind, name }
}

/** Sections about changes whose cause the title names. */
export function titled(cause: string, sections: readonly Section[]): readonly Section[] {
  return sections.map((section) => ({ ...section, title: `${cause}: ${section.title.toLowerCase()}` }))
}

/** What changes, in the order in which it is read. */
export function changeSections(changes: readonly Change[]): readonly Section[] {
  const section = (kind: ChangeSection, title: string, fits: (change: Change) => boolean = () => true) => {
    const shown = changes.filter((change) => change.section === kind && fits(change))
    return { kind, title, lines: shown.map((change) => ({ says: linePhrase(change), names: change.names })) }
  }
  return [
    section('lost', 'Destroyed', ({ onAppliance }) => onAppliance === 'deleted'),
    section('lost', 'Removed and added again', ({ onAppliance }) => onAppliance === 'recreated'),
    section('lost', 'No longer managed', ({ onAppliance }) => onAppliance === 'stays'),
    section('moved', 'Moved'),
    section('added', 'Added'),
    section('removed', 'Removed'),
    section('changed', 'Changed'),
  ]
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
    organization: z.string().optional().describe('Of a group, if another organization has one of its name.'),
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
      'Action of the apply. `forget`, `import` and `rename` change only the state and send nothing to the appliance.',
    ),
  certainty: z
    .enum(certainties)
    .describe(
      'How certain it is that the names come or go. `if-missing`: they may be there already. `if-present`: only the state has them, because ' +
        'the plan was not refreshed. `at-least`: so many, and perhaps more. `possible`: the apply decides; of `names`, some or none come or go.',
    ),
  on_appliance: z
    .enum(remainders)
    .optional()
    .describe(
      'In section `lost`: what the apply leaves of the subject. `deleted`: nothing. `recreated`: it is deleted and created again, or, if the ' +
        'subject is a category, `names` are removed and added again, and it stays itself. `stays`: it stays on the appliance, and only its sites ' +
        'may be removed.',
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
