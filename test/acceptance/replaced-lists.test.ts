import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { category, numbered, Trial } from './trial'
import { describeWithEngine } from './workspace'

const size = 1_200
const sites = numbered(size, 'ad')
const ads = (...attributes: readonly string[]) => category('ads', 'sites_file = "ads.txt"', ...attributes)
/** The same, where no refresh looks up the sites: what is refused follows from the list alone. */
const unasked = (...attributes: readonly string[]) => ads('verify = "none"', ...attributes)

const page = `<!DOCTYPE html>\n<html>\n<head><title>Sign in</title></head>\n<body>\n<p>Sign in at\nportal.example\n</p>\n</body>\n</html>\n`
const json = `{\n  "domains": [\n${sites.map((site) => `    "${site}"`).join(',\n')}\n  ]\n}\n`
const otherFormat = sites.map((site) => `https://${site}/banner?id=1\n`).join('')

let trial: Trial

describeWithEngine('a list that was replaced', () => {
  beforeAll(async () => {
    trial = await Trial.open()
    await trial.list('ads.txt', ...sites)
    await trial.applied(unasked())
  })

  afterAll(() => trial.close())

  it.each<[string, string, string, string]>([
    ['nothing', '', 'contains no usable site', 'sites-file-empty'],
    ['comments', '# moved to another address\n', 'contains no usable site', 'sites-file-empty'],
    [
      'an HTML page',
      page,
      'looks like an HTML page: 1 line is a valid site, and 8 are not',
      'file-lines-invalid',
    ],
    ['JSON', json, 'looks like JSON: 0 lines are valid sites, and 1,204 are not', 'file-lines-invalid'],
    [
      'JSON on one line',
      JSON.stringify(sites),
      'looks like JSON: 0 lines are valid sites, and 1 is not',
      'file-lines-invalid',
    ],
    [
      'another format',
      otherFormat,
      'looks like a list in another format: 0 lines are valid sites, and 1,200 are not',
      'file-lines-invalid',
    ],
    [
      'less than half of it',
      sites.slice(0, size / 2 - 1).join('\n'),
      'would remove 601 of the 1,200 sites that this resource manages in category "ads"',
      'removal-limit-exceeded',
    ],
    [
      'a tenth of it',
      sites.slice(0, size / 10).join('\n'),
      'would remove 1,080 of the 1,200 sites that this resource manages in category "ads"',
      'removal-limit-exceeded',
    ],
  ])('by %s is refused', async (_, content, says, code) => {
    await trial.workspace.writeFile('ads.txt', content)
    const said = await trial.refused(unasked())
    expect(said).toContain(says)
    expect(said).toContain(`[appliance:${code}]`)
    expect(trial.stored('ads')).toHaveLength(size)
  })

  it('by a directory is refused', async () => {
    const path = join(trial.workspace.folder, 'ads.txt')
    await rm(path)
    await mkdir(path)
    expect(await trial.refused(unasked())).toContain('[appliance:sites-file-unreadable]')
    await rm(path, { recursive: true })
    expect(await trial.refused(unasked())).toContain('[appliance:sites-file-unreadable]')
  })

  it('by half of it is planned, with numbers and names', async () => {
    await trial.list('ads.txt', ...sites.slice(0, size / 2), 'new.example')
    const said = await trial.planned(unasked())
    expect(said).toContain(
      'The list of "ads.txt" in category "ads" changes (601 lines = 601 sites). 1 site will be added: new.example. 600 sites will be removed from the category unless another list of it declares them: ',
    )
    expect(said).toContain('and 590 more.')
    expect(said).toContain('[appliance:sites-file-changed]')
    expect(await trial.refused(unasked('removal_limit = "599"'))).toContain(
      'removal_limit of the resource allows 599',
    )
    expect(await trial.planned(unasked('removal_limit = 600'))).toContain('[appliance:sites-file-changed]')
  })

  it('and is no longer a list is covered by the removal limit even with the option that accepts it', async () => {
    await trial.workspace.writeFile('ads.txt', page)
    expect(await trial.refused(unasked('on_invalid_line = "skip"'))).toContain(
      '[appliance:removal-limit-exceeded]',
    )
    await trial.workspace.writeFile('ads.txt', '')
    expect(await trial.refused(unasked('allow_empty = true'))).toContain('[appliance:removal-limit-exceeded]')
    const emptied = await trial.planned(unasked('allow_empty = true', 'removal_limit = "100%"'))
    expect(emptied).toContain('The list in category "ads" loses 1,200 managed sites')
    expect(emptied).toContain('[appliance:sites-file-emptied]')
    expect(await trial.planned(unasked('allow_empty = true', 'on_remove = "keep"'))).toContain(
      'on_remove is "keep"',
    )
  })

  it('is refused at validation with a removal limit that cannot be read', async () => {
    expect(await trial.workspace.invalid(unasked('removal_limit = "half"'))).toContain(
      'removal_limit: Must be a number of sites such as "500", or a percentage of them such as "20%".',
    )
  })
})

