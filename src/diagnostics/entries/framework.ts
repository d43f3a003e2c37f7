import { error, warning } from '../diagnostic'

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
    const origin = variable === undefined ? '' : `, from the environment variable ${variable}`
    return [`${shown}${origin}: ${problem}`]
  },
)

export const nullElement = error(
  'null-element',
  'An element of a list, set or map is null',
  ({ attribute }: { readonly attribute: string }) => [
    `${attribute} is null.`,
    'Leave the element out. Where the value comes from something else, correct that.',
  ],
)

export const computedAttributeSet = error(
  'computed-attribute-set',
  'This attribute cannot be set',
  ({ attribute }: { readonly attribute: string }) => [
    `${attribute} is set, but only the provider sets this attribute.`,
    'Remove it from the configuration.',
  ],
)

export const writeOnlyUnsupported = error(
  'write-only-unsupported',
  'Write-only attribute not supported here',
  ({ attribute, description }: { readonly attribute: string; readonly description: string }) => [
    `${attribute} is never stored, which needs Terraform 1.11 or OpenTofu 1.11 or newer.`,
    description,
  ],
)

export const attributeDeprecated = warning(
  'attribute-deprecated',
  'A deprecated attribute is set',
  ({ attribute, instead }: { readonly attribute: string; readonly instead: string }) => [
    `${attribute} is deprecated.`,
    instead,
  ],
)

export const typeDeprecated = warning(
  'type-deprecated',
  'A deprecated resource or data source is used',
  ({ type, instead }: { readonly type: string; readonly instead: string }) => [
    `${type} is deprecated.`,
    instead,
  ],
)

export const variableUnusable = error(
  'variable-unusable',
  'An environment variable cannot be used',
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
    `The environment variable ${variable}, from which ${attribute} comes, ${value === undefined ? '' : `holds ${value}, which `}is not ${wanted}.`,
    'Correct it, unset it, or set the attribute.',
  ],
)

export const configurationUnknown = warning(
  'configuration-unknown',
  'Nothing was read, as the configuration of the provider is not known yet',
  () => [
    'The configuration of the provider depends on values that are known after apply only. Resources keep the state that they had.',
    'The next plan after an apply reads them again.',
  ],
)

export const configurationNeeded = error(
  'configuration-needed',
  'The configuration of the provider is not known',
  ({ isConfigured }: { readonly isConfigured: boolean }) => [
    isConfigured
      ? 'The configuration of the provider depends on values that are not known before apply.'
      : 'The provider was used before it was configured.',
    'Give the provider values that are known at plan time, or apply first what they come from, with -target.',
  ],
)

export const runStopped = error('run-stopped', 'Stopped on request', () => [
  'Terraform was asked to stop.',
  'Run the same command again to go on.',
])

export const stateTooNew = error(
  'state-too-new',
  'The state was written by a newer release of the provider',
  ({ type, found, known }: { readonly type: string; readonly found: number; readonly known: number }) => [
    `The state of ${type} was written by a newer release of the provider (schema ${found}, this one knows ${known}).`,
    'Use that release or a newer one.',
  ],
)

export const stateTooOld = error(
  'state-too-old',
  'The state was written by a release that is too old',
  ({ type, found }: { readonly type: string; readonly found: number }) => [
    `The state of ${type} has schema ${found}, which this release can no longer read.`,
    'Apply once with an older release of the provider, then with this one.',
  ],
)

export const stateNotJson = error(
  'state-not-json',
  'The state was written by a release of Terraform that is too old',
  ({ type }: { readonly type: string }) => [
    `The state of ${type} is in the form that Terraform wrote before 0.12.`,
    'Open the state once with Terraform 0.13 or newer.',
  ],
)

export const notImportable = error(
  'not-importable',
  'This resource cannot be imported',
  ({ type }: { readonly type: string }) => [
    `There is nothing on the other side from which the state of ${type} could be read.`,
    'Write the resource and apply it: its documentation says under Import what that means for what exists already.',
  ],
)

export const notSupported = error(
  'not-supported',
  'The provider does not offer this',
  ({ what }: { readonly what: string }) => [
    `This provider does not offer ${what}.`,
    'Leave it out of the configuration.',
  ],
)

export const providerBug = error(
  'provider-bug',
  'Mistake in the provider',
  ({ where, what }: { readonly where: string; readonly what: string }) => [
    `In ${where}: ${what}`,
    'This is a mistake in the provider, not in the configuration. Please report it with this message and the log that TF_LOG=DEBUG gives.',
  ],
)

export const callInterrupted = error(
  'call-interrupted',
  'The work was interrupted',
  ({ reason, advice }: { readonly reason: string; readonly advice: string }) => [reason, advice],
)
