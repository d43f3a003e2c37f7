import { execFileSync } from 'node:child_process'

/** Terraform or OpenTofu, as found on PATH. */
export interface Engine {
  readonly command: string
  readonly product: 'Terraform' | 'OpenTofu'
  readonly version: string
}

/** The engine that APPLIANCE_TEST_ENGINE names, otherwise Terraform or OpenTofu, in this order; `undefined` if neither is on PATH. */
export function findEngine(): Engine | undefined {
  for (const command of candidates()) {
    try {
      const output = execFileSync(command, ['version'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, CHECKPOINT_DISABLE: '1' },
      })
      const [, product = '', version = ''] = /^(Terraform|OpenTofu) v(\S+)$/m.exec(output) ?? []
      if (product === 'Terraform' || product === 'OpenTofu') return { command, product, version }
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
