import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

const blocks = [
  category('ads', 'sites = ["a.example"]'),
  `resource "appliance_ldap_member" "ann" {
  uid          = "ann.lee"
  first_name   = "Ann"
  last_name    = "Lee"
  email        = "ann@example.org"
  organization = "acme"
}
`,
]

describeWithEngine('the state of a build before this release', () => {
  let trial: Trial

  afterEach(() => trial.close())

  it('is rejected, and what the message says works', async () => {
    trial = await Trial.open({ directory: { service: 'running', withoutPassword: 'accepted' } })
    await trial.applied(...blocks)
    const file = join(trial.workspace.folder, 'terraform.tfstate')
    const state: { resources: { instances: { schema_version: number }[] }[]; serial: number } = JSON.parse(
      await readFile(file, 'utf8'),
    )
    for (const { instances } of state.resources) for (const instance of instances) instance.schema_version = 0
    await writeFile(file, JSON.stringify({ ...state, serial: state.serial + 1 }))
    const said = await trial.refused(...blocks)
    expect(said).toContain('[appliance:state-too-old]')
    expect(said).toContain('terraform state rm ADDRESS, then import it')
    const { workspace } = trial
    const objects = [
      ['appliance_category.ads', 'ads'],
      ['appliance_ldap_member.ann', 'ann.lee'],
    ] as const
    for (const [address] of objects) await workspace.run('state', 'rm', address)
    for (const [address, id] of objects) await workspace.imported(address, id)
    await trial.applied(...blocks)
    expect(trial.active('ads')).toEqual(['a.example'])
    await trial.nothingToDo()
  })
})
