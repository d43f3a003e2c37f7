import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { findEngine } from '../../engine/find-engine'
import { words } from './words'
import { describeWithEngine, Workspace } from './workspace'

const guide = resolve(__dirname, '../../docs/guides/troubleshooting.md')

describeWithEngine('the script of the provider, where Node.js is not on PATH', () => {
  let path: string

  /** The engine is the only program on PATH. */
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'appliance-test-path-'))
    const command = findEngine()?.command ?? ''
    const engine = execFileSync('which', [command], { encoding: 'utf8' }).trim()
    await symlink(engine, join(path, basename(command)))
  })

  afterEach(async () => {
    await rm(path, { recursive: true })
  })

  it('does not start, and the guide quotes what the engine prints then', async () => {
    const [printed = '', logged = ''] = await quotedBlocks()
    const plan = await planWith({ PATH: path })
    expect(plan).toContain('Unrecognized remote plugin message:')
    // OpenTofu names its own registry, and engines of old print no more than that.
    const isQuoted = plan.includes('registry.terraform.io/') && !plan.includes(beforeCausesWereListed)
    if (isQuoted) expect(plan).toContain(words(printed).trim())
    expect(await planWith({ PATH: path, TF_LOG_PROVIDER: 'DEBUG', LC_ALL: 'C' })).toContain(
      words(logged).trim(),
    )
  })
})

/** What engines printed before they listed causes, such as Terraform 1.8. */
const beforeCausesWereListed = 'needs to be recompiled to support the latest protocol'

/** What a plan prints that is refused. */
async function planWith(variables: Readonly<Record<string, string>>): Promise<string> {
  const workspace = await Workspace.launching(variables)
  try {
    return await workspace.refused('resource "appliance_category" "ads" {\n  name = "ads"\n}\n')
  } finally {
    await workspace.close()
  }
}

/** The blocks of output in the guide's section on a provider that does not start. */
async function quotedBlocks(): Promise<readonly string[]> {
  const text = await readFile(guide, 'utf8')
  const [, section = ''] = /^## The provider does not start$(.*?)^## /ms.exec(text) ?? []
  return [...section.matchAll(/^```text\n(.*?)^```$/gms)].map(([, block = '']) => block)
}
