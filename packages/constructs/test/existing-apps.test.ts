import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { TerraformStack, TerraformVariable, Testing } from 'cdktf'
import { LdapService } from '../bindings/cdktf/ldap-service/index'
import { ApplianceProvider } from '../bindings/cdktf/provider/index'
import { DirectoryTeam } from '../src/directory-team'
import { FilteringPolicy } from '../src/filtering-policy'

/** What apps of earlier versions synthesize stays the same: another address would replace a category or an account. */
describe('an existing app synthesizes what it always has', () => {
  it('with a policy', () => {
    const stack = stackOf('headquarters')
    new FilteringPolicy(stack, 'policy', {
      categories: {
        ads: {
          name: 'ads',
          description: 'Advertising',
          sites: ['doubleclick.net', 'adserver.example', '203.0.113.80'],
        },
        trackers: { name: 'trackers', sites: ['pixel.example', 'adserver.example'] },
        malware: { name: 'malware', sitesFile: list, onConflict: 'move' },
        partners: { name: 'partners', sites: ['www.supplier.example', 'bücher.example'], onDestroy: 'keep' },
      },
      sharedSites: ['adserver.example'],
    })
    expectAsKept('policy', stack)
  })

  it('with a policy of references, of another provider, nested in a construct', () => {
    const stack = stackOf('references')
    const other = new ApplianceProvider(stack, 'other', { alias: 'other' })
    const sites = new TerraformVariable(stack, 'sites', { type: 'list(string)' })
    const file = new TerraformVariable(stack, 'file', { type: 'string' })
    const { categories } = new FilteringPolicy(stack, 'a policy/with:odd characters', {
      categories: {
        'key with spaces': { name: 'Listed', sites: sites.listValue, verify: 'none' },
        'bücher.example': { name: 'Filed', sitesFile: file.stringValue, removalLimit: '20%' },
        empty: { name: 'Empty', sites: [] },
        none: { name: 'None', lifecycle: { preventDestroy: true } },
        later: { name: 'Later' },
        own: { name: 'Own', provider: other, sites: ['own.example'] },
      },
      provider: other,
    })
    categories.later.sitesFile = '/var/lists/later.txt'
    categories.none.addOverride('lifecycle.create_before_destroy', true)
    expectAsKept('references', stack)
  })

  it('with a team', () => {
    const stack = stackOf('directory')
    const password = new TerraformVariable(stack, 'first_password', { type: 'string', sensitive: true })
    password.addOverride('ephemeral', true)
    const service = new LdapService(stack, 'directory', {})
    const team = new DirectoryTeam(stack, 'newsroom', {
      organization: 'example',
      members: {
        'ann.lee': {
          firstName: 'Ann',
          lastName: 'Lee',
          email: 'ann.lee@example.org',
          title: 'Editor',
          group: 'staff',
          password,
        },
        'bob.ray': {
          firstName: 'Bob',
          lastName: 'Ray',
          email: 'bob.ray@example.org',
          group: 'staff',
          password,
          passwordVersion: 3,
        },
        'eve.poe': { firstName: 'Eve', lastName: 'Poe', email: 'eve.poe@example.org' },
      },
      groups: { staff: [], editors: ['ann.lee', 'bob.ray'] },
      dependsOn: [service],
    })
    team.members['eve.poe'].gid = 5001
    expectAsKept('team', stack)
  })
})

const list = resolve(__dirname, '../../../examples/cdktf/lists/malware.txt')

function stackOf(id: string): TerraformStack {
  const stack = new TerraformStack(Testing.app(), id)
  stack.node.setContext('targetVersions', { terraform: '>=1.11.0', opentofu: '>=1.11.0' })
  new ApplianceProvider(stack, 'appliance', {})
  return stack
}

/** Compares a stack with the one that is kept, or keeps it, where APPLIANCE_WRITE_GOLDEN says so. */
function expectAsKept(name: string, stack: TerraformStack): void {
  const path = join(__dirname, 'golden', `${name}.tf.json`)
  const synthesized = JSON.stringify(JSON.parse(Testing.synth(stack, true)), null, 2)
  if (process.env.APPLIANCE_WRITE_GOLDEN) writeFileSync(path, `${synthesized}\n`)
  expect(synthesized).toBe(JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), null, 2))
}
