import { isObjectValue, isUnknown, type ObjectValue } from '@webfilter/terraform-plugin'
import {
  type Applied,
  DynamicValue,
  type Plan,
  type PlannedChange,
  type Told,
  type Value,
} from '@webfilter/terraform-plugin/testing'

/** What was said of something. */
export interface Said extends Told {
  readonly address?: string
  /** Terraform counts warnings together that are about a place in the configuration. */
  readonly isDeclared?: boolean
}

/** What was said, as Terraform prints it: errors each for itself, and of several warnings with one summary the first. */
export function printedTold(said: readonly Said[]): string {
  const bySummary = new Map<string, string[]>()
  for (const { address, warnings, isDeclared } of said) {
    for (const text of warnings) {
      const summary = isDeclared ? text.split('\n')[0] : undefined
      if (summary === undefined) bySummary.set(`${bySummary.size}`, [printedText(text, address)])
      else bySummary.set(summary, [...(bySummary.get(summary) ?? []), printedText(text, address)])
    }
  }
  const warnings = [...bySummary.values()].map(([first = '', ...further]) => {
    const more = further.length === 1 ? 'one more similar warning' : `${further.length} more similar warnings`
    return `Warning: ${first}${further.length > 0 ? `\n(and ${more} elsewhere)\n` : ''}`
  })
  const errors = said.flatMap(({ address, errors: texts }) =>
    texts.map((text) => `Error: ${printedText(text, address)}`),
  )
  return [...warnings, ...errors].join('\n')
}

function printedText(text: string, address: string | undefined): string {
  const [summary = '', ...detail] = text.split('\n')
  return `${summary}\n\n${address === undefined ? '' : `  with ${address},\n\n`}${detail.join('\n')}\n`
}

/** What was said, as `plan -json` prints it: a line for each. */
export function jsonLines(said: readonly Said[]): string {
  return diagnosticsOf(said)
    .map(
      (diagnostic) =>
        `${JSON.stringify({ type: 'diagnostic', '@message': diagnostic.summary, diagnostic })}\n`,
    )
    .join('')
}

/** What was said, as `validate -json` prints it. */
export function jsonOf(said: readonly Said[]): string {
  return JSON.stringify({ diagnostics: diagnosticsOf(said) })
}

function diagnosticsOf(said: readonly Said[]) {
  return said.flatMap(({ address, errors, warnings }) =>
    [
      ...errors.map((text) => ({ severity: 'error', text })),
      ...warnings.map((text) => ({ severity: 'warning', text })),
    ].map(({ severity, text }) => {
      const [summary = '', ...detail] = text.split('\n')
      return { severity, summary, detail: detail.join('\n'), address }
    }),
  )
}

/** A plan as Terraform prints it. @param isRefreshOnly whether only the state is to change */
export function printedPlan(plan: Plan, isRefreshOnly: boolean): string {
  const changes = plan.changes.filter(({ action, isImported }) => action !== 'no-op' || isImported)
  const moved = new Map([...plan.moved].map(([from, to]) => [to, from]))
  const moves = [...moved].filter(([to]) => !changes.some(({ address }) => address === to))
  if (isRefreshOnly && plan.changes.some(({ before, prior }) => shown(before) !== shown(prior)))
    return 'Note: Objects have changed outside of Terraform\n'
  if (changes.length === 0 && moves.length === 0 && plan.errors.length > 0) return 'Planning failed.\n'
  if (changes.length === 0 && moves.length === 0)
    return 'No changes. Your infrastructure matches the configuration.\n'
  const counts = countsOf(plan.changes)
  const imported = counts.imported > 0 ? `${counts.imported} to import, ` : ''
  return [
    'Terraform will perform the following actions:\n',
    ...moves.map(([to, from]) => `  # ${from} has moved to ${to}\n`),
    ...changes.map((change) => printedChange(change, moved.get(change.address))),
    `Plan: ${imported}${counts.added} to add, ${counts.changed} to change, ${counts.destroyed} to destroy.\n`,
  ].join('\n')
}

/** That an apply has ended well, as Terraform prints it. */
export function printedApply({ changes }: Applied, imported: number, isDestroy: boolean): string {
  const { added, changed, destroyed } = countsOf(changes)
  if (isDestroy) return `Destroy complete! Resources: ${destroyed} destroyed.\n`
  const counts = `${imported > 0 ? `${imported} imported, ` : ''}${added} added, ${changed} changed, ${destroyed} destroyed.`
  return `Apply complete! Resources: ${counts}\n`
}

