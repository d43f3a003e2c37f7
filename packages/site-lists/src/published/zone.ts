/** Where in a file something is. */
interface Span {
  readonly from: number
  /** Behind its last byte. */
  readonly to: number
}

/**
 * The zone that a file of records describes (RFC 1035, 5.1), as far as it says so at its beginning: by `$ORIGIN` or `$TTL`, and by its start
 * of authority. Lines of such a file mean what they mean in no other one, such as a number on a line of its own.
 *
 * A response policy zone has its sites below its own name: `ads.example.rpz.local.` in the zone `rpz.local` is `ads.example`.
 */
export class Zone {
  /** The name of the zone without the final dot; undefined if only the DNS server knows it, and empty for the root. */
  readonly #apex: string | undefined
  readonly #start: Span | undefined
  #origin: string | undefined

  private constructor(apex: string | undefined, start: Span | undefined) {
    this.#apex = apex
    this.#start = start
  }

  /** The zone of a file; undefined if it describes none. @param file where it is in the bytes */
  static of(bytes: Buffer, file: Span): Zone | undefined {
    const end = Math.min(file.to, file.from + head)
    let origin: string | undefined
    let isZone = false
    for (let from = file.from; from < end; ) {
      const to = lineEnd(bytes, from, end)
      const text = withoutComment(bytes.toString('latin1', from, to))
      const [, ownOrigin] = originDirective.exec(text) ?? []
      if (ownOrigin !== undefined) origin = absolute(ownOrigin, origin)
      const [, owner] = startOfAuthority.exec(text) ?? []
      if (owner !== undefined) {
        const apex = owner === '' || owner === '@' ? origin : absolute(owner, origin)
        return new Zone(apex, { from, to: endOfStart(bytes, from, end) })
      }
      isZone ||= ownOrigin !== undefined || lifetimeDirective.test(text)
      from = to + 1
    }
    return isZone ? new Zone(origin, undefined) : undefined
  }

  /** To be told of each line that begins with `$`, in their order. */
  goThrough(line: string): void {
    const [, origin] = originDirective.exec(withoutComment(line)) ?? []
    if (origin !== undefined) this.#origin = absolute(origin, this.#origin ?? this.#apex)
  }

  /** Whether a line is one of the start of authority. @param from where it begins */
  hasInStart(from: number): boolean {
    return this.#start !== undefined && from >= this.#start.from && from < this.#start.to
  }

  /** What the owner of a record is called below the zone; undefined if that is not known, or if it is not below it. */
  nameBelow(owner: string): string | undefined {
    if (owner === '@') return undefined
    if (!isAbsolute(owner) && this.#isAtApex) return owner
    const name = absolute(owner, this.#origin)
    if (this.#apex === '') return name
    const end = `.${this.#apex?.toLowerCase()}`
    return this.#apex !== undefined && name.toLowerCase().endsWith(end)
      ? name.slice(0, -end.length)
      : undefined
  }

  /** Whether an owner can be spelled as the site that it stands for, and is the same record then. */
  spellsSites(owner: string): boolean {
    return !isAbsolute(owner) && this.#isAtApex
  }

  get #isAtApex(): boolean {
    return this.#origin === undefined || this.#origin.toLowerCase() === this.#apex?.toLowerCase()
  }
}

export function isAbsolute(owner: string): boolean {
  return owner.endsWith('.')
}

/** Bytes of a file, in which its zone has to be described. */
const head = 65_536

const originDirective = /^\$ORIGIN\s+(\S+)$/iu
const lifetimeDirective = /^\$TTL\s+\d+(?:[smhdw](?:\d+[smhdw])*)?$/iu
/** The owner of it, which is empty where it is that of the record before, and the two names that it needs. */
const startOfAuthority = /^(\S*)(?:\s+(?:\d+(?:[smhdw](?:\d+[smhdw])*)?|IN))*\s+SOA\s+\S+\s+\S/iu

function withoutComment(line: string): string {
  const [text = ''] = line.split(/[;#]/u, 1)
  return text.trimEnd()
}

/** Without the final dot. */
function absolute(name: string, origin: string | undefined): string {
  if (isAbsolute(name)) return name.slice(0, -1)
  return origin === undefined || origin === '' ? name : `${name}.${origin}`
}

/** Behind the line with which a start of authority ends: parentheses hold its numbers together, which may be on several lines. */
function endOfStart(bytes: Buffer, begin: number, end: number): number {
  let open = 0
  for (let from = begin; from < end; ) {
    const to = lineEnd(bytes, from, end)
    const text = withoutComment(bytes.toString('latin1', from, to))
    if (from > begin && !numbersOfStart.test(text)) return from
    for (const sign of text.match(/[()]/gu) ?? []) open += sign === '(' ? 1 : -1
    if (open <= 0) return to + 1
    from = to + 1
  }
  return end
}

/** All else is no part of it, also if its parenthesis is never closed. */
const numbersOfStart = /^(?:[\s()]|\d+(?:[smhdw](?:\d+[smhdw])*)?(?![^\s()]))*$/iu

function lineEnd(bytes: Buffer, from: number, end: number): number {
  const feed = bytes.indexOf(lineFeed, from)
  return feed === -1 || feed > end ? end : feed
}

const lineFeed = 0x0a
