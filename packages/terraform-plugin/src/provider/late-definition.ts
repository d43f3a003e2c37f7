/** A resource or data source that is loaded when it is first named: a configuration names few of those that a provider has. */
export interface LateDefinition<T> {
  readonly name: string
  load(): Promise<T>
}

/** What a provider offers under a name: the definition, or the means to load it. */
export type Offered<T extends { readonly name: string }> = T | LateDefinition<T>

/**
 * @param name the name in the definition, which has to be known before that is loaded
 * @example late('category', async () => (await import('./resources/category/category')).category)
 */
export function late<T extends { readonly name: string }>(
  name: string,
  load: () => Promise<T>,
): LateDefinition<T> {
  return { name, load }
}

/** The definition, loaded if it is not yet. */
export async function definitionOf<T extends { readonly name: string }>(offered: Offered<T>): Promise<T> {
  return 'load' in offered ? await offered.load() : offered
}

/** All definitions, in their order. */
export function definitionsOf<T extends { readonly name: string }>(
  offered: readonly Offered<T>[],
): Promise<readonly T[]> {
  return Promise.all(offered.map((each) => definitionOf(each)))
}
