import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The mirror in which the build puts the provider for the engine. */
export const mirror = resolve(__dirname, '../dist/mirror')

/**
 * The environment in which the engine finds the built provider. It inherits no settings that could lead the engine to another
 * appliance, another configuration or another speed.
 *
 * @param folder where the engine's own configuration is written, as `engine.rc`
 * @param variables further variables; they override the others
 * @param installation where the engine finds providers: the content of its block `provider_installation`
 */
export async function engineEnvironment(
  folder: string,
  variables: Readonly<Record<string, string>> = {},
  installation = `filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }`,
): Promise<Readonly<Record<string, string>>> {
  const commandLineConfiguration = join(folder, 'engine.rc')
  await writeFile(commandLineConfiguration, `provider_installation {\n  ${installation}\n}\n`)
  return {
    ...inherited(),
    TF_CLI_CONFIG_FILE: commandLineConfiguration,
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
    ...variables,
  }
}

/** Without variables that control the engine, the provider, its connection to the appliance, or Node. */
function inherited(): Record<string, string> {
  const steering = /^((TF|APPLIANCE|NODE|npm)_|(https?|all|no)_proxy$)/i
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || steering.test(name) ? [] : [[name, value]],
    ),
  )
}
