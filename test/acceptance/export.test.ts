import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import { type Ended, RunningCommand } from '../commands/running-command'
import { isFull } from '../lanes/extent'
import { startAppliance, type TestAppliance } from './appliance'
import { numbered } from './trial'
import { describeWithEngine, Workspace } from './workspace'

/** Milliseconds: the engine starts often. */
jest.setTimeout(240_000)

const engine = findEngine()?.command ?? 'terraform'

let appliance: TestAppliance
let workspace: Workspace

async function open(options: Parameters<typeof startAppliance>[0] = {}): Promise<void> {
  appliance = await startAppliance(options)
  workspace = await Workspace.empty(appliance.environment)
}

/** Initializes the folder, where the engine then attaches to a provider by day. `appliance export` lets it start its own. */
async function initialize(): Promise<void> {
  await workspace.init()
  workspace = await workspace.in(workspace.folder)
}

/** Runs `appliance export` on the folder of the workspace. */
async function exported(...words: readonly string[]): Promise<Ended> {
  const variables = await engineEnvironment(workspace.folder, appliance.environment)
  const all = ['export', workspace.folder, '--engine', engine, ...words]
  return await new RunningCommand(all, variables).ended
}

/** The same, which succeeds, as the lines that it prints. */
async function exportedWell(...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await exported(...words)
  if (code !== 0) throw new Error(`It ended with ${code}:\n${stdout}${stderr}`)
  return stdout.trimEnd().split('\n')
}

async function written(name: string): Promise<string> {
  return await readFile(join(workspace.folder, name), 'utf8')
}

const files = ['provider.tf', 'categories.tf', 'directory.tf', 'imports.tf']

async function allWritten(): Promise<string> {
  return (await Promise.all(files.map(written))).join('\n')
}

/** Names that other tools stumble over. */
const oddNames = [
  'ads',
  'Ads!',
  'say "hi"',
  `\${var.x}`,
  '%{ if true }',
  'back\\slash',
  "l'équipe",
  'новости',
  '新聞',
  '404',
  '!!!',
  'class',
  'for_each',
  'count',
  ' spaced  out ',
  'a-b',
  'a b',
  'a_b',
  '日本語が',
  '# comment',
  '🙂 smile',
]

function byHand(uid: string, attributes: Readonly<Record<string, string>>, gid = 0): void {
  appliance.directory.members.create({ uid, organization: 'acme', password: 'by-hand', gid, attributes })
}

/** Logins that other tools stumble over. One with a backslash cannot be read, and is a part that is missing. */
const oddLogins = [
  'ann.lee',
  'ann_lee',
  "o'neil",
  '"quoted"',
  `\${login}`,
  '%{if}',
  'jörg',
  '新聞さん',
  'class',
  '404x',
]

/**
 * Makes so many categories, groups and members with odd names, and makes each member a member of a group.
 * @returns the logins
 */
function plantMany(count: number): readonly string[] {
  const { groups, organizations, members } = appliance.directory
  const numbers = Array.from({ length: count }, (_, index) => index)
  const oddly = (odd: readonly string[], index: number) => {
    const round = Math.floor(index / odd.length)
    return `${odd[index % odd.length]}${round === 0 ? '' : ` ${round}`}`
  }
  for (const organization of ['acme', `Other & \${co}`]) organizations.create(organization)
  return numbers.map((index) => {
    const organization = index % 2 === 0 ? 'acme' : `Other & \${co}`
    appliance.store.create({ name: `${oddly(oddNames, index)} x`, description: `About "\${${index}}"` })
    const { gid } = groups.create({ name: oddly(oddNames, index), organization })
    const uid = oddly(oddLogins, index).replace(' ', '-')
    members.create({ uid, organization, password: 'by-hand', gid, attributes: { ...ann, title: uid } })
    groups.link(gid, uid)
    return uid
  })
}

