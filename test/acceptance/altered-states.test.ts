import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aThirdOf } from '../lanes/extent'
import { startAppliance } from './appliance'
import { interfaceSections } from './interface-sections'
import { describeWithEngine, Workspace } from './workspace'

interface StoredState {
  readonly resources: readonly {
    readonly mode: string
    readonly type: string
    readonly instances: readonly { readonly attributes: Record<string, unknown> }[]
  }[]
}

/** The attributes of an object, those of objects in it, and the elements of its lists. */
function pathsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...pathsIn(inner).map((path) => [name, ...path]),
  ])
}

function alter(object: Record<string, unknown> | undefined, path: readonly string[], value: unknown): void {
  const [name = '', ...inner] = path
  if (!object) return
  if (inner.length === 0) object[name] = value
  else alter(object[name] as Record<string, unknown>, inner, value)
}

/** What a hand may write in place of a value, besides null. */
const others: readonly unknown[] = ['other', 7, true, ['other'], { other: 'other' }, [{ other: null }]]

describeWithEngine.each(interfaceSections.filter(({ title }) => title !== 'Website analysis'))(
  'a state that was changed by hand, of $title,',
  ({ appliance: options, configurations }) => {
    it('is no bug in the provider', async () => {
      const appliance = await startAppliance(options)
      const workspace = await Workspace.attached(appliance.environment)
      try {
        appliance.records.add('1270002', [{ address: '192.0.2.25' }])
        for (const configuration of configurations) await workspace.applied(configuration)
        const path = join(workspace.folder, 'terraform.tfstate')
        const text = await readFile(path, 'utf8')
        const { resources }: StoredState = JSON.parse(text)
        const cases = resources.flatMap(({ mode, type, instances }, resource) => {
          const isFirst = mode === 'managed' && resources.findIndex((each) => each.type === type) === resource
          return pathsIn(isFirst ? instances[0]?.attributes : {}).flatMap((path, nth) =>
            [null, others[nth % others.length]].map((value) => ({ resource, path, value })),
          )
        })
        const bugs: string[] = []
        for (const { resource, path: altered, value } of aThirdOf(cases, 'altered states')) {
          const state: StoredState = JSON.parse(text)
          alter(state.resources[resource]?.instances[0]?.attributes, altered, value)
          await writeFile(path, JSON.stringify(state))
          for (const run of [await workspace.plan(), await workspace.plan('-destroy', '-refresh=false')])
            if (/provider-bug|Bug in the provider|crash|panic/.test(run.output))
              bugs.push(
                `${resources[resource]?.type}.${altered.join('.')} = ${JSON.stringify(value)}\n${run.output}`,
              )
        }
        expect(bugs).toEqual([])
      } finally {
        await workspace.close()
        await appliance.close()
      }
    })
  },
)
