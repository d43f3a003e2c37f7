import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTemporaryFolder } from '../src/files'

describe('a temporary folder of a command', () => {
  /** No system has a process of this number. */
  const ended = 9_999_999
  let temporary: string

  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), 'temporary-folders-'))
  })

  afterEach(() => {
    rmSync(temporary, { recursive: true })
  })

  function folder(name: string, mode = 0o700): string {
    const path = join(temporary, name)
    mkdirSync(path)
    writeFileSync(join(path, 'drift.tfplan'), 'secret')
    chmodSync(path, mode)
    return path
  }

  it('goes after the work, also if that fails', async () => {
    const failing = inTemporaryFolder(
      'appliance-drift',
      async (path) => {
        expect(existsSync(path)).toBe(true)
        throw new Error(path)
      },
      temporary,
    )
    const path = await failing.catch((error: Error) => error.message)
    expect(path).toContain(join(temporary, `appliance-drift-${process.pid}-`))
    expect(existsSync(String(path))).toBe(false)
  })

  it('of a command that was killed goes when the next one begins, and nothing else does', async () => {
    const abandoned = folder(`appliance-drift-${ended}-aB3dE6`)
    const kept = [
      folder(`appliance-drift-${process.pid}-aB3dE6`),
      folder(`appliance-drift-${ended}-aB3dE6-more`),
      folder(`appliance-drift-${ended}-open56`, 0o755),
      folder(`appliance-export-${ended}-aB3dE6`),
      folder('appliance-drift-aB3dE6'),
    ]
    const left = async () => [abandoned, ...kept].filter(existsSync)
    expect(await inTemporaryFolder('appliance-drift', left, temporary)).toEqual(kept)
  })

  it('says which folder is missing, and what to do', async () => {
    const missing = join(temporary, 'missing')
    const failing = inTemporaryFolder('appliance-drift', async (path) => path, missing)
    const message = await failing.catch((error: Error) => error.message)
    expect(message).toContain(`The command cannot make a temporary folder in ${JSON.stringify(missing)}`)
    expect(message).toMatch(/\. Set TMPDIR to a folder that exists and that this user may write to\.$/)
  })
})
