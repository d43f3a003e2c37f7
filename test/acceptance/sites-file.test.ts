import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackSites } from '@webfilter/site-lists'
import { packedSitesOf } from '../../src/resources/category/stored'
import { category, numbered, Trial } from './trial'
import { words } from './words'
import { describeWithEngine, engineHas } from './workspace'

const fromFile = (name = 'sites.txt') => `sites_file = "${name}"`
const inline = (...sites: readonly string[]) => `sites = ${JSON.stringify(sites)}`

let trial: Trial

afterEach(() => trial.close())

/** The list that the state holds in its packed form. */
async function packed(address = 'appliance_category.ads'): Promise<readonly string[]> {
  const {
    packed = '',
    digest = '',
    count = 0,
  } = packedSitesOf((await trial.workspace.state(address)) ?? {}) ?? {}
  return [...(await unpackSites(packed, { digest, size: count }))].sort()
}

describeWithEngine.each(['older', 'autonomous'] as const)(
  'sites from a file, where the %s list answers,',
  (list) => {
    const older = list === 'older'
    const compile = (id: number) => `PUT /categories/quick/${id}`

    beforeEach(async () => {
      trial = await Trial.open({ list })
    })

    it('are created, and then only differences are sent, regardless of file and form', async () => {
      await trial.list('sites.txt', 'a.example', 'b.example', 'c.example')
      const created = await trial.applied(category('ads', fromFile()))
      expect(created.writes).toEqual([
        'PUT /categories/create',
        ...(older ? [] : ['POST /categories/250/add']),
        compile(250),
      ])
      expect(trial.active('ads')).toEqual(['a.example', 'b.example', 'c.example'])
      expect(await trial.workspace.state('appliance_category.ads')).toMatchObject({
        sites: null,
        file_sites: { count: 3, digest: expect.stringMatching(/^sha256:/), missing: null },
        compiled: true,
      })
      await trial.nothingToDo()

      await trial.list('sites.txt', 'd.example', 'c.example', 'b.example')
      const changed = await trial.applied(category('ads', fromFile()))
      expect(changed.writes).toEqual([
        ...(older ? [] : ['POST /categories/250/add']),
        compile(250),
        'GET /categories/delete/250/a.example',
        compile(250),
      ])
      expect(changed.bodies).toContain('d.example')
      expect(changed.bodies).not.toMatch(/[ac]\.example/)
      expect(trial.active('ads')).toEqual(['b.example', 'c.example', 'd.example'])
      await trial.nothingToDo()

      await trial.list('moved.txt', 'd.example', 'c.example', 'b.example')
      await trial.nothingToDo(category('ads', fromFile('moved.txt')))
      await trial.workspace.writeFile(
        'hosts',
        '# today\r\n0.0.0.0 B.example www.c.example\r\n||d.example^\r\n',
      )
      await trial.nothingToDo(category('ads', fromFile('hosts')))
    })

    it('are read by the generation that only the apply learns, and planned and applied values agree', async () => {
      const { appliance } = trial
      const late = `
resource "terraform_data" "url" {
  input = "${appliance.urls.categories}"
}

provider "appliance" {
  endpoints = {
    categories = { url = terraform_data.url.output }
  }
}
  `
      await trial.list('sites.txt', 'a.example', 'login.www.b.example', 'www.c.example')
      await trial.applied(late, category('ads', fromFile()))
      expect(trial.active('ads')).toEqual(
        list === 'older' ? ['a.example', 'c.example', 'login.www.b.example'] : ['a.example', 'c.example'],
      )
      await trial.nothingToDo()
    })

    it('replace inline ones and are replaced by them, with requests only for what differs', async () => {
      await trial.applied(category('ads', inline('A.example', 'b.example')))
      await trial.list('sites.txt', 'a.example', 'b.example')
      expect((await trial.applied(category('ads', fromFile()))).writes).toEqual([])
      expect(await packed()).toEqual(['a.example', 'b.example'])
      await trial.nothingToDo()

      const back = await trial.applied(category('ads', inline('b.example', 'c.example')))
      expect(back.bodies).toContain('c.example')
      expect(back.writes).toContain('GET /categories/delete/250/a.example')
      expect(trial.active('ads')).toEqual(['b.example', 'c.example'])
      expect(await trial.workspace.state('appliance_category.ads')).toMatchObject({
        sites: ['b.example', 'c.example'],
        sites_packed: null,
        file_sites: null,
      })
      await trial.nothingToDo()
    })

    it('change although the configuration ignores changes of what describes them', async () => {
      const ignoring = 'lifecycle {\n    ignore_changes = [file_sites, sites_packed]\n  }'
      await trial.list('sites.txt', 'a.example', 'b.example')
      await trial.applied(category('ads', fromFile(), ignoring))
      await trial.list('sites.txt', 'b.example', 'c.example', 'd.example')
      await trial.applied(category('ads', fromFile(), ignoring))
      expect(await packed()).toEqual(['b.example', 'c.example', 'd.example'])
      expect(trial.active('ads')).toEqual(['b.example', 'c.example', 'd.example'])
      await trial.nothingToDo()
    })

    it('are added by the thousand to the list that takes them, then deleted, and none is ever missing', async () => {
      const moving = numbered(1_100, 'moving')
      const lists = async (ads: readonly string[], trackers: readonly string[]) => {
        await trial.list('ads.txt', ...ads)
        await trial.list('trackers.txt', ...trackers)
        return trial.applied(
          category('ads', fromFile('ads.txt'), 'verify = "none"', 'removal_limit = "100%"'),
          category('trackers', fromFile('trackers.txt'), 'verify = "none"'),
        )
      }
      await lists(['stays.example', ...moving], ['there.example'])
      const watch = watching(moving)
      const { writes } = await lists(['stays.example'], ['there.example', ...moving])
      expect(watch.end()).toEqual([])

      expect(writes.filter((request) => request.includes('/move/'))).toEqual([])
      const deletes = writes.filter((request) => request.includes('/delete/'))
      expect(deletes.filter((request) => request.includes('/moving-'))).toHaveLength(moving.length)
      // Where nobody looks at the sites, a placeholder name makes the last compile sure.
      expect(deletes.filter((request) => request.endsWith('.invalid'))).toHaveLength(1)
      expect(trial.active('ads')).toEqual(['stays.example'])
      expect(trial.active('trackers')).toEqual(['there.example', ...moving].sort())
      await trial.nothingToDo()
    })

    it('that fail halfway are in the state as far as they were confirmed, and the next apply does the rest', async () => {
      const { appliance } = trial
      await trial.list('sites.txt', 'a.example', 'b.example', 'c.example')
      await trial.applied(category('ads', fromFile()))

      await trial.list('sites.txt', 'c.example', 'd.example')
      appliance.faults.set([
        { path: '/categories/delete/250/b.example', effect: 'refuse', error: 'DISK_FULL' },
      ])
      expect(await trial.failed(category('ads', fromFile()))).toContain('DISK_FULL')
      expect(await packed()).toEqual(trial.stored('ads'))
      expect(trial.stored('ads')).toEqual(expect.arrayContaining(['b.example', 'c.example', 'd.example']))
      expect(await trial.workspace.state('appliance_category.ads')).toMatchObject({ compiled: false })

      await trial.failed(category('ads', inline('c.example', 'e.example')))
      expect(await packed()).toEqual(trial.stored('ads'))
      appliance.faults.clear()
      const { writes } = await trial.applied(category('ads', inline('c.example', 'e.example')))
      expect(writes).toContain('GET /categories/delete/250/b.example')
      expect(trial.active('ads')).toEqual(['c.example', 'e.example'])
      await trial.nothingToDo()

      await trial.list('sites.txt', 'c.example', 'f.example')
      appliance.faults.set([{ operation: older ? 'quick' : 'add', effect: 'refuse', error: 'DISK_FULL' }])
      await trial.failed(category('ads', fromFile()))
      expect(await packed()).toEqual(['c.example', 'e.example'])
      appliance.faults.clear()
      await trial.applied(category('ads', fromFile()))
      expect(trial.active('ads')).toEqual(['c.example', 'f.example'])
      await trial.nothingToDo()
    })
  },
)

