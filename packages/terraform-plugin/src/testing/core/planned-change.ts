import { isUnknown, type ObjectValue } from '../../values/value'
import { HostFailure } from '../host'
import type { Declared, Instance } from './declared'
import { noPrivate, type PlanAnswer, type ProviderRun, type Told, type TypeSchema } from './provider-run'
import { checkPlanned, proposedNewState, sameAttribute, sameObject } from './rules'

/** What is done with an object. A `read` is that of a data source whose configuration is known only after the apply. */
export type Action = 'no-op' | 'create' | 'update' | 'replace' | 'delete' | 'read' | 'forget'

/** What a plan says of one object. */
export interface PlannedChange extends Told {
  readonly address: string
  readonly action: Action
  /** What its provider says of its type. */
  readonly schema: TypeSchema
  /** As the state had it, before it was read. */
  readonly before: ObjectValue | null
  /** As it was read for the plan. */
  readonly prior: ObjectValue | null
  readonly config: ObjectValue | null
  readonly planned: ObjectValue | null
  /** Names of attributes for which it is replaced. */
  readonly replacedFor: readonly string[]
  /** Why it is replaced or destroyed, where that does not follow from attributes. */
  readonly because?: 'tainted' | 'asked' | 'triggered' | 'undeclared'
  readonly isImported: boolean
}

/** What became of a change that was not a no-op. */
export interface AppliedChange extends PlannedChange {
  /** What the state holds now, null for nothing. */
  readonly after: ObjectValue | null
  /** Whether the provider was asked to apply it, after it was planned again. */
  readonly isSent: boolean
  /** The creation failed and left something, which the next apply destroys. */
  readonly isTainted: boolean
}

/** A change with what is needed to send it. */
export interface Draft extends PlannedChange {
  readonly kind: 'managed' | 'data'
  readonly typeName: string
  readonly provider: string
  readonly declared: Declared | undefined
  /** What the state had of it, undefined for nothing. */
  readonly stored: Instance | undefined
  /** Of an object that is destroyed after it was replaced: the address that it had, which its successor has now. */
  readonly successor?: string
  readonly private: Uint8Array
  readonly plannedPrivate: Uint8Array
}

/**
 * Asks for the plan of one object, and checks it by Terraform's rules.
 * @param plannedPrivate for hosts that keep the private data of plans: those of the plan that is applied; none in a plan that is not
 */
export async function askForPlan(
  run: ProviderRun,
  typeName: string,
  { prior, config }: Pick<PlannedChange, 'prior' | 'config'>,
  priorPrivate: Uint8Array,
  plannedPrivate?: Uint8Array,
): Promise<PlanAnswer> {
  if (!prior && !config)
    return { errors: [], warnings: [], planned: null, plannedPrivate: noPrivate, requiresReplace: [] }
  const { attributes } = run.resource(typeName)
  const proposed = config && proposedNewState(attributes, prior, config)
  const answer = await run.plan(typeName, { prior, proposed, config, priorPrivate, plannedPrivate })
  if (answer.errors.length > 0) return answer
  if ((answer.planned === null) !== (config === null))
    throw new HostFailure('A plan is null exactly for a destroy.')
  if (answer.planned && config) checkPlanned(attributes, { prior, config, planned: answer.planned })
  return answer
}

/** What an answer leads to, and the attributes for which it is a replacement. */
export function actionOf(
  { attributes }: TypeSchema,
  prior: ObjectValue | null,
  { planned, requiresReplace }: Pick<PlanAnswer, 'planned' | 'requiresReplace'>,
): Pick<PlannedChange, 'action' | 'replacedFor'> {
  if (planned === null) return { action: prior ? 'delete' : 'no-op', replacedFor: [] }
  if (prior === null) return { action: 'create', replacedFor: [] }
  if (sameObject(attributes, prior, planned)) return { action: 'no-op', replacedFor: [] }
  const replacedFor = attributes.flatMap((attribute) => {
    const { name = '' } = attribute
    const isChanged = isUnknown(planned[name]) || !sameAttribute(attribute, prior, planned)
    return isChanged && requiresReplace.includes(name) ? [name] : []
  })
  return { action: replacedFor.length > 0 ? 'replace' : 'update', replacedFor }
}
