import { category, numbered, Trial } from './trial'
import { describeWithEngineThatHas } from './workspace'

let trial: Trial

afterEach(() => trial.close())

const call = (name: string, ...args: readonly string[]) => `provider::appliance::${name}(${args.join(', ')})`
const output = (value: string) => `output "value" {\n  value = ${value}\n}\n`

describeWithEngineThatHas('functions')('the functions', () => {
  beforeEach(async () => {
    trial = await Trial.attached()
  })

  /** What a configuration gives for an expression, in a plan that asks nothing of the appliance. */
  async function valueIn(expression: string, ...blocks: readonly string[]): Promise<unknown> {
    await trial.workspace.applied(output(`jsonencode(${expression})`), ...blocks)
    const { output: printed } = await trial.workspace.run('output', '-raw', 'value')
    return JSON.parse(printed)
  }

  it('give sites in their normal form, merged, parsed, and the domains above them', async () => {
    const all = [
      call('normalize_site', '" WWW.Bücher.example. "'),
      call('merge_sites', '["b.example", "www.a.example"]', 'toset(["A.example"])', '[]'),
      call('merge_sites'),
      call('parse_sites', 'file("ads.txt")'),
      call('parse_sites', '"a.example\\n@@||b.example^"', '"skip"'),
      call('registrable_domain', '"login.example.co.uk"'),
      `try(${call('registrable_domain', '"192.0.2.1"')}, "192.0.2.1")`,
      `[for site in ["a", "a.example"] : can(${call('normalize_site', 'site')})]`,
    ]
    await trial.workspace.writeFile('ads.txt', '# Ads\r\n0.0.0.0 www.c.example\r\n||b.example^\r\n')
    expect(await valueIn(`[${all.join(', ')}]`)).toEqual([
      'xn--bcher-kva.example',
      ['a.example', 'b.example'],
      [],
      ['b.example', 'c.example'],
      ['a.example'],
      'example.co.uk',
      '192.0.2.1',
      [false, true],
    ])
    expect(trial.appliance.journal.entries()).toEqual([])
  })

  it('give lists that a category takes and keeps as they are, also while parts of them are unknown', async () => {
    const sites = call('merge_sites', '["www.B.example", "a.example"]', '[terraform_data.more.output]')
    const more = 'resource "terraform_data" "more" {\n  input = "C.example"\n}\n'
    await trial.applied(more, category('ads', `sites = ${sites}`))
    expect(await trial.workspace.state('appliance_category.ads')).toMatchObject({
      sites: ['a.example', 'b.example', 'c.example'],
    })
    expect(trial.stored('ads')).toEqual(['a.example', 'b.example', 'c.example'])
    await trial.nothingToDo()
  })

  it.each([
    [
      'normalize_site',
      ['"http://a.example/"'],
      'Invalid value for "site" parameter: "http://a.example/" begins with the scheme http://',
    ],
    [
      'normalize_site',
      ['"a.www.example.com"'],
      'the autonomous category service would store it as "example.com"',
    ],
    ['normalize_site', ['null'], 'argument must not be null'],
    [
      'merge_sites',
      ['["a.example"]', '["b.example", "a b"]'],
      'Invalid value for "lists" parameter: [1]: "a b" contains a space',
    ],
    [
      'merge_sites',
      ['["a.example", null]'],
      'Invalid value for "lists" parameter: [1] is null; remove it, or give it a value.',
    ],
    [
      'parse_sites',
      ['"a.example\\n\\nno site"'],
      'Invalid value for "text" parameter: line 3: "no site" contains a space',
    ],
    [
      'parse_sites',
      ['"a.example"', '"ignore"'],
      'Invalid value for "on_invalid_line" parameter: it must be "fail" or "skip".',
    ],
    [
      'parse_sites',
      ['file("long.txt")'],
      '10,001 lines, but a function takes at most 10,000; write the list to a file and set the attribute sites_file',
    ],
    ['registrable_domain', ['"co.uk"'], '"co.uk" is a name that the appliance deletes'],
  ] as const)('say what is wrong with an argument of %s(%s)', async (name, args, problem) => {
    await trial.list('long.txt', ...numbered(10_001, 'site'))
    const said = await trial.workspace.refused(output(call(name, ...args)))
    expect(said).toContain(problem)
    expect(said).not.toContain('.. ')
  })
})
