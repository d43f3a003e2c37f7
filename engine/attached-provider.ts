import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { resolve } from 'node:path'

/** The provider that the build made, as it is started by hand. */
export const executable = resolve(__dirname, '../dist/provider/terraform-provider-appliance')

/** A provider that serves any number of the engine's runs, where each run would otherwise start three or more. */
export interface AttachedProvider {
  /** What attaches an engine, in its environment. */
  readonly variables: Readonly<Record<string, string>>
  close(): Promise<void>
  /** Ends it as a crash does. */
  kill(): Promise<void>
}

/**
 * Starts the provider in its debug mode. A process of the engine's own does the same over the same protocol, but for the certificates, and
 * takes six times the processor time for a small plan, nearly all of it to start Node.js.
 *
 * @param folder in which the engine runs: the provider looks there for files
 * @param environment of the engine, in which the provider finds its settings
 */
export async function attachProvider(
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<AttachedProvider> {
  const child = spawn('sh', ['-c', untilClosed, process.execPath, executable], {
    cwd: folder,
    env: environment,
  })
  const ended = once(child, 'exit')
  // A folder that a test forgets to close must not keep the process of the test.
  child.unref()
  for (const stream of child.stdio) if (stream instanceof Socket) stream.unref()
  // What it says when it crashes.
  child.stderr.pipe(process.stderr, { end: false })
  const printed = await new Promise<string>((settle) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('Ctrl-C')) settle(text)
    })
    child.once('close', () => settle(text))
  })
  const [, json] = /TF_REATTACH_PROVIDERS='(.+)'/.exec(printed) ?? []
  if (json === undefined) throw new Error(`The provider does not serve:\n${printed}`)
  const [attached] = Object.values(JSON.parse(json) as Record<string, unknown>)
  const everywhere = Object.fromEntries(registries.map((host) => [`${host}/webfilter/appliance`, attached]))
  return {
    variables: { TF_REATTACH_PROVIDERS: JSON.stringify(everywhere) },
    async close() {
      child.stdin.end()
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Runs a provider that ends when standard input does, and so also when the process that started it dies. */
export const untilClosed =
  'exec 3<&0; (read -r _ <&3; kill $$) >/dev/null 2>&1 & exec "$0" "$1" --debug 3<&- </dev/null'

/** Where each engine takes a source address without a host to be. */
export const registries = ['registry.terraform.io', 'registry.opentofu.org']
