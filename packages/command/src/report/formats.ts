/** The formats of reports, as `--format` names them. Command lines load this alone: what writes the formats is loaded by what they start. */
export const formats = [
  'text',
  'markdown',
  'plain-markdown',
  'html',
  'json',
  'sarif',
  'github',
  'summary',
] as const
export type Format = (typeof formats)[number]
