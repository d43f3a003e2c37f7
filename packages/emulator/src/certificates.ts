import { z } from 'zod'
import { readRecorded } from './change-log'
import { type Answer, type Call, olderDialect as dialect, type Route } from './protocol'

/**
 * What becomes of a signing request for a certificate that has one: unknown of real appliances, hence for choice. The common
 * name is unique per node (docs/appliance, "Common names"), but nothing says among what.
 */
export type SigningRequests = 'repeatable' | 'once'

/**
 * The certificate routes (docs/appliance, "Routes"). What is not documented is assumed: fields come in a form, as the
 * console sends them; what the console insists on is refused if it is missing; a common name that the node has already
 * is refused by both creating routes.
 */
export function certificateRoutes(
  center: CertificateCenter,
  signingRequests: SigningRequests = 'repeatable',
): Route[] {
  return [
    {
      method: 'GET',
      path: '/certificate/csr/:commonName/:node',
      operation: 'signing-request',
      dialect,
      work: orderSigningRequest,
    },
    {
      method: 'POST',
      path: '/certificate/selfsigned',
      operation: 'self-signed',
      dialect,
      work: refusing(createSelfSigned),
    },
    {
      method: 'POST',
      path: '/certificate/server/create',
      operation: 'server-certificate',
      dialect,
      work: refusing(createServerCertificate),
    },
  ]

  function orderSigningRequest(call: Call): Answer {
    const node = call.parameter('node')
    if (!/^\d{1,9}$/.test(node)) return dialect.failure('INVALID_NODE_ID')
    const certificate = center.find(call.parameter('commonName'), Number(node))
    if (certificate === undefined) return dialect.failure('CERTIFICATE_NOT_FOUND')
    if (signingRequests === 'once' && certificate.signingRequests > 0)
      return dialect.failure('CERTIFICATE_EXISTS')
    center.orderSigningRequest(certificate.id)
    return dialect.success('')
  }

  function createSelfSigned(call: Call): Answer {
    const name = required(call, 'CertificateName')
    const data = readCertificateData(call)
    required(call, 'subjectAltName')
    required(call, 'subjectAltName1')
    const keyBits = readKeyBits(call)
    if (center.find(data.commonName, data.node) !== undefined) return dialect.failure('CERTIFICATE_EXISTS')
    center.create({ ...data, kind: 'self-signed', name, keyBits, derivedFrom: null })
    return dialect.success('')
  }

  function createServerCertificate(call: Call): Answer {
    const main = wholeNumber(call, 'certid')
    if (main === undefined) return dialect.failure('MISSING_CERTID')
    const data = readCertificateData(call)
    if (center.certificate(main) === undefined) return dialect.failure('CERTIFICATE_NOT_FOUND')
    if (center.find(data.commonName, data.node) !== undefined) return dialect.failure('CERTIFICATE_EXISTS')
    center.create({ ...data, kind: 'server', keyBits: null, derivedFrom: main })
    return dialect.success('')
  }
}

/** Answers a form that is refused, in place of throwing it. */
function refusing(work: (call: Call) => Answer): (call: Call) => Answer {
  return (call) => {
    try {
      return work(call)
    } catch (error) {
      if (error instanceof RefusedForm) return dialect.failure(error.message)
      throw error
    }
  }
}

/** A form that cannot be made a certificate of; the message is what the appliance answers. */
class RefusedForm extends Error {}

type CertificateData = Pick<Certificate, 'node' | 'commonName' | 'alternativeNames' | 'subject' | 'days'>

/**
 * Reads the fields that both creating routes take (docs/appliance, "Certificate forms").
 * Throws `RefusedForm` for the first that is missing or makes no sense. Known are the numbers that the console
 * sends; assumed is that the appliance takes these where they are left out, and that any positive number of days will do.
 */
function readCertificateData(call: Call): CertificateData {
  const commonName = required(call, 'CommonName').toLowerCase()
  const alternativeNames = alternativeNameFields.flatMap((field) => text(call, field) ?? [])
  const country = text(call, 'CountryName')
  if (country !== undefined && !/^[A-Za-z]{2}$/.test(country)) throw new RefusedForm('INVALID_COUNTRY_NAME')
  return {
    node: wholeNumber(call, 'NodeID') ?? 0,
    commonName,
    alternativeNames,
    subject: Object.fromEntries(subjectFields.flatMap((field) => entry(field, text(call, field)))),
    days: wholeNumber(call, 'CertificateMaxDays', 1) ?? 3650,
  }
}

/** The length of the key in bits; 2048 if it is left out. */
function readKeyBits(call: Call): number {
  const bits = wholeNumber(call, 'levelenc') ?? 2048
  if (![1024, 2048, 4096].includes(bits)) throw new RefusedForm('INVALID_LEVELENC')
  return bits
}

/** A field that must be there, and not be empty. */
function required(call: Call, field: string): string {
  const value = text(call, field)
  if (value === undefined) throw new RefusedForm(`MISSING_${screamingCase(field)}`)
  return value
}

/** A field that is a number without a sign, or nothing if it is left out. */
function wholeNumber(call: Call, field: string, least = 0): number | undefined {
  const value = text(call, field)
  if (value === undefined) return undefined
  if (!/^\d{1,9}$/.test(value) || Number(value) < least)
    throw new RefusedForm(`INVALID_${screamingCase(field)}`)
  return Number(value)
}

function text(call: Call, field: string): string | undefined {
  return call.field(field)?.trim() || undefined
}

function entry<Field extends string>(field: Field, value: string | undefined): (readonly [Field, string])[] {
  return value === undefined ? [] : [[field, value]]
}

