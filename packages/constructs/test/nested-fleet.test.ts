import { type App, Aspects, type IAspect, Testing } from 'cdktf'
import type { IConstruct } from 'constructs'
import { Category } from '../bindings/cdktf/category/index'
import { ApplianceFleet, NestedApplianceFleet } from '../src/appliance-fleet'
import { problemsIn, resourcesIn } from './synthesized'

const config = {
  policy: { categories: { ads: { name: 'Ads' }, games: { name: 'Games' } } },
  appliances: { berlin: { provider: {} }, rome: { provider: {} } },
}

/** Keeps what is no longer declared. */
class KeepOnDestroy implements IAspect {
  visit(construct: IConstruct): void {
    if (construct instanceof Category) construct.onDestroy = 'keep'
  }
}

describe('Aspects', () => {
  let app: App
  const kept = (fleet: Pick<ApplianceFleet, 'appliances'>) =>
    Object.values(fleet.appliances).map(({ stack }) =>
      Object.values(resourcesIn(stack, 'appliance_category')).every(
        ({ on_destroy: onDestroy }) => onDestroy === 'keep',
      ),
    )

  beforeEach(() => {
    app = Testing.app({ enableFutureFlags: false })
  })

  // The page says that they have to be added to each stack. If this fails, the page can say less.
  it('of an app reach no stack', () => {
    Aspects.of(app).add(new KeepOnDestroy())
    expect(kept(new ApplianceFleet(app, 'branches', config))).toEqual([false, false])
  })

  it('that are added for each stack reach those of appliances that are added later', () => {
    const fleet = new ApplianceFleet(app, 'branches', {
      ...config,
      forEachStack: ({ stack }) => Aspects.of(stack).add(new KeepOnDestroy()),
    })
    fleet.addAppliance('paris', { provider: {} })
    expect(kept(fleet)).toEqual([true, true, true])
  })

  it('of a nested fleet reach all of its stacks', () => {
    const fleet = new NestedApplianceFleet(app, 'branches', config)
    Aspects.of(fleet).add(new KeepOnDestroy())
    fleet.addAppliance('paris', { provider: {} })
    expect(kept(fleet)).toEqual([true, true, true])
    expect(() => app.synth()).not.toThrow()
  })
})

describe('a nested fleet', () => {
  it('is a construct with its stacks below it, and the problems of a fleet', () => {
    const app = Testing.app({ enableFutureFlags: false })
    const names: string[] = []
    const fleet = new NestedApplianceFleet(app, 'branches', {
      ...config,
      appliances: {
        ...config.appliances,
        oslo: { provider: {}, exceptions: { ads: { remove: ['one.example'] } } },
      },
      forEachStack: ({ name }) => names.push(name),
    })
    const { berlin, rome, oslo } = fleet.appliances
    expect(fleet.node.children).toEqual([berlin.stack, rome.stack, oslo.stack])
    expect(names).toEqual(['berlin', 'rome', 'oslo'])
    expect(problemsIn(() => app.synth())).toEqual([
      expect.stringMatching(/^On appliance "oslo", category "ads" does not contain sites/),
    ])
  })
})
