import { availableParallelism } from 'node:os'
import { engine } from './terraform'

/** Facts about this machine that the numbers depend on, the date first. */
export function machineFacts(): readonly string[] {
  const { command, version } = engine()
  return [
    new Date().toISOString().slice(0, 10),
    `${availableParallelism()} cores, ${process.platform} on ${process.arch}`,
    `Node ${process.versions.node}`,
    `${command === 'tofu' ? 'OpenTofu' : 'Terraform'} ${version}`,
  ]
}
