/** The parser of HCL that `test/lanes/environment.cjs` gives. Its answers are JSON. */
interface HclAsJson {
  parse(name: string, text: string): Promise<string>
  expression(code: string): Promise<string>
}

const { hclAsJson } = globalThis as unknown as { readonly hclAsJson: HclAsJson }

/** The blocks of a file, as `hcl2json` writes them: by their names and labels, and templates as texts. */
export async function parseBlocks(name: string, text: string): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await hclAsJson.parse(name, text))
}

/** A node of the tree of an expression. */
export interface ExpressionNode {
  readonly type?: string
  readonly children: readonly ExpressionNode[]
  readonly meta?: Readonly<Record<string, unknown>>
}

/** The tree of an expression, null where it is none. */
export async function parseExpression(code: string): Promise<ExpressionNode | null> {
  return JSON.parse(await hclAsJson.expression(code))
}
