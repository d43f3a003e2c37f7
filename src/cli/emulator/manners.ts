import { Option } from 'commander'
import type { DirectoryOptions } from '../../emulator/directory/options'
import type { EmulatorOptions } from '../../emulator/emulator'
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
    'what it says of a site in no category and of a member that does not exist, with {name} for the name and an HTTP status ' +
      'before it if need be: "404:no {name} here"',
  ).argParser(absence),
  new Option('--directory-status <form>', 'how the status of the directory service is written')
    .choices(['ini', 'without-running', 'word'])
    .default('ini'),
  new Option('--last-backup <form>', 'how the last backup of the user directory is told')
    .choices(['size-and-time', 'with-filename', 'sentence'])
    .default('size-and-time'),
  new Option(
    '--empty-attributes <what>',
    'what becomes of the title or telephone number of a member that is to be emptied',
  )
    .choices(['cleared', 'refused', 'ignored'])
    .default('cleared'),
  new Option('--members-without-password <what>', 'what becomes of the creation of a member that has none')
    .choices(['refused', 'accepted'])
    .default('refused'),
  new Option(
    '--unknown-organizations <what>',
    'what becomes of an organization that does not exist and that something is to be created in',
  )
    .choices(['created', 'refused'])
    .default('created'),
  new Option('--signing-requests <how>', 'whether one may be ordered again for a certificate that has one')
    .choices(['repeatable', 'once'])
    .default('repeatable'),
].map((option) => option.helpGroup('What the interface document leaves open:'))

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
