import { type IResolvable, Token } from 'cdktf'

/** Whether a list is there whose entries can be counted, and are texts. */
export function isKnownList(sites: readonly string[] | IResolvable | undefined): sites is readonly string[] {
  return sites !== undefined && !Token.isUnresolved(sites)
}

/** Whether a text is what it says, and has no reference in it that only Terraform resolves. */
export function isKnown(text: string): boolean {
  return !Token.isUnresolved(text) && !/[$%]\{/.test(text)
}