function countsOf(changes: readonly PlannedChange[]) {
  const count = (...actions: readonly PlannedChange['action'][]) =>
    changes.filter(({ action }) => actions.includes(action)).length
  return {
    added: count('create', 'replace'),
    changed: count('update'),
    destroyed: count('delete', 'replace'),
    imported: changes.filter(({ isImported }) => isImported).length,
  }
}

function printedChange(change: PlannedChange, movedFrom: string | undefined): string {
  const { address, action, schema, prior, planned, because, isImported } = change
  const says =
    action === 'replace' && because === 'tainted'
      ? 'is tainted, so must be replaced'
      : action === 'replace' && because === 'asked'
        ? 'will be replaced, as requested'
        : action === 'replace' && because === 'triggered'
          ? 'will be replaced due to changes in replace_triggered_by'
          : isImported && action === 'no-op'
            ? 'will be imported'
            : headings[action]
  return [
    `  # ${address} ${says}`,
    ...(because === 'undeclared' ? [`  # (because ${address} is not in configuration)`] : []),
    ...(movedFrom === undefined ? [] : [`  # (moved from ${movedFrom})`]),
    `  ${signs[action]} ${address} {`,
    ...schema.attributes.toSorted(byName).flatMap((attribute) => {
      const { name = '', sensitive, writeOnly } = attribute
      const [before, after] = [prior?.[name] ?? null, planned?.[name] ?? null]
      if (writeOnly) return action === 'create' ? [`      + ${name} = (write-only attribute)`] : []
      return printedAttribute(name, before, after, sensitive === true).map(
        (line) => `      ${line}${change.replacedFor.includes(name) ? ' # forces replacement' : ''}`,
      )
    }),
    '    }\n',
  ].join('\n')
}

interface Named {
  readonly name?: string | undefined
}

function byName({ name: one = '' }: Named, { name: other = '' }: Named): number {
  return one < other ? -1 : 1
}

const headings: Readonly<Record<PlannedChange['action'], string>> = {
  'no-op': 'is as it is',
  create: 'will be created',
  update: 'will be updated in-place',
  replace: 'must be replaced',
  delete: 'will be destroyed',
  read: 'will be read during apply',
  forget: 'will no longer be managed by Terraform, but will not be destroyed',
}

const signs: Readonly<Record<PlannedChange['action'], string>> = {
  ...{ 'no-op': ' ', create: '+', update: '~', replace: '-/+', delete: '-', read: '<=', forget: '.' },
}

/** The lines of an attribute that changes; those that stay are left out. */
function printedAttribute(
  name: string,
  before: Value,
  after: Value,
  isSensitive: boolean,
): readonly string[] {
  if (shown(before) === shown(after)) return []
  const sign = before === null ? '+' : after === null ? '-' : '~'
  if (isSensitive) return [`${sign} ${name} = (sensitive value)`]
  if (!isUnknown(after) && (Array.isArray(after) || Array.isArray(before))) {
    const [old, now] = [elementsOf(before), elementsOf(after)]
    return [
      `${sign} ${name} = [`,
      ...old.filter((each) => !now.includes(each)).map((each) => `    - ${each},`),
      ...now.filter((each) => !old.includes(each)).map((each) => `    + ${each},`),
      `  ]${after === null ? ' -> null' : ''}`,
    ]
  }
  if (isObjectValue(after)) {
    const old: ObjectValue = isObjectValue(before) ? before : {}
    const parts = Object.entries(after).flatMap(([key, value]) =>
      printedAttribute(key, old[key] ?? null, value, false),
    )
    return [`${sign} ${name} = {`, ...parts.map((part) => `    ${part}`), '  }']
  }
  return [
    before === null ? `+ ${name} = ${shown(after)}` : `${sign} ${name} = ${shown(before)} -> ${shown(after)}`,
  ]
}

function elementsOf(value: Value): readonly string[] {
  return Array.isArray(value) ? value.map(shown) : []
}

/** A value as it is written. */
export function shown(value: Value): string {
  if (value === null) return 'null'
  if (isUnknown(value)) return '(known after apply)'
  if (value instanceof DynamicValue) return shown(value.value)
  if (typeof value === 'object')
    return JSON.stringify(value, (_, part) => (isUnknown(part) ? '(known after apply)' : part))
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
