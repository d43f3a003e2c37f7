import type { ObjectValue } from '@webfilter/terraform-plugin'
import type { DeclaredResource } from './declared-resources'
import {
  type Instance,
  noPrivate,
  type PlanAnswer,
  type ProviderProcess,
  type Schemas,
  type Told,
} from './provider-process'

import { type Address, typeOf } from './resource-types'
import { checkPlanValid, isSame, proposedNewState, RuleBroken } from './terraform-rules'

export type Action = 'no-op' | 'create' | 'update' | 'replace' | 'delete'

/** What a plan says of one resource. */
export interface PlannedChange extends Told {
  readonly address: Address
  readonly action: Action
  /** As it was read for the plan. */
  readonly prior: ObjectValue | null
  readonly config: ObjectValue | null
  readonly planned: ObjectValue | null
}

/** What became of a change that was not a no-op. */
export interface AppliedChange extends PlannedChange {
  /** What the state holds now, null for nothing. */
  readonly after: ObjectValue | null
  /** Whether the provider was asked to carry it out, and not only to plan it again. */
  readonly isSent: boolean
}

/** A change with what is needed to send it. */
export interface Draft extends PlannedChange {
  readonly declared: DeclaredResource | undefined
  readonly private: Uint8Array
  readonly plannedPrivate: Uint8Array
}

/** What Terraform keeps of its resources between runs. */
export type State = ReadonlyMap<Address, Instance>

/** A provider at work, and what it offers. */
export interface Asked {
  readonly process: ProviderProcess
  readonly schemas: Schemas
}

/**
 * Asks for the plan of one resource, and checks it by Terraform's rules.
 * @param plannedPrivate what the plan that is applied has kept, where the host hands it on
 */
export async function askForPlan(
  { process, schemas }: Asked,
  address: Address,
  { prior, config }: Pick<PlannedChange, 'prior' | 'config'>,
  priorPrivate: Uint8Array,
  plannedPrivate?: Uint8Array,
): Promise<PlanAnswer> {
  if (!prior && !config)
    return { errors: [], warnings: [], planned: null, plannedPrivate: noPrivate, requiresReplace: [] }
  const schema = schemas.get(typeOf(address)) ?? new Map()
  const proposed = config && proposedNewState(schema, prior, config)
  const answer = await process.plan(typeOf(address), {
    prior,
    proposed,
    config,
    priorPrivate,
    plannedPrivate,
  })
  if (answer.errors.length > 0) return answer
  if ((answer.planned === null) !== (config === null))
    throw new RuleBroken('a plan is null exactly for a destroy')
  if (answer.planned && config) checkPlanValid(schema, { prior, config, planned: answer.planned })
  return answer
}

export function actionOf(
  prior: ObjectValue | null,
  { planned, requiresReplace }: Pick<PlanAnswer, 'planned' | 'requiresReplace'>,
): Action {
  if (planned === null) return prior ? 'delete' : 'no-op'
  if (prior === null) return 'create'
  if (isSame(prior, planned)) return 'no-op'
  const replaced = requiresReplace.some((name) => !isSame(prior[name] ?? null, planned[name] ?? null))
  return replaced ? 'replace' : 'update'
}

export function merged(...told: readonly Told[]): Told {
  return {
    errors: told.flatMap(({ errors }) => errors),
    warnings: told.flatMap(({ warnings }) => warnings),
  }
}
