import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import {
  deposedAddress,
  deposedKey,
  type Instance,
  type State,
  type Value,
} from '@webfilter/terraform-plugin/testing'

/** A state as Terraform stores it, in version 4 of its format. */
interface StateFile {
  readonly version: 4
  readonly serial: number
  readonly lineage: string
  readonly outputs: Readonly<Record<string, { readonly value: Value }>>
  readonly resources: readonly StoredResource[]
}

interface StoredResource {
  readonly mode: 'managed' | 'data'
  readonly type: string
  readonly name: string
  /** `provider["registry.example/namespace/name"]`, and `.alias` behind it. */
  readonly provider: string
  readonly instances: readonly StoredInstance[]
}

interface StoredInstance {
  readonly index_key?: string | number
  readonly deposed?: string
  readonly status?: 'tainted'
  readonly schema_version: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** In base64. */
  readonly private?: string
  readonly dependencies?: readonly string[]
  readonly create_before_destroy?: boolean
}

/** The providers' addresses by their names in configurations. */
export type Sources = Readonly<Record<string, string>>

/** The state in a file; that of nothing where there is no file. */
export async function readState(path: string, sources: Sources): Promise<State> {
  if (!existsSync(path)) return new Map()
  const { resources }: StateFile = JSON.parse(await readFile(path, 'utf8'))
  const prefixes = new Map(Object.entries(sources).map(([prefix, source]) => [source, prefix]))
  return new Map(
    resources.flatMap((resource) => {
      const { mode, type, name, instances } = resource
      const [, source = '', alias = ''] = /^provider\["(.*)"\](\.\w+)?$/.exec(resource.provider) ?? []
      const provider = `${prefixes.get(source) ?? source}${alias}`
      return instances.map((stored): [string, Instance] => {
        const { index_key, deposed } = stored
        const index = index_key === undefined ? '' : `[${JSON.stringify(index_key)}]`
        const address = `${mode === 'data' ? 'data.' : ''}${type}.${name}${index}`
        const instance: Instance = {
          kind: mode,
          typeName: type,
          provider,
          json: JSON.stringify(stored.attributes),
          private: Buffer.from(stored.private ?? '', 'base64'),
          schemaVersion: stored.schema_version,
          dependencies: stored.dependencies ?? [],
          tainted: stored.status === 'tainted',
          createBeforeDestroy: stored.create_before_destroy ?? false,
        }
        return [deposed === undefined ? address : deposedAddress(address, deposed), instance]
      })
    }),
  )
}

/** Writes a state, as another serial of the one that is there. */
export async function writeState(
  path: string,
  state: State,
  outputs: Readonly<Record<string, Value>>,
  sources: Sources,
): Promise<void> {
  const before: Partial<StateFile> = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {}
  const resources = new Map<string, StoredResource>()
  for (const [address, instance] of state) {
    const [, , type = '', name = '', index] =
      /^(data\.)?(\w+)\.([^.[ ]+)(?:\[(.*)\])?(?: \(.*\))?$/s.exec(address) ?? []
    const deposed = deposedKey(address)
    const [prefix = '', alias] = instance.provider.split('.')
    const provider = `provider["${sources[prefix] ?? prefix}"]${alias === undefined ? '' : `.${alias}`}`
    const key = `${instance.kind}.${type}.${name}`
    const stored: StoredInstance = {
      ...(index !== undefined && { index_key: JSON.parse(index) as string | number }),
      ...(deposed !== undefined && { deposed }),
      ...(instance.tainted && { status: 'tainted' as const }),
      schema_version: instance.schemaVersion,
      attributes: JSON.parse(instance.json),
      ...(instance.private.length > 0 && { private: Buffer.from(instance.private).toString('base64') }),
      ...(instance.dependencies.length > 0 && { dependencies: instance.dependencies }),
      ...(instance.createBeforeDestroy && { create_before_destroy: true }),
    }
    const { instances = [] } = resources.get(key) ?? {}
    resources.set(key, { mode: instance.kind, type, name, provider, instances: [...instances, stored] })
  }
  const file: StateFile = {
    version: 4,
    serial: (before.serial ?? 0) + 1,
    lineage: before.lineage ?? 'host',
    outputs: Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, { value }])),
    resources: [...resources.values()],
  }
  await writeFile(path, JSON.stringify(file, undefined, 2))
}
