import { Resolver } from 'node:dns'
import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { parsedUrl } from '@webfilter/appliance-names'
import { canonicalHardwareAddress } from '@webfilter/appliance-names/settings'
import { InvalidArgumentError, Option } from 'commander'
import type { DirectoryOptions } from '../directory/directory'
import type { EmulatorOptions } from '../emulator-options'
import { interfaceNamed, type NetworkInterface } from '../network'
import type { AbsenceAnswer } from '../protocol'
import { type RecordAnswers, recordAnswers } from '../records/record-routes'

/** The options of `appliance emulator`, with their defaults. */
export interface EmulatorCommandOptions extends BehaviorOptions {
  readonly port: number
  readonly legacyPort: number
  readonly basePort: number
  readonly recordsPort: number
  /** Absent on Windows, unless it was given. */
  readonly socket?: string
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly token?: string
  readonly generation: 'older' | 'autonomous' | 'both'
  readonly list: 'older' | 'autonomous'
  readonly category?: readonly string[]
  readonly directory: 'running' | 'stopped' | 'switched-off' | 'not-installed'
  readonly proxy?: string
  readonly dnsServer?: readonly string[]
  readonly generateRecords?: readonly GeneratedRecords[]
  readonly storeCertificate?: readonly string[]
  readonly interface?: readonly NetworkInterface[]
  readonly data?: string
  readonly controlPort?: number
  readonly quiet?: boolean
}

/** Those for behavior that is not documented. */
interface BehaviorOptions {
  readonly absence?: AbsenceAnswer
  readonly directoryStatus: 'ini' | 'without-running' | 'word'
  readonly lastBackup: 'size-and-time' | 'with-filename' | 'sentence'
  readonly emptyAttributes: 'cleared' | 'refused' | 'ignored'
  readonly unsentAttributes: 'kept' | 'cleared'
  readonly existingMembers: 'updated' | 'kept'
  readonly membersWithoutPassword: 'refused' | 'accepted'
  readonly unknownOrganizations: 'created' | 'refused'
  readonly signingRequests: 'repeatable' | 'once'
  readonly recordAnswers: RecordAnswers
}

/** How the command line reads these. */
export const behaviorOptions: readonly Option[] = [
  new Option(
    '--absence <text>',
    'answer for a site in no category and for a member that does not exist, with {name} for the name and an optional HTTP ' +
      'status before it: "404:no {name} here"',
  ).argParser(absence),
  new Option('--directory-status <form>', 'format of the status of the directory service')
    .choices(['ini', 'without-running', 'word'])
    .default('ini'),
  new Option('--last-backup <form>', 'format of the last backup of the user directory')
    .choices(['size-and-time', 'with-filename', 'sentence'])
    .default('size-and-time'),
  new Option(
    '--empty-attributes <what>',
    'what happens to the title or telephone number of a member when a request empties it',
  )
    .choices(['cleared', 'refused', 'ignored'])
    .default('cleared'),
  new Option(
    '--unsent-attributes <what>',
    'what happens to the attributes of a member that an update of it does not contain',
  )
    .choices(['kept', 'cleared'])
    .default('kept'),
  new Option('--existing-members <what>', 'what happens to a member that exists when it is created again')
    .choices(['updated', 'kept'])
    .default('updated'),
  new Option('--members-without-password <what>', 'what happens when a member is created without a password')
    .choices(['refused', 'accepted'])
    .default('refused'),
  new Option(
    '--unknown-organizations <what>',
    'what happens when something is created in an organization that does not exist',
  )
    .choices(['created', 'refused'])
    .default('created'),
  new Option(
    '--signing-requests <how>',
    'whether a second signing request for the same certificate is possible',
  )
    .choices(['repeatable', 'once'])
    .default('repeatable'),
  new Option(
    '--record-answers <form>',
    'how a record database says which addresses it lists: in a collection, in words, or by other names',
  )
    .choices(recordAnswers)
    .default('collection'),
].map((option) => option.helpGroup('Behavior that is not documented:'))

/** These as options of an emulator. @param service state of the directory service at the start */
export function behaviorOf(
  options: BehaviorOptions,
  service: NonNullable<DirectoryOptions['service']>,
): Pick<EmulatorOptions, 'absence' | 'directory' | 'recordAnswers' | 'signingRequests'> {
  const { absence, signingRequests, emptyAttributes, unknownOrganizations } = options
  const absenceAnswer = absence === undefined ? {} : { absence }
  return {
    signingRequests,
    recordAnswers: options.recordAnswers,
    ...absenceAnswer,
    directory: {
      service,
      statusForm: options.directoryStatus,
      backupForm: options.lastBackup,
      withoutPassword: options.membersWithoutPassword,
      emptyAttributes,
      unsentAttributes: options.unsentAttributes,
      existingMembers: options.existingMembers,
      unknownOrganizations,
      ...absenceAnswer,
    },
  }
}

/** How many records a record database is to be filled with. */
interface GeneratedRecords {
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

/** A name alone: any port is answered. */
export function hostName(text: string): string {
  const url = parsedUrl(`http://${text}`)
  if (url !== undefined && !/[/?#@:*\\\s]/.test(text)) return url.hostname
  throw new InvalidArgumentError(
    'A host must be a name without a scheme, a port and a path, such as appliance.test. Repeat the option for each name.',
  )
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

/** An interface by its name and hardware address, which are reported as they are given here. */
export function givenInterface(text: string): NetworkInterface {
  const [, name, mac] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (name !== undefined && mac !== undefined && canonicalHardwareAddress(mac) !== undefined)
    return interfaceNamed(name, mac)
  throw new InvalidArgumentError(
    'An interface must be a name and a hardware address, such as eth0=00:0c:29:4f:8e:35.',
  )
}

/** A text, with an HTTP status before it if need be. */
function absence(given: string): AbsenceAnswer {
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
