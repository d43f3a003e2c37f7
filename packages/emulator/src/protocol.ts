import { STATUS_CODES } from 'node:http'

/** What goes back over the wire for one request, ready to be sent. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** In which the body is written; UTF-8 unless given. */
  readonly charset?: 'latin1'
  /** How it is compressed, one after the other, and whether only half of what comes of that is sent. */
  readonly compressed?: { readonly codings: readonly Coding[]; readonly cut: boolean }
}

export type Coding = 'gzip' | 'deflate' | 'br'

/**
 * How one generation of the interface spells plain success and failure (docs/appliance, "Envelope").
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
  success: (info) => indented({ status: true, info }),
  failure: (message) => indented({ status: false, info: message }),
}

/** JSON as the appliance writes it: indented by two spaces. */
export function json(content: object, status = 200): Answer {
  return { status, contentType: 'application/json;charset=UTF-8', body: JSON.stringify(content, null, 2) }
}

/** JSON as the autonomous service writes it: indented by four, with a header from the world of mail (docs/appliance, "Envelope"). */
export function indented(content: object): Answer {
  return {
    status: 200,
    contentType: 'application/json',
    headers: { 'Content-Transfer-Encoding': 'binary' },
    body: JSON.stringify(content, null, 4),
  }
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

/**
 * The page with which the autonomous service fails where it did not expect to: a traceback, whose last line is the error
 * (docs/appliance, "Unknown routes").
 */
export function tracebackPage(status: number, error: string): Answer {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`
  const body = `<!DOCTYPE html PUBLIC
"-//W3C//DTD XHTML 1.0 Transitional//EN"
"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html>
<head>
    <meta http-equiv="Content-Type" content="text/html; charset=utf-8"></meta>
    <title>${title}</title>
    <style type="text/css">
    #traceback { color: red; }
    </style>
</head>
    <body>
        <h2>${title}</h2>
        <p>The server encountered an unexpected condition which prevented it from fulfilling the request.</p>
        <pre id="traceback">Traceback (most recent call last):
  File "/usr/share/categories/service.py", line 87, in respond
    response.body = self.handler()
  File "/usr/share/categories/service.py", line 212, in handle
    rows = self.database.read(table)
${escaped(error)}
</pre>
    <div id="powered_by"><span>Powered by a server</span></div>
    </body>
</html>
`
  return { status, contentType: 'text/html;charset=utf-8', body }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
}

/**
 * How the appliance says that a site is in no category, or that a member does not exist. The former is documented for
 * one release and the latter not at all, so the text and the HTTP status can be chosen.
 */
export interface AbsenceAnswer {
  /** The message of the failure, in which `{name}` stands for what was asked for. */
  readonly text: string
  /** 200 unless given. */
  readonly status?: number
}

/** The answer for something that does not exist, in the spelling of a route. */
export function absenceOf(name: string, { text, status = 200 }: AbsenceAnswer, dialect: Dialect): Answer {
  return { ...dialect.failure(text.replaceAll('{name}', name)), status }
}

/** What a route's work is given of a request. */
export interface Call {
  /** The path parameters, percent-decoded. */
  parameter(name: string): string
  /** A parameter of the query, decoded; `undefined` if it is missing. */
  query(name: string): string | undefined
  /** A field of the form body, decoded; `undefined` if it is missing. */
  field(name: string): string | undefined
  /** All values under a name, of the query and then of the form body, decoded: some services do not distinguish the two. */
  values(name: string): readonly string[]
  /** The JSON body, parsed; `undefined` where there is none that can be parsed. */
  json(): unknown
  /** Aborted when the emulator closes: work that waits for something outside ends then. */
  readonly signal: AbortSignal
}

/** How a compilation ends that a request starts: it works, unless a fault says otherwise. */
export type Compilation = 'works' | 'fails' | 'fails-silently' | LateCompilation

/** One that begins once the list has been asked for so many times more. */
interface LateCompilation {
  readonly lists: number
}

/** What a fault lets a route do that its description does not say. */
export type Oddity = 'answers-for-parents' | 'leaves-one-out'

/** One route of the appliance. An area of the interface is a list of these. */
export interface Route {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** With `:name` for a path parameter. */
  readonly path: string
  /** What the route does, in a word: faults are aimed by it. */
  readonly operation: string
  readonly dialect: Dialect
  /** May take its time; other requests are answered meanwhile. */
  readonly work: (
    call: Call,
    compilation: Compilation,
    oddities: ReadonlySet<Oddity>,
  ) => Answer | Promise<Answer>
}

/** The category id of a path, or -1 (which no category has) if it is no number. */
export function categoryId(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1
}

/** Leaves out each route whose method and path an earlier one has taken already. */
export function firstOfEachPath(routes: readonly Route[]): Route[] {
  const taken = new Set<string>()
  return routes.filter(({ method, path }) => {
    const key = `${method} ${path}`
    const free = !taken.has(key)
    taken.add(key)
    return free
  })
}
