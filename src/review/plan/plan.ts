import { z } from 'zod'

/** A plan, as far as a review reads it (format 1 of Terraform's and OpenTofu's `show -json`). */
export interface Plan {
  /** Resources that are managed, no-ops included. */
  readonly changes: readonly ResourceChange[]
  /** What the refresh found to differ from the state. */
  readonly drift: readonly ResourceChange[]
  /** Addresses of the resources that are managed already. */
  readonly managed: readonly Managed[]
  readonly configuration: ConfigurationModule
  /** Values of data sources, as far as the plan has read them. */
  readonly data: readonly DataValues[]
  /** Not all of the configuration could be planned: another plan has to follow. */
  readonly isPartial: boolean
}

/** A resource of the state, after the refresh. */
export type Managed = Pick<z.infer<typeof stateResource>, 'address' | 'type' | 'provider_name'>
export type ResourceChange = z.infer<typeof resourceChange>
export type DataValues = z.infer<typeof stateResource>

/** A module of the configuration: what its resources refer to. */
export interface ConfigurationModule {
  readonly resources?: readonly ConfigurationResource[] | undefined
  readonly module_calls?:
    | Readonly<Record<string, { readonly module?: ConfigurationModule | undefined }>>
    | undefined
}

export interface ConfigurationResource {
  readonly type: string
  readonly name: string
  readonly expressions?: Readonly<Record<string, unknown>> | undefined
  readonly for_each_expression?: unknown
}

/** Why a text is no plan that could be reviewed: a sentence of what is wrong and one of what to do. */
export class PlanError extends Error {}

/**
 * Reads a plan.
 * @param text what `terraform show -json` or `tofu show -json` printed
 * @throws {PlanError} where it is something else, is of a format that is not known, or failed half way
 */
export function readPlan(text: string): Plan {
  const json = parsed(text)
  const version = versionOf(json)
  if (!/^1\./.test(version)) {
    throw new PlanError(
      'This release reads plans of format 1, but the plan has another format. Use a release that supports your version of Terraform or OpenTofu.',
    )
  }
  if (typeof json === 'object' && json !== null && !('resource_changes' in json) && 'values' in json) {
    throw new PlanError(`This is a state, not a plan. ${advice}`)
  }
  const result = planDocument.safeParse(json)
  if (!result.success) throw new PlanError(`This is not a plan${placeOf(result.error)}. ${advice}`)
  const { resource_changes, resource_drift, configuration, prior_state, errored, complete } = result.data
  if (errored) {
    throw new PlanError(
      'The plan failed, so it does not contain all changes. Fix the errors that Terraform or OpenTofu printed, and plan again.',
    )
  }
  return {
    changes: resource_changes.filter(isManaged),
    drift: resource_drift.filter(isManaged),
    configuration: configuration?.root_module ?? {},
    managed: resourcesIn(prior_state?.values?.root_module).filter(({ mode }) => mode === 'managed'),
    data: resourcesIn(prior_state?.values?.root_module).filter(({ mode }) => mode === 'data'),
    isPartial: complete === false,
  }
}

const advice = 'Pass the output of `terraform show -json PLANFILE`.'

const values = z.record(z.string(), z.unknown())

const resourceChange = z.object({
  address: z.string(),
  previous_address: z.string().optional(),
  module_address: z.string().optional(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  index: z.union([z.string(), z.number()]).optional(),
  provider_name: z.string().default(''),
  deposed: z.string().optional(),
  change: z.object({
    actions: z.array(z.string()).nonempty(),
    before: values.nullish(),
    after: values.nullish(),
    after_unknown: z.unknown().optional(),
    before_sensitive: z.unknown().optional(),
    after_sensitive: z.unknown().optional(),
    importing: z.unknown().optional(),
  }),
})

const stateResource = z.object({
  address: z.string(),
  mode: z.string(),
  type: z.string(),
  provider_name: z.string().default(''),
  values: values.nullish(),
})

interface StateModule {
  readonly resources?: readonly DataValues[] | undefined
  readonly child_modules?: readonly StateModule[] | undefined
}

const stateModule: z.ZodType<StateModule> = z.object({
  resources: z.array(stateResource).optional(),
  get child_modules() {
    return z.array(stateModule).optional()
  },
})

const configurationModule: z.ZodType<ConfigurationModule> = z.object({
  resources: z
    .array(
      z.object({
        type: z.string(),
        name: z.string(),
        expressions: values.optional(),
        for_each_expression: z.unknown().optional(),
      }),
    )
    .optional(),
  get module_calls() {
    return z.record(z.string(), z.object({ module: configurationModule.optional() })).optional()
  },
})

const planDocument = z.object({
  resource_changes: z.array(resourceChange).default([]),
  resource_drift: z.array(resourceChange).default([]),
  configuration: z.object({ root_module: configurationModule.optional() }).optional(),
  prior_state: z.object({ values: z.object({ root_module: stateModule.optional() }).nullish() }).optional(),
  errored: z.boolean().optional(),
  complete: z.boolean().optional(),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (/^\s*\{"@/.test(text)) {
      throw new PlanError(`These are the messages of \`plan -json\`, not a plan. ${advice}`)
    }
    throw new PlanError(`This is not JSON. ${advice}`)
  }
}

function versionOf(json: unknown): string {
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

function isManaged({ mode }: ResourceChange): boolean {
  return mode === 'managed'
}

function resourcesIn(module: StateModule | undefined): readonly DataValues[] {
  return [...(module?.resources ?? []), ...(module?.child_modules ?? []).flatMap(resourcesIn)]
}