describeWithEngine('sites from a file', () => {
  beforeEach(async () => {
    trial = await Trial.open()
  })

  it('that were removed in the console are named, as thoroughly as verify says, and are added again', async () => {
    const { appliance, workspace } = trial
    const sites = numbered(2_300, 'ad')
    await trial.list('sites.txt', ...sites)
    const declared = (verify: string) => category('ads', fromFile(), `verify = "${verify}"`)
    const state = async () => await workspace.state('appliance_category.ads')
    await trial.applied(declared('sample'))
    expect(await state()).toMatchObject({ file_sites: { missing: null } })

    // What the last change added is asked for before what chance picks, and one that is missing leads to all.
    const [recent = ''] = [...sites].sort()
    const gone = [recent, ...sites.slice(1_000, 1_120)]
    appliance.store.removeSites(250, gone)
    const said = await trial.planned(declared('sample'))
    expect(said).toContain('121 sites are missing from category "ads": ')
    expect(said).toContain('[appliance:sites-missing]')
    expect(said).toContain('121 sites will be added: ')
    expect(said).toContain('[appliance:sites-file-changed]')
    const repaired = await trial.applied(declared('sample'))
    expect(repaired.bodies).toContain(recent)
    expect(trial.active('ads')).toHaveLength(2_300)
    await trial.nothingToDo()

    await trial.applied(declared('none'))
    appliance.store.removeSites(250, ['ad-7.example'])
    await workspace.apply('-refresh-only')
    expect(await state()).toMatchObject({ file_sites: { count: 2_300, missing: null } })
    await trial.applied(declared('full'))
    expect(await trial.planned()).toContain('ad-7.example. The next apply adds it again.')
    await workspace.apply('-refresh-only')
    const found = await state()
    expect(found).toMatchObject({ file_sites: { count: 2_299, missing: ['ad-7.example'] } })
    await workspace.apply('-refresh-only')
    expect(await state()).toEqual(found)
    await trial.applied(declared('sample'))
    expect(trial.active('ads')).toHaveLength(2_300)
    expect(await state()).toMatchObject({ file_sites: { count: 2_300, missing: null } })
  })

  it('are read from a file with lines that are not sites, unless that is configured as an error', async () => {
    const hosts = '127.0.0.1 localhost\n0.0.0.0 a.example\n0.0.0.0 b.example\n0.0.0.0 intranet\n::1 printer\n'
    await trial.workspace.writeFile('hosts', hosts)
    const skipped = await trial.applied(category('ads', fromFile('hosts')))
    expect(skipped.said).toContain(
      '2 lines of "hosts" are not valid sites and are skipped: hosts:4: "intranet"',
    )
    expect(skipped.said).toContain('[appliance:sites-file-lines-skipped]')
    expect(trial.stored('ads')).toEqual(['a.example', 'b.example'])
    expect(await trial.nothingToDo()).not.toContain('skipped')

    const refused = await trial.refused(category('ads', fromFile('hosts'), 'on_invalid_line = "fail"'))
    expect(refused).toContain('2 lines of "hosts" are not valid sites')
    expect(refused).toContain('hosts:5: "printer"')
    expect(refused).toContain('[appliance:file-lines-invalid]')
  })

  it('are refused if the file does not exist when the plan is made, and too many inline ones cause a warning', async () => {
    const missing = await trial.refused(category('ads', fromFile()))
    expect(missing).toMatch(
      /The file "sites.txt" in \S+ does not exist\..*\[appliance:sites-file-unreadable\]/,
    )
    expect(missing).toContain('another resource cannot write it in the same apply')
    const unknown = await trial.refused(
      'resource "terraform_data" "list" {\n  input = "sites.txt"\n}\n',
      category('ads', 'sites_file = terraform_data.list.output'),
    )
    expect(unknown).toContain(
      'The name of the file is known only after apply, but the file is read during the plan.',
    )
    expect(unknown).toContain('[appliance:sites-file-unknown]')

    await trial.list('many.txt', ...numbered(5_001, 'ad'))
    const many = await trial.planned(category('ads', fromFile('many.txt'), 'on_conflict = "move"'))
    expect(many).toContain(
      'the 5,001 sites to be added to category "ads", because a plan checks at most 5,000',
    )
    expect(many).toContain('[appliance:conflicts-not-checked]')

    const { workspace } = trial
    await workspace.write(category('ads', inline(...numbered(1_001, 'ad'))))
    expect(words((await workspace.validate()).output)).toContain('[appliance:many-sites-inline]')
    expect(await workspace.invalid(category('ads', fromFile(), inline('a.example')))).toContain(
      '[appliance:one-required]',
    )
  })

  it('cause one warning each if they are public suffixes, inline and in files, of both resources', async () => {
    await trial.close()
    trial = await Trial.open()
    await trial.list('hosts.txt', 'a.example', 'github.io', 'below.gov.uk')
    const blocks = (inline: string) => [
      category('ads', `sites = ["b.example", "${inline}"]`),
      category('news', 'sites_file = "hosts.txt"'),
      'resource "appliance_category_sites" "more" {\n  category_id = appliance_category.news.id\n  name = "more"\n  sites = ["gov.uk"]\n}\n',
      'resource "appliance_category_sites" "feed" {\n  category_id = appliance_category.ads.id\n  name = "feed"\n  sites_file = "hosts.txt"\n}\n',
    ]
    const said = await trial.planned(...blocks('blogspot.com'))
    // The engine counts all but the first.
    expect(said).toMatch(
      /1 added site is a public suffix, under which anyone can register a domain: \S+\. The/,
    )
    expect(said).toContain('(and 3 more similar warnings elsewhere)')
    await trial.applied(...blocks('blogspot.com'))
    const again = await trial.planned(...blocks('c.example'))
    expect(again).not.toContain('public-suffix')
  })

  it('are planned by the table of the category, which private data keep if its name does not say it', async () => {
    await trial.close()
    trial = await Trial.open()
    trial.appliance.store.create({ name: 'ads', description: '', table: 'category_malware' })
    await trial.list('sites.txt', 'a.example', 'fromsmash.com')
    const applied = await trial.applied(category('ads', fromFile()))
    expect(applied.said).toContain('[appliance:sites-deleted-by-compile-skipped]')
    expect(trial.active('ads')).toEqual(['a.example'])
    for (const options of [[], ['-refresh=false']])
      expect([options, await trial.workspace.plan(...options)]).toMatchObject([options, { exitCode: 0 }])
    await trial.list('sites.txt', 'a.example', 'b.example', 'fromsmash.com')
    await trial.applied()
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
    await trial.nothingToDo()
  })

  it('are planned by the table of an imported category, which its first refresh finds', async () => {
    await trial.close()
    trial = await Trial.open()
    trial.appliance.store.create({ name: 'ads', description: '', table: 'category_malware' })
    await trial.list('sites.txt', 'a.example', 'fromsmash.com')
    await trial.workspace.write(category('ads', fromFile()))
    await trial.workspace.imported('appliance_category.ads', 'ads')
    expect(await trial.planned()).toContain('[appliance:sites-deleted-by-compile-skipped]')
    await trial.applied()
    expect(trial.stored('ads')).toEqual(['a.example'])
    await trial.nothingToDo()
  })

  it('are refused beside inline ones that become known only at apply, before anything is sent', async () => {
    await trial.list('sites.txt', 'a.example')
    const said = await trial.failed(
      'resource "terraform_data" "site" {\n  input = "b.example"\n}\n',
      category('ads', fromFile(), 'sites = [terraform_data.site.output]'),
    )
    expect(said).toContain('[appliance:one-required]')
    expect(trial.appliance.writes()).toEqual([])
  })

  it('are read as the settings of the provider say that become known at apply', async () => {
    const late = `
resource "terraform_data" "api" {
  input = "older"
}

provider "appliance" {
  category_api = terraform_data.api.output
}
`
    await trial.list('sites.txt', 'a.example', 'awww.b.example')
    await trial.applied(late, category('ads', fromFile()))
    expect(trial.active('ads')).toEqual(['a.example', 'awww.b.example'])
    await trial.nothingToDo()

    const again = late.replace('= "older"', '= "older"\n  triggers_replace = ["again"]')
    await trial.list('sites.txt', 'awww.b.example', 'awww.c.example')
    await trial.applied(again, category('ads', fromFile()))
    expect(trial.active('ads')).toEqual(['awww.b.example', 'awww.c.example'])
    await trial.nothingToDo()
    await trial.list('copy.txt', 'awww.c.example', 'awww.b.example')
    await trial.applied(again.replace('again', 'and again'), category('ads', fromFile('copy.txt')))
    await trial.nothingToDo()
  })

  it('that change between the plan and its apply stop the apply, and nothing is sent', async () => {
    const { appliance, workspace } = trial
    const saysThatItChanged = engineHas('plannedPrivate')
      ? '[appliance:sites-file-changed-after-plan]'
      : 'Provider produced inconsistent final plan'
    /** Applies a plan before which the file was changed. */
    const refusedAtApply = async () => {
      const { exitCode, output } = await workspace.run('apply', '-no-color', '-input=false', 'saved.plan')
      expect(exitCode).toBe(1)
      expect(appliance.writes()).toEqual([])
      return words(output)
    }
    await trial.list('sites.txt', 'a.example')
    await workspace.write(category('ads', fromFile()))
    await workspace.plan('-out=saved.plan')
    await trial.list('sites.txt', 'b.example')
    expect(await refusedAtApply()).toContain(saysThatItChanged)
    await trial.applied(category('ads', fromFile()))
    expect(trial.active('ads')).toEqual(['b.example'])

    await trial.list('sites.txt', 'b.example', 'c.example')
    await workspace.plan('-out=saved.plan')
    await trial.list('sites.txt', 'b.example', 'd.example')
    expect(await refusedAtApply()).toContain(saysThatItChanged)
    await workspace.plan('-out=saved.plan')
    await rm(join(workspace.folder, 'sites.txt'))
    expect(await refusedAtApply()).toContain('does not exist')
    expect(trial.stored('ads')).toEqual(['b.example'])
  })

  it('are adopted by an import, left where they are with on_destroy = "keep", and otherwise removed', async () => {
    const { workspace } = trial
    trial.byHand('ads', 'a.example', 'b.example', 'theirs.example')
    await trial.list('sites.txt', 'a.example', 'b.example', 'c.example')
    await workspace.write(category('ads', fromFile(), 'on_destroy = "keep"'))
    await workspace.imported('appliance_category.ads', 'ads')
    const adopted = await trial.applied(category('ads', fromFile(), 'on_destroy = "keep"'))
    expect(adopted.bodies).not.toMatch(/[b]\.example|theirs/)
    expect(trial.active('ads')).toEqual(['a.example', 'b.example', 'c.example', 'theirs.example'])
    await trial.nothingToDo()

    expect(await workspace.destroyed()).toContain('its sites stay active')
    expect(trial.active('ads')).toHaveLength(4)
    await trial.applied(category('ads', fromFile()))
    await workspace.destroy()
    expect(trial.stored('ads')).toEqual(['theirs.example'])
  })
})

