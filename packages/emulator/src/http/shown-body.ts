const hidden = '(hidden)'

/**
 * The body of a JSON request as a journal may keep it: as it came, but with its passwords masked. A body that cannot be parsed
 * and may hold one is left out whole.
 */
export function shownJsonBody(body: string): string {
  if (!/password|\\u/i.test(body)) return body
  try {
    return JSON.stringify(JSON.parse(body), masked)
  } catch {
    return hidden
  }
}

function masked(key: string, value: unknown): unknown {
  return /password/i.test(key) ? hidden : value
}
