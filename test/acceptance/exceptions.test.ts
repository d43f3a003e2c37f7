import { join } from 'node:path'
import { unpackSites } from '@webfilter/site-lists'
import { packedSitesOf } from '../../src/resources/category/stored'
import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

const inline = (...sites: readonly string[]) => `sites = ${JSON.stringify(sites)}`
const fromFile = 'sites_file = "sites.txt"'
const except = (...sites: readonly string[]) => `exceptions = ${JSON.stringify(sites)}`

/** Exact, below, covered, and without effect. */
const sites = ['a.example', 'b.example', 'x.b.example', 'y.x.b.example', 'c.example', 'my-b.example']
const exceptions = ['A.example', 'b.example', 'login.c.example', 'other.example']
const left = ['c.example', 'my-b.example']

let trial: Trial

beforeEach(async () => {
  trial = await Trial.attached()
})

afterEach(() => trial.close())

const state = () => trial.workspace.state('appliance_category.ads')

async function packed(): Promise<readonly string[]> {
  const { packed = '', digest = '', count = 0 } = packedSitesOf((await state()) ?? {}) ?? {}
  return [...(await unpackSites(packed, { digest, size: count }))].sort()
}

describeWithEngine('exceptions of a list', () => {
  it('leave out what they name and what lies below', async () => {
    await trial.list('sites.txt', ...sites)
    await trial.list('exceptions.txt', ...exceptions.slice(2))
    const list = fromFile
    const blocks = [
      category('ads', list, except(...exceptions.slice(0, 2)), 'exceptions_file = "exceptions.txt"'),
    ]
    const created = await trial.applied(...blocks)
    expect(created.said).toContain('login.c.example (through c.example)')
    expect(created.said).toContain('1 exception changes nothing')
    expect(created.bodies).not.toMatch(/[,=](?:a|b|x\.b|y\.x\.b)\.example/)
    expect(trial.active('ads')).toEqual(left)
    expect(await packed()).toEqual(left)
    const again = await trial.nothingToDo()
    expect(again).not.toContain('exception')
    const before = await state()
    await trial.workspace.plan('-refresh-only', '-out=refreshed.tfplan')
    const shown = JSON.parse((await trial.workspace.run('show', '-json', 'refreshed.tfplan')).output)
    expect(shown.resource_drift ?? []).toEqual([])
    await trial.workspace.apply('-refresh-only')
    expect(await state()).toEqual(before)

    await trial.list('exceptions.txt', 'other.example', 'my-b.example')
    const changed = await trial.applied()
    expect(changed.writes).toContain('GET /categories/delete/250/my-b.example')
    expect(trial.active('ads')).toEqual(['c.example'])
    await trial.nothingToDo()

    await trial.applied(category('ads', list))
    expect(trial.active('ads')).toEqual([...sites].sort())
    await trial.nothingToDo()
  })

  it('are a removal where a managed site becomes one: within the limit, and unless it is to stay', async () => {
    await trial.list('sites.txt', 'a.example', 'b.example', 'c.example', 'd.example')
    const list = (...further: readonly string[]) => category('ads', fromFile, ...further)
    await trial.applied(list())
    const refused = await trial.refused(list(except('a.example', 'b.example'), 'removal_limit = "1"'))
    expect(refused).toContain('[appliance:removal-limit-exceeded]')
    const removed = await trial.applied(list(except('a.example'), 'removal_limit = "1"'))
    expect(removed.writes).toContain('GET /categories/delete/250/a.example')
    const kept = await trial.applied(list(except('a.example', 'b.example'), 'on_remove = "keep"'))
    expect(kept.writes).toEqual([])
    expect(trial.active('ads')).toEqual(['b.example', 'c.example', 'd.example'])
    await trial.nothingToDo()
  })

  it('are refused where they are public suffixes, leave nothing, or stand beside sites', async () => {
    await trial.list('sites.txt', 'a.example', 'b.a.example')
    const refused = (...lines: readonly string[]) => trial.refused(category('ads', fromFile, ...lines))
    expect(await refused(except('github.io'))).toContain('[appliance:exception-public-suffix]')
    expect(await refused(except('a.example'))).toContain('[appliance:exceptions-leave-nothing]')
    const beside = category('ads', inline('a.example', 'b.example'), except('b.example'))
    expect(await trial.refused(beside)).toContain('[appliance:exceptions-beside-sites]')
    await trial.list('exceptions.txt', 'c.example/path')
    expect(await refused('exceptions_file = "exceptions.txt"')).toContain('[appliance:file-lines-invalid]')
    expect(await refused('exceptions_file = "none.txt"')).toContain('[appliance:sites-file-unreadable]')
  })

  it('may be known only after the apply of something else', async () => {
    await trial.list('sites.txt', ...sites)
    const late = (value: string) =>
      `resource "terraform_data" "late" {\n  input = ${JSON.stringify(value)}\n}\n`
    const excepting = category('ads', fromFile, 'exceptions = ["a.example", terraform_data.late.output]')
    await trial.applied(late('b.example'), excepting)
    expect(trial.active('ads')).toEqual(left)
    await trial.nothingToDo()
    await trial.applied(late('c.example'), excepting)
    expect(trial.active('ads')).toEqual(['b.example', 'my-b.example', 'x.b.example', 'y.x.b.example'])
    await trial.nothingToDo()
  })

  it('concern their own list only: what another list of the category declares stays, and the plan says so', async () => {
    const other = `
resource "appliance_category_sites" "desk" {
  category_id = appliance_category.ads.id
  name        = "desk"
  sites       = ["a.example", "z.example"]
}
`
    await trial.list('sites.txt', 'a.example', 'b.example', 'c.example')
    const list = (...further: readonly string[]) => category('ads', fromFile, ...further)
    await trial.applied(list(), other)
    const applied = await trial.applied(list(except('a.example', 'b.example')), other)
    expect(applied.said).toContain('[appliance:exceptions-of-other-list]')
    expect(applied.said).toContain(
      'the list "desk" declares 1 site that the exceptions of the category\'s own list',
    )
    expect(trial.active('ads')).toEqual(['a.example', 'c.example', 'z.example'])
    await trial.nothingToDo()
  })

  it('name the file that changed between plan and apply', async () => {
    await trial.list('sites.txt', ...sites)
    await trial.list('exceptions.txt', 'a.example')
    const block = category('ads', fromFile, 'exceptions_file = "exceptions.txt"')
    await trial.applied(block)
    await trial.list('exceptions.txt', 'b.example')
    const { workspace } = trial
    const plan = join(workspace.folder, 'plan')
    await workspace.run('plan', '-no-color', '-input=false', `-out=${plan}`)
    await trial.list('exceptions.txt', 'c.example')
    const { exitCode } = await workspace.run('apply', '-no-color', '-input=false', plan)
    expect(exitCode).toBe(1)
    expect(trial.active('ads')).toEqual(sites.filter((site) => site !== 'a.example').sort())
  })
})
