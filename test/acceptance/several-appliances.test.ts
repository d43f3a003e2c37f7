import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { driftOf } from '@webfilter/appliance-command/drift/drift'
import { readPlan } from '@webfilter/appliance-command/plan/plan'
import { reviewOf } from '@webfilter/appliance-command/review/review'
import { linesOf } from '../../packages/command/test/review/review-of'
import { startAppliance, type TestAppliance } from './appliance'
import { category } from './trial'
import { describeWithEngine, Workspace } from './workspace'

/** Milliseconds: the engine starts some ten times. */
jest.setTimeout(240_000)

describeWithEngine('a configuration of several appliances', () => {
  const appliances: TestAppliance[] = []
  let workspace: Workspace

  beforeEach(async () => {
    appliances.push(await startAppliance(), await startAppliance())
    workspace = await Workspace.attached()
  })

  afterEach(async () => {
    for (const each of appliances.splice(0)) await each.close()
    await workspace.close()
  })

  it('is reviewed and searched for drift with each object on its appliance', async () => {
    const [oslo, rome] = appliances
    if (!oslo || !rome) throw new Error('Two appliances are there.')
    const blocks = [block('oslo', oslo), block('rome', rome)]
    const ads = (sites: string) => category('ads', 'provider = appliance.oslo', `sites = [${sites}]`)
    const call =
      'module "rome" {\n  source    = "./branch"\n  providers = { appliance = appliance.rome }\n}\n'
    await mkdir(join(workspace.folder, 'branch'))
    await workspace.writeFile('branch/main.tf', branch('"b.example"'))
    await workspace.write(call)
    await workspace.run('get')
    await workspace.applied(...blocks, ads('"a.example", "b.example"'), call)
    for (const { id } of oslo.store.categories()) oslo.store.removeSites(id, ['a.example'])
    await workspace.writeFile('branch/main.tf', branch('"b.example", "c.example"'))
    await workspace.write([...blocks, ads('"a.example"'), call].join('\n'))
    await workspace.plan('-out', 'saved.tfplan')
    const plan = readPlan((await workspace.run('show', '-json', 'saved.tfplan')).output)
    expect(linesOf(await reviewOf(plan))).toEqual([
      '+ category ads on appliance.rome: 1 site: c.example',
      '- category ads on appliance.oslo: 1 site: b.example',
      '+ category ads on appliance.oslo: 1 site: a.example',
    ])
    const { differences } = await driftOf(plan, { messages: [], asked: new Set() })
    expect(differences).toMatchObject([
      { section: 'missing', subject: { name: 'ads', appliance: 'appliance.oslo' } },
    ])
  })
})

function block(alias: string, { urls }: TestAppliance): string {
  return `provider "appliance" {\n  alias = "${alias}"\n  endpoints = {\n    categories = { url = "${urls.categories}" }\n  }\n}`
}

/** A module that is given its provider. */
function branch(sites: string): string {
  return `terraform {\n  required_providers {\n    appliance = { source = "webfilter/appliance" }\n  }\n}\n\n${category('ads', `sites = [${sites}]`)}`
}
