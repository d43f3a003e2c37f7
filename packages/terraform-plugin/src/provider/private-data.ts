import { isJsonObject } from '@webfilter/text'

/** What the framework itself keeps beside the record of a resource; undefined if an older release wrote the data. */
interface Beside {
  /** What names the object: see `ManagedObject`. */
  readonly token?: string | undefined
  /** Where the object was when it was last created or updated: see `Places`. */
  readonly place?: string | undefined
}

/**
 * Private data of a resource, as Terraform keeps it beside the state: bytes that nobody else reads. A resource may keep a
 * record in them. While a plan is made they carry a mark, and what the plan notes: when a resource is to be replaced, Terraform
 * asks for a second plan, without a prior state but with the private data of the first, and that is the only way to know the
 * second from the plan of another resource. The apply of either half of a replacement gets those of the second.
 */
export interface PrivateData extends Beside {
  /** As Terraform keeps them, without the mark and the note. */
  readonly bytes: Uint8Array
  /** A plan of this resource was made already in this run. */
  readonly planned: boolean
  /** That plan destroys the resource. The plan of a replacement does not: its deletion gets what the plan of the creation wrote. */
  readonly destroyed: boolean
  /** What that plan noted, as JSON holds it; undefined where it noted nothing. */
  readonly note: unknown
}

/**
 * How the private data of a resource are read. What other releases wrote, or wrote nothing of, is no error: it is as if nothing
 * had been kept.
 *
 * @typeParam R what is kept from one run to the next
 * @typeParam N what a plan tells the plans and the applies that follow from it
 */
export interface PrivateForms<R, N> {
  /** Reads what was kept, as JSON holds it; undefined for what is no such record. */
  record(json: unknown): R | undefined
  /** Reads what a plan noted, as JSON holds it; undefined for what is no such note. */
  note(json: unknown): N | undefined
}

const marks = { planned: Buffer.from('\0planned\0'), destroyed: Buffer.from('\0destroy\0') } as const
const endOfNote = 0

/** Reads what Terraform kept, with or without the mark of a plan. */
export function readPrivateData(bytes: Uint8Array): PrivateData {
  const destroyed = beginsWith(bytes, marks.destroyed)
  if (!destroyed && !beginsWith(bytes, marks.planned))
    return { bytes, planned: false, destroyed, ...besideIn(bytes), note: undefined }
  const marked = bytes.subarray(marks[destroyed ? 'destroyed' : 'planned'].length)
  const end = marked.indexOf(endOfNote)
  const kept = marked.subarray(end + 1)
  return {
    bytes: kept,
    planned: true,
    destroyed,
    ...besideIn(kept),
    note: parsed(marked.subarray(0, Math.max(end, 0))),
  }
}

/** The data with the mark of a plan, and with what it notes. @param destroyed whether the plan destroys the resource */
export function markPlanned(
  { bytes }: Pick<PrivateData, 'bytes'>,
  note: unknown,
  destroyed: boolean,
): Uint8Array {
  // JSON holds no NUL: it is written as an escape in strings.
  const noted = note === undefined ? '' : JSON.stringify(note)
  return Buffer.concat([
    marks[destroyed ? 'destroyed' : 'planned'],
    Buffer.from(noted),
    Buffer.of(endOfNote),
    bytes,
  ])
}

/** The record in the data; undefined where there is none that can be read. */
export function recordIn<R>(
  forms: PrivateForms<R, unknown> | undefined,
  { bytes }: PrivateData,
): R | undefined {
  const kept = parsed(bytes)
  return isJsonObject(kept) && 'record' in kept ? forms?.record(kept.record) : undefined
}

/** The note in the data; undefined where there is none that can be read. */
export function noteIn<N>(forms: PrivateForms<unknown, N> | undefined, { note }: PrivateData): N | undefined {
  return note === undefined ? undefined : forms?.note(note)
}

/** The bytes that keep a record. */
export function bytesOfRecord(record: unknown, { token, place }: Beside = {}): Uint8Array {
  return Buffer.from(JSON.stringify({ record, object: token, place }))
}

/** The bytes with what is given in place of what they have. Bytes of another form stay as they are. */
export function withBeside(bytes: Uint8Array, { token, place }: Beside): Uint8Array {
  if (token === undefined && place === undefined) return bytes
  const kept = bytes.length === 0 ? {} : parsed(bytes)
  if (!isJsonObject(kept)) return bytes
  const { object: formerToken, place: formerPlace, ...others } = kept
  return Buffer.from(JSON.stringify({ ...others, object: token ?? formerToken, place: place ?? formerPlace }))
}

function beginsWith(bytes: Uint8Array, mark: Uint8Array): boolean {
  return Buffer.compare(mark, bytes.subarray(0, mark.length)) === 0
}

function besideIn(bytes: Uint8Array): { readonly [Name in keyof Required<Beside>]: string | undefined } {
  const kept = parsed(bytes)
  const { object, place } = isJsonObject(kept) ? kept : {}
  return { token: textOf(object), place: textOf(place) }
}

function textOf(json: unknown): string | undefined {
  return typeof json === 'string' ? json : undefined
}

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
