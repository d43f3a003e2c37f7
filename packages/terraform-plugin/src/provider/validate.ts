import { shownText } from '@webfilter/text'
import {
  attributeDeprecated,
  computedAttributeSet,
  invalidValue,
  nullElement,
  typeDeprecated,
  writeOnlyUnsupported,
} from '../diagnostics/entries'
import type { PartialMessage } from '../protobuf/message'
import type { Diagnostic, DynamicValue } from '../protocol/tfplugin6'
import {
  type Attribute,
  type Attributes,
  isConfigurable,
  type NestedAttributes,
  type StandardSchema,
  type ValidationIssue,
} from '../schema/attribute'
import { readObject } from '../schema/object'
import {
  containsUnknown,
  isListValue,
  isObjectValue,
  type ObjectValue,
  type Path,
  type PathStep,
  pathText,
  type Value,
} from '../values/value'
import type { ValidateArguments } from './arguments'
import { Diagnostics, raiseThrown } from './diagnostics'

interface Validated {
  readonly attributes: Attributes
  readonly deprecated?: string
  validate?(args: ValidateArguments<Attributes>): Promise<void> | void
}

/**
 * Checks a configuration: each attribute by its own rules, then the whole by the author's.
 * @param where what is validated, for messages: `notes_note`
 * @param how what the host can do, and whether messages quote values
 * @param provider name of the provider, for the codes of diagnostics
 */
export async function validateConfig(
  definition: Validated,
  where: string,
  config: PartialMessage<DynamicValue> | undefined,
  how: Pick<Validation, 'writeOnlyAllowed' | 'isQuoted'>,
  provider: string,
): Promise<{ readonly diagnostics: PartialMessage<Diagnostic>[] }> {
  const diagnostics = new Diagnostics()
  try {
    const values = await readObject(definition.attributes, config)
    if (definition.deprecated) {
      diagnostics.raise(typeDeprecated({ type: where, instead: definition.deprecated }))
    }
    if (values) {
      const shape = await validateValues(definition.attributes, values, { diagnostics, ...how })
      if (shape === 'sound') await definition.validate?.({ config: values, diagnostics })
    }
  } catch (error) {
    raiseThrown(error, { doing: `Could not validate ${where}`, where: where }, diagnostics)
  }
  return { diagnostics: diagnostics.toWire(provider, definition.attributes) }
}

/** How values are checked. */
interface Validation {
  readonly diagnostics: Diagnostics
  /** Whether the host can keep write-only values out of plan and state. */
  readonly writeOnlyAllowed: boolean
  /** The environment variable that a value comes from; left out where none comes from one. */
  readonly variableOf?: (path: Path) => string | undefined
  /**
   * Values are quoted: where they are settings, which may come from anywhere. Of a resource Terraform shows the line, and hides in it
   * what a person has marked as sensitive, which nothing tells the provider.
   */
  readonly isQuoted: boolean
}

/**
 * Checks a configuration by what each attribute says of its values. Values that are not known yet are left for later.
 * @returns whether the values are of the types that authors see
 */
