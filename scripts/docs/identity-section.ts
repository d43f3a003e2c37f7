import type { Attributes } from '@webfilter/terraform-plugin'
import type { IdentityAttribute, IdentityAttributes } from '@webfilter/terraform-plugin/testing'

import { titleOf } from './attribute-line'

/** The attributes by which a resource can be imported, laid out as Terraform's own generator does. */
export function identitySection(attributes: Attributes, identity: IdentityAttributes): string {
  const groups = [
    { title: 'Required', lines: linesOf('required') },
    { title: 'Optional', lines: linesOf('optional') },
  ].filter(({ lines }) => lines.length > 0)
  return [
    '### Identity Schema',
    ...groups.flatMap(({ title, lines }) => [`#### ${title}`, lines.join('\n')]),
  ].join('\n\n')

  function linesOf(wanted: IdentityAttribute['forImport']): readonly string[] {
    return Object.entries(identity)
      .filter(([, { forImport }]) => forImport === wanted)
      .map(([name, { description }]) => {
        const type = attributes[name]?.type
        if (!type) throw new Error(`The identity has ${name}, which is not an attribute.`)
        return `- \`${name}\` (${titleOf(type)}) ${description}`
      })
      .sort()
  }
}
