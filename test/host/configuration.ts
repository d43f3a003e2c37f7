import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObjectValue, isUnknown, type ObjectValue, unknown } from '@webfilter/terraform-plugin'
import type {
  AnyProvider,
  Configuration,
  Declared,
  DeclaredProvider,
  Found,
  Lifecycle,
  Move,
  Schemas,
  TypeSchema,
  Value,
} from '@webfilter/terraform-plugin/testing'
import { conform } from './conform'
import { EngineOnly } from './engine-only'
import { type Expression, readExpression, type Scope, within } from './expressions'
import { parseBlocks } from './hcl'

/** What the files of a folder declare. */
export interface Module extends Configuration {
  readonly moves: readonly Move[]
  /** The addresses of its blocks, each for all of its instances. */
  readonly blocks: ReadonlySet<string>
  readonly outputs: ReadonlyMap<string, Output>
  /** What Terraform refuses before any provider is asked, each text with the address that it is about. */
  readonly errors: readonly About[]
}

/** Something that is said of an object. */
export interface About {
  readonly address: string
  readonly text: string
}

export interface Output {
  readonly isSensitive: boolean
  evaluate(found: Found): Value
}

/** What a configuration is read with. */
export interface Reading {
  readonly folder: string
  /** The providers that it may name, by the prefix of their types, with what they offer. */
  readonly offered: ReadonlyMap<string, Offered>
  /** Values of its variables. */
  readonly variables: Readonly<Record<string, string>>
}

export interface Offered {
  readonly definition: AnyProvider
  readonly source: string
  readonly schemas: Schemas
}

type Json = Readonly<Record<string, unknown>>

/**
 * Reads the `.tf` files of a folder.
 * @throws {EngineOnly} where they have what the host does not imitate
 */
export async function readModule(reading: Reading): Promise<Module> {
  const names = (await readdir(reading.folder)).filter((name) => /\.tf(\.json)?$/.test(name)).sort()
  const files = await Promise.all(
    names.map(async (name) => {
      if (name.endsWith('.json')) throw new EngineOnly(`${name}: JSON instead of HCL`)
      return await parseBlocks(name, await readFile(join(reading.folder, name), 'utf8'))
    }),
  )
  const stray = files.flatMap(Object.keys).find((name) => !knownBlocks.has(name))
  if (stray !== undefined) throw new EngineOnly(`the block ${stray}`)
  return await new ModuleReader(reading, files).read()
}

const knownBlocks = new Set([
  ...[
    'terraform',
    'provider',
    'resource',
    'data',
    'variable',
    'locals',
    'output',
    'moved',
    'removed',
    'import',
  ],
])

/** A block `resource` or `data`, whose instances are known when it has been read. */
interface Block {
  readonly address: string
  readonly kind: 'managed' | 'data'
  readonly typeName: string
  readonly attributes: ReadonlyMap<string, Expression>
  readonly provider: string
  /** What it waits for, by its names. */
  readonly dependsOn: readonly (readonly string[])[]
  readonly lifecycle: Lifecycle
  readonly count: Expression | undefined
  readonly forEach: Expression | undefined
}

/** What an instance of a block is called, and what `count` and `each` are in it. */
interface InstanceNames {
  readonly address: string
  readonly key: string | number | undefined
  readonly names: ObjectValue
}

class ModuleReader {
  readonly #reading: Reading
  readonly #files: readonly Json[]
  readonly #locals = new Map<string, Expression>()
  readonly #variables = new Map<string, Value>()
  readonly #blocks = new Map<string, Block>()
  readonly #instances = new Map<string, readonly InstanceNames[]>()
  readonly #errors: About[] = []

  constructor(reading: Reading, files: readonly Json[]) {
    this.#reading = reading
    this.#files = files
  }

