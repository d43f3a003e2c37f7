/** Subjects of engine messages for which a report has an advice of its own. */
export type EngineMatter = 'init-needed' | 'state-locked' | 'targeted'

/**
 * The subject of a diagnostic of Terraform or OpenTofu itself; undefined for other diagnostics. The engines have no codes, so this depends
 * on their English, which a release may change: only an advice may depend on it.
 */
export function engineMatter(summary: string, detail: string): EngineMatter | undefined {
  if (summary === pluginsMissing || asksForInit.test(`${summary}\n${detail}`)) return 'init-needed'
  if (summary.startsWith('Resource targeting is in effect')) return 'targeted'
  const isLocked = summary.startsWith('Error acquiring the state lock') && lockOfOther.test(detail)
  return isLocked ? 'state-locked' : undefined
}

/** Engines name the lock of another run. Without one, they could not lock the state at all, for example because they cannot read it. */
const lockOfOther = /^Lock Info:$/m

/** With TF_IN_AUTOMATION, the engine reports missing providers without the command. */
const pluginsMissing = 'Required plugins are not installed'

/** For backends, modules and lock files, the engine names the command in its message. */
const asksForInit = /\b(terraform|tofu) init\b/
