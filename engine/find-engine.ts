import { execFileSync } from 'node:child_process'

/** Terraform or OpenTofu, as found on PATH. */
export interface Engine {
  readonly command: string
  readonly version: string
}

/** The engine that APPLIANCE_TEST_ENGINE names, otherwise Terraform or OpenTofu, in this order; `undefined` if neither is on PATH. */
export function findEngine(): Engine | undefined {
  for (const command of candidates()) {
    try {
      const output = execFileSync(command, ['version', '-json'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      return { command, version: String(JSON.parse(output).terraform_version) }
    } catch {
      // Not on PATH: the next one may be.
    }
  }
  return undefined
}

function candidates(): readonly string[] {
  const chosen = process.env.APPLIANCE_TEST_ENGINE
  return chosen ? [chosen] : ['terraform', 'tofu']
}
