import { join } from 'node:path'
import { Trial } from '../acceptance/trial'
import { describeWithEngine } from '../acceptance/workspace'
import { RunningCommand } from './running-command'

/** Milliseconds: each case plans and reviews some times. */
jest.setTimeout(240_000)

describeWithEngine('a review beside the repository of its plan', () => {
  let trial: Trial

  beforeEach(async () => {
    trial = await Trial.open()
  })

  afterEach(async () => {
    await trial.close()
  })

  describe('names the group of a membership in a first plan', () => {
    const groups = `variable "teams" {
  type    = map(object({ group = string }))
  default = { "bob.ray" = { group = "writers" } }
}
locals {
  logins = { "ann.lee" = { group = "readers" }, "eve.fox" = { group = "writers" } }
}
resource "appliance_ldap_group" "this" {
  for_each     = { readers = "Readers", writers = "Writers" }
  organization = "acme"
  name         = each.value
}
`
    const memberships = (forEach: string, key = 'each.value.group') => `
resource "appliance_ldap_group_membership" "this" {
  for_each = ${forEach}
  uid      = each.key
  gid      = appliance_ldap_group.this[${key}].gid
}
`

    it('if a value of for_each is the key', async () => {
      expect(await added(groups, memberships('local.logins'))).toEqual([
        '+ group Readers: 1 member: ann.lee',
        '+ group Writers: 1 member: eve.fox',
      ])
    })

    it('if a variable contains the keys, whatever its default is', async () => {
      const teams = '{"ann.lee":{"group":"writers"},"bob.ray":{"group":"readers"}}'
      expect(await added(groups, memberships('var.teams'), ['-var', `teams=${teams}`])).toEqual([
        '+ group Readers: 1 member: bob.ray',
        '+ group Writers: 1 member: ann.lee',
      ])
    })

    it('if the key is that of the membership, without presuming it', async () => {
      expect(await added(groups, memberships('toset(["readers", "writers"])', 'each.key'))).toEqual([
        '+ group Readers: 1 member: readers',
        '+ group Writers: 1 member: writers',
      ])
    })

    it('as the block of the groups, if only the engine can evaluate the key', async () => {
      expect(await added(groups, memberships('local.logins', 'lower(each.value.group)'))).toEqual([
        '+ group appliance_ldap_group.this: 2 members: ann.lee, eve.fox',
      ])
    })
  })

  describe('says that a plan is stale', () => {
    const ads = `resource "appliance_category" "ads" {
  name       = "ads"
  sites_file = "\${path.module}/ads.txt"
}
`

    it('if the file of a list changed after it', async () => {
      await trial.list('ads.txt', 'a.example')
      await trial.workspace.write(ads)
      const plan = await planned()
      expect(await stale(plan)).toEqual([])
      await trial.list('ads.txt', 'a.example', 'b.example')
      expect(await stale(plan)).toEqual([
        'category ads: ./ads.txt changed after the plan, so the apply rejects the change; plan again (main.tf:10)',
      ])
      expect(await applied(plan)).toContain('sites')
    })

    it('if the configuration changed after it', async () => {
      await trial.applied(category('ads', '["a.example"]'))
      await trial.workspace.write(category('ads', '["b.example"]'))
      const plan = await planned()
      expect(await stale(plan)).toEqual([])
      await trial.workspace.write(category('ads', '["c.example"]'))
      await trial.workspace.writeFile('more.tf', category('more', '["d.example"]'))
      expect(await stale(plan)).toEqual([
        'main.tf, more.tf changed after the plan, which lacks these changes; plan again (main.tf)',
      ])
    })

    const category = (name: string, sites: string) =>
      `resource "appliance_category" "${name}" {\n  name  = "${name}"\n  sites = ${sites}\n}\n`

    async function stale(plan: string): Promise<readonly string[]> {
      const { stdout, stderr } = await review(plan)
      expect(stderr).toBe('')
      return stdout.split('\n').flatMap((line) => /! stale-plan: (.*)/.exec(line)?.[1] ?? [])
    }

    /** What the engine says as it refuses a plan. */
    async function applied(plan: string): Promise<string> {
      const { exitCode, output } = await trial.workspace.run('apply', '-no-color', '-input=false', plan)
      expect(exitCode).toBe(1)
      return output
    }
  })

  /** The lines about groups and memberships that a plan of a configuration has, but for the creation of the groups. */
  async function added(
    before: string,
    block: string,
    words: readonly string[] = [],
  ): Promise<readonly string[]> {
    await trial.workspace.write(`${before}${block}`)
    const { stdout } = await review(await planned(...words))
    return stdout
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /member/.test(line) && line.startsWith('+'))
  }

  async function planned(...words: readonly string[]): Promise<string> {
    const path = join(trial.workspace.folder, 'plan.tfplan')
    const { exitCode, output } = await trial.workspace.plan(`-out=${path}`, ...words)
    if (exitCode === 1) throw new Error(output)
    return path
  }

  async function review(...words: readonly string[]) {
    const { folder, environment } = trial.workspace
    return await new RunningCommand(['review', '--chdir', folder, ...words], environment).ended
  }
})
