import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmulator } from '../../src/emulator/emulator'
import { Administrator } from './administrator'
import { Engine } from './engine'

/** Who plays a part: the engine in a folder of its own, and somebody who works on the appliance by hand. */
export interface Stage {
  readonly engine: Engine
  readonly administrator: Administrator
}

const quickstart = resolve(__dirname, '../../examples/quickstart/main.tf')

/**
 * Plays on a stage with an emulated appliance, and clears all of it away at the end, however that comes about.
 * @throws where no engine is on PATH; then nothing has been started
 */
export async function onStage(
  interruption: AbortSignal,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const command = Engine.find()
  const token = randomBytes(24).toString('base64url')
  const folder = await mkdtemp(join(tmpdir(), 'appliance-demo-'))
  try {
    await copyFile(quickstart, join(folder, 'main.tf'))
    const emulator = await startEmulator({ token, list: 'autonomous' })
    try {
      const { categories } = emulator.urls
      // The configuration names no address: this is how it finds the appliance.
      const variables = { APPLIANCE_CATEGORIES_URL: categories, APPLIANCE_TOKEN: token }
      const engine = await Engine.in(folder, command, variables, interruption)
      await play({ engine, administrator: new Administrator(categories, token) })
    } finally {
      await emulator.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
