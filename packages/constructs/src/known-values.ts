import { type IResolvable, Token, Tokenization } from 'cdktf'

/** Whether a text is what it says, and has no reference in it that only Terraform resolves. */
export function isKnown(text: string): boolean {
  return !Token.isUnresolved(text) && !/[$%]\{/.test(text)
}

/** Whether a list is there whose entries can be counted, and are texts. */
export function isKnownList(list: readonly string[] | IResolvable | undefined): list is readonly string[] {
  return list !== undefined && !Token.isUnresolved(list)
}

/** Whether a map is there whose keys can be read: a reference to a whole map has none of them. */
export function isKnownMap(map: unknown): map is Readonly<Record<string, unknown>> {
  const isReference = Tokenization.isResolvable(map) || Token.isUnresolved(map)
  return typeof map === 'object' && map !== null && !isReference
}
