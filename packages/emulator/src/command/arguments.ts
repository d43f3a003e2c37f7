import { Resolver } from 'node:dns'
import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { parsedUrl } from '@webfilter/appliance-names'
import { InvalidArgumentError } from 'commander'

/** How many records a record database is to be filled with. */
export interface GeneratedRecords {
  /** The address that the database answers with. */
  readonly database: string
  readonly count: number
}

export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new InvalidArgumentError('A port must be a number from 0 to 65535.')
}

export function token(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('The token is empty. Pass a token, or remove the option to require none.')
}

export function categoryName(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('The name is empty.')
}

export function socketPath(text: string): string {
  if (text !== '') return resolve(text)
  throw new InvalidArgumentError('The path is empty.')
}

export function proxyUrl(text: string): string {
  const url = parsedUrl(text)
  if (url?.protocol === 'http:' && url.href === `${url.origin}/`) return url.origin
  throw new InvalidArgumentError('A proxy must be http://host:port, without a path or credentials.')
}

/** An address, or address and port; one of IPv6 with a port stands in brackets. */
export function nameServer(text: string): string {
  try {
    new Resolver().setServers([text])
    return text
  } catch {
    throw new InvalidArgumentError(
      'A DNS server must be an address, or an address and a port such as 127.0.0.1:5353.',
    )
  }
}

export function generatedRecords(text: string): GeneratedRecords {
  const [, database = '', count = ''] = /^([\d.]+)=(\d{1,8})$/.exec(text) ?? []
  if (isIPv4(database) && Number(count) >= 1 && Number(count) <= mostRecords)
    return { database, count: Number(count) }
  throw new InvalidArgumentError(
    `The value must be the address that the database answers with and a number from 1 to ${mostRecords}, such as 127.0.0.2=1000.`,
  )
}

/** How the appliance says that something does not exist: a text, with an HTTP status before it if need be. */
export interface AbsenceArgument {
  readonly text: string
  readonly status?: number
}

export function absence(given: string): AbsenceArgument {
  const [, status, text = ''] = /^(?:([1-5]\d\d):)?(.+)$/s.exec(given) ?? []
  if (text === '') {
    throw new InvalidArgumentError(
      'The value must be a text, or an HTTP status and a text, such as "404:no {name} here".',
    )
  }
  return status === undefined ? { text } : { text, status: Number(status) }
}

/** Collects the values of an option that may be given several times. */
export function repeated<T>(
  parse: (text: string) => T,
): (text: string, before?: readonly T[]) => readonly T[] {
  return (text, before = []) => [...before, parse(text)]
}

const mostRecords = 2 ** 24
