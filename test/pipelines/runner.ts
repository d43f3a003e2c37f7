import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { engineEnvironment } from '../../engine/environment'
import { findEngine } from '../../engine/find-engine'
import { StayingProviders } from '../../engine/staying-providers'
import { isFull } from '../lanes/extent'

const root = resolve(__dirname, '../..')
export const examples = join(root, 'examples/pipelines')

/** A job that ran, until its first command that failed. */
export interface Ran {
  readonly code: number
  /** Standard output and standard error. */
  readonly log: string
}

/**
 * Somebody's repository, the same repository on a forge, and a machine that runs the commands of pipelines in a checkout of it. `appliance`
 * is the command as it was built. `npm` and `apk` install nothing, but accept only what there is to install. `npm ci` leaves the
 * command and the package where they would be. It and the initialization fail if they see a secret. All else is real, but that by day the
 * engine plans, applies and shows with a provider that stays ({@link StayingProviders}).
 */
export class Runner {
  /** Where somebody changes the repository. */
  readonly repository: string
  /** Where jobs run, with the checkout that they asked for. */
  readonly workspace: string
  readonly temporary: string
  /** Where the forge keeps artifacts, each in a folder with its name. */
  readonly artifacts: string
  /** Where the backends of the stacks keep their states. */
  readonly states: string
  /** The repository on the forge. */
  readonly origin: string
  /** The jobs that ran, in their order. */
  readonly started: { readonly name: string; readonly isInNetwork: boolean }[] = []
  readonly #folder: string
  #providers: StayingProviders | undefined

  private constructor(folder: string) {
    this.#folder = folder
    this.repository = join(folder, 'repository')
    this.workspace = join(folder, 'workspace')
    this.temporary = join(folder, 'temporary')
    this.artifacts = join(folder, 'artifacts')
    this.states = join(folder, 'states')
    this.origin = join(folder, 'origin.git')
  }

