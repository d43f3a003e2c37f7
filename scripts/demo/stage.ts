import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '@webfilter/appliance-emulator'
import { Administrator } from './administrator'
import { DirectoryAdministrator } from './directory-administrator'
import { Engine } from './engine'

/** The parts of a demo: the engine in a folder of its own, and administrators who change the appliance outside of Terraform. */
export interface Stage {
  readonly engine: Engine
  readonly administrator: Administrator
  readonly directory: DirectoryAdministrator
}

/**
 * Plays on a stage with an emulated appliance, and removes all of it at the end, regardless of the result.
 *
 * @param layOut writes the configuration into the folder
 * @throws if no engine is on PATH; then nothing has been started
 */
export async function onStage(
  interruption: AbortSignal,
  layOut: (folder: string) => Promise<void>,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const command = Engine.find()
  const [token, password] = [randomSecret(), randomSecret()]
  const folder = await mkdtemp(join(tmpdir(), 'appliance-demo-'))
  try {
    await layOut(folder)
    const socket = join(folder, 'directory.sock')
    const emulator = await startEmulator({ token, socket, list: 'autonomous' })
    const directory = new DirectoryAdministrator(`unix://${socket}`)
    try {
      const { categories, base, records } = emulator.urls
      // The configuration names no address: the provider takes them from the environment.
      const variables = {
        APPLIANCE_TOKEN: token,
        APPLIANCE_CATEGORIES_URL: categories,
        APPLIANCE_NETWORK_URL: base,
        APPLIANCE_RECORDS_URL: records,
        APPLIANCE_DIRECTORY_URL: `unix://${socket}`,
        TF_VAR_first_password: password,
      }
      const engine = await Engine.in(folder, command, variables, interruption)
      await play({ engine, administrator: new Administrator(categories, token), directory })
    } finally {
      await directory.close()
      await emulator.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const randomSecret = () => randomBytes(24).toString('base64url')
