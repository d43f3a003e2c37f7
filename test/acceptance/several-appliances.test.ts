import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { driftOf } from '@webfilter/appliance-command/drift/drift'
import { defaultSettings } from '@webfilter/appliance-command/findings/settings'
import { readRun } from '@webfilter/appliance-command/plan/messages'
import { readPlan } from '@webfilter/appliance-command/plan/plan'
import { phraseText, visible } from '@webfilter/appliance-command/report/phrase'
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

  it('whose block changes tells what stays on the former appliance, in the plan and in its review', async () => {
    const [oslo, rome] = appliances
    if (!oslo || !rome) throw new Error('Two appliances are there.')
    const blocks = [block('oslo', oslo), block('rome', rome)]
    const ads = (name: string) =>
      category('ads', `provider = appliance.${name}`, 'sites = ["a.example", "b.example"]')
    const stays = category('news', 'provider = appliance.oslo', 'sites = ["c.example"]')
    await workspace.applied(...blocks, ads('oslo'), stays)
    await workspace.write([...blocks, ads('rome'), stays].join('\n'))
    const { output } = await workspace.plan('-json', '-out=saved.tfplan')
    const plan = readPlan((await workspace.run('show', '-json', 'saved.tfplan')).output)
    const withMessages = await reviewOf(plan, defaultSettings, readRun(output).messages)
    expect(phraseText(withMessages.verdict, visible)).toBe('2 sites added, 1 created. 1 warning.')
    expect(linesOf(withMessages)).toEqual([
      '+ category ads on appliance.rome: created, or adopted if it already exists; 2 sites: a.example, b.example',
      expect.stringMatching(/^! provider-warning: the provider reports former-address: /),
    ])
    expect(linesOf(await reviewOf(plan))).toEqual([
      expect.stringMatching(/^! former-provider-unknown .*1 object not found: .*: appliance_category\.ads$/),
      '+ category ads on appliance.rome: created, or adopted if it already exists; 2 sites: a.example, b.example',
    ])

    const applied = await workspace.apply('saved.tfplan')
    expect(`${applied.exitCode} ${applied.output}`).toMatch(/^0 /)
    expect(
      [oslo, rome].map(({ store }) =>
        store
          .categories()
          .map(({ name }) => name)
          .sort(),
      ),
    ).toEqual([['ads', 'news'], ['ads']])
    expect(await workspace.nothingToDo()).not.toContain('former-address')
  })

  it('of an appliance with another address is warned only of what is not found there', async () => {
    const [oslo] = appliances
    if (!oslo) throw new Error('An appliance is there.')
    const ads = category('ads', 'provider = appliance.oslo', 'sites = ["a.example"]')
    await workspace.applied(block('oslo', oslo), ads)
    const renamed = block('oslo', oslo).replace('127.0.0.1', 'localhost')
    expect(renamed).toContain('localhost')
    expect(await workspace.nothingToDo(renamed, ads)).not.toContain('former-address')
    for (const { id } of oslo.store.categories()) oslo.store.remove(id)
    expect(await workspace.planned(renamed, ads)).toContain('[appliance:former-address]')
    expect(await workspace.planned(block('oslo', oslo), ads)).not.toContain('former-address')
  })
})

function block(alias: string, { urls }: TestAppliance): string {
  return `provider "appliance" {\n  alias = "${alias}"\n  endpoints = {\n    categories = { url = "${urls.categories}" }\n  }\n}`
}

/** A module that is given its provider. */
function branch(sites: string): string {
  return `terraform {\n  required_providers {\n    appliance = { source = "webfilter/appliance" }\n  }\n}\n\n${category('ads', `sites = [${sites}]`)}`
}
