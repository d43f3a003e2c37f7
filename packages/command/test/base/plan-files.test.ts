import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReviewCommandOptions } from '../../src/base/plan-files'
import { planSources } from '../../src/base/plan-files'

describe('the plans that a command line names', () => {
  const options: ReviewCommandOptions = { format: 'text', engineTimeout: 60_000 }
  let folder: string
  const within = (path: string) => join(folder, path)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-plans-'))
    for (const stack of ['berlin', 'oslo']) {
      await mkdir(within(stack))
      await writeFile(within(`${stack}/plan.json`), '{}')
    }
  })

  afterEach(async () => {
    await rm(folder, { recursive: true })
  })

  async function filesOf(named: readonly string[], further: Partial<ReviewCommandOptions> = {}) {
    const sources = await planSources(named.map(within), { ...options, ...further })
    return await Promise.all(sources.map(async (source) => [source.folder, await source.file()]))
  }

  it('count once each, also those that are named as a folder and as its file', async () => {
    const berlin = [within('berlin'), within('berlin/plan.json')]
    const oslo = [within('oslo'), within('oslo/plan.json')]
    expect(await filesOf(['berlin', 'berlin/plan.json', 'oslo'])).toEqual([berlin, oslo])
    expect(await filesOf(['berlin/plan.json', 'oslo', 'berlin'])).toEqual([oslo, berlin])
    await symlink(within('berlin/plan.json'), within('link.json'))
    expect(await filesOf(['oslo', 'link.json', 'berlin'])).toEqual([oslo, berlin])
    expect(await filesOf(['berlin', 'berlin/plan.json'])).toEqual([berlin])
  })

  it('count once each if --plan names those of the folders', async () => {
    await writeFile(within('berlin.tfplan'), '')
    await writeFile(within('oslo.tfplan'), '')
    const further = { plan: within('{stack}.tfplan') }
    expect(await filesOf(['berlin', 'oslo', 'oslo.tfplan'], further)).toEqual([
      [within('berlin'), within('berlin.tfplan')],
      [within('oslo'), within('oslo.tfplan')],
    ])
  })

  it('are all of them if folders have other plans than the files', async () => {
    await writeFile(within('berlin/other.json'), '{}')
    expect(await filesOf(['berlin', 'berlin/other.json'])).toEqual([
      [within('berlin'), within('berlin/plan.json')],
      ['.', within('berlin/other.json')],
    ])
  })

  it('may be missing, which is said when they are read', async () => {
    await rm(within('oslo/plan.json'))
    const sources = await planSources(['berlin', 'oslo', 'rome.json'].map(within), options)
    expect(sources).toHaveLength(3)
    await expect(sources[1]?.file()).rejects.toThrow('contains neither plan.tfplan nor plan.json')
  })
})