  static async start(): Promise<Runner> {
    const runner = new Runner(await mkdtemp(join(tmpdir(), 'appliance-pipeline-')))
    for (const folder of ['repository/ci', 'workspace', 'temporary', 'artifacts', 'states', 'bin'])
      await mkdir(join(runner.#folder, folder), { recursive: true })
    await writeFile(join(runner.#folder, 'none.rc'), '')
    if (!isFull) runner.#providers = new StayingProviders(runner.#folder)
    const cli = join(root, 'test/commands/appliance.cjs')
    const appliance = `exec '${process.execPath}' '${cli}' "$@"`
    await runner.#command('npm', `${withoutSecrets('TF_VAR_password')}\n${installing(appliance)}`)
    await runner.#command('apk', `[ "$1 $2" = 'add --no-cache' ]`)
    await runner.#engine('terraform')
    await runner.write('.gitignore', '.terraform/\nnode_modules/\n')
    runner.git('init', '--quiet', '--bare', '--initial-branch', 'main', runner.origin)
    runner.git('init', '--quiet', '--initial-branch', 'main')
    runner.git('remote', 'add', 'origin', runner.origin)
    runner.git('-C', runner.workspace, 'init', '--quiet')
    runner.git('-C', runner.workspace, 'remote', 'add', 'origin', runner.origin)
    return runner
  }

  /**
   * Makes the engine of the tests, whichever it is, available under the name of one engine, and not under that of the other.
   * @param isWrapped whether that name is a wrapper of the engine, as the actions that set it up make one unless told otherwise
   */
  async install(name: 'terraform' | 'tofu', isWrapped: boolean): Promise<void> {
    await rm(join(this.#folder, 'bin', `${name}-bin`), { force: true })
    await this.#engine(name)
    await this.#command(name === 'terraform' ? 'tofu' : 'terraform', 'exit 127')
    if (!isWrapped) return
    await this.#engine(`${name}-bin`)
    await this.#command(name, wrapperOf(`${name}-bin`))
  }

  async #engine(name: 'terraform' | 'tofu' | 'terraform-bin' | 'tofu-bin'): Promise<void> {
    engine ??= whereIs(findEngine()?.command ?? 'terraform')
    await this.#command(
      name,
      // An initialization that is somebody's own sees what their job has.
      `case " $* " in
*' init '*' -lockfile=readonly '*)
${withoutSecrets()}
;;
esac
${this.#providers?.script ?? ''}
exec '${engine}' "$@"`,
    )
  }

  /**
   * Makes the keys with which plans are encrypted.
   * @param certificate the file of the repository that gets the certificate
   * @returns the private key
   */
  makeKeys(certificate: string): string {
    keys ??= newKeys()
    writeFileSync(resolve(this.repository, certificate), keys.certificate)
    return keys.key
  }

  async makeFolder(name: string): Promise<void> {
    await mkdir(join(this.repository, name), { recursive: true })
  }

  /** Runs git in the repository. @returns what it printed */
  git(...words: readonly string[]): string {
    const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
    return execFileSync('git', [...author, ...words], { cwd: this.repository, encoding: 'utf8' }).trim()
  }

  /** Commits everything in the repository, as the newest commit of a branch on the forge. */
  push(branch: string): void {
    this.git('checkout', '--quiet', '-B', branch)
    this.git('add', '--all')
    this.git('commit', '--quiet', '--allow-empty', '--message', 'Change')
    this.git('push', '--quiet', '--force', 'origin', branch)
  }

  /** Checks out a branch or a commit for a job, and deletes everything else, as the runner of a forge does. */
  checkOut(ref: string): void {
    const here = ['-C', this.workspace]
    this.git(...here, 'fetch', '--quiet', '--force', 'origin', '+refs/heads/*:refs/remotes/origin/*')
    const commit = /^[0-9a-f]{40}$/.test(ref) ? ref : `refs/remotes/origin/${ref}`
    this.git(...here, 'checkout', '--quiet', '--force', '--detach', commit)
    this.git(...here, 'clean', '--quiet', '-ffdx')
  }

  /** Empties the folder for temporary files, as runners do for each job. */
  async clean(): Promise<void> {
    await rm(this.temporary, { recursive: true })
    await mkdir(this.temporary)
  }

  /** Each run of a pipeline has artifacts of its own. */
  async forgetArtifacts(): Promise<void> {
    await rm(this.artifacts, { recursive: true })
    await mkdir(this.artifacts)
  }

  async write(name: string, content: string): Promise<void> {
    await mkdir(dirname(join(this.repository, name)), { recursive: true })
    await writeFile(join(this.repository, name), content)
  }

  /** Copies a file of the examples to where it belongs. */
  async copy(example: string, to: string): Promise<void> {
    await this.write(to, await readFile(join(examples, example), 'utf8'))
  }

  /** Runs commands as a pipeline does: by a shell that ends at the first one that fails. @param folder the checkout, unless given */
  async run(
    shell: 'bash' | 'sh',
    script: string,
    variables: Readonly<Record<string, string>>,
    folder = this.workspace,
  ): Promise<Ran> {
    const environment = await engineEnvironment(this.#folder, {
      // The engine finds what the pipeline installs, and nothing else.
      HOME: this.#folder,
      TF_CLI_CONFIG_FILE: join(this.#folder, 'none.rc'),
      TMPDIR: this.temporary,
      ...(folder === this.workspace && otherSecrets),
      ...variables,
    })
    const child = spawn(shell, ['-e', '-c', script], {
      cwd: folder,
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
    this.#providers?.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #command(name: string, script: string): Promise<void> {
    const path = join(this.#folder, 'bin', name)
    await writeFile(path, `#!/bin/sh\nset -e\n${script}\n`)
    await chmod(path, 0o755)
  }
}

/** Those of all runners of a process: openssl takes its time to find them. */
let keys: ReturnType<typeof newKeys> | undefined

function newKeys(): { readonly key: string; readonly certificate: string } {
  const how = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=plans', '-keyout', '-', '-out', '-']
  const printed = execFileSync('openssl', ['req', '-x509', ...how], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [key = '', certificate = ''] = printed.split(/(?=-----BEGIN CERTIFICATE)/)
  return { key, certificate }
}

/** Where the engine is, after it was looked for. */
let engine: string | undefined

/** What each job gets beside the secrets that its test names: those of a single area, and of the configuration. */
const otherSecrets = { APPLIANCE_RECORDS_TOKEN: 'secret', TF_VAR_password: 'secret' }

/** Installing runs code of others, which must see no token. The initialization may need variables of the configuration. */
const withoutSecrets = (...more: readonly string[]) =>
  [
    'APPLIANCE_TOKEN',
    'APPLIANCE_RECORDS_TOKEN',
    'GITHUB_TOKEN',
    'GITLAB_TOKEN',
    'PLAN_KEY',
    'PUSH_TOKEN',
    ...more,
  ]
    .map((name) => `[ -z "$${name}" ] || { echo 'A secret is visible.' >&2; exit 97; }`)
    .join('\n')

/** It makes all that the engine prints an output of the step. What a plan contains must not be one. */
const wrapperOf = (engine: string) => `
case " $* " in *' show '*) echo 'A secret is visible: the plan is an output of the step.' >&2; exit 97 ;; esac
code=0
printed=$(${engine} "$@" 2>&1) || code=$?
echo "$printed"
printf 'stdout<<END\n%s\nEND\n' "$printed" >> "$GITHUB_OUTPUT"
exit $code`

/** What stands for npm: it accepts only `npm ci` in a folder with a lock file, and leaves the command there. */
function installing(appliance: string): string {
  return `
[ "$1 $2" = 'ci --prefix' ] && [ "$4 $5 $6" = '--ignore-scripts --no-audit --no-fund' ] && [ -f "$3/package-lock.json" ]
mkdir -p "$3/node_modules/.bin"
cat > "$3/node_modules/.bin/appliance" << 'END'
#!/bin/sh
${appliance}
END
chmod +x "$3/node_modules/.bin/appliance"
ln -sfn '${root}' "$3/node_modules/terraform-provider-appliance"`
}

/** The first of its name on PATH: the runner puts another one of that name before it. */
function whereIs(command: string): string {
  return execFileSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).trim()
}
