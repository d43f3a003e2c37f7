/** What goes back over the wire for one request, ready to be sent. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/**
 * How one generation of the interface spells plain success and failure (interface document 2.3, field notes "Spelling").
 * Faults use it too, so that a refusal looks the way the route would have said it.
 */
export interface Dialect {
  success(info: string): Answer
  failure(message: string): Answer
}

/** The older routes on port 9503: a business error is HTTP 200 with Status false. */
export const olderDialect: Dialect = {
  success: (info) => json({ Status: true, Info: info, Error: '' }),
  failure: (message) => json({ Status: false, Info: '', Error: message }),
}

/** The older listener on port 9000: a failed operation is HTTP 503. */
export const legacyDialect: Dialect = {
  success: olderDialect.success,
  failure: (message) => ({ ...olderDialect.failure(message), status: 503 }),
}

/** The autonomous category service: lower-case keys, errors in `info`, always HTTP 200. */
export const autonomousDialect: Dialect = {
  success: (info) => json({ status: true, info }),
  failure: (message) => json({ status: false, info: message }),
}

/** JSON as the appliance writes it: indented by two spaces. */
export function json(content: object, status = 200): Answer {
  return { status, contentType: 'application/json;charset=UTF-8', body: JSON.stringify(content, null, 2) }
}

/** An answer without an envelope. */
export function plainText(status: number, text: string): Answer {
  return { status, contentType: 'text/plain; charset=utf-8', body: text }
}

/** The page of a web server or a portal that stands before the appliance. */
export function htmlPage(status: number, title: string): Answer {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`
  return { status, contentType: 'text/html; charset=utf-8', body }
}
