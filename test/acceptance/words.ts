/** An output as one line of words: Terraform breaks lines where the terminal ends, and draws bars beside them. */
export function words(output: string): string {
  return output.replaceAll(/[\s│╵╷]+/g, ' ')
}

/** The words of a plan without the write-only attributes of its updates: OpenTofu lists them in each, Terraform does not. */
export function withoutWriteOnly(said: string): string {
  return said.replaceAll(/ ~ \w+ = \(write-only attribute\)/g, '')
}

/** That a resource is tainted and will be replaced, in the words of either engine. */
export function saysTainted(address: string): RegExp {
  return new RegExp(`${address.replaceAll('.', '\\.')} is tainted, so (?:it )?must be replaced`)
}