describeWithEngine('the destroy of a list whose files are gone', () => {
  it('is refused with what to do, because it begins with a plan, and done so without any of them', async () => {
    trial = await Trial.attached()
    const { workspace } = trial
    await trial.list('sites.txt', 'a.example', 'b.example')
    await trial.list('exceptions.txt', 'a.example')
    await trial.applied(category('ads', fromFile(), 'exceptions_file = "exceptions.txt"'))
    expect(trial.active('ads')).toEqual(['b.example'])
    for (const name of ['exceptions.txt', 'sites.txt']) {
      await rm(join(workspace.folder, name))
      const { exitCode, output } = await workspace.destroy()
      expect([exitCode, trial.stored('ads')]).toEqual([1, ['b.example']])
      expect(words(output)).toContain('run terraform destroy -refresh=false.')
    }
    await workspace.run('destroy', '-no-color', '-auto-approve', '-refresh=false')
    expect(trial.stored('ads')).toEqual([])
    expect(await workspace.state('appliance_category.ads')).toBeUndefined()
  })
})

describeWithEngine('sites from a file on an appliance with the autonomous service alone', () => {
  it('are all added again if the count is too low, and are no longer managed only with on_remove = "keep"', async () => {
    await trial.close()
    trial = await Trial.open({ generation: 'autonomous' })
    trial.byHand('ads')
    await trial.list('sites.txt', 'a.example', 'b.example')
    await trial.applied(category('ads', fromFile()))
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
    await trial.nothingToDo()
    trial.appliance.store.removeSites(250, ['b.example'])
    expect(await trial.planned()).toContain('[appliance:fewer-sites-than-managed]')
    await trial.applied(category('ads', fromFile()))
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
    await trial.nothingToDo()

    await trial.list('sites.txt', 'a.example')
    expect(await trial.refused(category('ads', fromFile()))).toContain('[appliance:unsupported-by-appliance]')
    await trial.applied(category('ads', fromFile(), 'on_remove = "keep"'))
    expect(await packed()).toEqual(['a.example'])
    await trial.nothingToDo()
  })
})

/** Watches, as often as other work lets it, that each site is in some category; tells those that were in none. */
function watching(sites: readonly string[]) {
  const missing = new Set<string>()
  const timer = setInterval(() => {
    for (const site of sites) if (trial.appliance.store.categoriesOf(site).length === 0) missing.add(site)
  }, 2)
  return {
    end(): readonly string[] {
      clearInterval(timer)
      return [...missing]
    },
  }
}
