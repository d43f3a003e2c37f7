import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseFolderAbove } from '../../src/drift/folder-above'

describe('drift in a folder without a configuration', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-drift-run-'))
  })

  afterEach(async () => {
    await rm(folder, { recursive: true })
  })

  it('lists the initialized folders below it', async () => {
    for (const stack of ['berlin', 'oslo', 'rome']) {
      await mkdir(join(folder, stack, '.terraform'), { recursive: true })
      await writeFile(join(folder, stack, 'main.tf'), '')
    }
    const [berlin, oslo, rome] = ['berlin', 'oslo', 'rome'].map((name) => JSON.stringify(join(folder, name)))
    await expect(refuseFolderAbove(folder)).rejects.toThrow(
      `The folder ${JSON.stringify(folder)} has no configuration, but folders below it have. Specify one of them: ` +
        `${berlin}, ${oslo}, ${rome}.`,
    )
  })
})
