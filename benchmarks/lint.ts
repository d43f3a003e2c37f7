import { once } from 'node:events'
import { join } from 'node:path'
import { alternate, Side } from './alternation'
import type { Benchmark } from './benchmark'
import { start } from './processes'
import type { Report } from './report'
import { siteList, writeSites } from './site-lists'
import { inTemporaryFolder } from './temporary-folder'
import { appliance } from './terraform'

const size = 200_000

/** Whether a long list is checked before a commit while somebody waits. */
export const lint: Benchmark = {
  name: 'lint',
  summary: 'lint of a list with 200,000 sites against sort -u',
  usualRuns: 5,

  run: (options) =>
    inTemporaryFolder(async (folder): Promise<readonly Report[]> => {
      const path = join(folder, 'list.txt')
      await writeSites(path, siteList(size))
      const sorting = new Side(() => millisecondsOf('sort', ['-u', '-o', join(folder, 'sorted.txt'), path]))
      const linting = new Side(() => millisecondsOf(process.execPath, [appliance, 'lint', path]))
      await alternate([sorting, linting], options)
      return [
        {
          title: 'lint: time',
          explanation:
            'Wall time of `appliance lint` with a list of 200,000 sites, the start of Node included. The baseline is `sort -u` on the ' +
            'same file, in the C locale.',
          unit: 'ms',
          comparisons: [
            {
              baseline: { label: 'sort -u', samples: sorting.samples },
              others: [{ label: 'lint', samples: linting.samples, goal: { timesAtMost: 15 } }],
            },
          ],
        },
      ]
    }),
}

async function millisecondsOf(program: string, words: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = start(program, words, {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ended with exit code ${code}.`)
  return performance.now() - started
}
