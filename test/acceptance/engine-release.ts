import { execFileSync } from 'node:child_process'
import { findEngine } from '../../engine/find-engine'
import { describeWithEngine } from './workspace'

/** The first release of each engine, major and minor, that has something. */
export interface FirstReleases {
  readonly terraform: string
  readonly tofu: string
}

/** The engines that call functions of providers. */
export const withFunctions: FirstReleases = { terraform: '1.8', tofu: '1.7' }

/** The engines that have a provider move states across types. */
export const withMoves: FirstReleases = { terraform: '1.8', tofu: '1.10' }

/** The engines that import by identity. */
export const withIdentities: FirstReleases = { terraform: '1.12', tofu: '1.12' }

/** The engines that query what is there, and ask the provider for configurations. OpenTofu does neither. */
export const withQueries: FirstReleases = { terraform: '1.14', tofu: 'the first release with queries' }

/** The engines that run actions. OpenTofu does not. */
export const withActions: FirstReleases = { terraform: '1.14', tofu: 'the first release with actions' }

/** The engines that hand the private data of a plan to the plan that its apply begins with. OpenTofu does not. */
export const withPlannedPrivate: FirstReleases = {
  terraform: '1.16',
  tofu: 'the first release with private data of plans',
}

/** `describe` where the engine is new enough; elsewhere the tests are skipped with a notice. */
export function describeFrom(first: FirstReleases): jest.Describe {
  return isEngineFrom(first) ? describeWithEngine : describe.skip
}

/** Whether the engine is new enough; if it is not, a notice says so. True where there is none, as `describeWithEngine` says that. */
export function isEngineFrom(first: FirstReleases): boolean {
  const engine = findEngine()
  if (!engine) return true
  const needed = isOpenTofu(engine.command) ? first.tofu : first.terraform
  if (isAtLeast(engine.version, needed)) return true
  process.stderr.write(
    `${engine.command} ${engine.version} is older than ${needed}: some tests are skipped.\n`,
  )
  return false
}

function isOpenTofu(command: string): boolean {
  return execFileSync(command, ['version'], { encoding: 'utf8' }).startsWith('OpenTofu')
}

function isAtLeast(version: string, needed: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version)
  const [neededMajor = 0, neededMinor = 0] = numbersOf(needed)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10))
}
