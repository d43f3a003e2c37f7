/** What an expression of a forge can refer to, and the functions that it can call. */
export interface Scope {
  /** @throws if the name means nothing: in these pipelines, that is a mistake */
  readonly lookup: (name: string) => unknown
  readonly functions?: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>
}

/**
 * The value of an expression, in what the languages of GitHub and GitLab have in common: names, texts, `==`, `!=`, `&&`, `||`, `!`,
 * parentheses and calls of functions.
 */
export function evaluate(source: string, scope: Scope): unknown {
  const tokens = source.match(/==|!=|&&|\|\||[!(),]|'[^']*'|"[^"]*"|[$\w][\w.-]*|\S/g) ?? []
  let at = 0
  const next = (): string => tokens[at++] ?? ''
  const skip = (token: string): boolean => {
    if (tokens[at] !== token) return false
    at += 1
    return true
  }

  const value = either()
  if (at < tokens.length) throw new Error(`Nobody knows what ${tokens[at]} means in ${source}.`)
  return value

  function either(): unknown {
    let left = both()
    while (skip('||')) {
      const right = both()
      left = left || right
    }
    return left
  }

  function both(): unknown {
    let left = compared()
    while (skip('&&')) {
      const right = compared()
      left = left && right
    }
    return left
  }

  function compared(): unknown {
    const left = single()
    if (skip('==')) return left === single()
    if (skip('!=')) return left !== single()
    return left
  }

  function single(): unknown {
    if (skip('!')) return !single()
    if (skip('(')) {
      const inner = either()
      if (!skip(')')) throw new Error(`A parenthesis is open in ${source}.`)
      return inner
    }
    const token = next()
    if (/^['"]/.test(token)) return token.slice(1, -1)
    if (!/^[$\w]/.test(token)) throw new Error(`Nobody knows what ${token} means in ${source}.`)
    return skip('(') ? called(token) : scope.lookup(token)
  }

  function called(name: string): unknown {
    const values: unknown[] = []
    while (!skip(')')) {
      values.push(either())
      skip(',')
    }
    const found = scope.functions?.[name]
    if (!found) throw new Error(`Nobody knows the function ${name}.`)
    return found(...values)
  }
}
