import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { driftSchemaErrors } from '../../packages/command/test/review/json-schema'
import { sarifErrors } from '../../packages/command/test/review/sarif-structure'
import { RunningCommand } from '../commands/running-command'
import { drift, startDrift } from './drift-command'
import { category, numbered, Trial } from './trial'
import { describeWithEngine } from './workspace'

const blockList = '1270002'
/** There as long as the engine plans; one that is ended at once leaves it behind. */
const stateLock = '.terraform.tfstate.lock.info'

const group = 'resource "appliance_ldap_group" "staff" {\n  organization = "acme"\n  name = "staff"\n}\n'
const membership =
  'resource "appliance_ldap_group_membership" "ann" {\n  uid = appliance_ldap_member.ann.uid\n  gid = appliance_ldap_group.staff.gid\n}\n'
const ads = category('ads', 'sites = ["a.example", "b.example", "c.example"]')
/** Of which a refresh looks up 2,000 sites. */
const sampled = category('large', 'sites_file = "sites.txt"', 'verify = "sample"')
const delisting = `resource "appliance_rbl_delisting" "ours" {\n  database = "${blockList}"\n  addresses = ["192.0.2.25"]\n}\n`
const service = 'resource "appliance_ldap_service" "directory" {}\n'
const member = (title = 'Clerk') => `resource "appliance_ldap_member" "ann" {
  uid = "ann.lee"
  first_name = "Ann"
  last_name = "Lee"
  email = "ann@example.org"
  organization = "acme"
  title = "${title}"
  password = "hunter2-hunter2"
}
`

