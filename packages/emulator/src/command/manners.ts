import { Option } from 'commander'
import type { DirectoryOptions } from '../directory/options'
import type { EmulatorOptions } from '../emulator-options'
import { type AbsenceArgument, absence } from './arguments'

/** What is open of real appliances, as the command line chooses it. */
export interface EmulatorManners {
  readonly absence?: AbsenceArgument
  readonly directoryStatus: 'ini' | 'without-running' | 'word'
  readonly lastBackup: 'size-and-time' | 'with-filename' | 'sentence'
  readonly emptyAttributes: 'cleared' | 'refused' | 'ignored'
  readonly membersWithoutPassword: 'refused' | 'accepted'
  readonly unknownOrganizations: 'created' | 'refused'
  readonly signingRequests: 'repeatable' | 'once'
}

/** The options of `appliance emulator` by which the emulated appliance behaves as some real one may. */
export const emulatorManners: readonly Option[] = [
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
].map((option) => option.helpGroup('Behaviour that the interface document leaves open:'))

/** The same as the options of an emulator. @param service how the service of the user directory is found */
export function mannersOf(
  options: EmulatorManners,
  service: NonNullable<DirectoryOptions['service']>,
): Pick<EmulatorOptions, 'absence' | 'directory' | 'signingRequests'> {
  const { absence: manner, signingRequests, emptyAttributes, unknownOrganizations } = options
  const absenceManner = manner === undefined ? {} : { absence: manner }
  return {
    signingRequests,
    ...absenceManner,
    directory: {
      service,
      statusForm: options.directoryStatus,
      backupForm: options.lastBackup,
      withoutPassword: options.membersWithoutPassword,
      emptyAttributes,
      unknownOrganizations,
      ...absenceManner,
    },
  }
}
