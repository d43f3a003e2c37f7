import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { categoryChange, planText, type WrittenChange } from '../../packages/command/test/review/plans'
import { builtCommand } from './running-command'

describe('appliance review', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-review-'))
  })

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('ends with 0 where there is nothing to do, and with 2 where there is', async () => {
    const nothing = await write(
      'nothing.json',
      planText([categoryChange('ads', ['a.example'], ['a.example'])]),
    )
    expect(await run(['review', nothing])).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' })
    expect(await run(['review', await planFile()])).toMatchObject({ code: 2, stderr: '' })
  })

  it('takes changes of outputs and of data sources for nothing to do', async () => {
    const data = {
      ...categoryChange('ads', null, ['a.example']),
      mode: 'data',
      address: 'data.appliance_category.ads',
    }
    const outputs = { output_changes: { name: { actions: ['create'], before: null, after: 'a' } } }
    expect(await run(['review', await write('plan.json', planText([data], outputs))])).toMatchObject({
      code: 0,
    })
  })

  it('ends with 3 where the settings of the folder make a finding fatal', async () => {
    await write('.appliance-review.json', '{"findings": {"public-suffix": "fatal"}}')
    const { code, stdout } = await run(['review', await planFile(categoryChange('ads', [], ['gov.uk']))])
    expect(code).toBe(3)
    expect(stdout).toMatch(
      /^Refused: 1 fatal finding\. 1 public suffix, 1 site added\.\n\nFatal findings\n {2}! public-suffix: /,
    )
  })

  it('takes other settings where it is told to', async () => {
    await write('.appliance-review.json', '{"findings": {"public-suffix": "fatal"}}')
    await write('others.json', '{"findings": {"public-suffix": "off"}}')
    const plan = await planFile(categoryChange('ads', [], ['gov.uk']))
    expect(await run(['review', plan, '--config', 'others.json'])).toMatchObject({ code: 2 })
  })

  it.each([
    ['-', ['review', '-']],
    ['no word', ['review']],
  ])('reads a plan from standard input at %s', async (_, words) => {
    const text = planText([categoryChange('ads', [], ['a.example'])])
    expect(await run(words, text)).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^1 site added\./),
    })
  })

  it.each([
    ['UTF-8 with a byte order mark', 'utf8'],
    ['UTF-16, as PowerShell writes it', 'utf16le'],
  ] as const)('reads a plan from standard input in %s', async (_, encoding) => {
    const text = planText([categoryChange('ads', [], ['a.example'])])
    const { code, stdout } = await run(['review', '-'], Buffer.from(`\ufeff${text}`, encoding))
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringMatching(/^1 site added\./) })
  })

  it('writes into a file, and prints the verdict', async () => {
    const { code, stdout } = await run([
      'review',
      await planFile(),
      '--format',
      'markdown',
      '--output',
      'comment.md',
    ])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '1 site added.\n' })
    expect(await readFile(join(folder, 'comment.md'), 'utf8')).toMatch(/^\*\*1 site added\.\*\*\n/)
  })

  it('takes the categories that are adopted from the messages of a plan', async () => {
    const diagnostic = {
      severity: 'warning',
      summary: 'In any words',
      detail: 'And in any language.\n\n[appliance:category-adopted]',
      address: 'appliance_category.ads',
    }
    const log = `${JSON.stringify({ '@level': 'warn', type: 'diagnostic', diagnostic })}\n`
    await write('messages.json', log)
    await writeFile(join(folder, 'windows.json'), Buffer.from(`\ufeff${log}`, 'utf16le'))
    const plan = await planFile(categoryChange('ads', null, ['a.example']))
    for (const name of ['messages.json', 'windows.json']) {
      const { stdout } = await run(['review', plan, '--messages', name])
      expect(stdout).toContain('! category-adopted: category ads already exists')
    }
    await write('human.txt', 'Warning: A category already exists and will be adopted\n')
    const { code, stderr } = await run(['review', plan, '--messages', 'human.txt'])
    expect(code).toBe(1)
    expect(stderr).toContain('"human.txt" is not the output of `plan -json`.')
  })

  it('refuses messages that were cut off, or of another plan', async () => {
    const line = (type: string, change?: object) => JSON.stringify({ '@level': 'info', type, change })
    const other = line('planned_change', { resource: { addr: 'appliance_category.news' }, action: 'create' })
    await write('cut-off.json', `${line('version')}\n`)
    await write('other.json', `${line('version')}\n${other}\n${line('change_summary')}\n`)
    const plan = await planFile(categoryChange('ads', null, ['a.example']))
    const cutOff = await run(['review', plan, '--messages', 'cut-off.json'])
    expect(cutOff).toMatchObject({ code: 1, stdout: '' })
    expect(cutOff.stderr).toContain('The messages end before the plan does')
    const ofAnother = await run(['review', plan, '--messages', 'other.json'])
    expect(ofAnother).toMatchObject({ code: 1, stdout: '' })
    expect(ofAnother.stderr).toContain('The messages belong to another plan')
    const missing = await run(['review', plan, '--messages', 'missing.json'])
    expect(missing.stderr).toContain('Specify the file with the output of `plan -json`.')
  })

  it('says where the findings are, relative to the root of the repository', async () => {
    for (const path of ['infra/lists', '.git']) await mkdir(join(folder, path), { recursive: true })
    await write(
      'infra/main.tf',
      'resource "appliance_category" "ads" {\n  sites = [\n    "gov.uk",\n  ]\n}\n',
    )
    const plan = await planFile(categoryChange('ads', null, ['a.example', 'gov.uk'], { verify: 'none' }))
    const words = ['review', plan, '--chdir', 'infra']
    const { stdout } = await run([...words, '--format', 'github'])
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^::warning file=infra\/main\.tf,line=3,title=public-suffix::/),
      expect.stringMatching(/^::warning file=infra\/main\.tf,line=1,title=unverified::/),
    ])
    const { runs } = JSON.parse((await run([...words, '--format', 'sarif', '--root', 'infra'])).stdout)
    expect(runs[0].results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'main.tf', uriBaseId: '%SRCROOT%' },
      region: { startLine: 3 },
    })
    const text = await run(words)
    expect(text.stdout).toContain(': gov.uk (infra/main.tf:3)\n')
    expect(await run([...words, '--root', 'infra/lists'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The folder "infra" is not below the root "infra/lists".'),
    })
  })

  it.each([
    ['a file that is missing', ['review', 'missing.json'], '"missing.json" cannot be read (ENOENT)'],
    [
      'settings that are missing',
      ['review', 'plan.json', '--config', 'missing.json'],
      '"missing.json" cannot be read',
    ],
    [
      'settings that mean nothing',
      ['review', 'plan.json', '--config', 'odd.json'],
      '"odd.json" cannot be used: ',
    ],
    [
      'a folder in place of the settings',
      ['review', 'plan.json', '--config', '.'],
      'The settings "." cannot be read because they are a folder. Specify an existing file.',
    ],
    [
      'a folder in place of the messages',
      ['review', 'plan.json', '--messages', '.'],
      'The file "." cannot be read because it is a folder. Specify the file with the output of `plan -json`.',
    ],
    ['what is no plan', ['review', 'odd.json'], 'has no format_version'],
    [
      'an engine that is missing',
      ['review', 'saved', '--engine', 'no-such-engine'],
      '"no-such-engine" cannot be started',
    ],
    [
      'a folder that is missing, before the plan is read',
      ['review', 'missing.json', '--output', 'no/such/folder'],
      '"no/such/folder" cannot be written (ENOENT). Choose another one with --output.',
    ],
    [
      'a folder in place of a file',
      ['review', 'missing.json', '--output', '.'],
      '"." cannot be written because it is a folder. Choose another one with --output.',
    ],
    [
      'a file in place of a folder, before anything is planned',
      ['drift', '--engine', 'no-such-engine', '--output', 'plan.json/report'],
      '"plan.json/report" cannot be written (ENOTDIR)',
    ],
    [
      'a folder that is to be a file, before anything is planned',
      ['drift', '--engine', 'no-such-engine', '--output', 'reports/'],
      '"reports/" cannot be written because it is a folder. Choose another one with --output.',
    ],
    [
      'annotations where nothing can be, before anything is planned',
      ['drift', '--engine', 'no-such-engine', '--also', 'github=reports/'],
      '"reports/" cannot be written because it is a folder. Choose another one with --also.',
    ],
    [
      'one file for two reports, before anything is planned',
      ['drift', '--engine', 'no-such-engine', '--output', 'report.md', '--also', 'github=./report.md'],
      'Two reports go to the same file. Specify another one for one of them.',
    ],
    [
      'a file without a name, before anything is planned',
      ['drift', '--engine', 'no-such-engine', '--output', ''],
      '"" cannot be written (ENOENT)',
    ],
    [
      'a link to where nothing can be, before anything is planned',
      ['drift', '--engine', 'no-such-engine', '--output', 'nowhere'],
      '"nowhere" cannot be written (ENOENT)',
    ],
    [
      'an unknown format of another report',
      ['review', 'plan.json', '--also', 'pdf=review.pdf'],
      'Specify a format and a file, with = between them: text, markdown, plain-markdown, html, json, sarif',
    ],
    [
      'another report without a file',
      ['review', 'plan.json', '--also', 'sarif='],
      'Specify a format and a file, with = between them',
    ],
    [
      'an unknown format',
      ['review', 'plan.json', '--format', 'pdf'],
      'Allowed choices are text, markdown, plain-markdown, html, json, sarif',
    ],
  ])('ends with 1 and a sentence at %s', async (_, words, said) => {
    await planFile()
    await write('odd.json', '{"findings": {"typo": "off"}}')
    await symlink('no/such/folder', join(folder, 'nowhere'))
    await write('errored.json', planText([], { errored: true }))
    await write('saved', 'PK\u0003\u0004')
    const { code, stdout, stderr } = await run(words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('    at ')
  })

  it('writes the same reports in one run as in several', async () => {
    await planFile()
    const also = ['markdown', 'sarif', 'github'].map((format) => ['--also', `${format}=one.${format}`])
    const together = await run(['review', 'plan.json', ...also.flat()])
    expect(together).toEqual(await run(['review', 'plan.json']))
    for (const format of ['markdown', 'sarif', 'github']) {
      await run(['review', 'plan.json', '--format', format, '--output', 'alone'])
      const [one, alone] = await Promise.all(
        [`one.${format}`, 'alone'].map((name) => readFile(join(folder, name), 'utf8')),
      )
      expect(one).toBe(alone)
      expect(one).not.toBe('')
    }
  })

  async function write(name: string, text: string): Promise<string> {
    await writeFile(join(folder, name), text)
    return name
  }

  async function planFile(...changes: readonly WrittenChange[]): Promise<string> {
    const all = changes.length > 0 ? changes : [categoryChange('ads', [], ['a.example'])]
    return await write('plan.json', planText(all))
  }

  async function run(words: readonly string[], input: string | Buffer = '') {
    const child = spawn(process.execPath, [builtCommand, ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH },
    })
    child.stdin.end(input)
    const [stdout, stderr]: [string[], string[]] = [[], []]
    child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text))
    const code = await new Promise<number | null>((settle) => child.on('close', settle))
    return { code, stdout: stdout.join(''), stderr: stderr.join('') }
  }
})
