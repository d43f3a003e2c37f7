import type { PartialMessage } from '../protobuf/message'
import type { Diagnostic as WireDiagnostic } from '../protocol/diagnostics'
import type { Path } from '../values/path'

/** What a person who runs Terraform is told: a short summary, and the cause with what to do about it. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning'
  readonly summary: string
  readonly detail: string
  /** The attribute that it is about, if it is about one. */
  readonly path?: Path
}

/** Collects the diagnostics of one call. */
export class Diagnostics {
  readonly #all: Diagnostic[] = []

  warn(summary: string, detail: string, path?: Path): void {
    this.#all.push({ severity: 'warning', summary, detail, ...(path && { path }) })
  }

  error(summary: string, detail: string, path?: Path): void {
    this.#all.push({ severity: 'error', summary, detail, ...(path && { path }) })
  }

  add(diagnostics: readonly Diagnostic[]): void {
    this.#all.push(...diagnostics)
  }

  get hasErrors(): boolean {
    return this.#all.some(({ severity }) => severity === 'error')
  }

  toWire(): PartialMessage<WireDiagnostic>[] {
    return this.#all.map(({ path, ...diagnostic }) =>
      path ? { ...diagnostic, attribute: pathToWire(path) } : diagnostic,
    )
  }
}

export function pathToWire(path: Path): NonNullable<PartialMessage<WireDiagnostic>['attribute']> {
  return {
    steps: path.map((step) => {
      if (typeof step === 'string') return { selector: { case: 'attributeName' as const, value: step } }
      if (typeof step === 'number') return { selector: { case: 'elementKeyInt' as const, value: step } }
      return { selector: { case: 'elementKeyString' as const, value: step.key } }
    }),
  }
}
