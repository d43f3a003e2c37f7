import { access } from 'node:fs/promises'

/** Whether there is a file or a folder, as far as this process can see. */
export async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
