import {
  DataResource,
  type ITerraformDependable,
  TerraformOutput,
  type TerraformResource,
  TerraformStack,
  Testing,
} from 'cdktf'
import { Construct } from 'constructs'
import { Category } from '../bindings/cdktf/category/index'
import { DataApplianceCategory } from '../bindings/cdktf/data-appliance-category/index'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'
import { ResourcesAsOne } from '../src/dependable'
import {
  addressOf,
  itWithTerraform,
  problemsIn,
  reference,
  resourcesIn,
  stackWithProvider,
} from './synthesized'

class Categories extends Construct implements ITerraformDependable {
  readonly resources: TerraformResource[] = []
  readonly #asOne = new ResourcesAsOne(this, () => this.resources)

  get fqn(): string {
    return this.#asOne.fqn
  }

  add(name: string): Category {
    const category = new Category(this, name, { name })
    this.resources.push(category)
    return category
  }
}

describe('resources that others depend on together', () => {
  let stack: TerraformStack

  beforeEach(() => {
    stack = stackWithProvider()
  })

  it('are not mentioned where nothing depends on them', () => {
    new Categories(stack, 'categories').add('ads')
    expect(synthesized().locals).toBeUndefined()
    expect(Testing.synthHcl(stack)).not.toContain('locals')
  })

  itWithTerraform('are one reference, in which each of them is', () => {
    const categories = new Categories(stack, 'categories')
    const members = [categories.add('ads'), categories.add('games')]
    new DataResource(stack, 'later', { dependsOn: [categories] })
    members.push(categories.add('added'))

    const { locals } = synthesized()
    expect(Object.values(locals)).toEqual([members.map((each) => reference(addressOf(each)))])
    expect(Object.values(resourcesIn(stack, 'terraform_data'))).toEqual([
      { depends_on: Object.keys(locals).map((name) => `local.${name}`) },
    ])
  })

  it('are so for whatever depends on them, in whichever order the stack has it', () => {
    const before = new Construct(stack, 'a')
    const categories = new Categories(stack, 'm')
    categories.add('ads')
    new DataApplianceCategory(before, 'data', { name: 'ads', dependsOn: [categories] })
    const others = new Categories(stack, 'others')
    others.add('games')
    new TerraformOutput(stack, 'z', { value: 'done', dependsOn: [others] })

    const { locals, data, output } = synthesized()
    const [first, second] = Object.keys(locals)
    expect([first, second]).toEqual([
      expect.stringMatching(/^m_resources_/),
      expect.stringMatching(/^others_resources_/),
    ])
    expect(Object.values(data.appliance_category)).toEqual([{ name: 'ads', depends_on: [`local.${first}`] }])
    expect(output.z.depends_on).toEqual([`local.${second}`])
    expect(problemsIn(() => Testing.fullSynth(stack))).toEqual([])
  })

  it('are so in the other language of Terraform', () => {
    const categories = new Categories(stack, 'm')
    categories.add('ads')
    new DataResource(stack, 'z', { dependsOn: [categories] })
    expect(Testing.synthHcl(stack)).toMatch(
      /locals \{\s+m_resources_\w+ = \[\s*"?(\$\{)?appliance_category\.m_ads_\w+\}?"?,?\s*\]/,
    )
  })

  itWithTerraform('are refused to other stacks, whose engine would not find them', () => {
    const app = Testing.app()
    const [one, other] = [new TerraformStack(app, 'one'), new TerraformStack(app, 'other')]
    const categoriesIn = (each: TerraformStack) => {
      new ApplianceProvider(each, 'appliance', {})
      const declared = new Categories(each, 'categories')
      declared.add('ads')
      return declared
    }
    const [categories, others] = [categoriesIn(one), categoriesIn(other)]
    const mine = new DataResource(other, 'mine', { dependsOn: [others] })
    expect(problemsIn(() => app.synth())).toEqual([])
    new DataResource(other, 'later', { dependsOn: [categories] })
    expect(problemsIn(() => app.synth())).toEqual([
      '"other/later" of another stack depends on this construct. Remove it from that dependsOn, and let stack "other" depend on stack ' +
        '"one" with addDependency.',
    ])
    expect(Object.keys(resourcesIn(other, 'terraform_data'))).toContain(mine.friendlyUniqueId)
  })

  it('do not include one that has moved away', () => {
    const categories = new Categories(stack, 'categories')
    categories.add('gone').moveToId('appliance_category.elsewhere')
    const ads = categories.add('ads')
    expect(categories.fqn).not.toBe('')
    expect(Object.values(synthesized().locals)).toEqual([[reference(addressOf(ads))]])
  })

  function synthesized() {
    return JSON.parse(Testing.synth(stack, true))
  }
})
