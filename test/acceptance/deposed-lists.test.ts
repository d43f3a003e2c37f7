import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { category, Trial } from './trial'
import { describeWithEngine } from './workspace'

let trial: Trial

afterEach(() => trial.close())

/** The state holds the list of a resource a second time, as the object that was to be destroyed after its successor was created. */
async function depose(change: (instance: Instance) => void = () => {}): Promise<void> {
  const file = join(trial.workspace.folder, 'terraform.tfstate')
  const state: StoredState = JSON.parse(await readFile(file, 'utf8'))
  for (const { instances } of state.resources) {
    const [current] = instances
    if (!current) continue
    const deposed = { ...structuredClone(current), deposed: '01234567' }
    change(deposed)
    instances.push(deposed)
  }
  state.serial += 1
  await writeFile(file, JSON.stringify(state))
}

interface Instance {
  private?: string
  readonly attributes: Record<string, unknown>
}

interface StoredState {
  serial: number
  readonly resources: readonly { readonly instances: Instance[] }[]
}

/** The private data of another object. */
function ofAnother(instance: Instance): void {
  const kept = JSON.parse(Buffer.from(instance.private ?? '', 'base64').toString())
  instance.private = Buffer.from(JSON.stringify({ ...kept, object: randomUUID() })).toString('base64')
}

const ads = category('ads', 'sites = ["a.example", "b.example"]')

const forms = [
  ['that was replaced', ofAnother],
  ['that was copied with its private data', () => {}],
] as const

/** Which of the two objects is planned first is chance, unless one waits for the other. */
const attempts = 8

const ofFile = category('ads', 'sites_file = "list.txt"')

const lists = `
resource "appliance_category" "ads" {
  name = "ads"
}

resource "appliance_category_sites" "feed" {
  category_id = appliance_category.ads.id
  name        = "feed"
  sites       = ["a.example", "b.example"]
}
`

const kept = category('ads', 'sites = ["a.example", "b.example"]', 'on_destroy = "keep"')

describeWithEngine('a deposed copy of a list', () => {
  for (const options of [[], ['-parallelism=1']]) {
    it.each(forms)(
      `%s leaves the sites in the category, with the options ${JSON.stringify(options)}`,
      async (_, change) => {
        trial = await Trial.open()
        await trial.applied(ads)
        for (let attempt = 0; attempt < attempts; attempt++) {
          await depose(change)
          const { exitCode, output } = await trial.workspace.apply(...options)
          expect(`${exitCode} ${output}`).toMatch(/^0 /)
          expect([attempt, trial.active('ads'), output]).toEqual([
            attempt,
            ['a.example', 'b.example'],
            output,
          ])
          await trial.nothingToDo()
        }
      },
    )
  }

  it.each([
    ['from a file', ofFile],
    ['of several in a category', lists],
    ['that its destroy keeps', kept],
  ])('%s leaves the sites in the category', async (_, configuration) => {
    trial = await Trial.open()
    await writeFile(join(trial.workspace.folder, 'list.txt'), 'a.example\nb.example\n')
    await trial.applied(configuration)
    for (const [attempt, change] of [ofAnother, () => {}, ofAnother, () => {}].entries()) {
      await depose(change)
      const { exitCode, output } = await trial.workspace.apply()
      expect([attempt, exitCode, trial.active('ads'), output]).toEqual([
        attempt,
        0,
        ['a.example', 'b.example'],
        output,
      ])
      await trial.nothingToDo()
    }
  })

  it('is removed from another category, which a rename has left behind', async () => {
    trial = await Trial.open()
    const old = trial.byHand('old', 'a.example', 'c.example')
    await trial.applied(ads)
    await depose((instance) => {
      ofAnother(instance)
      Object.assign(instance.attributes, { id: String(old), name: 'old', sites: ['a.example'] })
    })
    expect((await trial.workspace.apply()).exitCode).toBe(0)
    const isPlaceholder = (site: string) => site.endsWith('.invalid')
    expect(trial.active('old').filter((site) => !isPlaceholder(site))).toEqual(['c.example'])
    expect(trial.active('ads')).toEqual(['a.example', 'b.example'])
    await trial.nothingToDo()
  })
})
