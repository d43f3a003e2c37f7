import type { ObjectValue } from '@webfilter/terraform-plugin'
import type { Bridge, BridgedObject } from '@webfilter/terraform-plugin/testing'
import { type BridgedProvider, startBridgedProvider } from './bridged-provider'
import { type Lifecycle, lifecycles } from './lifecycles'

/**
 * Takes a resource through its life in one process, as a bridge does: each change is planned so many times before its own plan, and
 * nothing else is planned.
 *
 * @returns the requests of each step that change something
 */
async function livedThrough(
  { appliance, bridge }: BridgedProvider,
  { typeName, created, updated = created, replaced, importId, prepare }: Lifecycle,
  diffs: number,
) {
  prepare?.(appliance)
  appliance.writes()
  const steps: Record<string, readonly string[]> = {}
  const step = (name: string) => {
    steps[name] = appliance.writes().map((request) => request.replace(/\/[a-z]{16}\.invalid$/, '/marker'))
  }
  /** Each operation of a bridge is a run of its own. */
  const create = async (config: ObjectValue) => await unchanged(await bridge.create(typeName, config), config)
  const unchanged = async (object: BridgedObject, config: ObjectValue) => {
    expect(await diffed(bridge, object, config, diffs)).toEqual(all('none', diffs))
    const read = await bridge.read(object)
    expect(read?.state).toEqual(object.state)
    return read ?? object
  }

  let object = await create(created)
  step('create')
  if (updated !== created) {
    expect(await diffed(bridge, object, updated, diffs)).toEqual(all('update', diffs))
    object = await unchanged(await bridge.update(object, updated), updated)
    step('update')
  }
  if (replaced) {
    expect(await diffed(bridge, object, replaced, diffs)).toEqual(all('replace', diffs))
    const first = await create(replaced)
    await bridge.delete(object)
    const successor = await unchanged(first, replaced)
    step('replace, creating first')
    expect(await diffed(bridge, successor, updated, diffs)).toEqual(all('replace', diffs))
    await bridge.delete(successor)
    object = await create(updated)
    step('replace, deleting first')
  }
  if (importId) {
    // The next run, in which no state has the object.
    await bridge.read(object)
    const imported = await bridge.import(typeName, importId(object.state))
    if (!imported) throw new Error('nothing was imported')
    const changes = await diffed(bridge, imported, updated, Math.max(diffs, 1))
    expect(new Set(changes).size).toBe(1)
    object = changes[0] === 'none' ? imported : await bridge.update(imported, updated)
    object = await unchanged(object, updated)
    step('import')
  }
  await bridge.delete(object)
  step('delete')
  return steps
}

/** What so many plans of one change say. */
async function diffed(bridge: Bridge, object: BridgedObject, config: ObjectValue, times: number) {
  const changes: string[] = []
  for (let time = 0; time < times; time += 1) changes.push(await bridge.diff(object, config))
  return changes
}

function all(change: string, times: number): readonly string[] {
  return Array.from({ length: times }, () => change)
}

describe('a host that plans an object more than once in one process', () => {
  it.each(lifecycles.map((each) => [each.typeName, each] as const))(
    'can do with %s what one plan can do, by the same requests',
    async (_, lifecycle) => {
      const lives = []
      for (const diffs of [0, 1, 2]) {
        const provider = await startBridgedProvider(lifecycle.options)
        try {
          lives.push(await livedThrough(provider, lifecycle, diffs))
        } finally {
          await provider.close()
        }
      }
      const [once, twice, thrice] = lives
      expect(once?.create).not.toEqual([])
      expect(twice).toEqual(once)
      expect(thrice).toEqual(once)
    },
  )
})
