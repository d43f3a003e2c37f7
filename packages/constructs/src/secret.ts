import { type IResolvable, TerraformElement, type TerraformVariable, Token, Tokenization } from 'cdktf'
import { quoted } from './messages'
import {
  isKnown,
  type SynthesizedAttributes,
  type SynthesizedResource,
  type SynthesizedStack,
} from './synthesized'

/**
 * Source of a secret: a sensitive variable, or any other reference that Terraform resolves, such as the attribute of a data
 * source or of an ephemeral resource.
 */
export type Secret = TerraformVariable | IResolvable | string

/**
 * The reference that a secret stands for. Nothing comes of a plain text, so that it is in no configuration, whether anybody validates
 * it or not.
 */
export function referenceTo(secret: Secret | undefined): string | undefined {
  if (isVariable(secret)) return secret.stringValue
  if (Tokenization.isResolvable(secret)) return Token.asString(secret)
  return typeof secret === 'string' && !isKnown(secret) ? secret : undefined
}

/** Not by `instanceof`: where the package is a link, app and constructs may have the library twice. */
function isVariable(secret: unknown): secret is TerraformVariable {
  return (
    TerraformElement.isTerraformElement(secret) &&
    'nullable' in secret &&
    'stringValue' in secret &&
    Token.isUnresolved(secret.stringValue)
  )
}

/** Of what a secret is judged. */
export interface SynthesizedSecret {
  /** The secret, as the beginning of a sentence. */
  readonly what: string
  /** As it is synthesized. */
  readonly value: unknown
  /** Of the resource that has the secret. */
  readonly attributes?: SynthesizedAttributes
  /** Goes on after "Use a sensitive TerraformVariable". */
  readonly alternative?: string
}

/**
 * Problems with the source of a secret, as it is synthesized: it is a text, however it got there, or comes only from variables that
 * give it away. Any other reference is fine, and so is a text that contains one. The secret is in no problem.
 */
export function problemsOfSecret(secret: SynthesizedSecret, stack: SynthesizedStack): readonly string[] {
  const { what, value, attributes = {}, alternative } = secret
  const exposure = exposureOf(value, { stack, forEach: attributes.for_each, path: [] })
  if (exposure === undefined) return []
  if (exposure === 'text') return [plainText(what, alternative)]
  const from = `${what} comes from the variable ${quoted(exposure.variable)}`
  return exposure.hasDefault
    ? [
        `${from}, whose default anyone can read in the configuration. Remove the default, and set the value when Terraform runs.`,
      ]
    : [`${from}, whose value Terraform prints. Set sensitive: true.`]
}

export function plainText(what: string, alternative = ''): string {
  return `${what} is plain text, which anyone can read in the configuration. Use a sensitive TerraformVariable${alternative}.`
}

type Exposure = 'text' | { readonly variable: string; readonly hasDefault: boolean }

interface Surroundings {
  readonly stack: SynthesizedStack
  /** What the attributes of `each` come from. */
  readonly forEach: unknown
  /** What led to the value. Local values that refer to each other are an error of Terraform. */
  readonly path: readonly string[]
}

/**
 * How a value can be read; nothing if a part of it comes from elsewhere.
 *
 * @param steps to the part of the value that is asked for
 */
function exposureOf(
  value: unknown,
  surroundings: Surroundings,
  steps: readonly string[] = [],
): Exposure | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'object') {
    const [step, ...further] = steps
    if (step !== undefined && Object.hasOwn(value, step))
      return exposureOf(Object.entries(value).find(([name]) => name === step)?.[1], surroundings, further)
    return exposureOfAll(Object.values(value).filter(isSet), (part) => exposureOf(part, surroundings))
  }
  const sources = typeof value === 'string' ? sourcesIn(value) : []
  if (sources.length === 0) return 'text'
  return exposureOfAll(sources, ({ name, path }) =>
    exposureOfSource({ name, path: isReference(value) ? [...path, ...steps] : path }, surroundings),
  )
}

/** Whether a text is one reference and nothing else, so that what is asked of the text is asked of what it refers to. */
function isReference(value: unknown): boolean {
  return typeof value === 'string' && /^\$\{[\w.-]+\}$/.test(value)
}

function exposureOfAll<Part>(
  parts: readonly Part[],
  exposureOfPart: (part: Part) => Exposure | undefined,
): Exposure | undefined {
  const exposures = parts.map(exposureOfPart)
  return exposures.every((exposure) => exposure !== undefined) ? exposures[0] : undefined
}

function exposureOfSource({ name: source, path }: Source, surroundings: Surroundings): Exposure | undefined {
  const [kind, name = ''] = source.split('.')
  if (surroundings.path.includes(source)) return undefined
  const within = { ...surroundings, path: [...surroundings.path, source] }
  switch (kind) {
    case 'var':
      return exposureOfVariable(name, surroundings.stack.variable(name))
    case 'local':
      return exposureOf(surroundings.stack.local(name), within, path)
    case 'each':
      return exposureOfEach(name, path, within)
    // These are no secrets: where Terraform runs, and numbers.
    case 'path':
    case 'terraform':
    case 'count':
      return 'text'
    case 'data': {
      const [type = '', ...further] = [name, ...path]
      return exposureOfAttribute(surroundings.stack.dataSources(type), further, within)
    }
    default:
      return exposureOfAttribute(surroundings.stack.resources(kind ?? ''), [name, ...path], within)
  }
}

