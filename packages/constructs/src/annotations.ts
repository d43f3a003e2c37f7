import { Annotations } from 'cdktf'
import type { IConstruct } from 'constructs'

/** Adds warnings that the construct does not have yet: a validation runs as often as a stack is synthesised. */
export function warnOnce(construct: IConstruct, warnings: readonly string[]): void {
  const present = new Set(construct.node.metadata.map(({ data }) => data))
  for (const warning of new Set(warnings)) {
    if (!present.has(warning)) Annotations.of(construct).addWarning(warning)
  }
}
