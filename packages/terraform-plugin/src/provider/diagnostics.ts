import { type Diagnostic, detailOf } from '../diagnostics/diagnostic'
import { printable } from '../diagnostics/printable'
import type { PartialMessage } from '../protobuf/message'
import type { Diagnostic as WireDiagnostic } from '../protocol/tfplugin6'
import type { Path } from '../values/path'

/** Collects the diagnostics of one call. */
export class Diagnostics {
  #all: { readonly told: Diagnostic; readonly path: Path | undefined }[] = []
  readonly #isFirst: (matter: string) => boolean

  /** @param isFirst whether nothing was told of a matter yet; from then on something is. Left out where each call stands for itself */
  constructor(isFirst: (matter: string) => boolean = () => true) {
    this.#isFirst = isFirst
  }

  /** @param path the attribute that it is about, if it is about one */
  raise(told: Diagnostic, path?: Path): void {
    this.#all.push({ told, path })
  }

  /** Raises the first of two where nothing in this run has told of the matter yet, else the second, which points to the first. */
  raiseOnce(matter: string, first: Diagnostic, again: Diagnostic, path?: Path): void {
    this.raise(this.#isFirst(matter) ? first : again, path)
  }

  get told(): readonly Diagnostic[] {
    return this.#all.map(({ told }) => told)
  }

  get hasErrors(): boolean {
    return this.#all.some(({ told }) => told.severity === 'error')
  }

  toWire(): PartialMessage<WireDiagnostic>[] {
    return this.#all.map(({ told, path }) => ({
      severity: told.severity,
      summary: printable(told.summary),
      detail: printable(detailOf(told)),
      ...(path && { attribute: pathToWire(path) }),
    }))
  }

  /** What was told since it was last taken: for a stream, which tells a matter when it comes up. */
  taken(): PartialMessage<WireDiagnostic>[] {
    const taken = this.toWire()
    this.#all = []
    return taken
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
