import { startAppliance, type TestAppliance } from './appliance'
import { interfaceSections } from './interface-sections'
import { describeWithEngine, Workspace } from './workspace'

/** The routes of all sections, each as what a request to it looks like. */
const known = interfaceSections.flatMap(({ routes }) => routes.map(patternOf))

describeWithEngine.each(interfaceSections)(
  'the routes of $title',
  ({ title, appliance: options, routes, configurations }) => {
    const sent: string[] = []

    beforeAll(async () => {
      const appliance = await startAppliance(options)
      // What the host does not imitate: the time of the plan.
      const isOfEngine = title === 'User directory'
      const workspace = isOfEngine
        ? await Workspace.attached(appliance.environment)
        : await Workspace.open(appliance.environment)
      try {
        listByHand(appliance)
        for (const configuration of configurations) {
          await workspace.applied(configuration)
        }
        await workspace.destroyed()
        const entries = appliance.journal.entries().filter(({ status }) => status === 200)
        sent.push(...new Set(entries.map(({ method, path }) => `${method} ${path}`)))
      } finally {
        await workspace.close()
        await appliance.close()
      }
    })

    it.each(routes)('include %s, which the provider sends', (route) => {
      expect(sent).toContainEqual(expect.stringMatching(patternOf(route)))
    })

    it('are all that the provider sends', () => {
      expect(sent.filter((request) => !known.some((pattern) => pattern.test(request)))).toEqual([])
    })
  },
)

/** A parameter in brackets stands for one part of the path, some of them for a number. */
function patternOf(route: string): RegExp {
  const numbers = ['ID', 'NEXTID', 'category_id', 'NodeID', 'gid']
  const path = route.replaceAll(/\[(\w+)\]/g, (_, name: string) =>
    numbers.includes(name) ? '\\d+' : '[^/?]+',
  )
  return new RegExp(`^${path}(?:\\?.*)?$`)
}

/** No route lists an address. */
function listByHand({ records }: TestAppliance): void {
  records.add('1270002', [{ address: '192.0.2.25' }])
}
