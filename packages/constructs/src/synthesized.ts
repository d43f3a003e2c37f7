import {
  DefaultTokenResolver,
  type IResolvable,
  StringConcat,
  TerraformDataSource,
  type TerraformElement,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Token,
  Tokenization,
} from 'cdktf'
import type { IConstruct } from 'constructs'
import { placeOf, quoted } from './messages'

/** Attributes with the names of Terraform's language, such as `sites_file`. A reference is a text with `${…}` in it. */
export type SynthesizedAttributes = Readonly<Record<string, unknown>>

/**
 * What a stack writes into `cdk.tf.json`: with what setters, Aspects and escape hatches changed since the constructs were made, and
 * with the values of `Lazy`. Validations are the place to ask for it, because they run after Aspects.
 */
export interface SynthesizedStack {
  /**
   * Of all resources of a type, in the order of the construct tree; those that generated classes declared as well. At the end are those
   * that no construct declares, because overrides of the stack bring them.
   */
  resources(type: string): readonly SynthesizedResource[]
  /** Of all data sources of a type, in the same way. */
  dataSources(type: string): readonly SynthesizedResource[]
  /** Nothing for a resource that has moved to another address. */
  attributesOf(resource: TerraformResource): SynthesizedAttributes | undefined
  /** Of all appliances. */
  providers(): readonly SynthesizedProvider[]
  /** Nothing for a variable that the program does not declare. */
  variable(name: string): SynthesizedAttributes | undefined
  /** The value of a local; nothing for one that the program does not declare. */
  local(name: string): unknown
  /** Whether it has a resource with this address, such as `appliance_category.ads`. */
  isDeclared(address: string): boolean
  /** Its `moved` blocks, whoever wrote them. */
  moves(): readonly SynthesizedMove[]
  /** Addresses of what its `import` blocks import. */
  imports(): readonly unknown[]
}

/** Addresses in a `moved` block. */
export interface SynthesizedMove {
  readonly from: unknown
  readonly to: unknown
}

export interface SynthesizedResource {
  /** How messages name it. */
  readonly place: string
  /** Such as `appliance_category.ads`; without `data.`, if it is a data source. */
  readonly address: string
  /** Nothing for one that only an override of the stack brings. */
  readonly construct?: TerraformElement | undefined
  readonly attributes: SynthesizedAttributes
}

export interface SynthesizedProvider {
  /** How messages name it. */
  readonly place: string
  /** Nothing for one that only an override of the stack brings. */
  readonly provider?: TerraformProvider | undefined
  readonly settings: SynthesizedAttributes
}

export function synthesizedStack(scope: IConstruct): SynthesizedStack {
  const stack = TerraformStack.of(scope)
  return validated.get(stack) ?? synthesizedNow(stack)
}

/**
 * Keeps what a stack writes until its last construct is validated: to write a stack for each of its constructs takes minutes where
 * there are hundreds of them. The first validation of a stack calls this. Nothing changes a stack between its validations.
 */
export function keepWhileValidating(stack: TerraformStack): SynthesizedStack {
  const synthesized = synthesizedNow(stack)
  const last = stack.node.findAll().at(-1)
  if (last === undefined || last === stack) return synthesized
  validated.set(stack, synthesized)
  if (!endings.has(last)) {
    endings.add(last)
    last.node.addValidation({
      validate: () => {
        validated.delete(stack)
        return []
      },
    })
  }
  return synthesized
}

/** Stacks whose constructs are being validated. */
const validated = new WeakMap<TerraformStack, SynthesizedStack>()

/** Constructs that were the last of their stack. */
const endings = new WeakSet<IConstruct>()

function synthesizedNow(stack: TerraformStack): SynthesizedStack {
  const written = entriesIn(stack.toTerraform())
  const attributesOf = ({ terraformResourceType, friendlyUniqueId }: TerraformResource) => {
    const named = entriesIn(entriesIn(written.resource)[terraformResourceType])[friendlyUniqueId]
    return isObject(named) ? named : undefined
  }
  const declared = (
    type: string,
    blocks: unknown,
    constructs: readonly (TerraformResource | TerraformDataSource)[],
  ): readonly SynthesizedResource[] => {
    const byName = entriesIn(entriesIn(blocks)[type])
    const ofType = constructs.filter(({ terraformResourceType }) => terraformResourceType === type)
    const names = new Set(ofType.map(({ friendlyUniqueId }) => friendlyUniqueId))
    return [
      ...ofType.flatMap((construct) => {
        const attributes = byName[construct.friendlyUniqueId]
        const address = `${type}.${construct.friendlyUniqueId}`
        return isObject(attributes) ? [{ place: placeOf(construct), address, construct, attributes }] : []
      }),
      ...Object.entries(byName).flatMap(([name, attributes]) => {
        const address = `${type}.${name}`
        return names.has(name) || !isObject(attributes)
          ? []
          : [{ place: quoted(address), address, attributes }]
      }),
    ]
  }
  return {
    resources: (type) =>
      declared(
        type,
        written.resource,
        stack.node.findAll().filter((each) => TerraformResource.isTerraformResource(each)),
      ),
    dataSources: (type) =>
      declared(
        type,
        written.data,
        stack.node.findAll().filter((each) => TerraformDataSource.isTerraformDataSource(each)),
      ),
    attributesOf,
    providers: () => {
      const declared = entriesIn(written.provider).appliance
      const constructs = stack.node
        .findAll()
        .filter((construct) => TerraformProvider.isTerraformProvider(construct))
        .filter(({ terraformResourceType }) => terraformResourceType === 'appliance')
      return (Array.isArray(declared) ? declared : [declared])
        .filter(isObject)
        .map((settings, index, all) => {
          const first = all.findIndex(({ alias }) => alias === settings.alias) === index
          const provider = first ? constructs.find(({ alias }) => alias === settings.alias) : undefined
          const name = typeof settings.alias === 'string' ? `appliance.${settings.alias}` : 'appliance'
          return { place: provider ? placeOf(provider) : quoted(name), provider, settings }
        })
    },
    variable: (name) => {
      const declared = entriesIn(written.variable)[name]
      return declared === undefined ? undefined : entriesIn(declared)
    },
    local: (name) => entriesIn(written.locals)[name],
    isDeclared: (address) => {
      const [type = '', name = ''] = address.split('.')
      return Object.hasOwn(entriesIn(entriesIn(written.resource)[type]), name)
    },
    moves: () =>
      Object.values(entriesIn(written.moved))
        .map(entriesIn)
        .map(({ from, to }) => ({ from, to })),
    imports: () =>
      Object.values(entriesIn(written.import))
        .map(entriesIn)
        .map(({ to }) => to),
  }
}

/** An object that the program wrote out; one without entries for a reference and for anything else. */
export function entriesIn(value: unknown): SynthesizedAttributes {
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

/** Whether a text is what it says, and has no reference in it that only Terraform resolves. */
export function isKnown(text: string): boolean {
  return !Token.isUnresolved(text) && !/[$%]\{/.test(text)
}

/** Whether a list is there whose entries can be counted, and are texts. */
export function isKnownList(list: readonly string[] | IResolvable | undefined): list is readonly string[] {
  return list !== undefined && !Token.isUnresolved(list)
}

/** Whether a map is there whose keys can be read: a reference to a whole map has none of them. */
export function isKnownMap(map: unknown): map is Readonly<Record<string, unknown>> {
  const isReference = Tokenization.isResolvable(map) || Token.isUnresolved(map)
  return typeof map === 'object' && map !== null && !isReference
}
