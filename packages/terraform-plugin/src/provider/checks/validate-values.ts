import {
  attributeDeprecated,
  computedAttributeSet,
  invalidValue,
  nullElement,
  writeOnlyUnsupported,
} from '../../diagnostics/entries'
import {
  type Attribute,
  type Attributes,
  isConfigurable,
  type NestedAttributes,
} from '../../schema/attribute'
import type { StandardSchema, ValidationIssue } from '../../schema/validator'
import type { Path, PathStep } from '../../values/path'
import { pathText } from '../../values/path'
import { containsUnknown } from '../../values/unknown'
import { isObjectValue, type ObjectValue, type Value } from '../../values/value'
import type { Diagnostics } from '../diagnostics'
import { elements, nullElements } from './null-elements'
import { writtenValue } from './written-value'

/** How values are checked. */
export interface Validation {
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
    if (options.validate && !containsUnknown(value)) await check(options.validate, attribute, value, path)
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
  ): Promise<void> {
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
