import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import { explainSchemaErrors } from '../../packages/command/test/review/json-schema'
import { tarOf } from '../../packages/site-lists/test/files/archives'
import { CdktfProject } from '../acceptance/cdktf-project'
import { category, numbered, Trial } from '../acceptance/trial'
import { describeWithEngine } from '../acceptance/workspace'

const builtCommand = resolve(__dirname, '../../dist/cli/appliance.cjs')
const engine = findEngine()?.command ?? 'terraform'

const expressions = `module "lists" {
  source = "../modules/list"
}
module "each" {
  source   = "../modules/list"
  for_each = toset(["ads"])
}
module "far" {
  source = "example.org/far/lists"
}
resource "appliance_category" "many" {
  for_each   = fileset(path.module, "*.txt")
  name       = each.value
  sites_file = each.value
}
resource "appliance_category" "split" {
  sites = split(",", var.sites)
}
resource "appliance_category" "part" {
  name  = "part"
  sites = ["a.example", var.site]
}
resource "appliance_category" "gone" {
  name = "gone"
  sites_file = "gone.txt"
}
`

interface Ended {
  readonly code: number
  readonly lines: readonly string[]
  readonly stderr: string
}

/** Runs the command in a folder. */
async function explainIn(
  folder: string,
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Ended> {
  return await new Promise((settle) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...environment } }
    const child = execFile(
      process.execPath,
      [builtCommand, 'explain', ...words],
      options,
      (_, stdout, stderr) => {
        settle({ code: child.exitCode ?? 1, lines: stdout.split('\n').map((line) => line.trim()), stderr })
      },
    )
  })
}

describe('appliance explain, without a state and an appliance', () => {
  let folder: string

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'appliance-explain-')))
  })

  afterEach(() => rm(folder, { recursive: true }))

  async function write(name: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }

  const explain = (...words: readonly string[]) => explainIn(folder, {}, ...words)

  it('says where a site is declared, in two lists, and that nothing else was asked', async () => {
    await write('lists/ads.txt', '# ads\nnews.example\n0.0.0.0 Ads.Example\n')
    await write(
      'main.tf',
      category('ads', 'sites_file = "lists/ads.txt"') + category('more', 'sites = [', '"ads.example"]'),
    )
    const { code, lines, stderr } = await explain('ads.example')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines).toEqual([
      'ads.example is declared, but whether it is active is not known: category ads is declared to contain it; category more is ' +
        'declared to contain it.',
      '',
      'Lists',
      'lists/ads.txt:3: ads.example (appliance_category.ads)',
      'main.tf:8: ads.example (appliance_category.more)',
      '',
      'Not read',
      'State: No state was read. Specify the folder of an initialized configuration with --chdir.',
      'Appliance: It was not asked. Set APPLIANCE_BASE_URL and APPLIANCE_TOKEN as for the provider, or specify a file with --config.',
      '',
    ])
  })

  it('says that there are no lists', async () => {
    await write('main.tf', category('ads', 'allow_empty = true'))
    const { lines } = await explain('ads.example')
    expect(lines.slice(2, 5)).toEqual(['Lists', 'There are no lists', ''])
  })

  it('reads each of several files, and names the one that only Terraform can evaluate', async () => {
    await write('a.txt', 'a.example\n')
    await write('lists/b.txt', '# b\nb.example\na.example\n')
    await write('main.tf', category('ads', 'sites_files = ["a.txt", "lists/b.txt", var.file]'))
    const { lines } = await explain('a.example')
    expect(lines.filter((line) => line.endsWith('(appliance_category.ads)'))).toEqual([
      'a.txt:1: a.example (appliance_category.ads)',
      'lists/b.txt:3: a.example (appliance_category.ads)',
    ])
    expect(lines).toContainEqual(
      expect.stringContaining('only Terraform can evaluate a file of sites_files: var.file'),
    )
  })

  it('reads a compressed list, and a file in an archive', async () => {
    await write('ads.gz', gzipSync('a.example\nb.example\n'))
    await write('lists/feed.tgz', gzipSync(tarOf({ name: 'x/domains', content: '\nb.example\n' })))
    await write('cut.gz', gzipSync('b.example\n').subarray(0, -1))
    const archive = category('feed', 'sites_file = "lists/feed.tgz//x/domains"')
    await write(
      'main.tf',
      category('ads', 'sites_file = "ads.gz"') + archive + category('cut', 'sites_file = "cut.gz"'),
    )
    const { lines } = await explain('b.example')
    expect(lines.filter((line) => line.includes('(appliance_category'))).toEqual([
      'ads.gz:2: b.example (appliance_category.ads)',
      'lists/feed.tgz//x/domains:2: b.example (appliance_category.feed)',
    ])
    expect(lines).toContainEqual(expect.stringContaining('cut.gz is compressed, but ends too early'))
  })

  it('searches the repository of the folder, or the folder that is named', async () => {
    await mkdir(join(folder, '.git'))
    await write('here/main.tf', category('ads', 'sites = ["ads.example"]'))
    await write('there/main.tf', category('other', 'sites = ["ads.example"]'))
    const lists = ({ lines }: Ended) => lines.filter((line) => line.includes('.tf:'))
    expect(lists(await explainIn(join(folder, 'here'), {}, 'ads.example'))).toEqual([
      'here/main.tf:3: ads.example (appliance_category.ads), in here',
      'there/main.tf:3: ads.example (appliance_category.other), in there',
    ])
    expect(lists(await explainIn(join(folder, 'here'), {}, 'ads.example', '--root', '../there'))).toEqual([
      'main.tf:3: ads.example (appliance_category.other)',
    ])
  })

  it('names the modules, and what only Terraform can evaluate', async () => {
    await write('infrastructure/main.tf', expressions)
    await write('modules/list/ads.txt', 'a.example\n')
    await write(
      'modules/list/main.tf',
      `resource "appliance_category" "this" {\n  name = var.name\n  sites_file = "\${path.module}/ads.txt"\n}\n`,
    )
    const { code, lines } = await explain('a.example')
    expect(code).toBe(0)
    expect(lines.filter((line) => /: a\.example/.test(line) && line.endsWith(')'))).toEqual([
      'infrastructure/main.tf:21: a.example (appliance_category.part)',
    ])
    const missed = lines.slice(lines.indexOf('Not read') + 1)
    expect(missed.slice(0, -3)).toEqual([
      'infrastructure/main.tf:1: module.lists: only a plan or the state has the lists of a module',
      'infrastructure/main.tf:4: module.each: only a plan or the state has the lists of a module',
      'infrastructure/main.tf:8: module.far: only a plan or the state has the lists of a module',
      'infrastructure/main.tf:11: appliance_category.many: only Terraform can evaluate its for_each',
      'infrastructure/main.tf:17: appliance_category.split: only Terraform can evaluate sites: "split(\\",\\", var.sites)"',
      'infrastructure/main.tf:21: appliance_category.part: only Terraform can evaluate an entry of sites: var.site',
      'infrastructure/main.tf:25: appliance_category.gone: infrastructure/gone.txt does not exist',
      'Plan: None was read. Specify a plan of the configuration with --plan: it contains what only Terraform can evaluate.',
    ])
  })
})

