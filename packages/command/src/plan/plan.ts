import { deepestJson, isNestedTooDeep } from '@webfilter/appliance-names'
import { type Verify, verifyModes } from '@webfilter/site-lists'
import { isJsonObject } from '@webfilter/text'
import { z } from 'zod'
import { arrayOf, recordOf, shownDocument } from '../json-shapes'
import { visible } from '../report/phrase'
import {
  instanceOf,
  type Origin,
  type PlannedResource,
  plannedAction,
  plannedResource,
  resourceChange,
} from './planned-resource'
import { SensitiveValues } from './sensitive-values'

/** A plan, as far as a review reads it (format 1 of Terraform's and OpenTofu's `show -json`). */
export interface Plan {
  /** Resources that are managed, no-ops included. */
  readonly changes: readonly PlannedResource[]
  /** What the refresh found to differ from the state. */
  readonly drift: readonly PlannedResource[]
  /** Actions of providers that the apply calls. */
  readonly invocations: readonly Invocation[]
  /** What waits for a later plan. */
  readonly deferred: readonly Deferred[]
  /** Addresses of the resources that are managed already. */
  readonly managed: readonly Managed[]
  readonly configuration: ConfigurationModule
  /** The setting `verify` of the provider; the weakest if there are several, or if the plan does not contain its value. */
  readonly inheritedVerify: Verify
  /** The blocks that configure this provider. */
  readonly providers: readonly ProviderBlock[]
  /** Values of data sources, as far as the plan has read them. */
  readonly data: readonly DataValues[]
  /** Whether all of the configuration is in the plan; undefined where the engine does not say, as OpenTofu. */
  readonly isComplete: boolean | undefined
  /** Values of the variables of the root module, by their names: of those that are sensitive, too. */
  readonly variables: Readonly<Record<string, unknown>>
  /** By addresses. */
  readonly origins?: ReadonlyMap<string, Origin>
  /** How many sites lists take from other categories, as the messages say, by the addresses of the lists. */
  readonly taken?: ReadonlyMap<string, number>
}

/** A resource of the state, after the refresh. */
type Managed = Pick<z.infer<typeof stateResource>, 'address' | 'mode' | 'type' | 'provider_name'> & {
  /** Which of several appliances it is on. */
  readonly appliance?: string
}
type DataValues = z.infer<typeof stateResource> & {
  /** Which of several appliances it has read. */
  readonly appliance?: string
}
export type Invocation = z.infer<typeof actionInvocation>

/** A block that configures this provider. */
export interface ProviderBlock {
  /** Such as `appliance`, or `appliance.berlin` with an alias; that of a module begins with its address and a colon. */
  readonly key: string
  /** All attributes that are written, as the plan has them. */
  readonly expressions: Readonly<Record<string, unknown>>
}

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
 * @param environment with the settings of the provider that its blocks do not contain
 * @throws {PlanError} where it is something else, is of a format that is not known, failed half way, or does with a resource of the
 *   appliance what this release does not know
 */