export async function validateValues(
  attributes: Attributes,
  config: ObjectValue,
  { diagnostics, writeOnlyAllowed, variableOf = () => undefined, isQuoted }: Validation,
): Promise<'sound' | 'unsound'> {
  const nulls = nullElements(attributes, config)
  for (const path of nulls.slice(0, mostNulls)) {
    diagnostics.raise(nullElement({ attribute: pathText(path) }), path)
  }
  if (nulls.length > 0) return 'unsound'
  await validateObject(attributes, config, [])
  return 'sound'

  async function validateObject(of: Attributes, object: ObjectValue, path: Path): Promise<void> {
    for (const [name, attribute] of Object.entries(of)) {
      await validateAttribute(attribute, object[name] ?? null, [...path, name])
    }
  }

  async function validateAttribute(attribute: Attribute, value: Value, path: Path): Promise<void> {
    if (value === null) return
    const { options, nested } = attribute
    if (!isConfigurable(attribute)) {
      diagnostics.raise(computedAttributeSet({ attribute: pathText(path) }), path)
      return
    }
    if (options.writeOnly && !writeOnlyAllowed) {
      const { description } = options
      diagnostics.raise(writeOnlyUnsupported({ attribute: pathText(path), description }), path)
    }
    if (options.deprecated) {
      const deprecated = { attribute: pathText(path), instead: options.deprecated }
      diagnostics.raise(attributeDeprecated(deprecated), path)
    }
    if (!containsUnknown(value)) await checkValue(attribute, value, path)
    if (options.validateElement) await validateElements(options.validateElement, attribute, value, path)
    if (nested) await validateNested(nested, value, path)
  }

  async function validateNested(
    { nesting, attributes: of }: NestedAttributes,
    value: Value,
    path: Path,
  ): Promise<void> {
    const objects: readonly (readonly [Path, Value])[] =
      nesting === 'single'
        ? [[path, value]]
        : elements(value).map(([step, object]) => [[...path, step], object])
    for (const [place, object] of objects) {
      if (isObjectValue(object)) await validateObject(of, object, place)
    }
  }

  async function checkValue(attribute: Attribute, value: Value, path: Path): Promise<void> {
    for (const validator of attribute.checks) {
      if ((await check(validator, attribute, value, path)) === 'problem') return
    }
  }

  async function validateElements(
    validator: StandardSchema,
    attribute: Attribute,
    value: Value,
    path: Path,
  ): Promise<void> {
    for (const [step, element] of elements(value)) {
      if (!containsUnknown(element)) await check(validator, attribute, element, [...path, step])
    }
  }

  async function check(
    validator: StandardSchema,
    attribute: Attribute,
    value: Value,
    path: Path,
  ): Promise<'problem' | 'fits'> {
    const result = validator['~standard'].validate(value)
    const { issues = [] } = result instanceof Promise ? await result : result
    for (const issue of issues) {
      const place = [...path, ...issuePath(issue)]
      const isWhole = place.length === path.length
      const said = {
        attribute: pathText(place),
        value: isQuoted && isWhole ? writtenValue(attribute, value) : undefined,
        variable: variableOf(path),
        problem: issue.message,
      }
      diagnostics.raise(invalidValue(said), place)
    }
    return issues.length > 0 ? 'problem' : 'fits'
  }
}

/** Terraform quotes the whole source line for each diagnostic: more than a few would bury the rest. */
const mostNulls = 10

function issuePath(issue: ValidationIssue): PathStep[] {
  return (issue.path ?? []).map((step) => {
    const key = typeof step === 'object' ? step.key : step
    return typeof key === 'number' ? key : String(key)
  })
}

/**
 * Where a list, set or map of plain values has an element that is null. Terraform lets those through, and the types that
 * authors see promise that there are none.
 */
export function nullElements(attributes: Attributes, object: ObjectValue, path: Path = []): readonly Path[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    nullElementsOf(attribute, object[name] ?? null, [...path, name]),
  )
}

function nullElementsOf({ nested }: Attribute, value: Value, path: Path): readonly Path[] {
  if (nested?.nesting === 'single')
    return isObjectValue(value) ? nullElements(nested.attributes, value, path) : []
  return elements(value).flatMap(([step, element]) => {
    const place = [...path, step]
    if (element === null) return [place]
    return nested && isObjectValue(element) ? nullElements(nested.attributes, element, place) : []
  })
}

/** The elements of a list, set or map with their places; nothing for any other value. */
function elements(value: Value): readonly (readonly [PathStep, Value])[] {
  if (isListValue(value)) return [...value.entries()]
  if (isObjectValue(value)) return Object.entries(value).map(([key, element]) => [{ key }, element])
  return []
}

/** A value as it is written, for a message about it. Undefined where the attribute is sensitive, and for what is no plain value. */
export function writtenValue({ options }: Attribute, value: Value): string | undefined {
  if (options.sensitive || options.writeOnly) return undefined
  if (typeof value === 'string') return JSON.stringify(shownText(value))
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  return undefined
}
