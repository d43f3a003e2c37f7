import { z } from 'zod'
import { stateValues } from './state-module'

/** A module of the configuration: what its resources refer to. */
export interface ConfigurationModule {
  readonly resources?: readonly ConfigurationResource[] | undefined
  readonly outputs?: Readonly<Record<string, { readonly expression?: unknown }>> | undefined
  readonly module_calls?: Readonly<Record<string, ConfigurationCall>> | undefined
}

export interface ConfigurationResource {
  readonly type: string
  readonly name: string
  readonly expressions?: Readonly<Record<string, unknown>> | undefined
  readonly for_each_expression?: unknown
}

/** A `module` block: what it gives to the module, by the names of variables. */
export interface ConfigurationCall {
  readonly module?: ConfigurationModule | undefined
  readonly expressions?: Readonly<Record<string, unknown>> | undefined
  readonly for_each_expression?: unknown
}

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
  /** Why an object is replaced or deleted, such as `replace_because_tainted`. */
  action_reason: z.string().optional(),
  change: z.object({
    actions: z.array(z.string()).nonempty(),
    before: values.nullish(),
    after: values.nullish(),
    after_unknown: z.unknown().optional(),
    before_sensitive: z.unknown().optional(),
    after_sensitive: z.unknown().optional(),
    importing: z.unknown().optional(),
    /** The attributes that cause a replacement. */
    replace_paths: z.array(z.array(z.unknown())).optional(),
  }),
})

export type ResourceChange = z.infer<typeof resourceChange>

/** One call of an action of a provider, which something triggers (Terraform 1.14 and later). */
export const actionInvocation = z.object({
  address: z.string(),
  type: z.string().default(''),
  provider_name: z.string().default(''),
  /** The block `config`, without what is known only after the apply, which `config_unknown` marks as true. */
  config_values: values.nullish(),
  config_unknown: z.unknown().optional(),
  lifecycle_action_trigger: z
    .object({
      triggering_resource_address: z.string().default(''),
      action_trigger_event: z.string().default(''),
    })
    .nullish(),
  invoke_action_trigger: z.object({ calling_resource_address: z.string().optional() }).nullish(),
})

export const stateResource = z.object({
  address: z.string(),
  mode: z.string(),
  type: z.string(),
  provider_name: z.string().default(''),
  values: values.nullish(),
  sensitive_values: z.unknown().optional(),
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
  outputs: z.record(z.string(), z.object({ expression: z.unknown().optional() })).optional(),
  get module_calls() {
    return z
      .record(
        z.string(),
        z.object({
          module: configurationModule.optional(),
          expressions: values.optional(),
          for_each_expression: z.unknown().optional(),
        }),
      )
      .optional()
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

/** What `show -json` prints of a plan, as far as a review reads it. */
export const planDocument = z.object({
  resource_changes: z.array(resourceChange).default([]),
  resource_drift: z.array(resourceChange).default([]),
  action_invocations: z.array(actionInvocation).default([]),
  deferred_changes: z.array(deferredChange).default([]),
  deferred_action_invocations: z.array(deferredInvocation).default([]),
  configuration: z.object({ root_module: configurationModule.optional() }).optional(),
  prior_state: z.object({ values: stateValues(stateResource).nullish() }).optional(),
  errored: z.boolean().optional(),
  complete: z.boolean().optional(),
})
