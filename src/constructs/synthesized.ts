import {
  DefaultTokenResolver,
  StringConcat,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Tokenization,
} from 'cdktf'
import type { IConstruct } from 'constructs'

/** Attributes with the names of Terraform's language, such as `sites_file`. A reference is a text with `${…}` in it. */
export type SynthesizedAttributes = Readonly<Record<string, unknown>>

/**
 * What a stack writes into `cdk.tf.json`: with what setters, Aspects and escape hatches changed since the constructs were made, and
 * with the values of `Lazy`. Validations are the place to ask for it, because they run after Aspects.
 */
export interface SynthesizedStack {
  /** Of all resources of a type, in the order of the construct tree; those that generated classes declared as well. */
  resources(type: string): readonly SynthesizedResource[]
  /** Nothing for a resource that has moved to another address. */
  attributesOf(resource: TerraformResource): SynthesizedAttributes | undefined
  /** Of all appliances. */
  providers(): readonly SynthesizedProvider[]
  /** Nothing for a variable that the program does not declare. */
  variable(name: string): SynthesizedAttributes | undefined
  /** The value of a local; nothing for one that the program does not declare. */
  local(name: string): unknown
}

export interface SynthesizedResource {
  readonly resource: TerraformResource
  readonly attributes: SynthesizedAttributes
}

export interface SynthesizedProvider {
  readonly provider: TerraformProvider
  readonly settings: SynthesizedAttributes
}

export function synthesizedStack(scope: IConstruct): SynthesizedStack {
  const stack = TerraformStack.of(scope)
  const written = entriesIn(stack.toTerraform())
  const attributesOf = ({ terraformResourceType, friendlyUniqueId }: TerraformResource) => {
    const named = entriesIn(entriesIn(written.resource)[terraformResourceType])[friendlyUniqueId]
    return named === undefined ? undefined : entriesIn(named)
  }
  return {
    resources: (type) =>
      stack.node.findAll().flatMap((construct) => {
        if (!TerraformResource.isTerraformResource(construct)) return []
        const attributes = construct.terraformResourceType === type ? attributesOf(construct) : undefined
        return attributes === undefined ? [] : [{ resource: construct, attributes }]
      }),
    attributesOf,
    providers: () => {
      const declared = entriesIn(written.provider).appliance
      const all = Array.isArray(declared) ? declared.map(entriesIn) : []
      return stack.node.findAll().flatMap((construct) => {
        if (!TerraformProvider.isTerraformProvider(construct)) return []
        if (construct.terraformResourceType !== 'appliance') return []
        const settings = all.find(({ alias }) => alias === construct.alias)
        return settings === undefined ? [] : [{ provider: construct, settings }]
      })
    },
    variable: (name) => {
      const declared = entriesIn(written.variable)[name]
      return declared === undefined ? undefined : entriesIn(declared)
    },
    local: (name) => entriesIn(written.locals)[name],
  }
}

function entriesIn(value: unknown): SynthesizedAttributes {
  return isObject(value) ? value : {}
}

/** A single value as it would be written: with the values of `Lazy`, and references as texts with `${…}`. */
export function resolved(value: unknown, scope: IConstruct): unknown {
  return Tokenization.resolve(value, { scope, resolver })
}

const resolver = new DefaultTokenResolver(new StringConcat())

/** Hands the object on as it is. A copy of all resources, made to look up each of them, takes seconds. */
function isObject(value: unknown): value is SynthesizedAttributes {
  return typeof value === 'object' && value !== null
}