  async read(): Promise<Module> {
    for (const [name, [variable]] of this.#named('variable')) await this.#readVariable(name, variable ?? {})
    for (const locals of this.#listed('locals'))
      for (const [name, json] of Object.entries(locals)) this.#locals.set(name, await readExpression(json))
    for (const kind of ['data', 'resource'] as const)
      for (const [typeName, named] of this.#typed(kind))
        for (const [name, [json]] of Object.entries(named))
          await this.#readBlock(kind, typeName, name, json ?? {})
    for (const block of this.#blocks.values()) this.#instances.set(block.address, this.#instancesOf(block))
    const removed = await Promise.all(this.#listed('removed').map((json) => this.#readRemoved(json)))
    return {
      providers: await this.#providers(),
      resources: new Map([...this.#blocks.values()].flatMap((block) => this.#declared(block))),
      blocks: new Set(this.#blocks.keys()),
      outputs: await this.#outputs(),
      moves: this.#moves(),
      imports: new Map(await Promise.all(this.#listed('import').map((json) => this.#readImport(json)))),
      forgotten: new Set(removed.flat()),
      errors: this.#errors,
    }
  }

  #listed(name: string): readonly Json[] {
    return this.#files.flatMap((file) => (file[name] as readonly Json[] | undefined) ?? [])
  }

  #named(name: string): readonly (readonly [string, readonly Json[]])[] {
    return this.#files.flatMap((file) =>
      Object.entries((file[name] ?? {}) as Record<string, readonly Json[]>),
    )
  }

  #typed(name: string): readonly (readonly [string, Readonly<Record<string, readonly Json[]>>])[] {
    return this.#files.flatMap((file) =>
      Object.entries((file[name] ?? {}) as Record<string, Record<string, readonly Json[]>>),
    )
  }

  async #readVariable(name: string, json: Json): Promise<void> {
    if (json.ephemeral === true || json.validation) throw new EngineOnly('ephemeral and validated variables')
    const given = this.#reading.variables[name]
    const isText = json.type === undefined || codeOf(json.type) === 'string'
    if (given !== undefined) this.#variables.set(name, isText ? given : (JSON.parse(given) as Value))
    else if ('default' in json)
      this.#variables.set(name, (await readExpression(json.default)).evaluate(nothing))
    else throw new EngineOnly(`the variable ${name} without a value`)
  }

  async #readBlock(kind: 'data' | 'resource', typeName: string, name: string, json: Json): Promise<void> {
    const {
      count,
      for_each,
      depends_on = [],
      lifecycle,
      provider,
      provisioner,
      connection,
      dynamic,
      ...own
    } = json
    if (provisioner || connection || dynamic) throw new EngineOnly('provisioners and dynamic blocks')
    const read = (one: unknown) => (one === undefined ? undefined : readExpression(one))
    const attributes = await Promise.all(
      Object.entries(own).map(
        async ([attribute, value]) => [attribute, await readExpression(value)] as const,
      ),
    )
    const dependsOn = await Promise.all((depends_on as readonly unknown[]).map(readExpression))
    const address = `${kind === 'data' ? 'data.' : ''}${typeName}.${name}`
    this.#blocks.set(address, {
      ...{ address, kind: kind === 'data' ? 'data' : 'managed', typeName, attributes: new Map(attributes) },
      provider: provider === undefined ? prefixOf(typeName) : codeOf(provider),
      dependsOn: dependsOn.flatMap(({ references }) => references),
      lifecycle: lifecycleOf((lifecycle as readonly Json[] | undefined)?.[0] ?? {}),
      ...{ count: await read(count), forEach: await read(for_each) },
    })
  }

  #instancesOf({ address, count, forEach }: Block): readonly InstanceNames[] {
    if (!count && !forEach) return [{ address, key: undefined, names: {} }]
    const value = (count ?? forEach)?.evaluate(this.#scope(() => undefined)) ?? null
    if (isUnknown(value)) throw new EngineOnly('a number of instances that another object says')
    if (count)
      return Array.from({ length: Number(value) }, (_, index) => ({
        address: `${address}[${index}]`,
        key: index,
        names: { count: { index } },
      }))
    const elements: ObjectValue = Array.isArray(value)
      ? Object.fromEntries(value.map((each: Value) => [String(each), each]))
      : isObjectValue(value)
        ? value
        : {}
    return Object.entries(elements)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => ({
        address: `${address}[${JSON.stringify(key)}]`,
        key,
        names: { each: { key, value: each } },
      }))
  }

