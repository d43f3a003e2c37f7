import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { driftSchemaErrors } from '../../packages/command/test/review/json-schema'
import { sarifErrors } from '../../packages/command/test/review/sarif-structure'
import { startAppliance, type TestAppliance } from './appliance'
import { drift } from './drift-command'
import { category, Trial } from './trial'
import { describeWithEngine, Workspace } from './workspace'

/** Milliseconds: each case starts the engine some ten times. */
jest.setTimeout(240_000)

const directory = `resource "appliance_ldap_group" "staff" {
  organization = "acme"
  name         = "staff"
}

resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann@example.org"
  organization = "acme"
  password     = "hunter2-hunter2"
  # A member that comes first makes the directory create a group "default".
  depends_on = [appliance_ldap_group.staff]
}

resource "appliance_ldap_group_membership" "ann" {
  uid = appliance_ldap_member.ann.uid
  gid = appliance_ldap_group.staff.gid
}
`
const ads = category('ads', 'sites = ["a.example"]')
const news = category('news', 'sites = ["n.example"]')

/** What somebody has made by hand: two categories, a group, and a membership of a member that a state contains. */
function plant({ store, directory: { groups } }: TestAppliance): { readonly editors: number } {
  store.create({ name: 'Social Media' })
  store.create({ name: `say "\${hi}" ::error::` })
  const { gid } = groups.create({ name: 'editors', organization: 'acme' })
  groups.link(gid, 'ann.lee')
  return { editors: gid }
}

