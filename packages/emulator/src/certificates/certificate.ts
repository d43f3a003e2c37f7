import { z } from 'zod'
import { readRecorded } from '../recorded-change'

/** The fields of a certificate's subject, as the console sends them (field notes, "selfsigned, form fields"). */
export const subjectFields = [
  'CountryName',
  'stateOrProvinceName',
  'localityName',
  'OrganizationName',
  'OrganizationalUnit',
  'emailAddress',
] as const

/** The fields of the names that a certificate is valid for beside its common name. */
export const alternativeNameFields = ['subjectAltName', 'subjectAltName1', 'subjectAltName2'] as const

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
  /** Bits of the key; a server certificate has none of its own (field notes, "server/create"). */
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
export type CertificateChange = z.infer<typeof certificateChangeSchema>

/** Reads a change that was recorded. Throws where it is none. */
export function parseCertificateChange(recorded: unknown): CertificateChange {
  return readRecorded(certificateChangeSchema, 'certificates', recorded)
}
