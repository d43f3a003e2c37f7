import { cp, mkdir, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Ran, Runner } from './runner'

/** What the actions of others do that jobs depend on: a checkout, and artifacts. All others do nothing. */
export async function checkOutDownloadOrUpload(
  action: string,
  inputs: Readonly<Record<string, string>>,
  runner: Runner,
  branch: string,
): Promise<Ran> {
  const [name = ''] = action.split('@')
  if (name === 'actions/checkout') runner.checkOut(inputs.ref ?? branch)
  if (name === 'actions/upload-artifact') return await upload(inputs, runner)
  if (name === 'actions/download-artifact') await download(inputs, runner)
  return { code: 0, log: '' }
}

/** Keeps a file or the content of a folder. An artifact is never replaced. */
async function upload(
  { name = '', path = '', 'if-no-files-found': ifMissing }: Readonly<Record<string, string>>,
  { artifacts }: Runner,
): Promise<Ran> {
  const found = await stat(path).catch(() => undefined)
  if (found) {
    await mkdir(join(artifacts, name))
    await cp(path, join(artifacts, name, found.isFile() ? basename(path) : ''), { recursive: true })
  } else if (ifMissing !== 'ignore') return { code: 1, log: `No files were found at ${path}.\n` }
  return { code: 0, log: '' }
}

/** One artifact by its name, or a folder for each whose name fits. */
async function download(
  { name = '', pattern, path = '' }: Readonly<Record<string, string>>,
  { artifacts }: Runner,
): Promise<void> {
  if (pattern === undefined) return await cp(join(artifacts, name), path, { recursive: true })
  for (const each of await readdir(artifacts))
    if (each.startsWith(pattern.replace(/\*$/, '')))
      await cp(join(artifacts, each), join(path, each), { recursive: true })
}
