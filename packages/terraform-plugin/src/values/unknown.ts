/**
 * A value that Terraform does not know yet: "(known after apply)".
 *
 * Terraform may say what it does know about it (a prefix, bounds, that it is not null). Those refinements are kept as the
 * bytes that came, because a plan must repeat the configuration's unknown exactly.
 */
export class Unknown {
  readonly refinements: Buffer | null

  constructor(refinements: Buffer | null = null) {
    this.refinements = refinements
  }

  toString(): string {
    return '(known after apply)'
  }

  toJSON(): string {
    return this.toString()
  }
}

/** The unknown of which nothing more is known. */
export const unknown = new Unknown()

/** Whether the value itself is unknown, and not only something inside it. */
export function isUnknown(value: unknown): value is Unknown {
  return value instanceof Unknown
}

/** Whether anything inside the value is still unknown. */
export function containsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true
  if (Array.isArray(value)) return value.some(containsUnknown)
  if (isPlainObject(value)) return Object.values(value).some(containsUnknown)
  return false
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
