import { availableParallelism } from 'node:os'
import { engine } from './terraform'

/** Facts about this machine that the numbers depend on, one per line. */
export function machineFacts(): readonly string[] {
  const { command, version } = engine()
  return [
    `${availableParallelism()} cores, ${process.platform} on ${process.arch}`,
    `Node ${process.versions.node}`,
    `${command === 'tofu' ? 'OpenTofu' : 'Terraform'} ${version}`,
    new Date().toISOString().slice(0, 10),
  ]
}