describeWithEngine('appliance explain, of what CDKTF has synthesized', () => {
  it('names the file, the address and the construct', async () => {
    const project = await CdktfProject.open('cdktf')
    try {
      await project.run(project.pipelineStep('plan', 'Synthesize'))
      const { code, lines } = await explainIn(project.folder, {}, 'cdn.supplier.example', 'phishing.example')
      expect(code).toBe(0)
      const stack = 'cdktf.out/stacks/headquarters'
      expect(lines.filter((line) => line.startsWith(stack))).toEqual([
        expect.stringMatching(
          /\/cdk\.tf\.json: supplier\.example, which includes cdn\.supplier\.example \(appliance_category\.\w+, construct headquarters\/policy\/partners\)$/,
        ),
        expect.stringMatching(
          /\/assets\/\w+\/list\/malware\.txt:3: phishing\.example \(appliance_category\.\w+, construct headquarters\/policy\/malware\)$/,
        ),
      ])
    } finally {
      project.close()
    }
  })
})

describeWithEngine('appliance explain, with the real engine', () => {
  let trial: Trial

  beforeEach(async () => {
    trial = await Trial.attached()
  })

  afterEach(() => trial.close())

  async function explain(...words: readonly string[]): Promise<Ended> {
    const { folder, environment } = trial.workspace
    trial.appliance.writes()
    const ended = await explainIn(folder, environment, '--engine', engine, ...words)
    expect(trial.appliance.writes()).toEqual([])
    return ended
  }

  const ads = category('ads', 'sites = ["ads.example", "example.org"]')

  it('finds a site that is declared and active', async () => {
    await trial.applied(ads)
    const { code, lines, stderr } = await explain('https://www.ads.example/x?y')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines).toEqual([
      'ads.example is declared and active: category ads contains it.',
      '',
      'Name',
      'only the host counts: ads.example; the appliance drops the leading "www."',
      '',
      'Lists',
      'main.tf:12: ads.example (appliance_category.ads)',
      '',
      'State',
      'category ads: ads.example (appliance_category.ads)',
      '',
      'Appliance',
      'category ads (250) contains ads.example',
      '',
      'Note',
      'The appliance returns the sites that its categories contain. They become active with a compile, which the interface does not show.',
      '',
    ])
  })

  it('finds one that is declared and missing, and ends with 2', async () => {
    await trial.applied(ads)
    trial.appliance.store.removeSites(250, ['ads.example'])
    const { code, lines } = await explain('ads.example')
    expect(code).toBe(2)
    expect(lines[0]).toBe('ads.example is declared and missing: category ads does not contain it.')
    expect(lines).toContain('no category contains ads.example')
  })

  it('finds one that is active and declared nowhere', async () => {
    await trial.applied(ads)
    trial.byHand('others', 'by-hand.example')
    const { code, lines } = await explain('by-hand.example')
    expect(code).toBe(2)
    expect(lines[0]).toBe('by-hand.example is active and declared nowhere: category others contains it.')
    expect(lines).toContain('1 list read, and none of them contains by-hand.example')
  })

  it('finds the parent domain that covers a site', async () => {
    await trial.applied(ads)
    const { code, lines } = await explain('shop.example.org')
    expect(code).toBe(0)
    expect(lines[0]).toBe(
      'shop.example.org is declared and active: category ads contains example.org, which includes it.',
    )
    expect(lines).toContain('category ads (250) contains example.org, which includes shop.example.org')
    expect(trial.appliance.journal.entries().filter(({ path }) => path.includes('/query/'))).toEqual([])
  })

  it('asks for the site and its parents, each once', async () => {
    await trial.applied(ads)
    trial.appliance.journal.clear()
    await explainIn(trial.workspace.folder, trial.appliance.environment, 'a.b.example.org', 'b.example.org')
    const asked = trial.appliance.journal.entries().map(({ path }) => path)
    expect(asked.sort()).toEqual(
      ['a.b.example.org', 'b.example.org', 'example.org'].map((site) => `/categories/query/${site}`),
    )
  })

  it('finds a site in a list from a file of 200,000 lines, packed in the state', async () => {
    await trial.workspace.writeFile('sites.txt', `${numbered(199_999, 'site').join('\n')}\nlast.example\n`)
    await trial.applied(category('large', 'sites_file = "sites.txt"', 'verify = "none"'))
    const { code, lines } = await explain('last.example')
    expect(code).toBe(0)
    expect(lines[0]).toBe('last.example is declared and active: category large contains it.')
    expect(lines).toContain('sites.txt:200000: last.example (appliance_category.large)')
    expect(lines).toContain('category large: last.example (appliance_category.large)')
  })

  it('writes JSON that follows its schema, and Markdown', async () => {
    await trial.applied(ads)
    trial.byHand('others', 'ads.example')
    const { code, lines } = await explain('--format', 'json', 'ads.example', 'www.gov.uk')
    const document = JSON.parse(lines.join('\n'))
    expect(code).toBe(2)
    expect(explainSchemaErrors(document)).toEqual([])
    expect(document).toMatchObject({
      outcome: 'differs',
      sites: [
        {
          name: 'ads.example',
          outcome: 'declared-and-active',
          differs: true,
          lists: [{ site: 'ads.example', category: { name: 'ads', id: 250 }, file: 'main.tf', line: 12 }],
          appliance: [{ category: { name: 'ads' } }, { category: { name: 'others' } }],
        },
        { name: 'www.gov.uk', outcome: 'neither', parents: ['gov.uk'] },
      ],
      sources: { state: { status: 'read' }, appliance: { status: 'asked' } },
    })
    const { lines: markdown } = await explain('--format', 'markdown', 'ads.example')
    expect(markdown[0]).toBe(
      '**`ads.example` is declared and active: category `ads` contains it; category `others` contains it, although no list declares it there.**',
    )
    const { lines: verdicts } = await explain(
      '--output',
      join(trial.workspace.folder, 'answer.md'),
      'nothing.example',
    )
    expect(verdicts).toEqual(['nothing.example is neither declared nor active.', ''])
  })

  it('says that the last change was not compiled', async () => {
    await trial.applied(category('ads', 'sites = ["ads.example"]', 'compile = false'))
    const { lines } = await explain('ads.example')
    expect(lines[0]).toMatch(/^ads\.example is declared and stored, but its last change was not compiled/)
  })

  it('is without an answer of the appliance if it fails, and ends with 1', async () => {
    await trial.applied(ads)
    trial.appliance.faults.set([{ operation: 'query', effect: 'status', status: 503 }])
    const { code, lines, stderr } = await explain('ads.example')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(lines[0]).toBe(
      'ads.example is declared, but whether it is active is not known: category ads is declared to contain it.',
    )
    expect(lines.find((line) => line.startsWith('Appliance: '))).toMatch(/503/)
  })

  const many = `resource "appliance_category" "each" {
  for_each   = { for name in ["ads"] : name => "\${name}.txt" }
  name       = each.key
  sites_file = each.value
}
`

  it('answers from the state, and the files that it names, what only the engine can evaluate', async () => {
    await trial.list('ads.txt', 'ads.example')
    await trial.applied(many)
    const { code, lines } = await explain('ads.example')
    expect(code).toBe(0)
    expect(lines[0]).toBe('ads.example is declared and active: category ads contains it.')
    expect(lines).toContain('ads.txt:1: ads.example (appliance_category.each["ads"])')
  })

  it('answers from a plan what is not applied yet, saved or as JSON', async () => {
    await trial.list('ads.txt', 'ads.example')
    await trial.workspace.write(many)
    const saved = join(trial.workspace.folder, 'plan.tfplan')
    await trial.workspace.plan(`-out=${saved}`)
    const without = await explain('ads.example')
    expect(without.lines[0]).toBe('ads.example is not active, and declared in no list that could be read.')
    expect(without.lines.find((line) => line.startsWith('Plan: '))).toMatch(/--plan/)
    const { code, lines } = await explain('--plan', saved, 'ads.example')
    expect(code).toBe(2)
    expect(lines[0]).toBe('ads.example is declared and missing: category ads does not contain it.')
    expect(lines).toContain('ads.txt:1: ads.example (appliance_category.each["ads"])')
    const shown = await trial.workspace.run('show', '-json', saved)
    await trial.workspace.writeFile('plan.json', shown.output)
    const json = await explain('--plan', join(trial.workspace.folder, 'plan.json'), 'ads.example')
    expect(json.lines).toEqual(lines)
    const refused = await explain('--plan', join(trial.workspace.folder, 'ads.txt'), 'ads.example')
    expect(refused).toMatchObject({ code: 1, lines: [''] })
  })

  it('is without the state if there is no engine', async () => {
    await trial.applied(ads)
    const { code, lines } = await explain('--engine', 'no-such-engine', 'ads.example')
    expect(code).toBe(1)
    expect(lines[0]).toBe('ads.example is declared and active: category ads contains it.')
    expect(lines.find((line) => line.startsWith('State: '))).toMatch(/"no-such-engine" cannot be started/)
  })

  it('reads the state of another folder, which is not shown with anything else of it', async () => {
    await trial.applied(ads, 'resource "terraform_data" "secret" {\n  input = "hunter2-hunter2"\n}\n')
    const elsewhere = await mkdtemp(join(tmpdir(), 'appliance-explain-'))
    try {
      const variables = await engineEnvironment(elsewhere, {})
      const words = ['--engine', engine, '--chdir', trial.workspace.folder, 'ads.example', '--format', 'json']
      const { lines } = await explainIn(elsewhere, variables, ...words)
      const text = lines.join('\n')
      expect(text).not.toContain('hunter2')
      expect(JSON.parse(text)).toMatchObject({
        sites: [
          {
            outcome: 'declared',
            lists: [],
            state: [{ category: { name: 'ads' }, missing: false, compiled: true }],
          },
        ],
      })
    } finally {
      await rm(elsewhere, { recursive: true })
    }
  })
})

test.each([
  [['1.2.3'], 'This is not the name of a website: "1.2.3" is not a valid IPv4 address'],
  [['a.example', 'localhost'], 'This is not the name of a website: "localhost" has no dot inside'],
  [['a.example', '--root', 'no-such-folder'], '"no-such-folder" is not an existing folder'],
])('%j is an error', async (words, message) => {
  const { code, stderr } = await explainIn(tmpdir(), {}, ...words)
  expect(code).toBe(1)
  expect(stderr).toContain(message)
})
