import type { Parameter, Parameters, TypedValue } from '../../schema/parameter'
import type { Unknown } from '../../values/unknown'
import type { Value } from '../../values/value'

/**
 * A function as its author writes it. It must be pure: hosts call it in every phase and compare the results, and they call it before
 * the provider is configured, so that nothing of the configuration can be used.
 */
export interface FunctionDefinition<P extends Parameters, V, R> {
  /** One sentence in plain text, for lists of functions. */
  readonly summary: string
  /** Markdown: the first paragraphs of the function's documentation. */
  readonly description: string
  /** What the function's page says besides its signature. A function without it cannot be documented. */
  readonly documentation?: FunctionDocumentation
  readonly deprecated?: string
  /** In the order in which they are given. Their names are identifiers, and those of the variadic one is none of them. */
  readonly parameters: P
  /** The last parameter, for which any number of arguments is given. */
  readonly variadic?: { readonly name: string; readonly parameter: Parameter<V> }
  readonly returns: TypedValue<R>
  /**
   * @param rest the arguments of the variadic parameter
   * @throws {InvalidArgument}
   */
  run(args: ArgumentsOf<P>, rest: readonly V[]): Promise<R | Unknown> | R | Unknown
}

/** What the page of a function says besides its signature. All texts are Markdown. */
export interface FunctionDocumentation {
  /** The heading under which a registry lists the page, such as `Network`. */
  readonly subcategory: string
  /** Sections of the page's own, behind the signature. */
  readonly meaning?: readonly { readonly heading: string; readonly text: string }[]
}

/** The arguments of a call, by the names of their parameters. */
export type ArgumentsOf<P extends Parameters> = {
  readonly [N in keyof P]: P[N] extends Parameter<infer V> ? V : never
}

/** A function whose types are no longer of interest: the server's view of it. */
export type ProviderFunction = FunctionDefinition<Parameters, Value, Value> & { readonly name: string }

/** @param name as it is called, without the provider's prefix: `normalize_site` for `provider::appliance::normalize_site` */
export function providerFunction<const P extends Parameters, V extends Value, R extends Value>(
  name: string,
  definition: FunctionDefinition<P, V, R>,
): ProviderFunction {
  return { ...(definition as unknown as FunctionDefinition<Parameters, Value, Value>), name }
}

/** An argument that the function does not take. */
export class InvalidArgument extends Error {
  override readonly name = 'InvalidArgument'
  /** The name of its parameter, or its place among the arguments of the variadic one, from 0. */
  readonly argument: string | number

  /** @param problem what is wrong with it and what to do, to be read behind `Invalid value for "site" parameter:` */
  constructor(argument: string | number, problem: string) {
    super(problem)
    this.argument = argument
  }
}
