import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Fault } from '@webfilter/appliance-emulator'
import { chance, isFull, seed } from '../lanes/extent'
import { ApplianceProcess } from './appliance-process'
import { groupOf } from './process-group'
import { Traces } from './traces'
import { describeWithEngine, type RunningEngine, Workspace } from './workspace'

/** Three lists of one category, and one of another, share few sites: nearly each change has to do with others. */
const lists = ['ads', 'desk', 'feed', 'news'] as const
type Declared = Readonly<Record<(typeof lists)[number], readonly string[]>>

const everySite = 'abcdefgh'.split('').map((letter) => `${letter}.example`)

/** Milliseconds for which each writing request waits, so that the moments of an apply are many. */
const slow: readonly Fault[] = ['create', 'quick', 'add', 'delete', 'compile'].map((operation) => ({
  operation,
  effect: 'latency',
  milliseconds: 40,
}))

/** An apply of lists that share sites sends hardly more writing requests than these. */
const mostRequests = 14

describeWithEngine('applies of lists that share sites', () => {
  let folder: string
  let appliance: ApplianceProcess
  let workspace: Workspace
  let traces: Traces

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-killed-lists-'))
    traces = new Traces()
    appliance = await ApplianceProcess.start({ data: join(folder, 'appliance.data'), list: 'older' })
    const settings = { APPLIANCE_RETRIES: '1', ...traces.environment }
    workspace = await Workspace.launching({ ...appliance.environment, ...settings })
    await appliance.createByHand('others')
    await apply(declaredAt(0))
  })

  afterEach(() => traces.expectNone())

  afterAll(async () => {
    await workspace.close()
    await traces.close()
    await appliance.close()
    await rm(folder, { recursive: true })
  })

  it.each(Array.from({ length: isFull ? 40 : 3 }, (_, index) => index + 1))(
    'that are interrupted are completed by the next apply: %i',
    async (turn) => {
      const declared = declaredAt(turn)
      const by = chance(`killer ${turn}`) < 0.5 ? 'the death of the provider' : 'Ctrl-C'
      const arrived = 1 + Math.floor(chance(`moment ${turn}`) * mostRequests)
      try {
        await interrupt(declared, by, arrived)
        await apply(declared)
        await expectHeld('ads', [...declared.ads, ...declared.desk, ...declared.feed])
        await expectHeld('news', declared.news)
        expect((await workspace.plan()).exitCode).toBe(0)
      } catch (cause) {
        const said = `Interrupted by ${by} after ${arrived} requests: ${JSON.stringify(declared)}`
        throw new Error(`${said}. APPLIANCE_TEST_SEED=${seed} repeats it.`, { cause })
      }
    },
  )

  async function interrupt(declared: Declared, by: string, arrived: number): Promise<void> {
    await workspace.write(configurationOf(declared))
    await appliance.begin(slow)
    const run = workspace.start('apply', '-no-color', '-auto-approve')
    if (!(await reached(arrived, run))) return
    if (by === 'Ctrl-C') process.kill(-groupOf(run), 'SIGINT')
    else traces.killProvider(run)
    await run.ended
  }

  /** Whether so many writing requests arrive before the apply is done. */
  async function reached(arrived: number, run: RunningEngine): Promise<boolean> {
    let over = false
    void run.ended.then(() => {
      over = true
    })
    while ((await appliance.fitted()) < arrived) {
      if (over) return false
      await setTimeout(5)
    }
    return !over
  }

  async function apply(declared: Declared): Promise<void> {
    await appliance.begin([])
    await workspace.write(configurationOf(declared))
    const { exitCode, output } = await workspace.apply()
    if (exitCode !== 0) throw new Error(output)
  }

  async function expectHeld(name: string, sites: readonly string[]): Promise<void> {
    const held = await appliance.category(name)
    // Nobody is left to take a placeholder of a killed provider out. It stands for no website.
    const known = (all: readonly string[] = []) => all.filter((site) => !site.endsWith('.invalid')).sort()
    const declared = [...new Set(sites)].sort()
    expect({ stored: known(held?.sites), active: known(held?.compiledSites) }).toEqual({
      stored: declared,
      active: declared,
    })
  }
})

/** What the lists declare at a turn: each about half of the sites, in an order of their own. The categories give no site to each other. */
function declaredAt(turn: number): Declared {
  const isIn = (list: string, site: string) => chance(`${list} ${site} ${turn}`) < 0.5
  const [one, other] = [everySite.slice(0, 6), everySite.slice(6)]
  const sitesOf = (list: string) => (list === 'news' ? other : one).filter((site) => isIn(list, site))
  return { ads: sitesOf('ads'), desk: sitesOf('desk'), feed: sitesOf('feed'), news: sitesOf('news') }
}

function configurationOf({ ads, desk, feed, news }: Declared): string {
  return `
${categoryOf('ads', ads)}
${categoryOf('news', news)}
${listOf('desk', desk)}
${listOf('feed', feed)}
`
}

function categoryOf(name: string, sites: readonly string[]): string {
  return `resource "appliance_category" "${name}" {\n  name = "${name}"\n  sites = ${JSON.stringify(sites)}\n}`
}

function listOf(name: string, sites: readonly string[]): string {
  return `
resource "appliance_category_sites" "${name}" {
  category_id = appliance_category.ads.id
  name        = "${name}"
  sites       = ${JSON.stringify(sites)}
}`
}
