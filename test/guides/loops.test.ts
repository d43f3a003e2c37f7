import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const guides = resolve(__dirname, '../../docs/guides')

/** The loop of a page. */
async function loopOf(page: string): Promise<string> {
  const text = await readFile(join(guides, page), 'utf8')
  const [, loop] = /^```sh\n(worst=0\n.*?)^```$/ms.exec(text) ?? []
  if (loop === undefined) throw new Error(`${page} has no loop.`)
  return loop
}

describe('the loop over several plans', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'appliance-loop-'))
    for (const stack of ['berlin', 'oslo', 'rome'])
      await mkdir(join(folder, 'cdktf.out/stacks', stack), { recursive: true })
    await mkdir(join(folder, 'bin'))
    // The command ends with the code that its folder is to have.
    const command =
      '#!/bin/sh\ncase "$*" in *init*) exit 0 ;; esac\nfor stack in berlin oslo rome; do\n  case "$*" in *"$stack"*) eval "exit \\"\\$$stack\\"" ;; esac\ndone\n'
    await writeFile(join(folder, 'bin/npx'), command, { mode: 0o755 })
    await writeFile(join(folder, 'bin/terraform'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  })

  afterEach(() => rm(folder, { recursive: true }))

  describe.each(['review.md', 'cdktf-practice.md'])('of %s', (page) => {
    it.each([
      [[0, 0, 0], 0],
      [[0, 2, 0], 2],
      [[3, 2, 0], 3],
      [[2, 3, 2], 3],
      [[1, 3, 2], 1],
      [[2, 0, 130], 1],
    ])('ends with the worst of %j: %d', async ([berlin, oslo, rome], worst) => {
      const { status } = spawnSync('sh', ['-eu', '-c', await loopOf(page)], {
        cwd: folder,
        env: {
          PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
          berlin: String(berlin),
          oslo: String(oslo),
          rome: String(rome),
        },
      })
      expect(status).toBe(worst)
    })
  })
})
