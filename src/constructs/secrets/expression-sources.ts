/**
 * What a text of Terraform's language takes its value from: references such as `var.password`, by their first two names, and calls of
 * functions that read something else than their arguments. Nothing for a text that says everything itself, be it as an argument:
 * `${sensitive("…")}`.
 */
export function sourcesIn(template: string): readonly string[] {
  return [...codeIn(template).matchAll(source)].map(([match]) => match.replaceAll(/\s/g, ''))
}

/** Functions of providers are among them, as they may read anything. Attributes of what a call returned are not. */
const source =
  /(?<![\w.-])(?:[a-z_][\w-]*\s*\.\s*[a-z_][\w-]*|(?:file\w*|templatefile|uuid|provider::[\w-]+::[\w-]+)\s*\()/gi

/** The expressions of a template without the texts in them. What those texts interpolate is an expression again. */
function codeIn(template: string): string {
  let code = ''
  // What is open, the innermost last: quotation marks of a text, or braces. The template itself is a text that does not end.
  const open: ('"' | '{')[] = ['"']
  for (const [token] of template.matchAll(tokens)) {
    const isText = open.at(-1) === '"'
    if (isText && isBeginning.test(token)) open.push('{')
    else if (isText && token === '"' && open.length > 1) open.pop()
    else if (!isText && token === '}') open.pop()
    else if (!isText && (token === '"' || token === '{')) open.push(token)
    code += isText ? ' ' : token
  }
  return code
}

/** Escapes first: they are texts. */
const tokens = /\$\$\{|%%\{|\\[^$%]|[$%]\{|./gs

const isBeginning = /^[$%]\{$/
