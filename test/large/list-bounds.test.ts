import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { longestPackedList } from '@webfilter/site-lists'
import { category, Trial } from '../acceptance/trial'
import { describeWithEngineAtNight } from '../acceptance/workspace'

/** Lines of 250 characters without any pattern: as few sites as fill a state. Different numbers give different sites. */
function patternless(from: number, to: number): Buffer {
  const lines = Buffer.alloc((to - from) * lineLength, '\n')
  for (let number = from; number < to; number += 1) {
    let random = Math.imul(number, 0x9e3779b1) | 0
    const begin = (number - from) * lineLength
    for (let at = 0; at < 246; at += 1) {
      // Xorshift, which repeats itself after four thousand million numbers.
      random ^= random << 13
      random ^= random >>> 17
      random ^= random << 5
      lines[begin + at] = at % 62 === 61 ? 0x2e : characters.charCodeAt((random >>> 0) % characters.length)
    }
    lines.write('.com', begin + 246)
  }
  return lines
}
const lineLength = 251
const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Packed, each takes some 217 bytes. */
const [fitting, tooMany] = [395_000, 412_000]

describeWithEngineAtNight('a list from a file', () => {
  it('is refused by the plan if a state cannot hold it, alone or with what it replaces; just below that it is applied, changed, and survives a failure', async () => {
    const trial = await Trial.attached()
    const write = (lines: Buffer) => writeFile(join(trial.workspace.folder, 'sites.txt'), lines)
    const count = () => trial.appliance.store.categoryNamed('ads')?.items ?? 0
    const declared = category('ads', 'sites_file = "sites.txt"', 'removal_limit = "100%"')
    try {
      await write(patternless(1, tooMany))
      const alone = await trial.refused(declared)
      expect(alone).toContain('[appliance:list-too-long-for-state]')
      expect(alone).toMatch(/is too long for the state: it takes \d\d,\d{3},\d{3} bytes in packed form/)
      expect(alone).toContain('Split it into several files')
      expect(trial.appliance.store.categoryNamed('ads')).toBeUndefined()
      expect(alone).toContain(`a state can hold ${longestPackedList.toLocaleString('en-US')}`)

      await write(patternless(1, fitting + 1))
      await trial.workspace.applied(declared)
      expect(count()).toBe(fitting)

      await write(patternless(200_000, fitting + 200_000))
      expect(await trial.refused(declared)).toContain('is too long to replace the one in the state')

      await write(patternless(100, fitting + 8_000))
      trial.appliance.faults.set([{ operation: 'quick', effect: 'refuse', error: 'DISK_FULL', skip: 2 }])
      expect(await trial.failed(declared)).toContain('DISK_FULL')
      trial.appliance.faults.clear()
      expect(count()).toBeGreaterThan(fitting)
      expect(count()).toBeLessThan(fitting + 7_999)
      await trial.workspace.applied(declared)
      expect(count()).toBe(fitting + 8_000 - 100)
      await trial.nothingToDo()
    } finally {
      await trial.close()
    }
  }, 1_200_000)
})
