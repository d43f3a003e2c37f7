import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findEngine } from '../../engine/find-engine'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { describeWithEngine, Workspace } from '../acceptance/workspace'
import { RunningCommand } from './running-command'

/** Milliseconds: each case starts the engine some eight times. */
jest.setTimeout(180_000)

const [ads, games] = ['ads', 'games'].map(
  (name) => `
    resource "appliance_category" "${name}" {
      name  = "${name}"
      sites = ["${name}.example"]
    }
  `,
) as [string, string]

const engine = findEngine()
/** `lifecycle.destroy` came with Terraform 1.16 and OpenTofu 1.12. */
const isOpenTofu = engine !== undefined && /tofu$/.test(engine.command)
const isKept = Number(engine?.version.split('.')[1]) >= (isOpenTofu ? 12 : 16)
const itIfKept = isKept ? it : it.skip
const itIfKeptByOpenTofu = isKept && isOpenTofu ? it : it.skip

describeWithEngine('the review of a plan that the engine made', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance({ directory: { service: 'running' } })
    workspace = await Workspace.attached(appliance.environment)
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  // OpenTofu says nothing of it in the plan: what is managed and not in the plan shows it.
  it('says that one with -target is partial, and what is missing from it', async () => {
    await workspace.applied(ads, games)
    expect(await reviewed()).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' })
    const { code, stdout } = await reviewed('-target=appliance_category.games')
    expect(stdout).toMatch(/^Nothing to do\. 1 warning\. The plan is partial: another plan must follow\.\n/)
    expect(stdout).toContain(
      '! partial-plan: 1 managed resource not included in the plan, for example because of -target: appliance_category.ads (main.tf:11)\n',
    )
    expect(code).toBe(0)
  })

  it('says of one that forgets that nothing is deleted', async () => {
    await workspace.applied(ads, games)
    const removed = 'removed {\n  from = appliance_category.ads\n  lifecycle {\n    destroy = false\n  }\n}\n'
    await workspace.write(`${removed}\n${games.replace('"games.example"', '"ads.example", "games.example"')}`)
    const { code, stdout } = await reviewed()
    expect(code).toBe(2)
    expect(linesIn(stdout)).toEqual([
      '- category ads: no longer managed; nothing is sent to the appliance; 1 site stays as it is: ads.example',
      '+ category games: 1 site: ads.example',
      '! site-in-two-categories: 1 site in both category ads and category games: ads.example (main.tf:20)',
    ])
  })

  const kept = ads.replace(/\}\s*$/, 'lifecycle {\n destroy = false\n }\n }')

  // Terraform writes "create, forget", and OpenTofu "forget, create".
  itIfKept(
    'says of one that leaves a tainted object and creates another that nothing is replaced',
    async () => {
      await workspace.applied(kept)
      await workspace.run('taint', 'appliance_category.ads')
      const { code, stdout } = await reviewed()
      expect(code).toBe(2)
      expect(linesIn(stdout)).toEqual([
        '+ category ads: created, or adopted if it already exists',
        '~ category ads: another resource manages it from now on; nothing is sent for the former one',
        '! category-adopted: category ads already exists and is adopted with the sites it contains (main.tf:11)',
      ])
    },
  )

  // Terraform 1.16 deletes the old one here, in spite of `destroy = false`, and its plan says so.
  itIfKeptByOpenTofu('says so also of one that is renamed', async () => {
    await workspace.applied(kept)
    await workspace.write(kept.replace('name  = "ads"', 'name  = "banners"'))
    const { code, stdout } = await reviewed()
    expect(code).toBe(2)
    expect(linesIn(stdout)).toEqual([
      '- category ads: no longer managed; nothing is sent to the appliance; 1 site stays as it is: ads.example',
      '+ category banners: created, or adopted if it already exists; 1 site: ads.example',
      '! site-in-two-categories: 1 site in both category ads and category banners: ads.example (main.tf:13)',
    ])
  })

  it('names groups that are still to be created through keys, and shows the addresses of memberships behind variables', async () => {
    await workspace.write(`
      resource "appliance_ldap_group" "teams" {
        for_each     = toset(["editors", "readers"])
        name         = "team-\${each.key}"
        organization = "acme"
      }
      resource "appliance_ldap_group_membership" "bob" {
        for_each = toset(["editors", "readers"])
        uid      = "bob.ray"
        gid      = appliance_ldap_group.teams[each.key].gid
      }
      module "members" {
        source = "./members"
        groups = { for key, group in appliance_ldap_group.teams : key => group.gid }
      }
    `)
    await mkdir(join(workspace.folder, 'members'))
    await workspace.writeFile(
      'members/main.tf',
      `
      terraform {
        required_providers {
          appliance = { source = "webfilter/appliance" }
        }
      }
      variable "groups" { type = map(number) }
      resource "appliance_ldap_group_membership" "ann" {
        uid = "ann.lee"
        gid = var.groups["editors"]
      }
    `,
    )
    await workspace.init()
    const { stdout } = await reviewed()
    expect(linesIn(stdout).filter((line) => /\d members?\b/.test(line))).toEqual([
      `+ group "(known after apply)": 1 member: ${JSON.stringify('ann.lee (module.members.appliance_ldap_group_membership.ann)')}`,
      '+ group team-editors: 1 member (presumably: the group has the same key): bob.ray',
      '+ group team-readers: 1 member (presumably: the group has the same key): bob.ray',
    ])
  })

  /** What the command prints of a plan. */
  async function reviewed(...options: readonly string[]) {
    const path = join(workspace.folder, 'plan.tfplan')
    const { exitCode, output } = await workspace.plan(`-out=${path}`, ...options)
    if (exitCode === 1) throw new Error(output)
    const command = ['review', '--engine', engine?.command ?? 'terraform', '--chdir', workspace.folder, path]
    const { code, stdout, stderr } = await new RunningCommand(command, workspace.environment).ended
    return { code, stdout, stderr }
  }
})

/** The lines under the titles. */
function linesIn(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line.startsWith('  '))
  return lines.map((line) => line.trim())
}
