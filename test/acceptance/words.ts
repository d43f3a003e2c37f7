/** An output as one line of words: Terraform breaks lines where the terminal ends, and draws bars beside them. */
export function words(output: string): string {
  return output.replaceAll(/[\s│╵╷]+/g, ' ')
}