describeWithEngine('appliance drift, with the real engine', () => {
  let trial: Trial
  let temporary: string

  async function open(...[options, variables]: Parameters<typeof Trial.open>): Promise<void> {
    // Short on every system, as the path of a socket has to be.
    temporary = await mkdtemp('/tmp/appliance-run-')
    trial = await Trial.attached(options, { ...variables, TMPDIR: temporary })
  }

  afterEach(async () => {
    expect(await readdir(trial.workspace.folder)).not.toContain('drift.tfplan')
    await trial.close()
    expect(await readdir(temporary)).toEqual([])
    await rm(temporary, { recursive: true })
  })

  /** Categories of one apply are created in any order. */
  const numberOf = (name: string) => trial.appliance.store.categoryNamed(name)?.id ?? 0

  /** Runs the command, which must end in this way. @returns the lines that it printed */
  async function reported(code: number, ...words: readonly string[]): Promise<readonly string[]> {
    const ended = await drift(trial.workspace, ...words)
    expect(ended).toMatchObject({ code, stderr: '' })
    return ended.stdout.split('\n').map((line) => line.trim())
  }

  describe('finds no drift', () => {
    beforeEach(() => open())

    it('if everything is as applied, and writes nothing to the appliance', async () => {
      await trial.applied(ads)
      trial.appliance.writes()
      expect(await reported(0)).toEqual(['No drift: 1 resource as declared.', ''])
      expect(await reported(0)).toEqual(['No drift: 1 resource as declared.', ''])
      expect(trial.appliance.writes()).toEqual([])
    })

    it('if only an output changes', async () => {
      await trial.applied(ads, 'output "o" {\n  value = 1\n}')
      await trial.workspace.write(`${ads}output "o" {\n  value = 2\n}`)
      expect(await reported(0)).toEqual(['No drift: 1 resource as declared.', ''])
    })

    it('in additions by others', async () => {
      await trial.applied(ads)
      trial.appliance.store.addSites(250, ['by-hand.example'])
      expect(await reported(0)).toEqual(['No drift: 1 resource as declared.', ''])
    })

    it('in a sample, which it never calls clean', async () => {
      await trial.list('sites.txt', ...numbered(2_200, 'site'))
      await trial.applied(sampled)
      expect(await reported(0)).toEqual([
        'No drift found, by a sample only: 2,000 of 2,200 sites looked up. 1 warning.',
        '',
        'Warnings',
        '! sampled: category large: 2,000 of 2,200 sites looked up',
        '',
      ])
      await trial.workspace.writeFile('.appliance-review.json', '{"findings": {"sampled": "off"}}')
      expect(await reported(0)).toEqual([
        'No drift found, by a sample only: 2,000 of 2,200 sites looked up.',
        '',
      ])
      expect(JSON.parse((await reported(0, '--format', 'json')).join('\n'))).toMatchObject({
        outcome: 'nothing-found',
        lists: [{ category: 'large', mode: 'sample', asked: 2_000, total: 2_200, missing: 0 }],
      })
      await trial.workspace.writeFile('.appliance-review.json', '{"findings": {"sampled": "fatal"}}')
      const [verdict] = await reported(3)
      expect(verdict).toBe(
        'Refused: 1 fatal finding. No drift found, by a sample only: 2,000 of 2,200 sites looked up.',
      )
    })
  })

  describe('reports', () => {
    beforeEach(() => open({ directory: { service: 'running' } }))

    it('removed sites, by name, in inline lists and in lists from files', async () => {
      await trial.list('sites.txt', 'x.example', 'y.example')
      await trial.applied(ads, category('files', 'sites_file = "sites.txt"'))
      trial.appliance.store.removeSites(numberOf('ads'), ['b.example'])
      trial.appliance.store.removeSites(numberOf('files'), ['y.example'])
      expect(await reported(2)).toEqual([
        'Drift: 2 sites missing.',
        '',
        'Missing',
        '- category ads: 1 site missing: b.example',
        '- category files: 1 site missing: y.example',
        '',
      ])
      expect(await reported(2, '--format', 'github')).toEqual([
        expect.stringMatching(
          /^::warning file=main\.tf,line=\d+,title=missing::category ads: .*: b\.example$/,
        ),
        expect.stringMatching(
          /^::warning file=main\.tf,line=\d+,title=missing::category files: 1 site missing: y\.example$/,
        ),
        'Drift: 2 sites missing.',
        '',
      ])
      const sarif = JSON.parse((await reported(2, '--format', 'sarif')).join('\n'))
      expect(sarifErrors(sarif)).toEqual([])
      expect(sarif.runs[0].results).toHaveLength(2)
    })

    it('sites of a file that a refresh of its own has recorded as missing, with those that are missing since', async () => {
      await trial.list('sites.txt', 'x.example', 'y.example', 'z.example')
      await trial.applied(category('files', 'sites_file = "sites.txt"'))
      trial.appliance.store.removeSites(250, ['y.example'])
      await trial.workspace.apply('-refresh-only')
      const missing = (count: string, names: string) => [
        `Drift: ${count} missing.`,
        '',
        'Missing',
        `- category files: ${count} missing: ${names}`,
        '',
      ]
      expect(await reported(2)).toEqual(missing('1 site', 'y.example'))
      expect(await reported(2, '--format', 'github')).toContainEqual(
        expect.stringMatching(
          /^::warning file=main\.tf,line=\d+,title=missing::category files: 1 site missing: y\.example$/,
        ),
      )
      trial.appliance.store.removeSites(250, ['x.example'])
      expect(await reported(2)).toEqual(missing('2 sites', 'x.example, y.example'))
      trial.appliance.store.addSites(250, ['y.example'])
      expect(await reported(2)).toEqual(missing('1 site', 'x.example'))
    })

    it('all missing sites as soon as a sample misses one', async () => {
      const sites = numbered(2_200, 'site')
      await trial.list('sites.txt', ...sites)
      await trial.applied(sampled)
      const byHand = numbered(1_100, 'by-hand')
      trial.appliance.store.removeSites(250, sites.slice(0, 1_100))
      trial.appliance.store.addSites(250, byHand)
      const [verdict, , , line] = await reported(2)
      expect(verdict).toBe('Drift: 1,100 sites missing.')
      expect(line).toMatch(/^- category large: 1,100 sites missing: site-/)
    })

    it('a category that is gone, and one whose number now belongs to another', async () => {
      // Without one that stays, it would be the state of another appliance.
      await trial.applied(
        ads,
        category('news', 'sites = ["n.example"]'),
        category('kept', 'sites = ["k.example"]'),
      )
      trial.appliance.store.remove(numberOf('ads'))
      trial.appliance.store.remove(numberOf('news'))
      trial.appliance.store.create({ name: 'others' })
      expect(await reported(2)).toEqual([
        'Drift: 2 gone.',
        '',
        'Gone',
        '- category ads: gone, including 3 sites; the next apply creates it again: a.example, b.example, c.example',
        '- category news: gone, including 1 site; the next apply creates it again: n.example',
        '',
      ])
    })

    it('a member that differs or is gone, and a membership that is gone', async () => {
      const { members, groups } = trial.appliance.directory
      await trial.applied(member(), group, membership)
      members.save('ann.lee', { title: 'Boss' })
      expect(await reported(2)).toEqual([
        'Drift: 1 different.',
        '',
        'Different',
        '~ member ann.lee: title from Clerk to Boss',
        '',
      ])
      members.save('ann.lee', { title: 'Clerk' })
      groups.unlink(groups.in('acme').find(({ name }) => name === 'staff')?.gid ?? 0, 'ann.lee')
      expect(await reported(2)).toEqual([
        'Drift: 1 membership missing.',
        '',
        'Missing',
        '- group staff: 1 member no longer in the group: ann.lee',
        '',
      ])
      members.remove('ann.lee')
      expect(await reported(2)).toEqual([
        'Drift: 1 gone, 1 membership missing.',
        '',
        'Gone',
        '- member ann.lee: no longer on the appliance; the next apply creates it again',
        '',
        'Missing',
        '- group staff: 1 member no longer in the group: ann.lee',
        '',
      ])
    })

    it('a group that is gone, without mistaking the consequences for a change of the configuration', async () => {
      const { groups } = trial.appliance.directory
      await trial.applied(member(), group, membership)
      groups.create({ name: 'visitors', organization: 'acme' })
      groups.remove(groups.in('acme').find(({ name }) => name === 'staff')?.gid ?? 0)
      expect(await reported(2)).toEqual([
        'Drift: 1 gone, 1 membership missing.',
        '',
        'Gone',
        '- group staff: no longer on the appliance; the next apply creates it again',
        '',
        'Missing',
        '- group staff: 1 member no longer in the group: ann.lee',
        '',
      ])
    })

    it('a group that is gone, for which no member is deleted', async () => {
      const { groups } = trial.appliance.directory
      await trial.applied(group, member().replace(/\}\n$/, '  gid = appliance_ldap_group.staff.gid\n}\n'))
      groups.create({ name: 'visitors', organization: 'acme' })
      groups.remove(groups.in('acme').find(({ name }) => name === 'staff')?.gid ?? 0)
      expect(await reported(2)).toEqual([
        'Drift: 1 gone.',
        '',
        'Gone',
        '- group staff: no longer on the appliance; the next apply creates it again',
        '',
      ])
    })

    it('a directory service that was stopped, and that the rest of the directory could not be read', async () => {
      const after = '  depends_on = [appliance_ldap_service.directory]\n}\n'
      await trial.applied(service, member().replace(/\}\n$/, after))
      trial.appliance.directory.service.become('stopped')
      expect(await reported(2)).toEqual([
        'Drift: 1 different. Members and groups not read. 1 warning.',
        '',
        'Different',
        '~ directory service openldap: running from true to false',
        '',
        'Warnings',
        '! not-asked: members, groups and memberships were not read: the directory service is not running',
        '',
      ])
    })

    it('an address that a record database lists again', async () => {
      await trial.applied(delisting)
      trial.appliance.records.add(blockList, [{ address: '192.0.2.25', description: '' }])
      trial.appliance.records.compile()
      expect(await reported(2)).toEqual([
        'Drift: 1 different.',
        '',
        'Different',
        `~ record database ${blockList}: 1 address listed again: 192.0.2.25`,
        '',
      ])
    })

    it('a configuration that is not applied yet, separately from drift', async () => {
      await trial.applied(ads)
      await trial.workspace.write(category('ads', 'sites = ["a.example", "b.example", "d.example"]'))
      expect(await reported(2)).toEqual([
        'No drift found. 2 changes not applied yet.',
        '',
        'Not applied yet: added',
        '+ category ads: 1 site: d.example',
        '',
        'Not applied yet: removed',
        '- category ads: 1 site: c.example',
        '',
      ])
      trial.appliance.store.removeSites(250, ['a.example'])
      expect(await reported(2)).toEqual([
        'Drift: 1 site missing. 2 changes not applied yet.',
        '',
        'Missing',
        '- category ads: 1 site missing: a.example',
        '',
        'Not applied yet: added',
        '+ category ads: 1 site: d.example',
        '',
        'Not applied yet: removed',
        '- category ads: 1 site: c.example',
        '',
      ])
    })

    it('removed sites of a category whose block was renamed, for which engines plan a deletion from the state', async () => {
      await trial.applied(ads)
      trial.appliance.store.removeSites(250, ['b.example'])
      await trial.workspace.write(ads.replace('"ads"', '"renamed"'))
      const lines = await reported(2)
      expect(lines[0]).toBe('Drift: 1 site missing. 1 change not applied yet.')
      expect(lines).toContain('- category ads: 1 site missing: b.example')
    })

    it('as noted a change in the console that the configuration agrees with', async () => {
      await trial.applied(member())
      trial.appliance.directory.members.save('ann.lee', { title: 'Boss' })
      await trial.workspace.write(member('Boss'))
      expect(await reported(0)).toEqual([
        'No drift: 1 resource as declared.',
        '',
        'Noted, not restored by the next apply',
        '= member ann.lee: title from Clerk to Boss',
        '',
      ])
    })

    it('the same in every format, valid by its schema and without a secret', async () => {
      await trial.applied(ads, member(), group, membership)
      trial.appliance.store.removeSites(250, ['b.example'])
      trial.appliance.directory.members.remove('ann.lee')
      const json = (await reported(2, '--format', 'json')).join('\n')
      expect(driftSchemaErrors(JSON.parse(json))).toEqual([])
      expect(JSON.parse(json)).toMatchObject({
        outcome: 'drift',
        totals: { gone: 1, sites_missing: 1, memberships_missing: 1, not_applied: 0 },
      })
      const markdown = (await reported(2, '--format', 'markdown')).join('\n')
      expect(markdown).toContain('**Drift: 1 gone, 1 site missing, 1 membership missing.**\n')
      expect(markdown).toContain('- category `ads`: 1 site missing: `b.example`')
      expect(json + markdown).not.toContain('hunter2')
    })
  })

  it('reports missing sites by their number if the appliance reports only a count', async () => {
    await open({ generation: 'autonomous' })
    trial.appliance.store.create({ name: 'ads' })
    await trial.applied(ads)
    expect(await reported(0)).toEqual([
      'No drift found, by the number of sites only: this appliance cannot report whether a category contains a site. 1 warning.',
      '',
      'Warnings',
      '! sampled: category ads: none of 3 sites looked up; the appliance reports only how many sites it contains',
      '',
    ])
    trial.appliance.store.removeSites(250, ['a.example'])
    const [verdict, , , line] = await reported(2)
    expect(verdict).toBe(
      'Drift: at least 1 site missing. 3 sites compared by number only: this appliance cannot report whether a category contains a site. 1 warning.',
    )
    expect(line).toBe(
      '- category ads: contains fewer sites than the 3 that are managed; the appliance does not report which are missing',
    )
  })

  it('explains first that the token is wrong, and says the same of all other resources in one line', async () => {
    await open({ token: 'right' })
    const lists = numbered(12, 'list').map((site, index) => category(`list-${index}`, `sites = ["${site}"]`))
    const withToken = (token: string) => `provider "appliance" {\n  token = "${token}"\n}`
    await trial.applied(withToken('right'), ...lists)
    await trial.workspace.write([withToken('wrong'), ...lists].join('\n'))
    const { code, stdout, stderr } = await drift(trial.workspace)
    expect(code).toBe(1)
    const [first, second, ...others] = stdout.split('\n').filter((line) => line.startsWith('  !'))
    expect(first).toMatch(/^ {2}! caller-refused: .*token.*: appliance_category\.list-\d+ \(main\.tf:\d+\)$/i)
    expect(second).toMatch(/^ {2}! caller-refused-again for 11 resources: .* and 1 more \(main\.tf:\d+\)$/)
    expect(others).toEqual([])
    expect(stderr.indexOf('with HTTP status')).toBeLessThan(stderr.indexOf('also denied this request'))
  })

  describe('is an error, and never no drift,', () => {
    beforeEach(() => open())

    async function failed(...words: readonly string[]): Promise<string> {
      const ended = await drift(trial.workspace, ...words)
      expect(ended).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^$|^Drift cannot be determined: 1 error/),
      })
      return ended.stderr
    }

    it('if the appliance cannot be reached', async () => {
      await trial.applied(ads)
      await trial.appliance.close()
      expect(await failed()).toContain('The plan failed, so drift cannot be determined.')
    })

    it('if there is no folder for temporary ones', async () => {
      const { folder, environment } = trial.workspace
      const missing = join(folder, 'missing')
      const ended = await drift({ folder, environment: { ...environment, TMPDIR: missing } })
      expect(ended).toMatchObject({ code: 1, stdout: '' })
      expect(ended.stderr).toBe(
        `The command cannot make a temporary folder in ${JSON.stringify(missing)} (ENOENT). Set TMPDIR to a folder that exists and ` +
          'that this user may write to.\n',
      )
    })

    it('if nothing was applied yet and the appliance cannot be reached', async () => {
      await trial.workspace.write(ads)
      await trial.appliance.close()
      expect(await failed()).toMatch(/whether category "ads" exists: .*\[not-checked\]/s)
    })

    it('if the plan fails halfway', async () => {
      await trial.applied(ads, category('news', 'sites = ["n.example"]'))
      trial.appliance.faults.set([{ path: '/categories/query/n.example', effect: 'status', status: 500 }])
      const said = await failed()
      expect(said).toContain('The plan failed')
      expect(said).toMatch(/\(appliance_category\.news, main\.tf, line \d+\)/)
      const { stdout } = await drift(trial.workspace)
      expect(stdout).toMatch(/^ {2}! .*: appliance_category\.news \(main\.tf:\d+\)$/m)
    })

    it('if the appliance goes away in the middle of it', async () => {
      await trial.applied(ads, category('news', 'sites = ["n.example"]'))
      trial.appliance.faults.set([
        { path: '/categories/query/n.example', effect: 'latency', milliseconds: 60_000 },
      ])
      const running = startDrift(trial.workspace)
      while (trial.appliance.faults.report()[0]?.fitted === 0) await delay(20)
      await trial.appliance.close()
      expect(await running.ended).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('Drift cannot be determined'),
        stderr: expect.stringContaining('The plan failed'),
      })
    })

    it('if the folder is not initialized', async () => {
      await rm(join(trial.workspace.folder, '.terraform'), { recursive: true, force: true })
      await rm(join(trial.workspace.folder, '.terraform.lock.hcl'), { force: true })
      const { folder, launchingEnvironment: environment } = trial.workspace
      const { code, stderr } = await drift({ folder, environment })
      expect(code).toBe(1)
      expect(stderr).toMatch(/Run `\S+ init` in ".*" first, and again/)
    })

    it.each([
      ['an option that plans otherwise', ['--', '-refresh=false'], '-refresh cannot be used'],
      ['an option that it does not know', ['--', '-no-such-option'], 'no-such-option'],
      ['an engine that is missing', ['--engine', 'no-such-engine'], '"no-such-engine" cannot be started'],
      ['an engine without a name', ['--engine', ''], 'The value of --engine is empty'],
      ['an engine that says nothing', ['--engine', 'false'], '  (nothing)\n'],
      ['an engine that makes no plan', ['--engine', 'true'], '"true" did not create a plan'],
    ])('with %s', async (_, words, said) => {
      await trial.workspace.write(ads)
      expect(await failed(...words)).toContain(said)
    })

    it('if an option is not known, without the colors of the engine', async () => {
      await trial.workspace.write(ads)
      expect(await failed('--', '-no-such-option')).not.toContain('[31m')
    })

    it.each([
      ['is missing', 'no-such-folder'],
      ['is a file', 'main.tf'],
    ])('if the folder %s', async (_, name) => {
      await trial.workspace.write(ads)
      const folder = join(trial.workspace.folder, name)
      const ended = await new RunningCommand(['drift', folder, '--engine', 'node']).ended
      expect(ended).toMatchObject({ code: 1, stdout: '' })
      expect(ended.stderr).toBe(`${JSON.stringify(folder)} is not an existing folder. Specify another one.\n`)
    })

    it('for a mistake in the configuration, and says where it is', async () => {
      await trial.workspace.write(category('ads', 'sitess = ["a.example"]'))
      expect(await failed()).toMatch(/ {2}Unsupported argument \(.*main\.tf, line \d+\)\n/)
    })

    it('while another run holds the lock of the state, and says how to wait for it', async () => {
      await trial.applied(ads)
      trial.appliance.faults.set([{ operation: 'list', effect: 'latency', milliseconds: 20_000 }])
      const running = startDrift(trial.workspace)
      while (trial.appliance.faults.report()[0]?.fitted === 0) await delay(20)
      const said = await failed()
      await running.stop('SIGINT')
      expect(said).toContain('or let it wait with `-- -lock-timeout=10m`')
      expect(said).toContain('Error acquiring the state lock')
    })

    it('if it is interrupted, and the engine has ended first', async () => {
      await trial.applied(ads)
      trial.appliance.faults.set([{ operation: 'list', effect: 'latency', milliseconds: 20_000 }])
      const running = startDrift(trial.workspace)
      while (trial.appliance.faults.report()[0]?.fitted === 0) await delay(20)
      expect(await readdir(trial.workspace.folder)).toContain(stateLock)
      const ended = await running.stop('SIGINT')
      expect(ended).toMatchObject({ code: 1, stdout: '' })
      expect(ended.stderr).toContain('The run was interrupted, so drift cannot be determined.')
      expect(await readdir(trial.workspace.folder)).not.toContain(stateLock)
    })
  })

  it('passes variables and further options to the engine', async () => {
    await open()
    const configuration = `variable "site" {}\nvariable "other" {}\n${category('ads', 'sites = [var.site, var.other]')}`
    await trial.workspace.writeFile('site.tfvars', 'site = "a.example"\n')
    await trial.workspace.write(configuration)
    const file = ['--var-file', join(trial.workspace.folder, 'site.tfvars')]
    const lines = await reported(2, ...file, '--', '-var=other=b.example', '-lock=false')
    expect(lines).toContain(
      '+ category ads: created, or adopted if it already exists; 2 sites: a.example, b.example',
    )
  })

  it('says which resources a plan of some leaves out', async () => {
    await open()
    await trial.applied(ads, category('news', 'sites = ["n.example"]'))
    const lines = await reported(0, '--', '-target=appliance_category.ads')
    expect(lines[0]).toBe('No drift found, but 1 resource was not read. 1 warning.')
    expect(lines).toContain('! not-asked: 1 resource not included in the plan: appliance_category.news')
  })
})
