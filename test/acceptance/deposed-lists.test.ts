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
  instance.private = Buffer.from(JSON.stringify({ ...kept, object: 'another' })).toString('base64')
}

const ads = category('ads', 'sites = ["a.example", "b.example"]')

const forms = [['that was replaced', ofAnother]] as const

/** Which of the two objects is planned first is chance, unless one waits for the other. */
const attempts = 8

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
})
