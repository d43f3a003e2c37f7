import type { Assumption } from '../../assumption'

export const assumptions: readonly Assumption[] = [
  {
    topic: 'Record of a directory member',
    assumed:
      'It holds LDAP attribute names, or those of the body that creates a member, in any letter case, with texts or lists of texts.',
    ifWrong: 'Reading a member fails with an error that quotes the beginning of the answer.',
  },
  {
    topic: 'Attributes that the record of a member leaves out',
    assumed:
      'One that was just set and is left out is never told; one that the record did hold after it was set, and leaves out ' +
      'later, has no value any more.',
    ifWrong: 'A plan shows a change of that attribute, and the apply sends it again.',
  },
  {
    topic: 'Answer for a member that does not exist',
    assumed:
      'It is the answer that random logins get while the service runs and lists organizations, whatever its words and its HTTP status ' +
      'are, but for what varies from answer to answer.',
    ifWrong:
      'Plans that look for a missing member fail with an error that quotes the answers; no member is taken for missing.',
  },
  {
    topic: 'Organization of a member',
    assumed:
      'It is the attribute ou of the record, or the first ou of its distinguished name that is not users or groups.',
    ifWrong: 'It is listed under unverified after an apply, and its drift is not seen.',
  },
  {
    topic: 'Effect of the update of a member',
    assumed: 'An empty text takes the value of an attribute away, as the interface document says of mobile.',
    ifWrong:
      'A title or a telephone number that is taken out of a configuration stays; the apply says so, and lists it under unverified.',
  },
  {
    topic: 'A member that is created without a password',
    assumed: 'The appliance decides what becomes of it.',
    ifWrong: 'The creation fails with the error of the appliance; give the member a password then.',
  },
  {
    topic: 'Body of the creation of a group',
    assumed:
      'It is JSON like that of a member, although the interface document shows JSON bodies for members only.',
    ifWrong:
      'The creation of a group fails with the error of the appliance, or with one that says that it does not list the group.',
  },
  {
    topic: 'Lists of groups and organizations',
    assumed:
      'Groups are told with their numbers, as an array or as an object by number or name; organizations with their names.',
    ifWrong: 'Reading them fails with an error that quotes the beginning of the answer.',
  },
  {
    topic: 'Keys of the service status',
    assumed:
      'service_disabled is the enable switch: with 0 the service counts as not installed. Else running tells whether it runs, ' +
      'or, where that is missing, an uptime or the number of a process; installed, or the switch, that it is there. A bare word ' +
      'such as "running", "stopped" or "not installed" says the same.',
    ifWrong:
      'Reading the service fails with an error that quotes the answer; or a service that runs is shown as not installed, and ' +
      'an apply that installs it succeeds or waits until its time is over.',
  },
  {
    topic: 'Metadata of the last backup',
    assumed:
      'filesize and filetime are both there, filename perhaps. There is no backup where both are 0, or where the route fails and its ' +
      'text is NO_BACKUP, BACKUP_NOT_FOUND, "no backup" or "no backup found", in any letter case, and nothing else.',
    ifWrong: 'Reading the last backup fails with an error that quotes the answer.',
  },
  {
    topic: 'Restart of a service that is stopped',
    assumed: 'The restart route starts it.',
    ifWrong: 'The apply ends when its time is over, with the status that it last saw.',
  },
  {
    topic: 'End of a restart',
    assumed:
      'The status shows the service as not running, or with a lower uptime than before, or else the restart is over 15 seconds ' +
      'after it was ordered.',
    ifWrong: 'A restart that begins later is not waited for.',
  },
]
