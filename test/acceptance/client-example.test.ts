import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Emulator, startEmulator } from '@webfilter/appliance-emulator'

const root = resolve(__dirname, '../..')

describe('the example of the client, without Terraform', () => {
  let emulator: Emulator
  beforeEach(async () => {
    emulator = await startEmulator({ token: 'hunter2' })
  })
  afterEach(() => emulator.close())

  const run = async (token: string, site: string) =>
    await promisify(execFile)(
      resolve(root, 'node_modules/.bin/tsx'),
      ['packages/client/examples/categories.ts', emulator.urls.categories, site],
      { cwd: root, env: { ...process.env, APPLIANCE_TOKEN: token } },
    )

  it('lists the categories, and those that contain a site', async () => {
    emulator.store.create({ name: 'ads' })
    emulator.store.addSites(250, ['doubleclick.net'])
    expect((await run('hunter2', 'www.doubleclick.net')).stdout).toBe('250 ads\ndoubleclick.net: ads\n')
    expect((await run('hunter2', 'example.com')).stdout).toBe('250 ads\nexample.com: in no category\n')
  })

  it('says the kind of an error and its facts, without the token', async () => {
    const failure = run('wrong-one', 'example.com')
    await expect(failure).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^forbidden: caller-refused \{"request":"GET /),
    })
    await expect(failure).rejects.not.toMatchObject({ stderr: expect.stringContaining('wrong-one') })
  })
})
