import type { Call } from '../protocol/route'
import { alternativeNameFields, type Certificate, subjectFields } from './certificate'

/** A form that cannot be made a certificate of; the message is what the appliance answers. */
export class RefusedForm extends Error {}

type CertificateData = Pick<Certificate, 'node' | 'commonName' | 'alternativeNames' | 'subject' | 'days'>

/**
 * Reads the fields that both creating routes take (field notes, "selfsigned, form fields" and "server/create, form fields").
 * Throws `RefusedForm` for the first that is missing or makes no sense. The field notes give the numbers that the console
 * sends; assumed is that the appliance takes these where they are left out, and that any positive number of days will do.
 */
export function readCertificateData(call: Call): CertificateData {
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

/** The length of the key in bits; 2048 where it is left out. */
export function readKeyBits(call: Call): number {
  const bits = wholeNumber(call, 'levelenc') ?? 2048
  if (![1024, 2048, 4096].includes(bits)) throw new RefusedForm('INVALID_LEVELENC')
  return bits
}

/** A field that must be there, and not be empty. */
export function required(call: Call, field: string): string {
  const value = text(call, field)
  if (value === undefined) throw new RefusedForm(`MISSING_${screamingCase(field)}`)
  return value
}

/** A field that is a number without a sign, or nothing where it is left out. */
export function wholeNumber(call: Call, field: string, least = 0): number | undefined {
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

/** `CommonName` becomes `COMMON_NAME`: errors are upper-case tokens (field notes, "Error texts"). */
function screamingCase(field: string): string {
  return field.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()
}
