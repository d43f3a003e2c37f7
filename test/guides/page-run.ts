import { spawn } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { findEngine } from '../../engine/find-engine'
import type { CommandBlock } from './command-blocks'
import { root } from './pages'

/** What a page printed up to its end, or up to the command that failed. */
export interface PageRun {
  readonly exitCode: number | null
  /** What the commands before the page printed on both outputs. */
  readonly before: string
  /** What each block printed. A block that was not reached is missing. */
  readonly printed: readonly string[]
}

/** Ports and a socket that no other test uses; the page itself starts the emulator on its default ones. */
const freePlaces = '--port 0 --legacy-port 0 --base-port 0 --records-port 0'

/** Makes a folder with all that a reader has at first: an empty home, an empty folder to work in, and the commands on PATH. */
export async function layOutReader(folder: string): Promise<void> {
  for (const name of ['home', 'work', 'bin']) await mkdir(join(folder, name), { recursive: true })
  await layOutCommands(join(folder, 'bin'))
}

/**
 * Runs blocks one after the other in one shell, as a reader would in one terminal. Commands that ask for approval are approved. An
 * emulator is started in a second terminal, and the first one gets the lines that it prints.
 *
 * @param folder what a reader has
 * @param before commands that come before the first block
 */
export async function runPage(
  folder: string,
  blocks: readonly CommandBlock[],
  before: readonly string[],
): Promise<PageRun> {
  const script = [
    'set -e -o pipefail',
    ...before.map((commands, index) => asRun(commands, `before-${index}`)),
    ...blocks.map(({ commands, line }) => `echo '@@ line ${line}'\n${asRun(commands, `${line}`)}`),
  ]
  const file = join(folder, 'page.sh')
  await writeFile(file, `${script.join('\n')}\n`)
  return await run(file, join(folder, 'work'), {
    HOME: join(folder, 'home'),
    PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
    // The folder of the socket.
    PLACES: folder,
    NO_COLOR: '1',
    CHECKPOINT_DISABLE: '1',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    TF_CLI_ARGS: '-no-color',
    TF_CLI_ARGS_apply: '-auto-approve',
  })
}

/** `terraform`, also where OpenTofu takes its place, and the command as an installation would put it on PATH. */
async function layOutCommands(bin: string): Promise<void> {
  const engine = findEngine()
  if (engine && engine.command !== 'terraform') {
    const script = `#!/bin/sh\nexec ${engine.command} "$@"\n`
    await writeFile(join(bin, 'terraform'), script, { mode: 0o755 })
  }
  await symlink(join(root, 'dist/cli/appliance.cjs'), join(bin, 'appliance'))
}

function asRun(commands: string, name: string): string {
  if (!/ emulator( --data \S+)?$/.test(commands)) return commands
  const log = `"$PLACES/${name}.log"`
  return [
    // A folder may have the log of an earlier run, and the line of that one must not count: the second process empties it too late.
    `: > ${log}`,
    `(${commands} ${freePlaces} --socket "$PLACES/${name}.sock") > ${log} &`,
    `until grep -q 'Stop with Ctrl-C.' ${log}; do kill -0 $!; sleep 0.1; done`,
    `eval "$(grep '^  export APPLIANCE_' ${log})"`,
    `cat ${log}`,
  ].join('\n')
}

async function run(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<PageRun> {
  let output = ''
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    const child = spawn('bash', [script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.once('error', reject)
    // Ends the emulators, which are in the group of the shell: npx would not pass on a signal.
    child.once('exit', () => endGroup(child.pid))
    child.once('close', resolve)
  })
  const [before = '', ...printed] = output.split(/^@@ line \d+\n/m)
  return { exitCode, before, printed }
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGTERM')
  } catch {
    // No process of the group is left.
  }
}