/** `CommonName` becomes `COMMON_NAME`: errors are upper-case tokens (docs/appliance, "Failures"). */
function screamingCase(field: string): string {
  return field.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
}

/** The fields of a certificate's subject, as the console sends them (docs/appliance, "Certificate forms"). */
const subjectFields = [
  'CountryName',
  'stateOrProvinceName',
  'localityName',
  'OrganizationName',
  'OrganizationalUnit',
  'emailAddress',
] as const

/** The fields of the names that a certificate is valid for beside its common name. */
const alternativeNameFields = ['subjectAltName', 'subjectAltName1', 'subjectAltName2'] as const

const certificateSchema = z.object({
  /** Given by the certificate center, from 1 upward; the `certid` of a certificate that others are derived from. */
  id: z.int(),
  /** `stored` for data that somebody entered in the certificate center, from which nothing has been made yet. */
  kind: z.enum(['stored', 'self-signed', 'server']),
  node: z.int(),
  /** Lower-cased; unique on its node. */
  commonName: z.string(),
  /** The name in the console's list; the common name where none was given. */
  name: z.string(),
  /** Only those that were given, and not empty. */
  alternativeNames: z.array(z.string()),
  subject: z.partialRecord(z.enum(subjectFields), z.string()),
  /** Bits of the key; a server certificate has none of its own (docs/appliance, "Certificate forms"). */
  keyBits: z.int().nullable(),
  days: z.int(),
  /** The certificate that this one is derived from. */
  derivedFrom: z.int().nullable(),
  /** How often a signing request has been ordered. */
  signingRequests: z.int(),
})

/** A certificate of the certificate center, or the data of one. */
export type Certificate = Readonly<z.infer<typeof certificateSchema>>

const certificateChangeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('create'), certificate: certificateSchema.omit({ signingRequests: true }) }),
  z.object({ change: z.literal('order-signing-request'), id: z.int() }),
  z.object({ change: z.literal('remove'), id: z.int() }),
])

/** A change of the certificate center, as the file of an appliance records it. */
type CertificateChange = z.infer<typeof certificateChangeSchema>

/** Reads a change that was recorded. Throws if it is none. */
export function parseCertificateChange(recorded: unknown): CertificateChange {
  return readRecorded(certificateChangeSchema, 'certificates', recorded)
}

/** What is said of a new certificate; the certificate center gives the id. */
type NewCertificate = Omit<Certificate, 'id' | 'name' | 'signingRequests'> & { readonly name?: string }

/** What is said of data that somebody enters in the certificate center, beside what they leave as it comes. */
type StoredData = Pick<Certificate, 'commonName'> & Partial<NewCertificate>

/**
 * The certificates of one appliance, in memory: records of what was ordered, without keys. A common name is unique on its
 * node, and lower-cased (docs/appliance, "Common names"). Every change goes through `record` before it is applied.
 */
export class CertificateCenter {
  readonly #certificates = new Map<number, Certificate>()
  readonly #record: (change: CertificateChange) => void
  #lastId = 0

  constructor(record: (change: CertificateChange) => void = () => {}) {
    this.#record = record
  }

  /** All certificates, by id. */
  certificates(): Certificate[] {
    return [...this.#certificates.values()]
  }

  certificate(id: number): Certificate | undefined {
    return this.#certificates.get(id)
  }

  /** The certificate of a common name, in any letter case, on a node. */
  find(commonName: string, node = 0): Certificate | undefined {
    const sought = commonName.toLowerCase()
    return this.certificates().find(
      (certificate) => certificate.commonName === sought && certificate.node === node,
    )
  }

  /** Enters the data of a certificate, as somebody does in the console before a signing request can be ordered. */
  store(data: StoredData): Certificate {
    return this.create({
      kind: 'stored',
      node: 0,
      alternativeNames: [],
      subject: {},
      keyBits: null,
      days: 3650,
      derivedFrom: null,
      ...data,
    })
  }

  /** Throws where the node has a certificate of that common name. */
  create({ commonName, name = commonName, ...rest }: NewCertificate): Certificate {
    if (this.find(commonName, rest.node) !== undefined)
      throw new Error(`node ${rest.node} has a certificate of ${commonName} already; remove that one first`)
    const id = this.#lastId + 1
    const certificate = { ...rest, id, name, commonName: commonName.toLowerCase() }
    this.#commit({ change: 'create', certificate })
    return this.#known(id)
  }

  /** Orders a signing request, as often as one likes: each takes the place of the one before. */
  orderSigningRequest(id: number): void {
    this.#known(id)
    this.#commit({ change: 'order-signing-request', id })
  }

  remove(id: number): void {
    this.#known(id)
    this.#commit({ change: 'remove', id })
  }

  /** Applies a change without recording it: for those that come from a record. */
  apply(change: CertificateChange): void {
    switch (change.change) {
      case 'create':
        this.#certificates.set(change.certificate.id, { ...change.certificate, signingRequests: 0 })
        this.#lastId = change.certificate.id
        break
      case 'order-signing-request': {
        const certificate = this.#known(change.id)
        const signingRequests = certificate.signingRequests + 1
        this.#certificates.set(change.id, { ...certificate, signingRequests })
        break
      }
      case 'remove':
        this.#certificates.delete(change.id)
        break
    }
  }

  #commit(change: CertificateChange): void {
    this.#record(change)
    this.apply(change)
  }

  #known(id: number): Certificate {
    const certificate = this.#certificates.get(id)
    if (certificate === undefined) throw new Error(`there is no certificate ${id}`)
    return certificate
  }
}
