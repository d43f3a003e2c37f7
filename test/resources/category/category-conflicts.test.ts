import type { Appliance } from '../../../src/appliance/appliance'
import { CategoryClaims } from '../../../src/resources/category/category-claims'
import { announceConflicts } from '../../../src/resources/category/category-conflicts'
import { Diagnostics } from '../../../src/terraform/provider/diagnostics'
import { setUp, signal, sitesOf } from '../../appliance/categories/categories-emulated'

/** As many resources as Terraform works on at once. */
const parallelism = 10
const names = Array.from({ length: 2 * parallelism }, (_, index) => `ads-${index}`)
const siteOf = (name: string) => sitesOf(`${name}.example`)

describe('the conflicts of many categories', () => {
  it('are asked for side by side, also by those that are planned after others have waited for each other', async () => {
    const { emulator, appliance } = await setUp()
    const { id } = emulator.store.create({ name: 'other', description: '' })
    emulator.store.addSites(id, names.flatMap(siteOf))
    const gate = new Gate(5, names.slice(parallelism).flatMap(siteOf))
    const surroundings = { appliance: gate.before(appliance), categoryClaims: new CategoryClaims(), signal }
    const told = new Map<string, readonly string[]>()

    await asTerraform(names, (ownName) =>
      surroundings.categoryClaims.releases.whileAtWork(async () => {
        const diagnostics = new Diagnostics()
        const planned = { ownName, added: new Set(siteOf(ownName)), onConflict: 'move' } as const
        await announceConflicts(planned, { ...surroundings, diagnostics })
        told.set(
          ownName,
          diagnostics.toWire().map(({ summary }) => summary ?? ''),
        )
      }),
    )
    expect(new Set([...told.values()].map((summaries) => summaries.length))).toEqual(new Set([1]))
    expect(told.size).toBe(names.length)
  })
})

/** Holds back the questions for some sites until so many of them are under way at once. */
class Gate {
  readonly #many: number
  readonly #held: ReadonlySet<string>
  #come = 0
  #open: () => void = () => {}
  readonly #opened: Promise<void>

  constructor(many: number, held: readonly string[]) {
    this.#many = many
    this.#held = new Set(held)
    this.#opened = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  before(appliance: Appliance): Appliance {
    const holders: Appliance['categories']['holders'] = async (sites, until) => {
      if (sites.some((site) => this.#held.has(site))) await this.#pass()
      return await appliance.categories.holders(sites, until)
    }
    return { ...appliance, categories: { ...appliance.categories, holders } }
  }

  async #pass(): Promise<void> {
    this.#come += 1
    if (this.#come === this.#many) this.#open()
    await this.#opened
  }
}

/** Begins with so many at once, and with the next one whenever one has ended. */
async function asTerraform(all: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  const remaining = all.values()
  const worker = async () => {
    for (const name of remaining) await work(name)
  }
  await Promise.all(Array.from({ length: parallelism }, worker))
}