const ann = { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.org', title: `Editor "in" \${chief}` }

describeWithEngine('An export', () => {
  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  it.each([0, 3, isFull ? 500 : oddNames.length + 1])(
    'of %s categories, groups and members imports all of them, changes nothing, and is the same the second time',
    async (count) => {
      await open()
      const logins = plantMany(count)
      const members = join(workspace.folder, 'logins.txt')
      await writeFile(members, logins.join('\n'))
      appliance.writes()
      await exportedWell('--members', members)
      expect(appliance.writes()).toEqual([])
      const names = (await readdir(workspace.folder)).filter((name) => name.endsWith('.tf'))
      const all = async () => (await Promise.all(names.map(written))).join('\n')
      const first = await all()
      await initialize()
      // Each member has a membership, and the directory has its service.
      expect(await workspace.applied()).toContain(
        `${4 * count + 1} imported, 0 added, 0 changed, 0 destroyed`,
      )
      expect(appliance.writes()).toEqual([])
      expect((await workspace.plan()).exitCode).toBe(0)
      await exportedWell('--members', members)
      expect(await all()).toBe(first)
      if (count !== 3) return
      for (const name of ['categories.tf', 'directory.tf', 'imports.tf']) await workspace.writeFile(name, '')
      await workspace.applied()
      expect(appliance.store.categories()).toHaveLength(count)
      for (const login of logins) expect(appliance.directory.members.get(login)).toBeDefined()
    },
    600_000,
  )

  it('of odd names imports, changes nothing, and is the same the second time', async () => {
    await open()
    for (const name of oddNames) appliance.store.create({ name, description: `About "${name}"` })
    for (const organization of ['acme', 'Other & Co']) appliance.directory.organizations.create(organization)
    for (const name of ['editors', 'Editors!', `\${group}`, 'class', '404', 'Редакция']) {
      const { gid } = appliance.directory.groups.create({ name, organization: 'acme' })
      if (name === 'editors') byHand('ann.lee', ann, gid)
    }
    appliance.directory.groups.create({ name: 'editors', organization: 'Other & Co' })
    byHand('ann_lee', { ...ann, telephoneNumber: '+49 30 1' })
    byHand('half', { givenName: 'Half' })
    byHand('#ann_lee', ann)
    const members = join(workspace.folder, 'logins.txt')
    await writeFile(members, '# logins\nann.lee\n\nANN_LEE\nhalf\n#ann_lee\n#jo.low\n')
    appliance.writes()
    const { code, stdout, stderr } = await exported('--members', members)
    expect(stderr).toBe('')
    expect(stdout).toContain('appliance_ldap_member.half is only a comment')
    expect(stdout).toContain(
      'The member "#jo.low" does not exist. If it is meant as a comment, write a space',
    )
    expect(code).toBe(2)
    expect(appliance.writes()).toEqual([])
    const first = await allWritten()
    expect(first).toMatch(/^# - appliance_ldap_member\.half is only a comment/m)
    expect(first).toMatch(/^ +uid += "#ann_lee"$/m)
    expect(first).toContain('# resource "appliance_ldap_member" "half" {')

    expect((await workspace.run('fmt', '-check', '-diff')).output).toBe('')
    await initialize()
    expect(await workspace.applied()).toContain('0 added, 0 changed, 0 destroyed')
    expect(appliance.writes()).toEqual([])
    expect((await workspace.plan()).exitCode).toBe(0)
    expect((await exported('--members', members)).code).toBe(2)
    expect(await allWritten()).toBe(first)
  })

  it('with a list adds the missing sites and nothing else, and keeps them all when the block is removed', async () => {
    await open()
    const { id } = appliance.store.create({ name: 'ads' })
    appliance.store.create({ name: 'news' })
    const sites = numbered(312, 'ads')
    appliance.store.addSites(id, [...sites.slice(0, 310), 'other.example'])
    const list = join(workspace.folder, 'list.txt')
    await writeFile(list, `# ads\n${sites.join('\n')}\n`)
    const lines = await exportedWell('--sites', `ads=${list}`)
    expect(lines).toContain('ads: 310 of 312 sites are there')
    expect(await written('categories.tf')).toContain(`sites_file = "\${path.module}/sites/ads.txt"`)
    expect(await written('sites/ads.txt')).toBe(await readFile(list, 'utf8'))
    await initialize()
    expect(await workspace.applied()).toContain('3 imported, 0 added, 1 changed, 0 destroyed')
    expect(appliance.store.sites(id)).toEqual(new Set([...sites, 'other.example']))
    expect((await workspace.plan()).exitCode).toBe(0)
    await workspace.writeFile('categories.tf', '')
    await workspace.writeFile('imports.tf', '')
    await workspace.applied()
    expect(appliance.store.sites(id).size).toBe(313)
  })

  it('with a long list looks up a sample, and says so', async () => {
    await open()
    const { id } = appliance.store.create({ name: 'malware' })
    const sites = numbered(100_000, 'malware')
    appliance.store.addSites(id, sites)
    const list = join(workspace.folder, 'malware.txt')
    await writeFile(list, sites.join('\n'))
    expect(await exportedWell('--sites', `malware=${list}`)).toContain(
      'malware: 2,000 of 2,000 sites that were looked up, a sample of 100,000, are there',
    )
  })

  it('leaves out what states contain, and gives nothing the name that it has there', async () => {
    await open()
    appliance.directory.organizations.create('acme')
    appliance.directory.groups.create({ name: 'editors', organization: 'acme' })
    appliance.store.create({ name: 'ads' })
    await exportedWell()
    await initialize()
    await workspace.applied()
    appliance.store.create({ name: 'Ads!' })
    byHand('ann.lee', ann)
    const further = join(workspace.folder, 'further')
    const variables = await engineEnvironment(workspace.folder, appliance.environment)
    for (const state of [workspace.folder, join(workspace.folder, 'terraform.tfstate')]) {
      const words = ['export', further, '--engine', engine, '--state', state, '--member', 'ann.lee']
      const { code, stdout, stderr } = await new RunningCommand([...words, '--overwrite'], variables).ended
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toContain('Left out because a state already contains them: 3 objects.')
      const imports = await readFile(join(further, 'imports.tf'), 'utf8')
      expect([...imports.matchAll(/^ +to = (.+)$/gm)].map(([, address]) => address)).toEqual([
        expect.stringMatching(/^appliance_category\.ads_[a-p]{4}$/),
        'appliance_ldap_member.ann_lee',
        'appliance_ldap_group_membership.ann_lee_editors',
      ])
    }
  })

  it('overwrites nothing unless it is told to', async () => {
    await open()
    await workspace.writeFile('provider.tf', '# mine\n')
    const refused = await exported()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('already contains 1 file with other content, such as provider.tf.')
    expect(await written('provider.tf')).toBe('# mine\n')
    await expect(written('imports.tf')).rejects.toThrow('ENOENT')
    await exportedWell('--overwrite')
    expect(await written('provider.tf')).toContain('provider "appliance"')
  })

  it('writes no file behind a link that leads out of the repository', async () => {
    await open()
    const folder = await mkdtemp(join(tmpdir(), 'appliance-outside-'))
    try {
      await mkdir(join(folder, 'repository/.git'), { recursive: true })
      await mkdir(join(folder, 'outside'))
      await symlink('../outside', join(folder, 'repository/link'))
      const words = ['export', join(folder, 'repository/link/made'), '--engine', engine]
      const { code, stderr } = await new RunningCommand(words, appliance.environment).ended
      expect([code, stderr]).toEqual([1, expect.stringContaining('outside of the repository or folder')])
      expect(await readdir(join(folder, 'outside/made'))).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('says what could not be read, and fails if that is all', async () => {
    await open({ directory: { service: 'stopped' } })
    const stopped = await exported('--member', 'ann.lee')
    expect(stopped.code).toBe(2)
    expect(stopped.stdout).toContain(
      '- Groups and members could not be read: the directory service is stopped.',
    )
    expect(await written('provider.tf')).toContain('# - Groups and members could not be read')
    appliance.faults.add({ effect: 'status', status: 500 })
    const nothing = await exported()
    expect(nothing.code).toBe(1)
    expect(nothing.stderr).toContain('Nothing could be read from the appliance.')
  })

  it('writes secrets as variables', async () => {
    await open({ token: 'a-secret-token' })
    const config = join(workspace.folder, 'provider.json')
    await writeFile(config, JSON.stringify({ token: 'a-secret-token', verify: 'full' }))
    await exportedWell('--config', config)
    const provider = await written('provider.tf')
    expect(provider).toMatch(/token += var\.appliance_token/)
    expect(provider).toMatch(/verify += "full"/)
    expect(provider).not.toContain('a-secret-token')
  })
})
