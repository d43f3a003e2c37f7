/** What an engine can say that is worth an advice of its own. */
export type EngineMatter = 'init-needed' | 'state-locked' | 'targeted'

/**
 * What a diagnostic of Terraform or OpenTofu itself is about; undefined where nothing is known of it. The engines give no codes, so
 * this rests on their English, which a release may change: nothing but an advice may depend on it.
 */
export function engineMatter(summary: string, detail: string): EngineMatter | undefined {
  if (summary === pluginsMissing || asksForInit.test(`${summary}\n${detail}`)) return 'init-needed'
  if (summary.startsWith('Resource targeting is in effect')) return 'targeted'
  return summary.startsWith('Error acquiring the state lock') ? 'state-locked' : undefined
}

/** With TF_IN_AUTOMATION, the engine says this of providers without naming the command. */
const pluginsMissing = 'Required plugins are not installed'

/** Backends, providers or modules that are not installed: the engine names the command in each of the other messages. */
const asksForInit = /\b(terraform|tofu) init\b/
