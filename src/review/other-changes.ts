import { attributeChanges } from './attribute-changes'
import type { Change, Subject } from './change'
import { shownNames } from './names'
import { counted, joined, Name, type Phrase, say } from './phrase'
import type { Attributes, PlannedResource } from './plan/planned-resource'

/** The lines about whatever is neither a list of sites nor a membership: those have lines for each category and group. */
export function otherChanges(resources: readonly PlannedResource[]): readonly Change[] {
  return resources.flatMap((resource) => {
    const { lines } = kinds[resource.type] ?? unknownKind
    return resource.action === 'none' ? [] : lines(resource)
  })
}

/** What a resource stands for on the appliance. */
export function subjectOf(resource: PlannedResource): Subject {
  const { type, before, after, address } = resource
  const { kind, nameAttribute } = kinds[type] ?? unknownKind
  const side = [after, before].find((each) => each?.text(nameAttribute) !== undefined)
  if (side === undefined) return { kind, name: address }
  return {
    kind,
    name: side.isSensitive(nameAttribute) ? '(sensitive)' : (side.text(nameAttribute) ?? address),
  }
}

interface Kind {
  readonly kind: Subject['kind']
  /** The attribute by which it is called. */
  readonly nameAttribute: string
  lines(resource: PlannedResource): readonly Change[]
}

/** What the actions of a plan mean on the appliance, for kinds of which each action makes one line. */
interface Meanings {
  readonly create: Phrase
  /** Where an update is more than its attributes. */
  readonly update?: (resource: PlannedResource) => Phrase | undefined
  readonly replace: (resource: PlannedResource) => Phrase
  /** A replacement takes nothing away. */
  readonly isDoneAgain?: boolean
  readonly destroy: (before: Attributes | undefined) => Phrase
  /** Whether a destroy takes something away from the appliance, and not only from the state. */
  readonly isLost?: (before: Attributes | undefined) => boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  appliance_category: { kind: 'category', nameAttribute: 'name', lines: () => [] },
  appliance_category_sites: { kind: 'category', nameAttribute: 'category_name', lines: () => [] },
  appliance_ldap_group_membership: { kind: 'member', nameAttribute: 'uid', lines: () => [] },
  appliance_ldap_member: oneLine('member', 'uid', {
    create: say`created, or adopted if the directory already contains it`,
    replace: () => say`deleted and created again`,
    destroy: () => say`deleted`,
    isLost: () => true,
  }),
  appliance_ldap_group: oneLine('group', 'name', {
    create: say`created, or adopted if the directory already contains it`,
    replace: ({ before }) => say`replaces ${nameIn(before, 'name')}, which stays on the appliance`,
    destroy: () => say`no longer managed; the group stays on the appliance with its members`,
  }),
  appliance_ldap_service: oneLine('directory service', 'id', {
    create: say`installed, or started if it is not running`,
    update: ({ before }) => (before?.value('running') === false ? say`started again` : undefined),
    replace: () => say`replaced`,
    destroy: (before) =>
      isUninstalled(before)
        ? say`uninstalled, including all members and groups`
        : say`no longer managed; stays on the appliance`,
    isLost: isUninstalled,
  }),
  appliance_certificate: oneLine('certificate', 'id', {
    create: say`created`,
    replace: ({ before }) => say`replaces ${nameIn(before, 'id')}, which stays on the appliance`,
    destroy: () => say`no longer managed; the provider cannot remove it, so it stays on the appliance`,
  }),
  appliance_hostname: oneLine('host name', 'hostname', {
    create: say`set`,
    replace: () => say`set again`,
    isDoneAgain: true,
    destroy: () => say`no longer managed; the appliance keeps it`,
  }),
  appliance_operation: oneLine('operation', 'name', {
    create: say`runs once`,
    replace: () => say`runs again`,
    isDoneAgain: true,
    destroy: () => say`removed from the state; its effects remain`,
  }),
  appliance_rbl_delisting: { kind: 'record database', nameAttribute: 'database', lines: delistingLines },
}

const unknownKind = oneLine('resource', '', {
  create: say`created`,
  replace: () => say`replaced`,
  destroy: () => say`destroyed`,
})

function oneLine(kind: Subject['kind'], nameAttribute: string, meanings: Meanings): Kind {
  return { kind, nameAttribute, lines: (resource) => [lineOf(resource, meanings)] }
}

function lineOf(resource: PlannedResource, meanings: Meanings): Change {
  const { action, before, address } = resource
  const line = { subject: subjectOf(resource), addresses: [address] }
  const differences = attributeChanges(resource)
  switch (action) {
    case 'create':
      return { ...line, section: 'added', action, says: meanings.create }
    case 'replace': {
      const all = [meanings.replace(resource), ...(differences ? [differences] : [])]
      return { ...line, section: meanings.isDoneAgain ? 'changed' : 'lost', action, says: joined(all, ': ') }
    }
    case 'destroy': {
      const destroyed = meanings.isLost?.(before) ? 'destroy' : 'forget'
      return { ...line, section: 'lost', action: destroyed, says: meanings.destroy(before) }
    }
    case 'forget':
      return {
        ...line,
        section: 'lost',
        action,
        says: say`no longer managed; nothing is sent to the appliance`,
      }
    default: {
      const says = [meanings.update?.(resource), differences].filter((phrase) => phrase !== undefined)
      return { ...line, section: 'changed', action: 'update', says: joined(says, ': ') }
    }
  }
}

function delistingLines(resource: PlannedResource): readonly Change[] {
  const { before, after, action, address } = resource
  const [prior, planned] = [before?.texts('addresses') ?? [], after?.texts('addresses') ?? []]
  const line = { subject: subjectOf(resource), noun: 'address', addresses: [address] } as const
  const isSensitive = before?.isSensitive('addresses') || after?.isSensitive('addresses')
  const named = (addresses: readonly string[]) => shownNames(isSensitive ? [] : addresses)
  const [coming, leaving] = [without(planned, prior), without(prior, planned)]
  const lines: Change[] = []
  if (coming.length > 0) {
    const says = say`${counted(coming.length, 'address', 'addresses')} removed from the database if it lists them`
    lines.push({ ...line, section: 'added', action: 'add', says, names: named(coming) })
  }
  if (leaving.length > 0 || after === undefined) {
    const says = say`${counted(leaving.length, 'address', 'addresses')} no longer kept out of the database`
    const section = after === undefined ? 'lost' : 'removed'
    lines.push({ ...line, section, action: 'forget', says, names: named(leaving) })
  }
  if (lines.length > 0) return lines
  return [
    {
      ...line,
      section: 'changed',
      action: action === 'create' ? 'create' : 'update',
      says: say`databases compiled`,
    },
  ]
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return texts.filter((text) => !known.has(text))
}

function isUninstalled(before: Attributes | undefined): boolean {
  return before?.value('uninstall_on_destroy') === true
}

function nameIn(side: Attributes | undefined, attribute: string): Name {
  return new Name(side?.isSensitive(attribute) ? '(sensitive)' : (side?.text(attribute) ?? '(unknown)'))
}
