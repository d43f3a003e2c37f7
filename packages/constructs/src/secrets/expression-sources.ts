/** What a text of Terraform's language takes its value from. */
export interface Source {
  /** The first two names of a reference, such as `var.password`, or the beginning of a call. */
  readonly name: string
  /** What follows them, as far as it is written: `["ann", "0"]` for `local.people["ann"][0]`. */
  readonly path: readonly string[]
}

/**
 * What a text takes its value from: references, and calls of functions that read something else than their arguments. Nothing for a
 * text that says everything itself, be it as an argument: `${sensitive("…")}`, or as what a `for` goes through.
 */
export function sourcesIn(template: string): readonly Source[] {
  const code = codeIn(template)
  const loops = new Set([...code.matchAll(loop)].flatMap(([, ...names]) => names))
  return [...code.matchAll(source)]
    .map((match) => ({
      name: match[0].replaceAll(/\s/g, ''),
      path: pathAt(template.slice(match.index + match[0].length)),
    }))
    .filter(({ name }) => !loops.has(name.replace(/\..*/, '')))
}

/** Names and indices that are written out: `.ann`, `["ann"]`, `[0]`. */
function pathAt(rest: string): readonly string[] {
  const step = /^\s*(?:\.\s*([\w-]+)|\[\s*(?:"((?:[^"\\$%])*)"|(\d+))\s*\])/.exec(rest)
  if (!step) return []
  return [step[1] ?? step[2] ?? step[3] ?? '', ...pathAt(rest.slice(step[0].length))]
}

/** The names that a `for` gives to what it goes through. */
const loop = /(?<![\w.-])for\s+([\w-]+)(?:\s*,\s*([\w-]+))?\s+in\b/g

/** Functions of providers are among them, as they may read anything. Attributes of what a call returned are not. */
const source =
  /(?<![\w.-])(?:[a-z_][\w-]*\s*\.\s*[a-z_][\w-]*|(?:file\w*|templatefile|uuid|provider::[\w-]+::[\w-]+)\s*\()/gi

/** The expressions of a template, with blanks for the texts in them. What those texts interpolate is an expression again. */
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
    code += isText ? ' '.repeat(token.length) : token
  }
  return code
}

/** Escapes first: they are texts. */
const tokens = /\$\$\{|%%\{|\\[^$%]|[$%]\{|./gs

const isBeginning = /^[$%]\{$/
