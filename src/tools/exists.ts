import { access, stat } from 'node:fs/promises'

/** Whether there is a file or a folder, as far as this process can see. */
export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

/** Whether there is a folder, or a link to one. */
export async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
