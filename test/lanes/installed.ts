import { spawnSync } from 'node:child_process'

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

/** Whether a command is on PATH. @param asks for its version */
export function isOnPath(command: string, asks = '--version'): boolean {
  return spawnSync(command, [asks], { stdio: 'ignore' }).status === 0
}