  #declared(block: Block): readonly (readonly [string, Declared])[] {
    const { kind, typeName, provider, attributes, lifecycle } = block
    const schema = this.#schemaOf(block)
    this.#checkArguments(block, schema)
    const dependsOn = this.#dependencies(block.dependsOn)
    const values = [...attributes.values()].flatMap(({ references }) => references)
    const triggers = this.#dependencies((block.lifecycle.replacedWith ?? []).map((name) => name.split('.')))
    const dependencies = [...new Set([...this.#dependencies(values), ...dependsOn, ...triggers])]
    return (this.#instances.get(block.address) ?? []).map(({ address, names }) => {
      const config = (found: Found) => {
        const scope = within(this.#scope(found), names)
        const written = [...attributes].map(([name, expression]) => [name, expression.evaluate(scope)])
        const value = conform(schema.type, Object.fromEntries(written))
        if (!isObjectValue(value)) throw new Error(`${address} is no object.`)
        return value
      }
      return [address, { kind, typeName, provider, dependencies, dependsOn, lifecycle, config }]
    })
  }

  #schemaOf({ kind, typeName }: Block): TypeSchema {
    const schemas = this.#reading.offered.get(prefixOf(typeName))?.schemas
    const schema = (kind === 'data' ? schemas?.dataSources : schemas?.resources)?.get(typeName)
    if (!schema) throw new EngineOnly(`${typeName}, which no provider has`)
    return schema
  }

  #checkArguments({ address, attributes }: Block, schema: TypeSchema): void {
    for (const { name = '', required } of schema.attributes)
      if (required && !attributes.has(name))
        this.#errors.push({
          address,
          text: `Missing required argument\nThe argument "${name}" is required, but no definition was found.`,
        })
  }

  /** The addresses that names lead to, also by way of locals. */
  #dependencies(
    references: readonly (readonly string[])[],
    seen: ReadonlySet<string> = new Set(),
  ): readonly string[] {
    return references.flatMap((names) => {
      const [first, second = ''] = names
      if (first === 'local' && !seen.has(second))
        return this.#dependencies(this.#locals.get(second)?.references ?? [], new Set([...seen, second]))
      const block = this.#blockNamed(names)
      return block === undefined ? [] : this.#addressesOf([block])
    })
  }

  #addressesOf(blocks: readonly string[]): readonly string[] {
    return blocks.flatMap((block) => (this.#instances.get(block) ?? []).map(({ address }) => address))
  }

  #blockNamed(names: readonly string[]): string | undefined {
    const address = names.slice(0, names[0] === 'data' ? 3 : 2).join('.')
    return this.#blocks.has(address) ? address : undefined
  }

  #scope(found: Found): Scope {
    const { folder } = this.#reading
    return {
      folder,
      find: (names) => {
        const [first = '', second = ''] = names
        const local = this.#locals.get(second)
        if (first === 'local' && local) return { value: local.evaluate(this.#scope(found)), taken: 2 }
        const variable = this.#variables.get(second)
        if (first === 'var' && variable !== undefined) return { value: variable, taken: 2 }
        if (first === 'path') return { value: '.', taken: 2 }
        const block = this.#blockNamed(names)
        if (block === undefined) throw new EngineOnly(`the name ${names.join('.')}`)
        return { value: this.#valueOf(block, found), taken: first === 'data' ? 3 : 2 }
      },
    }
  }

  /** One object, or a list or an object of such. */
  #valueOf(block: string, found: Found): Value {
    const values = (this.#instances.get(block) ?? []).map(
      ({ address, key }) => [key, found(address) ?? unknown] as const,
    )
    if (this.#blocks.get(block)?.forEach)
      return Object.fromEntries(values.map(([key, value]) => [String(key), value]))
    if (this.#blocks.get(block)?.count) return values.map(([, value]) => value)
    return values[0]?.[1] ?? unknown
  }

  async #providers(): Promise<ReadonlyMap<string, DeclaredProvider>> {
    const providers = new Map<string, DeclaredProvider>()
    const add = async (name: string, prefix: string, json: Json) => {
      const { alias: _, version: __, ...own } = json
      const offered = this.#reading.offered.get(prefix)
      if (!offered) throw new EngineOnly(`the provider ${prefix}`)
      const { definition, source, schemas } = offered
      const expression = await readExpression(own)
      const settings = (found: Found) => {
        const value = conform(schemas.provider.type, expression.evaluate(this.#scope(found)))
        return isObjectValue(value) ? value : {}
      }
      providers.set(name, {
        definition,
        source,
        dependencies: this.#dependencies(expression.references),
        settings,
      })
    }
    for (const prefix of this.#reading.offered.keys()) await add(prefix, prefix, {})
    for (const [prefix, blocks] of this.#named('provider'))
      for (const json of blocks)
        await add(typeof json.alias === 'string' ? `${prefix}.${json.alias}` : prefix, prefix, json)
    return providers
  }

  async #outputs(): Promise<ReadonlyMap<string, Output>> {
    const outputs = await Promise.all(
      this.#named('output').map(async ([name, [json = {}]]): Promise<[string, Output]> => {
        const expression = await readExpression(json.value)
        const evaluate = (found: Found) => expression.evaluate(this.#scope(found))
        return [name, { isSensitive: json.sensitive === true, evaluate }]
      }),
    )
    return new Map(outputs)
  }

  /** Each moves one object: of a block with count or for_each, an instance that is named. */
  #moves(): readonly Move[] {
    return this.#listed('moved').map(({ from, to }) => ({ from: codeOf(from), to: codeOf(to) }))
  }

  async #readImport({ to, id }: Json): Promise<readonly [string, string]> {
    if (id === undefined) throw new EngineOnly('an import by identity')
    return [codeOf(to), String((await readExpression(id)).evaluate(this.#scope(() => undefined)))]
  }

  async #readRemoved({ from, lifecycle }: Json): Promise<readonly string[]> {
    const [{ destroy = true } = {}] = (lifecycle ?? []) as readonly Json[]
    return destroy === false ? [codeOf(from)] : []
  }
}

const nothing: Scope = {
  folder: '',
  find: (names) => {
    throw new EngineOnly(`the name ${names.join('.')} in a default`)
  },
}

/** The code of an expression that is only read, such as an address. */
function codeOf(json: unknown): string {
  return String(json).replace(/^\$\{(.*)\}$/s, '$1')
}

/** The name of the provider that a type is of, unless a block names another. */
function prefixOf(typeName: string): string {
  return typeName.slice(0, typeName.indexOf('_'))
}

function lifecycleOf(json: Json): Lifecycle {
  const {
    create_before_destroy,
    prevent_destroy,
    ignore_changes = [],
    replace_triggered_by = [],
    ...further
  } = json
  const [stray] = Object.keys(further)
  const isAll = !Array.isArray(ignore_changes) && codeOf(ignore_changes) === 'all'
  const ignoredChanges = Array.isArray(ignore_changes) ? ignore_changes.map(codeOf) : isAll && 'all'
  if (stray !== undefined || ignoredChanges === false)
    throw new EngineOnly(`the lifecycle ${JSON.stringify(json)}`)
  return {
    createBeforeDestroy: create_before_destroy === true,
    preventDestroy: prevent_destroy === true,
    ignoredChanges,
    replacedWith: (replace_triggered_by as readonly unknown[]).map(codeOf),
  }
}
