import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReplacementJournal } from '../../src/coordination/replacement-journal'

describe('the journal of replacements', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-test-journal-'))
  })

  afterEach(() => rm(folder, { recursive: true }))

  it('names what was added for the same appliance until it is removed, also where no data folder existed', async () => {
    const dataFolder = join(folder, '.terraform')
    const entry = { replaced: 'ann.lee', successor: 'ann.smith' }
    await new ReplacementJournal(dataFolder, 'one').add(entry)
    expect(await new ReplacementJournal(dataFolder, 'one').entries()).toEqual([entry])
    expect(await new ReplacementJournal(dataFolder, 'other').entries()).toEqual([])
    await new ReplacementJournal(dataFolder, 'one').remove(entry)
    expect(await new ReplacementJournal(dataFolder, 'one').entries()).toEqual([])
  })
})