describeWithEngine('appliance drift --unmanaged', () => {
  let trial: Trial
  const others: { close(): Promise<void> }[] = []

  beforeEach(async () => {
    trial = await Trial.attached()
    trial.appliance.directory.organizations.create('acme')
  })

  afterEach(async () => {
    for (const each of others.splice(0)) await each.close()
    await trial.close()
  })

  const inFolder = (name: string) => join(trial.workspace.folder, name)

  /** Runs the command, which must end in this way and write nothing. @returns what it printed */
  async function reported(code: number, ...words: readonly string[]): Promise<string> {
    trial.appliance.writes()
    const ended = await drift(trial.workspace, '--unmanaged', ...words)
    expect(ended).toMatchObject({ code, stderr: '' })
    expect(trial.appliance.writes()).toEqual([])
    return ended.stdout
  }

  const firstLine = (text: string) => text.split('\n', 1)[0]

  /** A second configuration of the same appliance. */
  async function secondState(...blocks: readonly string[]): Promise<Workspace> {
    const workspace = await Workspace.attached(trial.appliance.environment)
    others.push(workspace)
    await workspace.applied(...blocks)
    return workspace
  }

  it('finds nothing on an appliance as it was delivered', async () => {
    trial.appliance.store.create({ name: 'Malware', id: 5 })
    expect(await reported(0)).toBe(
      'Nothing unmanaged. No drift: 0 resources as declared.\n\n' +
        'Delivered with the appliance\n  = category Malware (number 5): delivered with the appliance\n',
    )
  })

  it('finds all that was planted, and nothing of what is managed', async () => {
    await trial.applied(ads, directory)
    const managed = await reported(0)
    expect(firstLine(managed)).toBe(
      '1 of 1 category managed. 1 of 1 group managed. 1 of 1 membership managed. No drift: 4 resources as declared.',
    )
    const { editors } = plant(trial.appliance)
    const text = await reported(2)
    expect(firstLine(text)).toBe(
      '1 of 3 categories managed; 2 unmanaged. 1 of 2 groups managed; 1 unmanaged. 1 of 2 memberships managed; 1 unmanaged. ' +
        'No drift: 4 resources as declared.',
    )
    expect(text.match(/^ {2}\? .*$/gm)).toEqual([
      '  ? category "Social Media" (number 251): in no state',
      `  ? category "say \\"\${hi}\\" ::error::" (number 252): in no state`,
      `  ? group editors of acme (number ${editors}): in no state`,
      `  ? membership of ann.lee in the group editors (number ${editors}): in no state`,
    ])
    expect(text).not.toContain('"ads"')
  })

  it('prints blocks to copy, which import and change nothing, and then finds nothing', async () => {
    await trial.applied(ads, directory, category('social_media', 'sites = []'))
    plant(trial.appliance)
    const { unmanaged } = JSON.parse(await reported(2, '--format', 'json'))
    const blocks = unmanaged[0].objects.map((each: { import: string }) => each.import)
    expect(blocks).toHaveLength(4)
    const planned = await trial.workspace.plan()
    expect(planned.exitCode).toBe(0)
    trial.appliance.writes()
    expect(
      await trial.workspace.applied(ads, directory, category('social_media', 'sites = []'), ...blocks),
    ).toContain('4 imported, 0 added, 0 changed, 0 destroyed')
    expect(trial.appliance.writes()).toEqual([])
    expect(await reported(0)).not.toContain('unmanaged')
  })

  it('has each object in every format', async () => {
    await trial.applied(ads, directory)
    plant(trial.appliance)
    const json = JSON.parse(await reported(2, '--format', 'json'))
    expect(driftSchemaErrors(json)).toEqual([])
    expect(json).toMatchObject({
      format_version: '2.0',
      outcome: 'unmanaged',
      unmanaged: [
        {
          coverage: [
            { kind: 'category', listed: true, total: 3, managed: 1, unmanaged: 2, ignored: 0 },
            { kind: 'group', total: 2, managed: 1, unmanaged: 1 },
            { kind: 'membership', total: 2, managed: 1, unmanaged: 1 },
          ],
          objects: [
            {
              kind: 'category',
              id: 251,
              name: 'Social Media',
              rule: 'unmanaged-category',
              level: 'warning',
              address: 'appliance_category.social_media',
              import_id: '251?on_destroy=keep',
            },
            { kind: 'category', id: 252 },
            { kind: 'group', organization: 'acme', name: 'editors' },
            { kind: 'membership', uid: 'ann.lee' },
          ],
        },
      ],
    })
    const sarif = JSON.parse(await reported(2, '--format', 'sarif'))
    expect(sarifErrors(sarif)).toEqual([])
    const results: { ruleId: string; message: { text: string } }[] = sarif.runs[0].results
    expect(results.map(({ ruleId }) => ruleId).filter((rule) => rule.startsWith('unmanaged'))).toEqual([
      'unmanaged-category',
      'unmanaged-category',
      'unmanaged-group',
      'unmanaged-membership',
    ])
    expect(results[0]?.message.text).toContain('to = appliance_category.social_media')
    const markdown = await reported(2, '--format', 'markdown')
    expect(markdown.match(/^ {2}```hcl$/gm)).toHaveLength(4)
    const html = await reported(2, '--format', 'html')
    expect(html.match(/<pre><code>import/g)).toHaveLength(4)
    const github = await reported(2, '--format', 'github')
    expect(github.match(/^::warning [^:]*title=unmanaged-[a-z]+::/gm)).toHaveLength(4)
    expect(github).toContain('%0Aimport {%0A  to = appliance_category.social_media')
  })

  it('counts the states that the user names together, and names what two of them contain', async () => {
    await trial.applied(ads, directory)
    const second = await secondState(news)
    expect(firstLine(await reported(2))).toContain('1 of 2 categories managed; 1 unmanaged.')
    const both = await reported(0, '--state', second.folder)
    expect(firstLine(both)).toBe(
      '2 of 2 categories managed. 1 of 1 group managed. 1 of 1 membership managed. No drift: 4 resources as declared.',
    )
    plant(trial.appliance)
    const planted = await reported(2, '--state', second.folder)
    expect(firstLine(planted)).toContain('2 of 4 categories managed; 2 unmanaged.')
    expect(planted.match(/^ {2}\? /gm)).toHaveLength(4)
    await second.applied(news, category('ads', 'sites = ["b.example"]'))
    const shared = await reported(2, '--state', second.folder)
    expect(shared).toContain(
      `! in-two-states: category ads: in the states of ${trial.workspace.folder}, ${second.folder}\n`,
    )
    const json = JSON.parse(await reported(2, '--state', second.folder, '--format', 'json'))
    expect(driftSchemaErrors(json)).toEqual([])
    const twice = await drift(trial.workspace, '--unmanaged', '--state', trial.workspace.folder)
    expect(twice).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is named twice') })
  })

  it('calls nothing unmanaged that a state may contain which could not be read', async () => {
    await trial.applied(ads)
    const second = await secondState(news)
    await second.writeFile('terraform.tfstate', '{')
    const words = ['--unmanaged', '--state', second.folder]
    const ended = await drift(trial.workspace, ...words)
    expect(ended.code).toBe(1)
    expect(ended.stdout).toMatch(/^1 of 2 categories managed; 1 in no state that could be read\. No drift: /)
    expect(ended.stdout).toContain('not-listed: 1 object in no state that could be read: "category news"')
    expect(ended.stdout).not.toContain('unmanaged-category')
    expect(ended.stdout).not.toContain(' unmanaged')
    const json = JSON.parse((await drift(trial.workspace, ...words, '--format', 'json')).stdout)
    expect(driftSchemaErrors(json)).toEqual([])
    expect(json).toMatchObject({ outcome: 'incomplete' })
    const written = inFolder('ignored.json')
    const refused = await drift(trial.workspace, ...words, '--write-ignore', written)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(
      'The ignore file was not written, because not everything could be listed and read.',
    )
    await expect(readFile(written)).rejects.toThrow('ENOENT')
  })

  it.each([
    ['a folder that is not initialized', 'other'],
    ['an empty file', 'state.json'],
  ])('takes %s for no state', async (_, name) => {
    await trial.applied(ads)
    trial.appliance.store.create({ name: 'news' })
    const path = inFolder(name)
    if (name.endsWith('.json')) await writeFile(path, '')
    else await mkdir(path)
    const ended = await drift(trial.workspace, '--unmanaged', '--state', path)
    expect(ended.code).toBe(1)
    expect(ended.stdout).toContain('not-listed: 1 object in no state that could be read: "category news"')
  })

  it('writes an ignore file, with which it reports only what is new', async () => {
    await trial.applied(ads)
    trial.appliance.store.create({ name: 'known' })
    const file = inFolder('ignored.json')
    expect(firstLine(await reported(0, '--write-ignore', file))).toContain(
      '1 of 2 categories managed; 1 ignored.',
    )
    const bytes = await readFile(file, 'utf8')
    await reported(0, '--ignore', file, '--write-ignore', file)
    expect(await readFile(file, 'utf8')).toBe(bytes)
    const known = await reported(0, '--ignore', file)
    expect(known).toMatch(
      /^Ignored\n {2}= category known \(number 251\): ignored until \S+: "in no state on \S+"$/m,
    )
    trial.appliance.store.create({ name: 'fresh' })
    const text = await reported(2, '--ignore', file)
    expect(firstLine(text)).toContain('1 of 3 categories managed; 1 unmanaged; 1 ignored.')
    expect(text).toContain('Unmanaged\n  ? category fresh (number 252): in no state\n')
    trial.appliance.store.replace(251, { name: 'another' })
    expect(firstLine(await reported(2, '--ignore', file))).toContain('2 unmanaged')
  })

  it('accepts what an ignore file names until its last day has passed', async () => {
    await trial.applied(ads)
    for (const name of ['lab-1', 'lab-2', 'Old']) trial.appliance.store.create({ name })
    const file = inFolder('ignored.json')
    const entry = (name: string, until: string) => ({ kind: 'category', name, reason: 'of the lab', until })
    await writeFile(
      file,
      JSON.stringify({ ignore: [entry('lab-*', '2999-12-31'), entry('old', '2020-01-31')] }),
    )
    const text = await reported(2, '--ignore', file)
    expect(firstLine(text)).toContain('1 of 4 categories managed; 1 unmanaged; 2 ignored.')
    expect(text).toContain(
      '  ? category Old (number 253): in no state; it was ignored until 2020-01-31, which has passed: "of the lab"\n',
    )
    expect(text).toContain(
      'Ignored\n  = category lab-1 (number 251): ignored until 2999-12-31: "of the lab"\n',
    )
    await writeFile(file, JSON.stringify({ ignore: [{ kind: 'category', name: 'old' }] }))
    const refused = await drift(trial.workspace, '--unmanaged', '--ignore', file)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /ignored\.json" is not an ignore file at ignore\.0\.reason: write a text\. Write \{/,
    )
  })

  it('has the levels of the settings', async () => {
    await trial.applied(ads)
    for (const name of ['Social Media', 'lab']) trial.appliance.store.create({ name })
    const set = (findings: object) =>
      trial.workspace.writeFile('.appliance-review.json', JSON.stringify({ findings }))
    await set({ 'unmanaged-category': 'fatal', 'unmanaged-group': 'off' })
    const text = await reported(3)
    expect(text).toContain('Refused: 2 fatal findings.')
    expect(text).toContain(
      'Fatal findings\n  ! unmanaged-category: category "Social Media" (number 251): in no state\n',
    )
    await set({ 'unmanaged-category': 'off', 'unmanaged-group': 'off' })
    expect(firstLine(await reported(0))).toContain('1 of 3 categories managed; 2 unmanaged.')
  })

  it('names what could not be listed', async () => {
    await trial.applied(ads)
    trial.appliance.faults.add({ effect: 'status', status: 500, path: '/openldap/ous' })
    const text = await reported(0)
    expect(firstLine(text)).toContain('1 of 1 category managed. The groups could not be listed.')
    expect(text).toMatch(/! not-listed: "Organizations could not be listed, and so no groups: /)
    expect(JSON.parse(await reported(0, '--format', 'json'))).toMatchObject({ outcome: 'nothing-found' })
  })

  it('finds the appliances of provider blocks, each with what its resources are about', async () => {
    const berlin = await startAppliance()
    others.push(berlin)
    berlin.store.create({ name: 'of berlin' })
    trial.appliance.store.create({ name: 'of here' })
    const blocks = [
      `variable "berlin" {\n  default = { categories = { url = "${berlin.urls.categories}" } }\n}`,
      'provider "appliance" {\n  alias = "berlin"\n  endpoints = var.berlin\n}',
      ads,
      category('streaming', 'provider = appliance.berlin', 'sites = ["s.example"]'),
    ]
    // What the environment says would hold for both blocks.
    const { APPLIANCE_CATEGORIES_URL: url, ...rest } = trial.appliance.environment
    const environment = Object.fromEntries(
      Object.entries(rest).filter(([name]) => !/LEGACY|DIRECTORY/.test(name)),
    )
    const here = `provider "appliance" {\n  endpoints = {\n    categories = { url = "${url}" }\n  }\n}`
    const workspace = await Workspace.attached(environment)
    others.push(workspace)
    await workspace.applied(here, ...blocks)
    const ended = await drift(workspace, '--unmanaged')
    expect(ended).toMatchObject({ code: 2, stderr: '' })
    expect(firstLine(ended.stdout)).toContain('2 of 4 categories managed; 2 unmanaged.')
    expect(ended.stdout).toContain(`  ? ${url}: category "of here" (number 250): in no state\n`)
    expect(ended.stdout).toContain(
      `  ? ${berlin.urls.categories}: category "of berlin" (number 250): in no state\n`,
    )
    expect(ended.stdout).toContain(
      `Appliances\n  = ${url}: 1 of 2 categories managed; 1 unmanaged.\n  = ${berlin.urls.categories}: 1 of 2 categories managed; 1 unmanaged.\n`,
    )
    const refused = await drift(workspace, '--unmanaged', '--state', trial.workspace.folder)
    expect(refused.stderr).toContain('--state does not say which one a state is about')
  })

  it('says what to do if the appliance cannot be determined', async () => {
    const provider = `provider "appliance" {\n  base_url = lower("${trial.appliance.urls.categories}")\n}`
    await trial.workspace.write(provider)
    const ended = await drift(trial.workspace, '--unmanaged')
    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(
      /The appliance cannot be determined: base_url of the provider block appliance is lower\(/,
    )
    const environment = {
      ...trial.workspace.environment,
      APPLIANCE_BASE_URL: trial.appliance.urls.categories,
    }
    const { folder } = trial.workspace
    const found = await drift({ folder, environment }, '--unmanaged')
    expect(found.code).toBe(0)
    expect(found.stdout).toMatch(
      /From the environment\n {2}= "base_url of the provider block appliance is lower\(.* comes from the environment"\n/,
    )
  })
})
