import { type Diagnostic, detailOf } from '../../diagnostics/diagnostic'
import type { PartialMessage } from '../protobuf/message'
import type { Diagnostic as WireDiagnostic } from '../protocol/diagnostics'
import type { Path } from '../values/path'

/** Collects the diagnostics of one call. */
export class Diagnostics {
  readonly #all: { readonly told: Diagnostic; readonly path: Path | undefined }[] = []

  /** @param path the attribute that it is about, if it is about one */
  raise(told: Diagnostic, path?: Path): void {
    this.#all.push({ told, path })
  }

  get hasErrors(): boolean {
    return this.#all.some(({ told }) => told.severity === 'error')
  }

  toWire(): PartialMessage<WireDiagnostic>[] {
    return this.#all.map(({ told, path }) => ({
      severity: told.severity,
      summary: told.summary,
      detail: detailOf(told),
      ...(path && { attribute: pathToWire(path) }),
    }))
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
