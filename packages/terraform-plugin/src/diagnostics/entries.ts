import { caseOf, error, warning, warningCode } from './diagnostic'

// What the plugin framework says by itself: of values, states and procedures, whatever is managed.

/** A value that its attribute does not take. */
export const invalidValue = error(
  'invalid-value',
  'Invalid value',
  ({
    attribute,
    value,
    variable,
    problem,
  }: {
    readonly attribute: string
    /** As it is written; left out where it is a secret, or too long to be shown. */
    readonly value: string | undefined
    /** The environment variable that it comes from, if it comes from one. */
    readonly variable: string | undefined
    /** A sentence of what it has to be. */
    readonly problem: string
  }) => {
    const shown = value === undefined ? attribute : `${attribute} = ${value}`
    const origin = variable === undefined ? '' : ` (from the environment variable ${variable})`
    return [`${shown}${origin}: ${problem}`]
  },
)

export const nullElement = error(
  'null-element',
  'An element of a list, set or map is null',
  ({ attribute }: { readonly attribute: string }) => [
    `${attribute} is null.`,
    'Remove the element. If its value comes from another object, correct it there.',
  ],
)

export const computedAttributeSet = error(
  'computed-attribute-set',
  'This attribute is read-only',
  ({ attribute }: { readonly attribute: string }) => [
    `${attribute} is set, but only the provider can set this attribute.`,
    'Remove it from the configuration.',
  ],
)

export const writeOnlyUnsupported = error(
  'write-only-unsupported',
  'Write-only attributes are not supported by this Terraform',
  ({ attribute, description }: { readonly attribute: string; readonly description: string }) => [
    `${attribute} is never stored, which requires Terraform 1.11, OpenTofu 1.11, or newer.`,
    description,
  ],
)

export const deprecated = warningCode('deprecated', 'The configuration uses something deprecated')

export const attributeDeprecated = caseOf(
  deprecated,
  'A deprecated attribute is set',
  ({ attribute, instead }: { readonly attribute: string; readonly instead: string }) => [
    `${attribute} is deprecated.`,
    instead,
  ],
)

export const typeDeprecated = caseOf(
  deprecated,
  'A deprecated resource or data source is used',
  ({ type, instead }: { readonly type: string; readonly instead: string }) => [
    `${type} is deprecated.`,
    instead,
  ],
)

export const variableUnusable = error(
  'variable-unusable',
  'An environment variable has an invalid value',
  ({
    attribute,
    variable,
    value,
    wanted,
  }: {
    readonly attribute: string
    readonly variable: string
    /** Left out where it is a secret. */
    readonly value: string | undefined
    /** With an article: `a number`. */
    readonly wanted: string
  }) => [
    `The environment variable ${variable}${value === undefined ? '' : ` = ${value}`} sets ${attribute}, but is not ${wanted}.`,
    'Correct or unset the variable, or set the attribute.',
  ],
)

export const configurationUnknown = warning(
  'configuration-unknown',
  'Nothing was read because the provider is not configured yet',
  () => [
    'The configuration of the provider depends on values that are known only after apply. All resources keep their state. The plan ' +
      'did not check for drift.',
    'The first plan after that apply reads them again.',
  ],
  { group: 'unseen' },
)

export const configurationNeeded = error(
  'configuration-needed',
  'The provider is not configured',
  ({ isConfigured }: { readonly isConfigured: boolean }) => [
    isConfigured
      ? 'The configuration of the provider depends on values that are not known before the apply.'
      : 'The provider was used before it was configured.',
    'Configure the provider with values that are known at plan time, or first apply what they depend on with -target.',
  ],
)

export const runStopped = error('run-stopped', 'The run was stopped', () => [
  'Terraform was asked to stop.',
  'Run the same command again to continue.',
])

export const stateTooNew = error(
  'state-too-new',
  'The state was written by a newer release of the provider',
  ({ type, found, known }: { readonly type: string; readonly found: number; readonly known: number }) => [
    `The state of ${type} was written by a newer release of the provider: it has schema version ${found}, and this release supports ` +
      `versions up to ${known}.`,
    'Use that release or a newer one.',
  ],
)

