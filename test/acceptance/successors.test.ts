import { Trial } from './trial'
import { describeWithEngine } from './workspace'

let trial: Trial

beforeEach(async () => {
  trial = await Trial.open()
  trial.byHand('ads', 'theirs.example')
})

afterEach(() => trial.close())

/** A list in category 250, which Terraform comes to by the alphabet of the labels. */
const list = (label: string, sites: readonly string[], name = label, ...further: readonly string[]) => {
  const attributes = [
    'category_id = "250"',
    `name = "${name}"`,
    `sites = ${JSON.stringify(sites)}`,
    ...further,
  ]
  return `resource "appliance_category_sites" "${label}" {\n${attributes.map((line) => `  ${line}\n`).join('')}}\n`
}

/** The same, changed after others have begun. */
const later = (...[label, sites, name]: Parameters<typeof list>) =>
  `resource "terraform_data" "x" {}\n${list(label, sites, name, 'depends_on = [terraform_data.x]')}`

const address = (label: string) => `appliance_category_sites.${label}`

/** @returns what was said */
async function ended(run: Promise<{ exitCode: number; output: string }>, exitCode = 0): Promise<string> {
  const { exitCode: code, output } = await run
  expect(`${code} ${output}`).toMatch(new RegExp(`^${exitCode} `))
  return output
}

describeWithEngine('a list that is replaced in its place by one with fewer sites', () => {
  const ways = ['taint', '-replace'].flatMap((how) =>
    ['early', 'late'].flatMap((label) =>
      [[], ['-parallelism=1']].map((options) => ({ how, label, options })),
    ),
  )
  it.each(ways)(
    'leaves what another list declares: by $how, as the $label one, with $options',
    async ({ how, label, options }) => {
      const other = label === 'early' ? 'late' : 'early'
      const both = (...sites: readonly string[]) => [
        list(label, ['own.example', ...sites]),
        list(other, ['other.example', 'shared.example']),
      ]
      await trial.applied(...both('shared.example', 'old.example'))
      if (how === 'taint') await ended(trial.workspace.run('taint', address(label)))
      await trial.workspace.write(both().join('\n'))
      const replace = how === 'taint' ? [] : [`-replace=${address(label)}`]
      expect(await ended(trial.workspace.plan(...options, ...replace, '-out=saved.plan'), 2)).toContain(
        '[appliance:sites-shared]',
      )
      await ended(trial.workspace.apply(...options, 'saved.plan'))
      expect(trial.active('ads')).toEqual([
        'other.example',
        'own.example',
        'shared.example',
        'theirs.example',
      ])
      await trial.nothingToDo()
    },
  )
})

const refused = { operation: 'quick', effect: 'refuse', error: 'DISK_FULL' } as const

describeWithEngine('a list that takes over what another one leaves, and whose creation fails', () => {
  const old = list('old', ['a.example', 'b.example'], 'desk')
  const more = ['a.example', 'b.example', 'c.example']
  const cases: readonly (readonly [string, string, string])[] = [
    ['the one that it replaces', 'old', list('old', more, 'desk')],
    ['one of another address', 'team', later('team', more, 'desk')],
    ['one of another name', 'team', later('team', more)],
  ]

  it.each(cases)('has it in its state, and the next apply goes on: %s', async (_, label, text) => {
    await trial.applied(old)
    if (label === 'old') await ended(trial.workspace.run('taint', address('old')))
    await trial.workspace.write(text)
    await ended(trial.workspace.plan('-out=saved.plan'), 2)
    const { faults } = trial.appliance
    faults.set([refused])
    await ended(trial.workspace.apply('saved.plan'), 1)
    faults.clear()
    const id = label === 'old' ? '250/desk' : `250/${text.includes('"desk"') ? 'desk' : 'team'}`
    const left = { id, sites: ['a.example', 'b.example'] }
    expect(await trial.workspace.state(address(label))).toMatchObject(left)
    await trial.applied(text)
    await trial.nothingToDo()
    await trial.applied('')
    expect(trial.stored('ads')).toEqual(['theirs.example'])
  })

  it('is removed with its block, without an apply in between', async () => {
    await trial.applied(old)
    await ended(trial.workspace.run('taint', address('old')))
    await trial.workspace.write(list('old', more, 'desk'))
    trial.appliance.faults.set([refused])
    await ended(trial.workspace.apply(), 1)
    trial.appliance.faults.clear()
    expect(await trial.planned('')).toContain('[appliance:sites-removed]')
    await trial.applied('')
    expect(trial.stored('ads')).toEqual(['theirs.example'])
  })

  it('leaves it in the state of the other one, which is shortened after that', async () => {
    const shortened = later('old', ['b.example'], 'desk')
    await trial.applied(old)
    const both = `${list('early', ['a.example'])}${shortened}`
    await trial.workspace.write(both)
    await ended(trial.workspace.plan('-out=saved.plan'), 2)
    trial.appliance.faults.set([{ ...refused, times: 1 }])
    const said = await ended(trial.workspace.apply('-parallelism=1', 'saved.plan'), 1)
    expect(said).toContain('[appliance:sites-not-taken-over]')
    expect((await trial.workspace.state(address('old')))?.sites).toEqual(['b.example', 'a.example'])
    await trial.applied(both)
    await trial.nothingToDo()
    await trial.applied(shortened)
    expect(trial.stored('ads')).toEqual(['b.example', 'theirs.example'])
  })
})
