import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Ran, Runner } from './runner'

/** Where the action of somebody else runs. */
interface Place {
  readonly runner: Runner
  readonly branch: string
  /** The token of the job. */
  readonly token: string
  /** Of the interface of the forge. */
  readonly url: string
}

/** What the actions of others do that jobs depend on: a checkout, the engine, artifacts, and code scanning. All others do nothing. */
export async function runOther(
  action: string,
  inputs: Readonly<Record<string, string>>,
  { runner, branch, ...forge }: Place,
): Promise<Ran> {
  const [name = ''] = action.split('@')
  if (name === 'actions/checkout') runner.checkOut(inputs.ref ?? branch)
  if (name === 'hashicorp/setup-terraform')
    await runner.install('terraform', inputs.terraform_wrapper !== 'false')
  if (name === 'opentofu/setup-opentofu') await runner.install('tofu', inputs.tofu_wrapper !== 'false')
  if (name === 'actions/upload-artifact') return await upload(inputs, runner)
  if (name === 'actions/download-artifact') return await download(inputs, runner)
  if (name === 'github/codeql-action/upload-sarif') return await scan(inputs, runner, forge)
  return { code: 0, log: '' }
}

/** Keeps a file or the content of a folder. An artifact is never replaced. */
async function upload(
  { name = '', path = '', 'if-no-files-found': ifMissing }: Readonly<Record<string, string>>,
  { artifacts }: Runner,
): Promise<Ran> {
  const found = await stat(path).catch(() => undefined)
  if (found) {
    if ((await readdir(artifacts)).includes(name))
      return {
        code: 1,
        log: `Conflict: an artifact with the name ${name} already exists on the workflow run.\n`,
      }
    await mkdir(join(artifacts, name))
    await cp(path, join(artifacts, name, found.isFile() ? basename(path) : ''), { recursive: true })
  } else if (ifMissing !== 'ignore') return { code: 1, log: `No files were found at ${path}.\n` }
  return { code: 0, log: '' }
}

/** One artifact by its name, or each whose name fits: in a folder with its name, unless it is the only one or all are to be merged. */
async function download(
  { name = '', pattern, path = '', 'merge-multiple': isMerged }: Readonly<Record<string, string>>,
  { artifacts }: Runner,
): Promise<Ran> {
  if (pattern === undefined) {
    if (!(await readdir(artifacts)).includes(name))
      return { code: 1, log: `Artifact ${name} was not found.\n` }
    await cp(join(artifacts, name), path, { recursive: true })
    return { code: 0, log: '' }
  }
  const fitting = (await readdir(artifacts)).filter((each) => each.startsWith(pattern.replace(/\*$/, '')))
  for (const each of fitting) {
    const isFlat = isMerged === 'true' || fitting.length === 1
    await cp(join(artifacts, each), isFlat ? path : join(path, each), { recursive: true })
  }
  return { code: 0, log: '' }
}

/** Hands on what a file of findings contains. */
async function scan(
  { sarif_file: file = '', category }: Readonly<Record<string, string>>,
  { workspace }: Runner,
  { token, url }: Pick<Place, 'token' | 'url'>,
): Promise<Ran> {
  const sarif: unknown = JSON.parse(await readFile(resolve(workspace, file), 'utf8'))
  const { ok, status } = await fetch(`${url}/repos/acme/appliance/code-scanning/sarifs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ category, sarif }),
  })
  return ok ? { code: 0, log: '' } : { code: 1, log: `The upload failed with HTTP status ${status}.\n` }
}
