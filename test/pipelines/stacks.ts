import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Runner } from './runner'

/** The block that every configuration has. */
export function required(runner: Runner, stack: string): string {
  return `
terraform {
  required_providers {
    appliance = {
      source = "webfilter/appliance"
    }
  }
  backend "local" {
    path = ${JSON.stringify(join(runner.states, `${stack}.tfstate`))}
  }
}
`
}

/** What `init` records of the provider, which a repository contains for each stack. */
export async function recordedLockFile(): Promise<string> {
  const runner = await Runner.start()
  try {
    await runner.write('main.tf', required(runner, 'none'))
    await runner.write('ci/package-lock.json', '{}')
    await runner.write(
      'ci/install.sh',
      'npm ci --prefix ci --ignore-scripts --no-audit --no-fund\nci/node_modules/.bin/appliance install',
    )
    const { code, log } = await runner.run('sh', 'sh ci/install.sh && terraform init', {}, runner.repository)
    if (code !== 0) throw new Error(log)
    return await readFile(join(runner.repository, '.terraform.lock.hcl'), 'utf8')
  } finally {
    await runner.close()
  }
}