/**
 * An attribute of another resource that the configuration sets has that value, as providers must plan what is configured. What they
 * compute themselves is unknown here.
 *
 * @param steps name of the resource, then the way to the attribute
 */
function exposureOfAttribute(
  resources: readonly SynthesizedResource[],
  [name, ...steps]: readonly string[],
  surroundings: Surroundings,
): Exposure | undefined {
  const { attributes } = resources.find(({ address }) => address.endsWith(`.${name}`)) ?? {}
  if (!attributes) return undefined
  const { count, for_each: forEach, lifecycle } = attributes
  // What others change may be anything by now: such an attribute often has no more than a placeholder.
  if (typeof lifecycle === 'object' && lifecycle !== null && 'ignore_changes' in lifecycle) return undefined
  const [attribute = '', ...further] = isSet(count) || isSet(forEach) ? steps.slice(1) : steps
  if (!Object.hasOwn(attributes, attribute) || metaArguments.has(attribute)) return undefined
  return exposureOf(attributes[attribute], { ...surroundings, forEach }, further)
}

/** Terraform's own, which no reference leads to. */
const metaArguments = new Set(['count', 'depends_on', 'for_each', 'lifecycle', 'provider', '//'])

/** One element that can be read is enough: each gives a resource its secret. */
function exposureOfEach(
  name: string,
  path: readonly string[],
  surroundings: Surroundings,
): Exposure | undefined {
  const { forEach } = surroundings
  if (typeof forEach !== 'object' || forEach === null) return exposureOf(forEach, surroundings)
  if (name === 'key') return exposureOf(Object.keys(forEach), surroundings)
  return Object.values(forEach)
    .map((element) => exposureOf(element, surroundings, path))
    .find((exposure) => exposure !== undefined)
}

/** Terraform prints no value that is ephemeral. A variable that others declare is unknown. */
function exposureOfVariable(name: string, declared: SynthesizedAttributes | undefined): Exposure | undefined {
  if (declared === undefined) return undefined
  if (isSet(declared.default)) return { variable: name, hasDefault: true }
  const isHidden = declared.sensitive === true || declared.ephemeral === true
  return isHidden ? undefined : { variable: name, hasDefault: false }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** What a text of Terraform's language takes its value from. */
interface Source {
  /** The first two names of a reference, such as `var.password`, or the beginning of a call. */
  readonly name: string
  /** What follows them, as far as it is written: `["ann", "0"]` for `local.people["ann"][0]`. */
  readonly path: readonly string[]
}

/**
 * What a text takes its value from: references, and calls of functions that read something else than their arguments. Nothing for a
 * text that says everything itself, be it as an argument: `${sensitive("…")}`, or as what a `for` goes through.
 */
export function sourcesIn(template: string): readonly Source[] {
  const code = codeIn(template)
  const loops = new Set([...code.matchAll(loop)].flatMap(([, ...names]) => names))
  return [...code.matchAll(source)]
    .map((match) => ({
      name: match[0].replaceAll(/\s/g, ''),
      path: pathAt(template.slice(match.index + match[0].length)),
    }))
    .filter(({ name }) => !loops.has(name.replace(/\..*/, '')))
}

/** Names and indices that are written out: `.ann`, `["ann"]`, `[0]`. */
function pathAt(rest: string): readonly string[] {
  const step = /^\s*(?:\.\s*([\w-]+)|\[\s*(?:"((?:[^"\\$%])*)"|(\d+))\s*\])/.exec(rest)
  if (!step) return []
  return [step[1] ?? step[2] ?? step[3] ?? '', ...pathAt(rest.slice(step[0].length))]
}

/** The names that a `for` gives to what it goes through. */
const loop = /(?<![\w.-])for\s+([\w-]+)(?:\s*,\s*([\w-]+))?\s+in\b/g

/** Functions of providers are among them, as they may read anything. Attributes of what a call returned are not. */
const source =
  /(?<![\w.-])(?:[a-z_][\w-]*\s*\.\s*[a-z_][\w-]*|(?:file\w*|templatefile|uuid|provider::[\w-]+::[\w-]+)\s*\()/gi

/** The expressions of a template, with blanks for the texts in them. What those texts interpolate is an expression again. */
function codeIn(template: string): string {
  let code = ''
  // What is open, the innermost last: quotation marks of a text, or braces. The template itself is a text that does not end.
  const open: ('"' | '{')[] = ['"']
  for (const [token] of template.matchAll(tokens)) {
    const isText = open.at(-1) === '"'
    if (isText && isBeginning.test(token)) open.push('{')
    else if (isText && token === '"' && open.length > 1) open.pop()
    else if (!isText && token === '}') open.pop()
    else if (!isText && (token === '"' || token === '{')) open.push(token)
    code += isText ? ' '.repeat(token.length) : token
  }
  return code
}

/** Escapes first: they are texts. */
const tokens = /\$\$\{|%%\{|\\[^$%]|[$%]\{|./gs

const isBeginning = /^[$%]\{$/
