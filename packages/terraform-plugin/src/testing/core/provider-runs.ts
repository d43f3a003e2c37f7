import { decodeJson } from '../../values/json'
import { isObjectValue, type ObjectValue } from '../../values/value'
import type { DeclaredProvider, Found, Instance } from './declared'
import type { Task } from './graph-walk'
import {
  type AnyProvider,
  merged,
  ProviderRun,
  type Schemas,
  schemasOf,
  silence,
  type Told,
} from './provider-run'

/** The providers of one walk of the graph, each started and configured when the first object needs it. */
export class ProviderRuns {
  readonly #declared: ReadonlyMap<string, DeclaredProvider>
  readonly #schemas: KnownSchemas
  readonly #runs = new Map<string, ProviderRun>()
  readonly #needed = new Set<string>()
  #told: Told = silence

  private constructor(declared: ReadonlyMap<string, DeclaredProvider>, schemas: KnownSchemas) {
    this.#declared = declared
    this.#schemas = schemas
  }

  /** Does something with providers, and ends them. */
  static async during<T>(
    declared: ReadonlyMap<string, DeclaredProvider>,
    schemas: KnownSchemas,
    work: (runs: ProviderRuns) => Promise<T>,
  ): Promise<T> {
    const runs = new ProviderRuns(declared, schemas)
    try {
      return await work(runs)
    } finally {
      await Promise.all([...runs.#runs.values()].map((run) => run.end()))
    }
  }

  /** What providers said when they were configured. */
  get told(): Told {
    return this.#told
  }

  /** Notes that a provider is needed. @returns the key of the task that configures it */
  needed(name: string): string {
    this.#needed.add(name)
    return `provider ${name}`
  }

  /** The tasks that configure what is needed. @param keyOf the task after which the values of an address are there */
  tasks(found: Found, keyOf: (address: string) => string): ReadonlyMap<string, Task> {
    const needed = [...this.#needed].flatMap((name): [string, Task][] => {
      const declared = this.#declared.get(name) ?? unknownProvider(name)
      const run = async () => {
        const said = await this.of(name).configure(declared.settings(found))
        this.#told = merged(this.#told, said)
        return said.errors.length === 0
      }
      return [[`provider ${name}`, { after: declared.dependencies.map(keyOf), run }]]
    })
    return new Map(needed)
  }

  /** A provider that is started, configured or not. */
  of(name: string): ProviderRun {
    const started = this.#runs.get(name)
    if (started) return started
    const { definition } = this.#declared.get(name) ?? unknownProvider(name)
    const run = new ProviderRun(definition, this.#schemas.of(definition))
    this.#runs.set(name, run)
    return run
  }

  /** The values of a stored object. */
  valueOf({ provider, kind, typeName, json }: Instance): ObjectValue | undefined {
    const run = this.of(provider)
    const { type } = kind === 'data' ? run.dataSource(typeName) : run.resource(typeName)
    const value = decodeJson(type, json)
    return isObjectValue(value) ? value : undefined
  }

  /** Asks all that is under way to end. */
  async stop(): Promise<void> {
    for (const run of this.#runs.values()) await run.stop()
  }
}

function unknownProvider(name: string): never {
  throw new Error(`No provider is called ${name}.`)
}

/** The schemas of the providers of a configuration. */
export class KnownSchemas {
  readonly #schemas = new Map<AnyProvider, Schemas>()

  async ask(declared: ReadonlyMap<string, DeclaredProvider>): Promise<void> {
    for (const { definition } of declared.values()) this.#schemas.set(definition, await schemasOf(definition))
  }

  /** @throws where the provider was not asked yet */
  of(definition: AnyProvider): Schemas {
    const schemas = this.#schemas.get(definition)
    if (!schemas) throw new Error(`The provider ${definition.name} was not asked for its schemas.`)
    return schemas
  }
}
