import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findEngine } from '../../engine/find-engine'
import { startAppliance, type TestAppliance } from '../acceptance/appliance'
import { describeWithEngine, Workspace } from '../acceptance/workspace'
import { RunningCommand } from './running-command'

/** Milliseconds: each case plans and reviews some times. */
jest.setTimeout(240_000)

interface Reviewed {
  readonly code: number | null
  readonly outcome: string
  readonly findings: readonly {
    readonly rule: string
    readonly level: string
    readonly code?: string
    readonly text: string
    readonly addresses: readonly string[]
  }[]
}

const page = `<!DOCTYPE html>
<html>
<head><title>Moved</title></head>
<body>
<p>The list has moved to</p>
lists.example
</body>
</html>
`

describeWithEngine('a review of what the provider warned of while it planned', () => {
  let appliance: TestAppliance
  let workspace: Workspace

  beforeEach(async () => {
    appliance = await startAppliance()
    workspace = await Workspace.attached({ ...appliance.environment, APPLIANCE_RETRIES: '0' })
  })

  afterEach(async () => {
    await workspace.close()
    await appliance.close()
  })

  it('finds a new category whose lines were all skipped', async () => {
    await workspace.writeFile('ads.txt', 'no site\n/banner/\n')
    await workspace.write(category('ads', 'on_invalid_line = "skip"'))
    expect((await plan()).exitCode).toBe(1)

    await workspace.write(category('ads', 'on_invalid_line = "skip"\n  allow_empty = true'))
    expect((await plan()).exitCode).toBe(0)
    const text = expect.stringMatching(
      /^the provider reports sites-file-lines-skipped: "2 lines of '.*ads\.txt' are not valid sites and are skipped.*ads\.txt:1: /,
    )
    const finding = { rule: 'lines-skipped', code: 'sites-file-lines-skipped', text, addresses: [ads] }
    const counted = {
      rule: 'provider-warning',
      code: 'sites-file-counted',
      level: 'warning',
      addresses: [ads],
    }
    expect(await review({})).toMatchObject({ code: 2, findings: [{ ...finding, level: 'warning' }, counted] })
    for (const settings of [
      { findings: { 'lines-skipped': 'fatal' } },
      { diagnostics: { 'sites-file-lines-skipped': 'fatal' } },
    ]) {
      const refused = { code: 3, outcome: 'refused', findings: [{ ...finding, level: 'fatal' }, counted] }
      expect(await review(settings)).toMatchObject(refused)
    }
  })

  it('finds each list with skipped lines, although Terraform counts all but the first', async () => {
    for (const name of ['ads', 'games', 'news'])
      await workspace.writeFile(`${name}.txt`, `${name}.example\na.example\nno site\n`)
    await workspace.write(['ads', 'games', 'news'].map((name) => category(name, '')).join('\n'))
    expect((await plan()).exitCode).toBe(0)
    const { findings } = await review({})
    const skipped = findings.filter(({ rule }) => rule === 'lines-skipped')
    expect(skipped.map(({ addresses }) => addresses)).toEqual(
      expect.arrayContaining([[ads], ['appliance_category.games'], ['appliance_category.news']]),
    )
    expect(skipped).toHaveLength(3)
  })

  it('finds that the appliance was not reached, also by a check block', async () => {
    await appliance.close()
    const check = `
check "categories" {
  data "appliance_categories" "all" {}
  assert {
    condition     = length(data.appliance_categories.all.categories) > 0
    error_message = "There are no categories."
  }
}`
    await workspace.writeFile('ads.txt', 'a.example\n')
    await workspace.write(`${category('ads', '')}${check}`)
    expect((await plan()).exitCode).toBe(0)
    const found = [
      {
        rule: 'not-reached',
        code: 'not-checked',
        text: expect.stringContaining("Could not check whether category 'ads' exists: Could not connect: "),
        addresses: [ads],
      },
      {
        rule: 'not-reached',
        code: 'appliance-unreachable',
        text: 'the provider reports appliance-unreachable: The appliance cannot be reached',
        addresses: ['data.appliance_categories.all'],
      },
    ]
    const { code, findings } = await review({ findings: { 'not-reached': 'fatal' } })
    expect(code).toBe(3)
    expect(findings).toEqual(expect.arrayContaining(found.map((each) => expect.objectContaining(each))))
    expect(findings.map(({ level }) => level)).toEqual(['fatal', 'fatal'])
    expect(await review({ diagnostics: { 'not-checked': 'fatal' } })).toMatchObject({ code: 3 })
    expect(await review({})).toMatchObject({ code: 2 })
  })

  it('finds a list that was replaced by a page of HTML', async () => {
    const sites = Array.from({ length: 10 }, (_, index) => `site-${index}.example\n`)
    await workspace.writeFile('ads.txt', sites.join(''))
    await workspace.applied(category('ads', ''))
    await workspace.writeFile('ads.txt', page)
    const refused = await plan()
    expect([refused.exitCode, refused.output]).toEqual([
      1,
      expect.stringContaining('looks like an HTML page'),
    ])

    await workspace.write(category('ads', 'on_invalid_line = "skip"'))
    expect((await plan()).exitCode).toBe(0)
    const finding = { rule: 'lines-skipped', code: 'sites-file-lines-skipped', level: 'fatal' }
    expect(await review({ findings: { 'lines-skipped': 'fatal' } })).toMatchObject({
      code: 3,
      findings: [
        finding,
        { rule: 'large-removal', level: 'warning' },
        // The sum of the file, as lines of it were left out.
        { rule: 'provider-warning', code: 'sites-file-changed', level: 'warning' },
      ],
    })
    expect(await review({})).toMatchObject({ code: 2 })
  })

  it('finds a removal that is near its limit', async () => {
    await workspace.writeFile('ads.txt', 'a.example\nb.example\nc.example\nd.example\n')
    await workspace.applied(category('ads', 'removal_limit = "2"'))
    await workspace.writeFile('ads.txt', 'a.example\nb.example\n')
    expect((await plan()).exitCode).toBe(0)
    expect(await review({ diagnostics: { 'removal-near-limit': 'fatal' } })).toMatchObject({
      code: 3,
      findings: [{ rule: 'provider-warning', code: 'removal-near-limit', level: 'fatal' }],
    })
  })

  it('reports the errors of a plan that failed, whether an older plan is there or none', async () => {
    await workspace.writeFile('ads.txt', 'a.example\n')
    await workspace.write(category('ads', ''))
    expect((await plan()).exitCode).toBe(0)
    await workspace.writeFile('ads.txt', page)
    const failed = await workspace.run('plan', '-json', '-input=false')
    expect(failed.exitCode).toBe(1)
    await workspace.writeFile('messages.json', failed.output)
    const error = {
      code: 'file-lines-invalid',
      addresses: [ads],
      place: { file: 'main.tf', line: expect.any(Number) },
    }
    for (const isThere of [true, false]) {
      if (!isThere) await rm(join(workspace.folder, 'plan.tfplan'))
      const { code, stdout, stderr } = await command({})
      expect([code, JSON.parse(stdout)]).toMatchObject([
        1,
        { outcome: 'failed', changes: [], errors: [error] },
      ])
      expect(stderr).toContain('The plan failed, so there is nothing to review.')
    }
  })

  const ads = 'appliance_category.ads'

  function category(name: string, further: string): string {
    return `resource "appliance_category" "${name}" {
  name       = "${name}"
  sites_file = "\${path.module}/${name}.txt"
  ${further}
}
`
  }

  /** Plans as pipelines do. */
  async function plan() {
    const ran = await workspace.run('plan', '-json', '-input=false', '-out=plan.tfplan')
    await workspace.writeFile('messages.json', ran.output)
    return ran
  }

  async function review(settings: object): Promise<Reviewed> {
    const { code, stdout, stderr } = await command(settings)
    if (stdout === '') throw new Error(stderr)
    return { code, ...JSON.parse(stdout) }
  }

  async function command(settings: object) {
    const { folder } = workspace
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings))
    const words = [
      ['review', join(folder, 'plan.tfplan'), '--messages', join(folder, 'messages.json')],
      ['--config', join(folder, 'settings.json'), '--chdir', folder, '--format', 'json'],
      ['--engine', findEngine()?.command ?? 'terraform'],
    ].flat()
    return await new RunningCommand(words, workspace.environment).ended
  }
})
