import { stripVTControlCharacters } from 'node:util'
import { readRun } from '@webfilter/appliance-command/plan/messages'
import { Trial } from './trial'
import { describeWithEngine } from './workspace'

const two = `
  resource "appliance_category" "ads" { name = "ads" }
  resource "appliance_category" "games" { name = "games" }
`

/** Without colors, and without the bars that Terraform draws beside the lines. */
function plain(output: string): string {
  return stripVTControlCharacters(output).replaceAll(/^│ ?/gm, '')
}

describeWithEngine('a diagnostic of the provider, as the engine prints it', () => {
  let trial: Trial

  beforeAll(async () => {
    trial = await Trial.open()
    trial.byHand('ads')
    trial.byHand('games')
  })
  afterAll(() => trial.close())

  it('has its code on its own line, also in color', async () => {
    await trial.workspace.write(two)
    const { output } = await trial.workspace.run('plan', '-input=false')
    expect(output).toContain('Warning: ')
    expect(plain(output)).toMatch(/^\[appliance:category-adopted\]$/m)
  })

  it('is merged by its summary for people, with the number of occurrences', async () => {
    await trial.workspace.write(two)
    const { output } = await trial.workspace.plan()
    expect(output.match(/^Warning: A category already exists and will be adopted$/gm)).toHaveLength(1)
    expect(output).toMatch(/\n\[appliance:category-adopted\]\n\n\(and one more similar warning elsewhere\)$/m)
  })

  it('is reported one by one as JSON, each with its address and with the code in the last line of the detail', async () => {
    await trial.workspace.write(two)
    const { output } = await trial.workspace.run('plan', '-json', '-input=false')
    const { messages } = readRun(output)
    expect(messages.map(({ code, severity, address }) => [code, severity, address]).sort()).toEqual([
      ['category-adopted', 'warning', 'appliance_category.ads'],
      ['category-adopted', 'warning', 'appliance_category.games'],
    ])
    for (const { detail } of messages) expect(detail).toMatch(/\n\n\[appliance:category-adopted\]$/)
    expect(messages.map(({ summary }) => summary)).not.toContain(expect.stringMatching(/ads|games/))
  })

  it('has the same form as an error of a plan and of an apply', async () => {
    const refused = await trial.workspace.refused(two.replace('"games" }', '"ADS" }'))
    expect(refused).toMatch(/Error: A category is declared twice .*\[appliance:declared-twice\]/)
    trial.appliance.faults.set([{ operation: 'create', effect: 'refuse', error: 'DISK_FULL' }])
    const failed = await trial.workspace.failed('resource "appliance_category" "new" { name = "new" }')
    expect(failed).toMatch(/Could not create appliance_category: .*DISK_FULL.*\[appliance:[a-z-]+\]/)
  })
})
