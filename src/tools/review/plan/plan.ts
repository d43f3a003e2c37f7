import { parsedJson } from '@webfilter/appliance-names'
import { z } from 'zod'
import { visible } from '../visible'
import { plannedAction } from './actions'
import {
  type actionInvocation,
  type ConfigurationModule,
  planDocument,
  type ResourceChange,
  type stateResource,
} from './document'
import { isOfAppliance } from './planned-resource'
import { resourcesIn } from './state-module'

/** A plan, as far as a review reads it (format 1 of Terraform's and OpenTofu's `show -json`). */
export interface Plan {
  /** Resources that are managed, no-ops included. */
  readonly changes: readonly ResourceChange[]
  /** What the refresh found to differ from the state. */
  readonly drift: readonly ResourceChange[]
  /** Actions of providers that the apply calls. */
  readonly invocations: readonly Invocation[]
  /** What waits for a later plan. */
  readonly deferred: readonly Deferred[]
  /** Addresses of the resources that are managed already. */
  readonly managed: readonly Managed[]
  readonly configuration: ConfigurationModule
  /** Values of data sources, as far as the plan has read them. */
  readonly data: readonly DataValues[]
  /** Whether all of the configuration is in the plan; undefined where the engine does not say, as OpenTofu. */
  readonly isComplete: boolean | undefined
  /** Of what is created, by the addresses of resources, as far as messages say. */
  readonly origins?: ReadonlyMap<string, 'adopted' | 'created'>
}

/** A resource of the state, after the refresh. */
export type Managed = Pick<z.infer<typeof stateResource>, 'address' | 'type' | 'provider_name'>
export type DataValues = z.infer<typeof stateResource>
export type Invocation = z.infer<typeof actionInvocation>

/** A change of a resource, or a call of an action, that the engine could not plan yet. */
export interface Deferred {
  readonly of: 'resource' | 'action'
  readonly address: string
  /** As the engine says it, such as `instance_count_unknown`. */
  readonly reason: string
}

/** Why a text is no plan that could be reviewed: a sentence of what is wrong and one of what to do. */
export class PlanError extends Error {}

/** Why a plan is none to review: it failed half way. What it contains says nothing of why. */
export class FailedPlanError extends PlanError {}

/**
 * Reads a plan.
 * @param text what `terraform show -json` or `tofu show -json` printed
 * @throws {PlanError} where it is something else, is of a format that is not known, failed half way, or does with a resource of the
 *   appliance what this release does not know
 */
export function readPlan(text: string): Plan {
  const json = parsed(text)
  const version = versionOf(json)
  if (!/^1\./.test(version)) {
    throw new PlanError(
      'This release reads plans of format 1, but the plan has another format. Use a release that supports your version of Terraform or OpenTofu.',
    )
  }
  const other = otherDocument(json)
  if (other !== undefined) throw new PlanError(`${other} ${advice}`)
  const result = planDocument.safeParse(json)
  if (!result.success) throw new PlanError(`This is not a plan${placeOf(result.error)}. ${advice}`)
  const { resource_changes, resource_drift, configuration, prior_state, errored, complete } = result.data
  if (errored) {
    throw new FailedPlanError(
      'The plan failed, so it does not contain all changes. Fix the errors that Terraform or OpenTofu printed, and plan again.',
    )
  }
  const resources = resourcesIn(prior_state?.values?.root_module)
  const { action_invocations, deferred_changes, deferred_action_invocations } = result.data
  return {
    changes: managedIn(resource_changes),
    drift: managedIn(resource_drift),
    invocations: action_invocations,
    deferred: [
      ...deferred_changes.map(
        ({ reason, resource_change: { address } }) => ({ of: 'resource', address, reason }) as const,
      ),
      ...deferred_action_invocations.map(
        ({ reason, action_invocation: { address } }) => ({ of: 'action', address, reason }) as const,
      ),
    ],
    configuration: configuration?.root_module ?? {},
    managed: resources.filter(({ mode }) => mode === 'managed'),
    data: resources.filter(({ mode }) => mode === 'data'),
    isComplete: complete,
  }
}

const advice = 'Pass the output of `terraform show -json PLANFILE`.'

/**
 * What a document is instead of a plan. Each document of an engine has a `format_version`, and most have the same one; that of an empty
 * state has nothing else. A plan always has `planned_values`, and people who cut it down keep `resource_changes`.
 */
function otherDocument(json: unknown): string | undefined {
  const has = (property: string) => typeof json === 'object' && json !== null && Object.hasOwn(json, property)
  if (has('resource_changes') || has('planned_values')) return undefined
  if (has('values')) return 'This is a state, not a plan.'
  if (has('provider_schemas')) return 'These are the schemas of providers, not a plan.'
  if (has('outcome') && has('verdict')) return 'This is a report of this command, not a plan.'
  return 'This is not a plan: it contains neither planned values nor changes. An empty state looks like this.'
}

function parsed(text: string): unknown {
  const json = parsedJson(text)
  if (json !== undefined) return json
  if (text.trim() === '') throw new PlanError(`The plan is empty. ${advice}`)
  if (isMessage(text)) throw new PlanError(messagesInstead)
  if (/^\ufeff?\s*\{/.test(text))
    throw new PlanError(`The JSON of the plan is incomplete or damaged. ${advice}`)
  throw new PlanError(
    `This is neither a saved plan nor JSON. Name the file of \`plan -out\`, or the output of \`show -json\`.`,
  )
}

/** Whether a text begins with a line of what an engine prints with `-json`. */
function isMessage(text: string): boolean {
  return /^\ufeff?\s*\{"@/.test(text)
}

const messagesInstead = `These are the messages of \`plan -json\`, not a plan. ${advice}`

function versionOf(json: unknown): string {
  if (isMessage(JSON.stringify(json))) throw new PlanError(messagesInstead)
  const result = z.object({ format_version: z.string() }).safeParse(json)
  if (!result.success) throw new PlanError(`This is not a plan: it has no format_version. ${advice}`)
  return result.data.format_version
}

/** Only where it is: what stands there may be secret. */
function placeOf({ issues: [issue] }: z.ZodError): string {
  return issue === undefined || issue.path.length === 0
    ? ''
    : `: invalid value at ${issue.path.slice(0, 2).join('.')}`
}

function managedIn(changes: readonly ResourceChange[]): readonly ResourceChange[] {
  const managed = changes.filter(({ mode }) => mode === 'managed')
  for (const change of changes) if (isOfAppliance(change)) refuseUnknown(change)
  return managed
}

/** Of other providers it is enough that something happens. */
function refuseUnknown({ address, mode, change: { actions } }: ResourceChange): void {
  if (mode === 'data' || mode === 'ephemeral') return
  const odd =
    mode !== 'managed'
      ? `"${visible(address)}" is a resource of the mode "${visible(mode)}"`
      : plannedAction(actions) === undefined
        ? `The plan contains the action "${visible(actions.join(', '))}" for "${visible(address)}"`
        : undefined
  if (odd === undefined) return
  throw new PlanError(
    `${odd}, which this release of the command does not support. Use a newer release that supports your version of Terraform or OpenTofu.`,
  )
}
