import { json } from 'node:stream/consumers'

/**
 * What a generator's process reads from its standard input. The other end is in `bindings.ts`.
 *
 * @typeParam Schema the generator's own type of the schema
 */
export interface Emission<Schema> {
  readonly schema: Schema
  readonly constraint: ProviderConstraint
  /** Where to write: the folder is there. */
  readonly folder: string
}

/** Which provider apps ask for, as in a `required_providers` block. */
export interface ProviderConstraint {
  readonly name: string
  readonly source: string
  readonly version: string
}

export async function emissionFromInput<Schema>(): Promise<Emission<Schema>> {
  return (await json(process.stdin)) as Emission<Schema>
}
