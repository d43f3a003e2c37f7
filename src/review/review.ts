import { attributeChanges } from './attribute-changes'
import { type Change, type Finding, sectionNames } from './change'
import { findingsOf } from './findings/findings'
import { contentsOf } from './findings/reviewed-plan'
import { membershipChanges } from './membership-changes'
import type { Message } from './messages'
import { namesOf } from './names'
import { otherChanges, subjectOf } from './other-changes'
import { counted, Name, type Phrase, say } from './phrase'
import type { Plan, ResourceChange } from './plan'
import { type PlannedResource, plannedResource } from './planned-resource'
import { defaultSettings, type ReviewSettings, type Rule } from './settings'
import { categoryExchange } from './sites/category-exchange'
import { siteChanges } from './sites/site-changes'
import { type Outcome, outcomeOf, verdictOn } from './verdict'

/** What a plan changes on the appliance, and what a reviewer should know of it. */
export interface Review {
  readonly outcome: Outcome
  /** One line that says it all. */
  readonly verdict: Phrase
  /** The gravest sections first. */
  readonly changes: readonly Change[]
  /** The fatal ones first. */
  readonly findings: readonly Finding<Rule>[]
  readonly settings: ReviewSettings
}

/**
 * Reviews a plan.
 * @param messages what the engine said while it planned, where that was kept
 * @throws {PlanError} where a packed list of sites cannot be read
 */
export async function reviewOf(
  plan: Plan,
  settings: ReviewSettings = defaultSettings,
  messages: readonly Message[] = [],
): Promise<Review> {
  const resources = plan.changes.filter(isOfAppliance).map(plannedResource)
  const exchange = await categoryExchange(resources, plan)
  const changes = inOrder([
    ...siteChanges(exchange),
    ...membershipChanges(resources, plan),
    ...otherChanges(resources),
    ...stateChanges(resources),
    ...changesOfOthers(plan),
  ])
  const mentioned = new Set(changes.flatMap(({ addresses }) => addresses))
  const unmentioned = resources.filter(({ action, address }) => action !== 'none' && !mentioned.has(address))
  const all = inOrder([...changes, ...unmentioned.map(quietChange)])
  const findings = findingsOf({
    plan,
    resources,
    exchange,
    contents: contentsOf(exchange),
    messages,
    settings,
  })
  return {
    outcome: outcomeOf(all, findings),
    verdict: verdictOn(all, findings, plan),
    changes: all,
    findings,
    settings,
  }
}

/** Imports and new addresses change Terraform's state, and nothing on the appliance. */
function stateChanges(resources: readonly PlannedResource[]): readonly Change[] {
  return resources.flatMap((resource) => {
    const line = { section: 'changed', subject: subjectOf(resource), addresses: [resource.address] } as const
    const { isImported, previousAddress } = resource
    return [
      ...(isImported ? [{ ...line, action: 'import', says: say`imported` } as const] : []),
      ...(previousAddress === undefined
        ? []
        : [
            {
              ...line,
              action: 'rename',
              says: say`moved in the configuration from ${new Name(previousAddress)}`,
            } as const,
          ]),
    ]
  })
}

/** An update that sends nothing, such as another order of the same sites. */
function quietChange(resource: PlannedResource): Change {
  return {
    section: 'changed',
    action: 'update',
    subject: subjectOf(resource),
    says: attributeChanges(resource) ?? say`written otherwise, with the same meaning`,
    addresses: [resource.address],
  }
}

/** Resources of other providers are none of the appliance's business: how many change is all that is said. */
function changesOfOthers({ changes }: Plan): readonly Change[] {
  const others = changes.filter(
    (change) => !isOfAppliance(change) && plannedResource(change).action !== 'none',
  )
  if (others.length === 0) return []
  return [
    {
      section: 'changed',
      action: 'update',
      subject: { kind: 'other providers', name: '' },
      says: counted(others.length, 'resource'),
      names: namesOf(others.map(({ address }) => address)),
      addresses: others.map(({ address }) => address),
    },
  ]
}

function isOfAppliance({ type, provider_name }: ResourceChange): boolean {
  return type.startsWith('appliance_') || provider_name.endsWith('/appliance')
}

function inOrder(changes: readonly Change[]): readonly Change[] {
  return sectionNames.flatMap((section) => changes.filter((change) => change.section === section))
}