export const stateTooOld = error(
  'state-too-old',
  'The state was written by an unsupported old release of the provider',
  ({ type, found }: { readonly type: string; readonly found: number }) => [
    `The state of ${type} has schema version ${found}, which this release no longer supports.`,
    'Remove the resource from the state with terraform state rm ADDRESS, then import it, or let the next apply adopt it.',
  ],
)

export const stateNotJson = error(
  'state-not-json',
  'The state was written by an unsupported old release of Terraform',
  ({ type }: { readonly type: string }) => [
    `The state of ${type} has the format that Terraform used before 0.12.`,
    'Open the state once with Terraform 0.13 or newer.',
  ],
)

export const stateAltered = error(
  'state-altered',
  'The state is not one that the provider wrote',
  ({
    type,
    problem,
  }: {
    readonly type: string
    /** A sentence of what in it the provider never writes. */
    readonly problem: string
  }) => [
    `The state of ${type} was changed outside of Terraform: ${problem}`,
    'Restore an earlier version of the state, such as terraform.tfstate.backup or one that the backend keeps. If there is none, remove the ' +
      'resource from the state with terraform state rm ADDRESS, then import it or let the next apply adopt it.',
  ],
)

export const notImportable = error(
  'not-importable',
  'This resource cannot be imported',
  ({
    managed,
    type,
  }: {
    /** What the provider manages, with its article: "the server". */
    readonly managed: string
    readonly type: string
  }) => [
    `${managed.charAt(0).toUpperCase()}${managed.slice(1)} returns nothing from which the state of ${type} could be read.`,
    'Add the resource to the configuration and apply it. "Import" on its documentation page says what that means for existing objects.',
  ],
)

export const notMovable = error(
  'not-movable',
  'A moved block leads from a type that cannot be moved',
  ({
    from,
    provider,
    type,
    movable,
  }: {
    /** The type of the state, and of what it is to become a state. */
    readonly from: string
    readonly type: string
    /** Address of the provider that the state comes from, if that is not this one. */
    readonly provider: string | undefined
    /** The types whose states can become one of `type`. */
    readonly movable: readonly string[]
  }) => [
    `A state of ${from}${provider === undefined ? '' : ` of the provider ${provider}`} cannot become a state of ${type}. ` +
      (movable.length === 0
        ? `No other type can be moved to ${type}.`
        : `Only ${movable.join(' and ')} of this provider can be moved to ${type}.`),
    'Remove the moved block, and declare or import the object as a new resource. To give up the old resource without any change, replace ' +
      'it by a removed block with destroy = false.',
  ],
)

export const notSupported = error(
  'not-supported',
  'The provider does not support this feature',
  ({ what }: { readonly what: string }) => [
    `This provider does not support ${what}.`,
    'Remove it from the configuration.',
  ],
)

export const providerBug = error(
  'provider-bug',
  'Bug in the provider',
  ({ where, what }: { readonly where: string; readonly what: string }) => [
    `In ${where}: ${what}`,
    'The configuration is not the cause. Report this bug with this message and the log of a run with TF_LOG=DEBUG.',
  ],
)

export const callInterrupted = error(
  'call-interrupted',
  'The provider was interrupted',
  ({ reason, advice }: { readonly reason: string; readonly advice: string }) => [reason, advice],
)

export const identityTooNew = caseOf(
  stateTooNew,
  'The identity was written by a newer release of the provider',
  ({ type, found }: { readonly type: string; readonly found: number }) => [
    `The identity of ${type} in the state was written by a newer release of the provider: it has version ${found}, and this release ` +
      'supports version 0.',
    'Use that release or a newer one.',
  ],
)

export const identityIncomplete = error(
  'identity-incomplete',
  'An import by identity lacks an attribute',
  ({ type, attribute }: { readonly type: string; readonly attribute: string }) => [
    `The identity of ${type} requires ${attribute}, which is not set or not known yet.`,
    `Set ${attribute} in the import block to a value that is known when the plan is made.`,
  ],
)
