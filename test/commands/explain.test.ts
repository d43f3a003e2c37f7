import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import { category, numbered, Trial } from '../acceptance/trial'
import { describeWithEngine } from '../acceptance/workspace'
import { builtCommand } from './running-command'

const engine = findEngine()?.command ?? 'terraform'

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

  it('says which list has a site, where the configuration names it, and that nothing else was asked', async () => {
    await write('lists/ads.txt', '# ads\nnews.example\n0.0.0.0 Ads.Example\n')
    await write(
      'main.tf',
      category('ads', 'sites_file = "lists/ads.txt"') + category('more', 'sites = [', '"ads.example"]'),
    )
    const { code, lines, stderr } = await explain('ads.example')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(lines).toEqual([
      'ads.example is in a list, but whether it is active is not known: lists/ads.txt:3 contains it.',
      '',
      'Lists',
      'lists/ads.txt:3: ads.example',
      '',
      'Configuration',
      'main.tf:8: ads.example',
      '',
      'Not read',
      'State: No state was read. Specify the folder of an initialized configuration with --chdir.',
      'Appliance: It was not asked. Set APPLIANCE_BASE_URL and APPLIANCE_TOKEN as for the provider, or specify a file with --config.',
      '',
    ])
  })

  it('says that there are no lists, and which text names the site', async () => {
    await write('main.tf', category('ads', 'sites = ["example.org"]'))
    const { code, lines } = await explain('ads.example.org')
    expect(code).toBe(0)
    expect(lines.slice(0, 6)).toEqual([
      'ads.example.org is in no list that was read, and whether it is active is not known, although main.tf:3 names example.org, which includes ads.example.org.',
      '',
      'Lists',
      'There are no lists',
      '',
      'Configuration',
    ])
  })

  it('reads a compressed list, and names one that cannot be read', async () => {
    await write('ads.txt.gz', gzipSync('a.example\nb.example\n'))
    await write('cut.txt.gz', gzipSync('b.example\n').subarray(0, -1))
    const { lines } = await explain('b.example')
    expect(lines).toContain('ads.txt.gz:2: b.example')
    expect(lines).toContainEqual(expect.stringContaining('cut.txt.gz is compressed, but ends too early'))
  })

  it('reads neither a link nor what is no regular file', async () => {
    await write('elsewhere/secret.txt', 'ads.example\n')
    await mkdir(join(folder, 'repository'))
    await symlink('../elsewhere/secret.txt', join(folder, 'repository/list.txt'))
    await symlink('../elsewhere/secret.txt', join(folder, 'repository/main.tf'))
    await promisify(execFile)('mkfifo', [
      join(folder, 'repository/more.txt'),
      join(folder, 'repository/more.tf'),
    ])
    const { lines } = await explain('ads.example', '--root', 'repository')
    expect(lines.slice(0, 8)).toEqual([
      'ads.example is in no list that was read, and whether it is active is not known.',
      '',
      'Lists',
      'There are no lists',
      '',
      'Not read',
      'main.tf is a link',
      'State: No state was read. Specify the folder of an initialized configuration with --chdir.',
    ])
  })

  it('searches the repository of the folder, or the folder that is named', async () => {
    await mkdir(join(folder, '.git'))
    await write('here/main.tf', category('ads', 'sites = ["ads.example"]'))
    await write('there/main.tf', category('other', 'sites = ["ads.example"]'))
    const places = ({ lines }: Ended) => lines.filter((line) => /^\S+\.tf:/.test(line))
    expect(places(await explainIn(join(folder, 'here'), {}, 'ads.example'))).toEqual([
      'here/main.tf:3: ads.example',
      'there/main.tf:3: ads.example',
    ])
    expect(places(await explainIn(join(folder, 'here'), {}, 'ads.example', '--root', '../there'))).toEqual([
      'main.tf:3: ads.example',
    ])
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
      'State',
      'category ads: ads.example (appliance_category.ads)',
      '',
      'Configuration',
      'main.tf:12: ads.example',
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

  it('finds one that is active and in no list of the state', async () => {
    await trial.applied(ads)
    trial.byHand('others', 'by-hand.example')
    const { code, lines } = await explain('by-hand.example')
    expect(code).toBe(2)
    expect(lines[0]).toBe(
      'by-hand.example is active, but in no list of the state: category others contains it.',
    )
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

  it('answers for several websites', async () => {
    await trial.applied(ads)
    trial.byHand('others', 'ads.example')
    const { code, lines } = await explain('ads.example', 'www.gov.uk')
    expect(code).toBe(2)
    expect(lines[0]).toBe(
      'ads.example is declared and active: category ads contains it; category others contains it, although no list declares it there.',
    )
    expect(lines).toContain('www.gov.uk is not active, and in no list of the state.')
  })

  it('ends as if a text did not name the site', async () => {
    await trial.applied(ads)
    trial.byHand('others', 'by-hand.example')
    await trial.workspace.write(`${ads}# by-hand.example\n`)
    const { code, lines } = await explain('by-hand.example')
    expect(code).toBe(2)
    expect(lines[0]).toMatch(
      /^by-hand\.example is active, but in no list of the state, although main\.tf:\d+ names it: category others contains it\.$/,
    )
    await trial.workspace.write(`${ads}${category('next', 'sites = ["later.example"]')}`)
    const later = await explain('later.example')
    expect(later.code).toBe(0)
    expect(later.lines[0]).toMatch(
      /^later\.example is not active, and in no list of the state, although main\.tf:\d+ names/,
    )
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

  it('reads what the file of a list has now, which is not applied yet', async () => {
    await trial.list('ads.txt', 'ads.example')
    await trial.applied(many)
    await trial.list('ads.txt', 'ads.example', 'new.example')
    const { code, lines } = await explain('new.example')
    expect(code).toBe(2)
    expect(lines[0]).toBe('new.example is declared and missing: category ads does not contain it.')
    expect(lines).toContain('ads.txt:2: new.example (appliance_category.each["ads"])')
  })

  it('reads the lists of the folder as long as nothing is applied', async () => {
    await trial.list('ads.txt', 'ads.example')
    await trial.workspace.write(many)
    await trial.workspace.plan()
    const { code, lines } = await explain('ads.example')
    expect(code).toBe(2)
    expect(lines[0]).toBe('ads.example is in a list and missing: ads.txt:1 contains it.')
  })

  it('is without the state if there is no engine', async () => {
    await trial.applied(ads)
    const { code, lines } = await explain('--engine', 'no-such-engine', 'ads.example')
    expect(code).toBe(1)
    expect(lines[0]).toMatch(
      /^ads\.example is active, but in no list that was read, although main\.tf:\d+ names/,
    )
    expect(lines.find((line) => line.startsWith('State: '))).toMatch(/"no-such-engine" cannot be started/)
  })

  it('reads the state of another folder, which is not shown with anything else of it', async () => {
    await trial.applied(ads, 'resource "terraform_data" "secret" {\n  input = "hunter2-hunter2"\n}\n')
    const elsewhere = await mkdtemp(join(tmpdir(), 'appliance-explain-'))
    try {
      const variables = await engineEnvironment(elsewhere, {})
      const words = ['--engine', engine, '--chdir', trial.workspace.folder, 'ads.example']
      const { lines } = await explainIn(elsewhere, variables, ...words)
      expect(lines.join('\n')).not.toContain('hunter2')
      expect(lines[0]).toBe(
        'ads.example is declared, but whether it is active is not known: category ads is declared to contain it.',
      )
      expect(lines).toContain('category ads: ads.example (appliance_category.ads)')
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
