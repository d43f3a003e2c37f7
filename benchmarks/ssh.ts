import { join } from 'node:path'
import { SshServer, sshd } from '../engine/ssh-server'
import { alternate, Side } from './alternation'
import type { Benchmark } from './benchmark'
import { requiredProviders } from './configurations'
import { withEmulator } from './emulator-process'
import type { Report } from './report'
import { inTemporaryFolder } from './temporary-folder'
import { Workspace } from './terraform'

/** What the login costs a plan of the directory, and that it costs other plans nothing. */
export const ssh: Benchmark = {
  name: 'ssh',
  summary: 'terraform plan with an ssh:// address, used and unused, against the socket itself',
  usualRuns: 5,

  async run(options): Promise<Report | readonly Report[]> {
    if (sshd === undefined) {
      options.progress('no sshd is installed: skipped')
      return []
    }
    const server = await SshServer.start()
    try {
      return await withEmulator(
        ({ environment }) =>
          inTemporaryFolder(async (folder) => {
            const socket = (environment.APPLIANCE_DIRECTORY_URL ?? '').slice('unix://'.length)
            const overSsh = { ...environment, ...server.environment(socket) }
            const sides = async (name: string, configuration: string) => {
              const direct = await Workspace.open(join(folder, name), configuration, environment)
              await direct.apply()
              const forwarded = await Workspace.open(join(folder, `${name}-ssh`), configuration, overSsh)
              await forwarded.copyState(direct)
              return {
                direct: new Side(() => direct.timeOfEmptyPlan()),
                forwarded: new Side(() => forwarded.timeOfEmptyPlan()),
              }
            }
            options.progress('applying a category')
            const unused = await sides('unused', category)
            options.progress('applying ten members')
            const members = await sides('members', directory('ten', 10, 0))
            options.progress('applying 500 memberships')
            const memberships = await sides('memberships', directory('many', 25, 20))
            const before = server.logins()
            await unused.forwarded.warmUp()
            if (server.logins() !== before) throw new Error('A plan without the directory has logged in.')
            await alternate(
              [unused, members, memberships].flatMap((each) => Object.values(each)),
              options,
            )
            return {
              title: 'ssh: plans of the directory',
              explanation:
                'Wall time of `terraform plan` that finds nothing to do. The server is on the same machine, and the emulator is a ' +
                'separate process. The baseline is the same plan with the socket itself. The plan of a category asks the directory for nothing.',
              unit: 'ms',
              comparisons: [
                {
                  baseline: { label: 'one category, direct', samples: unused.direct.samples },
                  others: [
                    {
                      label: 'one category, ssh not used',
                      samples: unused.forwarded.samples,
                      goal: { timesAtMost: 1.05 },
                    },
                  ],
                },
                {
                  baseline: { label: 'ten members, direct', samples: members.direct.samples },
                  others: [{ label: 'ten members, over ssh', samples: members.forwarded.samples }],
                },
                {
                  baseline: { label: '500 memberships, direct', samples: memberships.direct.samples },
                  others: [{ label: '500 memberships, over ssh', samples: memberships.forwarded.samples }],
                },
              ],
            }
          }),
        ['--directory', 'running'],
      )
    } finally {
      await server.close()
    }
  },
}

const category = `${requiredProviders}
resource "appliance_category" "ads" {
  name  = "ads"
  sites = ["ads.example"]
}
`

/** Members of an organization, each in a number of groups. */
function directory(name: string, members: number, groups: number): string {
  return `${requiredProviders}
resource "appliance_ldap_member" "each" {
  count        = ${members}
  uid          = "${name}-\${count.index}"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann\${count.index}@example.org"
  organization = "acme"
  password     = "initial-password"
}

resource "appliance_ldap_group" "each" {
  count        = ${groups}
  name         = "${name}-\${count.index}"
  organization = "acme"
}

resource "appliance_ldap_group_membership" "each" {
  count = ${members * groups}
  uid   = appliance_ldap_member.each[count.index % ${members}].uid
  gid   = appliance_ldap_group.each[floor(count.index / ${members})].gid
}
`
}