export function readPlan(
  text: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Plan {
  const json = jsonOf(text)
  const version = versionOf(json)
  if (!/^1\./.test(version)) {
    throw new PlanError(
      'This release reads plans of format 1, but the plan has another format. Use a release that supports your version of Terraform or OpenTofu.',
    )
  }
  const other = otherDocument(json)
  if (other !== undefined) throw new PlanError(`${other} ${advice}`)
  const result = planDocument.safeParse(json)
  if (!result.success) throw new PlanError(`This is not a plan${invalidPlace(result.error)}. ${advice}`)
  const { resource_changes, resource_drift, configuration, prior_state, errored, complete } = result.data
  if (errored) {
    throw new FailedPlanError(
      'The plan failed, so it does not contain all changes. Fix the errors that Terraform or OpenTofu printed, and plan again.',
    )
  }
  const resources = resourcesIn(prior_state?.values?.root_module)
  const providers = providersIn(configuration?.provider_config ?? {})
  const { action_invocations, deferred_changes, deferred_action_invocations } = result.data
  const [all, differing] = [resourcesOf(resource_changes), resourcesOf(resource_drift)]
  const secrets = new SensitiveValues([...all, ...differing])
  const [changes, drift] = [all.filter(isManaged), differing.filter(isManaged)]
  return {
    changes: asFound(changes, drift)
      .map((each) => secrets.markedIn(each))
      .map((each) => ({ ...each, isUnseen: isForgottenUnseen(each, drift) })),
    drift: drift.map((each) => secrets.markedIn(each)),
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
    inheritedVerify: inheritedVerify(providers, result.data.variables, environment),
    providers,
    variables: Object.fromEntries(
      Object.entries(result.data.variables).map(([name, { value }]) => [name, value]),
    ),
    managed: resources.filter(isManaged),
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

function jsonOf(text: string): unknown {
  const json = shownDocument(text)
  if (json !== undefined) return json
  if (isNestedTooDeep(text)) {
    throw new PlanError(
      `The JSON of the plan is nested more than ${deepestJson} levels deep, which neither Terraform nor OpenTofu writes. ${advice}`,
    )
  }
  if (text.trim() === '') throw new PlanError(`The plan is empty. ${advice}`)
  // A line of what an engine prints with `-json`.
  if (/^\s*\{"@/.test(text)) throw new PlanError(messagesInstead)
  if (/^\s*\{/.test(text)) throw new PlanError(`The JSON of the plan is incomplete or damaged. ${advice}`)
  throw new PlanError(
    `This is neither a saved plan nor JSON. Specify the file of \`plan -out\`, or the output of \`show -json\`.`,
  )
}

const messagesInstead = `These are the messages of \`plan -json\`, not a plan. ${advice}`

const previewInstead =
  'This is a preview of Pulumi, not a plan: it contains neither the planned values nor the prior state that a review reads. Read the ' +
  'warnings in the output of `pulumi preview`, or declare the resources in Terraform or OpenTofu and pass `terraform show -json PLANFILE`.'

function versionOf(json: unknown): string {
  // `preview --json` has a summary of changes, and `preview --save-plan` has plans of its resources.
  const ofPulumi = ['changeSummary', 'resourcePlans']
  if (isJsonObject(json) && ofPulumi.some((name) => Object.hasOwn(json, name)))
    throw new PlanError(previewInstead)
  if (isJsonObject(json) && Object.keys(json)[0]?.startsWith('@')) throw new PlanError(messagesInstead)
  const result = z.object({ format_version: z.string() }).safeParse(json)
  if (!result.success) throw new PlanError(`This is not a plan: it has no format_version. ${advice}`)
  return result.data.format_version
}

/** Only where it is: what stands there may be secret. */
function invalidPlace({ issues: [issue] }: z.ZodError): string {
  return issue === undefined || issue.path.length === 0
    ? ''
    : `: invalid value at ${issue.path.slice(0, 2).join('.')}`
}

function providersIn(configs: z.infer<typeof providerConfigs>): readonly ProviderBlock[] {
  const own = Object.entries(configs).filter(([, { full_name }]) => full_name.endsWith('/appliance'))
  return own.map(([key, { expressions }]) => ({ key, expressions }))
}

function resourcesOf(changes: readonly ResourceChange[]): readonly PlannedResource[] {
  for (const change of changes) if (isOfAppliance(change)) refuseUnknown(change)
  return changes.map(plannedResource)
}

function isManaged({ mode }: Pick<PlannedResource, 'mode'>): boolean {
  return mode === 'managed'
}

type ResourceChange = z.infer<typeof resourceChange>

/**
 * Engines plan the deletion of what no block declares any more from the state as the last apply left it, and say only in the drift what the
 * refresh found there.
 */
function asFound(
  changes: readonly PlannedResource[],
  drift: readonly PlannedResource[],
): readonly PlannedResource[] {
  const found = new Map(drift.map((each) => [instanceOf(each), each.after]))
  return changes.map((each) => {
    const before = each.action === 'destroy' ? found.get(instanceOf(each)) : undefined
    return before ? { ...each, before } : each
  })
}

/** Terraform asks for nothing that a `removed` block forgets, and only in its drift another engine may show that it did. */
function isForgottenUnseen({ address, action }: PlannedResource, drift: readonly PlannedResource[]): boolean {
  return action === 'forget' && !drift.some((found) => found.address === address)
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

/** A value that the plan does not contain, such as one of a local value, may be any: then nothing is claimed to be looked up. */
function inheritedVerify(
  providers: readonly ProviderBlock[],
  variables: Readonly<Record<string, { readonly value?: unknown }>>,
  environment: Readonly<Record<string, string | undefined>>,
): Verify {
  const otherwise: z.infer<typeof writtenText> = { constant_value: environment[verifyVariable] || 'auto' }
  const own = providers.map(({ expressions: { verify } }) =>
    verify === undefined ? otherwise : (writtenText.safeParse(verify).data ?? {}),
  )
  const written = own.length > 0 ? own : [otherwise]
  const modes = written.map(({ constant_value: constant, references: [reference = ''] = [] }) => {
    const [, variable = ''] = /^var\.(.+)$/.exec(reference) ?? []
    return verifyModes.find((mode) => mode === (constant ?? variables[variable]?.value)) ?? 'none'
  })
  return (['none', 'sample', 'auto'] as const).find((mode) => modes.includes(mode)) ?? 'full'
}

const verifyVariable = 'APPLIANCE_VERIFY'

/** Resources of other providers are none of the appliance's business. */
export function isOfAppliance(resource: Pick<PlannedResource, 'type' | 'provider_name'>): boolean {
  return resource.type.startsWith('appliance_') || resource.provider_name.endsWith('/appliance')
}

/** A module of the configuration: what its resources refer to. */
export interface ConfigurationModule {
  readonly resources?: readonly z.infer<typeof configurationResource>[] | undefined
  readonly module_calls?:
    | Readonly<Record<string, { readonly module?: ConfigurationModule | undefined }>>
    | undefined
}

const values = z.record(z.string(), z.unknown())

/** One call of an action of a provider, which something triggers (Terraform 1.14 and later). */
const actionInvocation = z.object({
  address: z.string(),
  type: z.string().default(''),
  provider_name: z.string().default(''),
  /** The block `config`, without what is known only after the apply, which `config_unknown` marks as true. */
  config_values: values.nullish(),
  config_unknown: z.unknown().optional(),
  config_sensitive: z.unknown().optional(),
  lifecycle_action_trigger: z
    .object({
      triggering_resource_address: z.string().default(''),
      action_trigger_event: z.string().default(''),
    })
    .nullish(),
  invoke_action_trigger: z.object({ calling_resource_address: z.string().optional() }).nullish(),
})

const stateResource = z.object({
  address: z.string(),
  mode: z.string(),
  type: z.string(),
  provider_name: z.string().default(''),
  values: values.nullish(),
  sensitive_values: z.unknown().optional(),
})

const configurationResource = z.object({
  mode: z.string().optional(),
  type: z.string(),
  name: z.string(),
  /** The provider block that it is for: the key of a `ProviderBlock`. */
  provider_config_key: z.string().optional(),
  expressions: values.optional(),
})

const configurationModule: z.ZodType<ConfigurationModule> = z.object({
  resources: arrayOf(configurationResource).optional(),
  get module_calls() {
    return recordOf(z.object({ module: configurationModule.optional() })).optional()
  },
})

/** Only why and where: of a number that is not known yet, neither its key nor its values are in the plan. */
const deferredChange = z.object({
  reason: z.string().default('unknown'),
  resource_change: z.object({ address: z.string() }),
})

const deferredInvocation = z.object({
  reason: z.string().default('unknown'),
  action_invocation: z.object({ address: z.string() }),
})

/** An expression has a constant value, or refers to others. */
const writtenText = z.object({
  constant_value: z.unknown().optional(),
  references: arrayOf(z.string()).optional(),
})

const providerConfigs = recordOf(
  z.object({ full_name: z.string().default(''), expressions: values.default({}) }),
)

/** What `show -json` prints of a plan, as far as a review reads it. */
const planDocument = z.object({
  resource_changes: arrayOf(resourceChange).default([]),
  resource_drift: arrayOf(resourceChange).default([]),
  action_invocations: arrayOf(actionInvocation).default([]),
  deferred_changes: arrayOf(deferredChange).default([]),
  deferred_action_invocations: arrayOf(deferredInvocation).default([]),
  configuration: z
    .object({ root_module: configurationModule.optional(), provider_config: providerConfigs.optional() })
    .optional(),
  variables: recordOf(z.object({ value: z.unknown().optional() })).default({}),
  prior_state: z.object({ values: stateValues(stateResource).nullish() }).optional(),
  errored: z.boolean().optional(),
  complete: z.boolean().optional(),
})

/** A module of a state, as `show -json` prints it: its resources, and the modules that it calls. */
interface StateModule<Resource> {
  readonly resources?: readonly Resource[] | undefined
  readonly child_modules?: readonly StateModule<Resource>[] | undefined
}

/** What `values` of a state contains. @param resource what is read of each resource */
export function stateValues<Resource>(resource: z.ZodType<Resource>) {
  const stateModule: z.ZodType<StateModule<Resource>> = z.object({
    resources: arrayOf(resource).optional(),
    get child_modules() {
      return arrayOf(stateModule).optional()
    },
  })
  return z.object({ root_module: stateModule.optional() })
}

/** The resources of a module and of all modules below it. */
export function resourcesIn<Resource>(module: StateModule<Resource> | undefined): readonly Resource[] {
  return [...(module?.resources ?? []), ...(module?.child_modules ?? []).flatMap(resourcesIn)]
}
