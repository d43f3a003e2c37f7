import type { JournalEntry } from '@webfilter/appliance-emulator'
import type { Configuration, DeclaredList } from './configuration'
import type { AppliedChange, Plan } from './core'
import type { Step } from './steps'

/** What happened in a sequence, for whoever reads of a failure. */
export class Transcript {
  readonly #lines: string[] = []

  clear(): void {
    this.#lines.length = 0
  }

  step({ kind, ...step }: Step, configuration?: Configuration): void {
    this.#lines.push('', `${kind} ${JSON.stringify(step)}`)
    if (configuration) this.#lines.push(`  declared: ${configurationText(configuration)}`)
  }

  plan({ changes, errors }: Plan): void {
    const planned = changes.map(({ address, action }) => `${action} ${address}`).join(', ')
    this.#lines.push(
      `  planned: ${planned || 'nothing'}`,
      ...errors.map((error) => `  not planned: ${error}`),
    )
  }

  /** Looking goes without saying, unless it does not work. */
  request({ method, path, body, status }: JournalEntry): void {
    if (status === 200 && /^\/categories\/(list|query)/.test(path)) return
    this.#lines.push(`    ${method} ${path} ${decodeURIComponent(body)} -> ${status}`)
  }

  applied(changes: readonly AppliedChange[]): void {
    for (const { address, action, errors, after } of changes) {
      this.#lines.push(`  ${action} ${address}: ${errors.join(' ') || 'done'}`)
      if (after) this.#lines.push(`    state: ${JSON.stringify(after)}`)
    }
  }

  toString(): string {
    return this.#lines.join('\n')
  }
}

function configurationText(configuration: Configuration): string {
  return [...configuration].map(([address, declared]) => `${address} ${declaredText(declared)}`).join(', ')
}

function declaredText(declared: DeclaredList): string {
  const { category, list, sites, writing, compile } = declared
  const { onInvalidLine, onConflict, onDestroy, onRemove, verify, removalLimit, replacedWith } = declared
  return [
    `"${category}${list === null ? '' : `/${list}`}" [${sites.map((site) => site.replace('.example', '')).join(' ')}]`,
    ...(writing === 'inline' ? [] : [`as ${writing}`]),
    ...(onInvalidLine === 'skip' ? [] : [`on_invalid_line ${onInvalidLine}`]),
    ...(onConflict === 'keep' ? [] : [`on_conflict ${onConflict}`]),
    ...(compile ? [] : ['compile false']),
    ...(onDestroy === 'remove' ? [] : [`on_destroy ${onDestroy}`]),
    ...(onRemove === 'remove' ? [] : [`on_remove ${onRemove}`]),
    ...(verify === 'auto' ? [] : [`verify ${verify}`]),
    ...(removalLimit === null ? [] : [`removal_limit ${removalLimit}`]),
    ...(replacedWith === null ? [] : [`replaced with ${replacedWith}`]),
  ].join(' ')
}