describeWithEngine('tainted lists of emptied files', () => {
  /** Enough for a limit that is set: the usual one, of long lists, is tried above. */
  const few = sites.slice(0, 40)
  const rest = few.slice(0, 3)
  const feed = (...attributes: readonly string[]) => {
    const lines = ['category_id = "250"', 'name = "feed"', 'sites_file = "feed.txt"', ...attributes]
    return `resource "appliance_category_sites" "feed" {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
  }
  const both = (...attributes: readonly string[]) => [ads(...attributes), feed(...attributes)]
  const createdFirst = both('lifecycle {', '  create_before_destroy = true', '}')

  beforeEach(async () => {
    trial = await Trial.open({}, { APPLIANCE_REMOVAL_LIMIT: '50%' })
    trial.byHand('news')
    await trial.list('ads.txt', ...few)
    await trial.list('feed.txt', ...few)
    await trial.applied(...both())
    for (const address of ['appliance_category.ads', 'appliance_category_sites.feed']) {
      expect(await trial.workspace.run('taint', address)).toMatchObject({ exitCode: 0 })
    }
    await trial.list('ads.txt', ...rest)
    await trial.list('feed.txt', ...rest)
  })

  afterEach(() => trial.close())

  const refusals = (said: string) => said.split('[appliance:removal-limit-exceeded]').length - 1
  const stored = () => [trial.stored('ads').length, trial.stored('news').length]

  async function refusedByApplyOf(...blocks: readonly string[]): Promise<void> {
    await trial.workspace.write(blocks.join('\n'))
    const planned = await trial.workspace.plan('-refresh=false', '-out=saved.plan')
    expect(planned.exitCode).toBe(2)
    const { exitCode, output } = await trial.workspace.apply('saved.plan')
    expect(exitCode).toBe(1)
    expect(refusals(output)).toBe(2)
    expect(stored()).toEqual([few.length, few.length])
  }

  it('are refused by the plan, or without a refresh by the deletion, and replaced if the limit allows it', async () => {
    const said = await trial.refused(...both())
    for (const name of ['ads', 'news']) {
      const removal = `would remove 37 of the 40 sites that this resource manages in category "${name}"`
      expect(said).toContain(removal)
    }
    expect(refusals(said)).toBe(2)
    await refusedByApplyOf(...both())

    const allowed = await trial.planned(...both('removal_limit = "100%"'))
    expect(allowed).toContain('The list of "ads.txt" in category "ads" changes (3 lines = 3 sites).')
    expect(allowed).toContain('37 sites will be removed from the category')
    expect((await trial.workspace.apply('-refresh=false')).exitCode).toBe(0)
    expect(stored()).toEqual([3, 3])
    await trial.nothingToDo()
  })

  it('are refused by the deletion that follows the creation', async () => {
    expect(refusals(await trial.refused(...createdFirst))).toBe(2)
    await refusedByApplyOf(...createdFirst)
  })

  it('are not deleted by a saved plan if the planned file is gone', async () => {
    const [only] = both('removal_limit = "100%"')
    await trial.planned(only ?? '')
    await trial.workspace.plan('-target=appliance_category.ads', '-out=saved.plan')
    await rm(join(trial.workspace.folder, 'ads.txt'))
    const { exitCode, output } = await trial.workspace.apply('saved.plan')
    expect(exitCode).toBe(1)
    expect(output).toContain('[appliance:sites-file-unreadable]')
    expect(stored()).toEqual([few.length, few.length])
  })
})

describeWithEngine('the removal limit of the environment', () => {
  it('applies to lists without their own, inline ones too, and the error says that an apply needs it too', async () => {
    trial = await Trial.open({}, { APPLIANCE_REMOVAL_LIMIT: '50%' })
    try {
      const inline = (...names: readonly string[]) => category('ads', `sites = ${JSON.stringify(names)}`)
      await trial.applied(inline('a.example', 'b.example', 'c.example'))
      const refused = await trial.refused(inline('a.example'))
      expect(refused).toContain('would remove 2 of the 3 sites that this resource manages in category "ads"')
      expect(refused).toContain(
        'the environment variable APPLIANCE_REMOVAL_LIMIT allows 1 ("50%"). Sites that would be removed: b.example, c.example.',
      )
      expect(refused).toContain('set removal_limit = "2" in this resource, apply,')
      await trial.refused('provider "appliance" {\n  removal_limit = "1"\n}\n', inline('a.example'))
      await trial.applied('provider "appliance" {\n  removal_limit = "2"\n}\n', inline('a.example'))

      const renamed = category('ads', 'sites = ["a.example"]').replace('name = "ads"', 'name = "others"')
      const replaced = await trial.applied(renamed)
      expect(replaced.said).toContain(
        '1 managed site will be removed from category "ads" because the resource is replaced, unless another list of the category declares them: a.example.',
      )
      expect(replaced.said).toContain('[appliance:sites-removed]')
      const destroyed = await trial.workspace.destroyed()
      expect(destroyed).toContain('Its 1 managed site will be removed unless another resource declares it.')
    } finally {
      await trial.close()
    }
  })
})
