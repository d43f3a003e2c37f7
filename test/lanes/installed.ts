import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/**
 * `describe` where a program is installed. Elsewhere the tests are skipped with a notice, or fail if a variable says that they must run.
 *
 * @param found whether it is, or what was found
 */
export function describeWith(
  found: unknown,
  variable: `APPLIANCE_REQUIRE_${string}`,
  notice: string,
): jest.Describe {
  if (found) return describe
  if (process.env[variable]) throw new Error(notice)
  process.stderr.write(`${notice}\n`)
  return describe.skip
}

/** Whether a command is on PATH, or at a path. Starts nothing: unit tests ask, too. */
export function isOnPath(command: string): boolean {
  if (isAbsolute(command)) return existsSync(command)
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => [command, `${command}.exe`].some((file) => existsSync(join(folder, file))))
}
