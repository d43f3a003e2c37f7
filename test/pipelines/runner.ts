import { execFileSync, spawn } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'

const root = resolve(__dirname, '../..')
export const examples = join(root, 'examples/pipelines')

/** A job that ran, until its first command that failed. */
export interface Ran {
  readonly code: number
  /** Standard output and standard error. */
  readonly log: string
}

/**
 * A machine with a repository on it, that runs the commands of pipelines. `appliance` is the command as it was built, `npm` and
 * `apk` install nothing, but take only what there is to install; all else is real.
 */
export class Runner {
  readonly repository: string
  readonly temporary: string
  /** Where the forge keeps artifacts. */
  readonly artifacts: string
  /** The repository on the forge, whose branch main is checked out. */
  readonly origin: string
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
    this.repository = join(folder, 'repository')
    this.temporary = join(folder, 'temporary')
    this.artifacts = join(folder, 'artifacts')
    this.origin = join(folder, 'origin.git')
  }

  static async start(): Promise<Runner> {
    const runner = new Runner(await mkdtemp(join(tmpdir(), 'appliance-pipeline-')))
    for (const folder of ['repository/ci', 'temporary', 'artifacts', 'bin'])
      await mkdir(join(runner.#folder, folder), { recursive: true })
    await writeFile(join(runner.#folder, 'none.rc'), '')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const cli = join(root, 'dist/cli/appliance.cjs')
    await runner.#command('appliance', `exec '${process.execPath}' '${cli}' "$@"`)
    await runner.#command('npm', `[ "$*" = 'install --global terraform-provider-appliance@${version}' ]`)
    await runner.#command('apk', `[ "$*" = 'add --no-cache curl nodejs npm openssl' ]`)
    await runner.#command('terraform', `exec '${whereIs(findEngine()?.command ?? 'terraform')}' "$@"`)
    await runner.write('.gitignore', '.terraform*\n*.tfstate*\n')
    runner.git('init', '--quiet', '--bare', '--initial-branch', 'main', runner.origin)
    runner.git('init', '--quiet', '--initial-branch', 'main')
    runner.git('remote', 'add', 'origin', runner.origin)
    return runner
  }

  /**
   * Makes the keys with which plans are encrypted.
   * @param certificate the file of the repository that gets the certificate
   * @returns the private key
   */
  makeKeys(certificate: string): string {
    const words = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=plans',
      '-keyout',
      '-',
      '-out',
    ]
    return execFileSync('openssl', [...words, certificate], {
      cwd: this.repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }

  async makeFolder(name: string): Promise<void> {
    await mkdir(join(this.repository, name), { recursive: true })
  }

  /** Runs git in the repository. @returns what it printed */
  git(...words: readonly string[]): string {
    const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
    return execFileSync('git', [...author, ...words], { cwd: this.repository, encoding: 'utf8' }).trim()
  }

  /** Merges everything in the repository: it is the newest commit of main on the forge. */
  merge(): void {
    this.git('checkout', '--quiet', '-B', 'main')
    this.git('add', '--all')
    this.git('commit', '--quiet', '--allow-empty', '--message', 'Change')
    this.git('push', '--quiet', '--force', 'origin', 'main')
  }

  /** Moves files of the repository to the artifacts, as far as they exist. */
  async keep(paths: readonly string[]): Promise<void> {
    await this.#forget(paths)
    for (const path of paths)
      await rename(join(this.repository, path), join(this.artifacts, path)).catch(() => {})
  }

  /** Empties the folder for temporary files, as runners do for each job. */
  async clean(): Promise<void> {
    await rm(this.temporary, { recursive: true })
    await mkdir(this.temporary)
  }

  async #forget(paths: readonly string[]): Promise<void> {
    for (const path of paths) await rm(join(this.artifacts, path), { force: true })
  }

  /** Copies artifacts into the repository, as far as they exist. */
  async restore(paths: readonly string[]): Promise<void> {
    for (const path of paths)
      await copyFile(join(this.artifacts, path), join(this.repository, path)).catch(() => {})
  }

  async discard(paths: readonly string[]): Promise<void> {
    for (const path of paths) await rm(join(this.repository, path), { force: true })
  }

  async write(name: string, content: string): Promise<void> {
    await writeFile(join(this.repository, name), content)
  }

  /** Copies a file of the examples to where it belongs. */
  async copy(example: string, to: string): Promise<void> {
    await this.write(to, await readFile(join(examples, example), 'utf8'))
  }

  /** Runs commands as a pipeline does: by a shell that ends at the first one that fails. */
  async run(shell: 'bash' | 'sh', script: string, variables: Readonly<Record<string, string>>): Promise<Ran> {
    const environment = await engineEnvironment(this.#folder, {
      // The engine finds what the pipeline installs, and nothing else.
      HOME: this.#folder,
      TF_CLI_CONFIG_FILE: join(this.#folder, 'none.rc'),
      TMPDIR: this.temporary,
      ...variables,
    })
    const child = spawn(shell, ['-e', '-c', script], {
      cwd: this.repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environment, PATH: `${join(this.#folder, 'bin')}:${process.env.PATH}` },
    })
    const log: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => log.push(text))
    const code = await new Promise<number>((settle) => child.on('close', (ended) => settle(ended ?? 1)))
    return { code, log: log.join('') }
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #command(name: string, script: string): Promise<void> {
    const path = join(this.#folder, 'bin', name)
    await writeFile(path, `#!/bin/sh\n${script}\n`)
    await chmod(path, 0o755)
  }
}

/** The first of its name on PATH: the runner puts another one of that name before it. */
function whereIs(command: string): string {
  return execFileSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).trim()
}
