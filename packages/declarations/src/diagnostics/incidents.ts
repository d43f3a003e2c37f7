import {
  ApplianceError,
  type Incident,
  type IncidentName,
  type IncidentOf,
  type Incidents,
} from '@webfilter/appliance-client'
import { ListError } from '@webfilter/site-lists'
import type { Diagnostic, Diagnostics, Told } from '@webfilter/terraform-plugin/diagnostics'
import {
  absenceNotBelieved,
  absenceUndetermined,
  absenceUnproven,
  answerUnrelated,
  categoryListNotBelieved,
  groupListNotBelieved,
} from './absence'
import { memberCreationRefused } from './accounts'
import {
  accessCheckFailed,
  answerCutShort,
  answeredElsewhere,
  answerMisencoded,
  answerNotJson,
  answerTooLarge,
  answerUnreadable,
  applianceOverloaded,
  callerRefused,
  callerRefusedAgain,
  entriesUnreadable,
  failureReported,
  failureWithoutStatus,
  pathValueUnusable,
  proxyRefused,
  requestRedirected,
  requestRefused,
  routeMissing,
  routeVanished,
  serverError,
  serviceDisabled,
  textsIllegible,
} from './answers'
import {
  categoryAmbiguous,
  categoryNotListed,
  categoryNumberAmbiguous,
  categoryNumberImpossible,
  tableImpossible,
} from './categories'
import { placeholderStillThere, siteOfAnotherCategory, sitesNotMoved } from './category-changes'
import {
  categoriesNotListed,
  categoryListNull,
  routeOfOlderService,
  siteRemovalUnsupported,
} from './category-services'
import {
  applianceUnreachable,
  checkNotPossible,
  connectionBroken,
  noAnswerInTime,
  noConnectionInTime,
  requestCancelledMidway,
  requestNotSent,
  socketUnreachable,
  tlsCertificateNotTrusted,
  tlsCertificateOfAnotherName,
  tlsFailed,
} from './connection'
import {
  directoryNotRunning,
  directoryWaitInterrupted,
  directoryWaitTooLong,
  groupAmbiguous,
  groupNotListed,
  membershipImpossible,
  membershipNotListed,
  organizationMissing,
} from './directory'
import {
  applianceNotExpected,
  applianceNotExpectedAgain,
  applianceNotIdentifiable,
  applianceNotIdentified,
  areaNotCheckable,
} from './expectation'
import { compileNeedsSite } from './operations'
import {
  certificateOrderRefused,
  recordAnswerUnclear,
  recordDatabaseMissing,
  recordNetworkListed,
} from './other-areas'
import {
  addressMissing,
  addressUnusable,
  clientCertificateUnusable,
  headerNameUnusable,
  headerValueUnusable,
  pemUnreadable,
  proxyUnusable,
  serverNameUnusable,
  socketPathUnusable,
} from './settings'
import { diagnosticOfFiles, sitesStoredAsOthers } from './site-files'
import { sitesMiscounted } from './sites'
import {
  sshEnded,
  sshFailed,
  sshForwardRefused,
  sshHostKeyChanged,
  sshHostUnknown,
  sshPermissionDenied,
  sshProgramMissing,
} from './ssh'
import { withoutFullStop } from './wording'

// What a person is told of the incidents of the client, which says facts alone.

/** The words for an error of the client. */
export function diagnosticOf({ incident }: ApplianceError): Diagnostic {
  return wordsFor(incident)
}

/** Raises the warning for an incident, if there is one. */
export function warnOf(incident: Incident | undefined, diagnostics: Diagnostics): void {
  if (incident) diagnostics.raise(wordsFor(incident))
}

/**
 * What the framework tells of an error of the client, or of the files of a list; undefined for every other. What stays as it is for a whole
 * run, such as the token of a listener, is explained once.
 */
export function told(thrown: Error): Told | undefined {
  if (thrown instanceof ListError) return { diagnostic: diagnosticOfFiles(thrown), path: [thrown.attribute] }
  if (!(thrown instanceof ApplianceError)) return undefined
  const { incident } = thrown
  const diagnostic = wordsFor(incident)
  switch (incident.is) {
    case 'caller-refused': {
      const { listener, token } = incident
      // The older listener takes its key in a header of its own.
      const matter = `caller refused at ${listener} with ${token ? `${token.setting.name} as ${token.headers.join()}` : 'no token'}`
      return { diagnostic, again: { matter, diagnostic: callerRefusedAgain({ listener }) } }
    }
    case 'appliance-not-expected': {
      const { address } = incident
      const again = {
        matter: `not expected at ${address}`,
        diagnostic: applianceNotExpectedAgain({ address }),
      }
      return { diagnostic, again }
    }
    default:
      return { diagnostic }
  }
}

/** The words for an incident of any name. */
export function wordsFor<Name extends IncidentName>(incident: IncidentOf<Name>): Diagnostic {
  return words[incident.is](incident)
}

const words: { readonly [Name in IncidentName]: (facts: Incidents[Name]) => Diagnostic } = {
  'address-missing': addressMissing,
  'address-unusable': addressUnusable,
  'socket-path-unusable': socketPathUnusable,
  'server-name-unusable': serverNameUnusable,
  'header-name-unusable': headerNameUnusable,
  'header-value-unusable': headerValueUnusable,
  'proxy-unusable': proxyUnusable,
  'pem-unreadable': pemUnreadable,
  'client-certificate-unusable': clientCertificateUnusable,
  'path-value-unusable': pathValueUnusable,

  'appliance-not-expected': applianceNotExpected,
  'appliance-not-identified': ({ failure }) => applianceNotIdentified({ failure: sentencesOf(failure) }),
  'identification-required': ({ failure }) =>
    checkNotPossible(applianceNotIdentified({ failure: sentencesOf(failure) })),
  'appliance-not-identifiable': ({ failure }) => applianceNotIdentifiable({ failure: sentencesOf(failure) }),
  'area-not-checkable': areaNotCheckable,

  'appliance-unreachable': applianceUnreachable,
  'no-connection-in-time': noConnectionInTime,
  'socket-unreachable': socketUnreachable,
  'tls-certificate-not-trusted': tlsCertificateNotTrusted,
  'tls-certificate-of-another-name': tlsCertificateOfAnotherName,
  'tls-failed': tlsFailed,
  'connection-broken': connectionBroken,
  'no-answer-in-time': noAnswerInTime,
  'request-cancelled-midway': () => requestCancelledMidway(),
  'request-not-sent': requestNotSent,
  'ssh-program-missing': sshProgramMissing,
  'ssh-host-unknown': sshHostUnknown,
  'ssh-host-key-changed': sshHostKeyChanged,
  'ssh-permission-denied': sshPermissionDenied,
  'ssh-forward-refused': sshForwardRefused,
  'ssh-failed': sshFailed,
  'ssh-ended': sshEnded,

  'caller-refused': callerRefused,
  'proxy-refused': proxyRefused,
  'route-missing': routeMissing,
  'route-of-older-service': routeOfOlderService,
  'route-vanished': routeVanished,
  'answered-elsewhere': answeredElsewhere,
  'request-redirected': requestRedirected,
  'request-refused': requestRefused,
  'appliance-overloaded': applianceOverloaded,
  'access-check-failed': accessCheckFailed,
  'server-error': serverError,
  'answer-cut-short': answerCutShort,
  'failure-reported': failureReported,
  'failure-without-status': failureWithoutStatus,
  'service-disabled': serviceDisabled,
  'answer-unreadable': answerUnreadable,
  'answer-not-json': answerNotJson,
  'answer-too-large': answerTooLarge,
  'answer-misencoded': answerMisencoded,
  'texts-illegible': textsIllegible,
  'answer-unrelated': answerUnrelated,
  'entries-unreadable': entriesUnreadable,

  'absence-unproven': ({ thing, name }) => absenceUnproven({ thing, name, advice: adviceIfAbsent[thing] }),
  'absence-undetermined': absenceUndetermined,
  'absence-not-believed': absenceNotBelieved,
  'category-list-not-believed': categoryListNotBelieved,
  'group-list-not-believed': groupListNotBelieved,

  'categories-not-listed': categoriesNotListed,
  'category-list-null': categoryListNull,
  'table-impossible': tableImpossible,
  'category-ambiguous': categoryAmbiguous,
  'category-number-ambiguous': categoryNumberAmbiguous,
  'group-number-ambiguous': groupAmbiguous,
  'category-number-impossible': categoryNumberImpossible,
  'category-not-listed': ({ unread, ...facts }) =>
    categoryNotListed({ ...facts, unread: unread && messageOf(unread) }),
  'site-of-another-category': ({ failure, ...facts }) =>
    siteOfAnotherCategory({ ...facts, failure: messageOf(failure) }),
  'sites-not-moved': sitesNotMoved,
  'placeholder-still-there': placeholderStillThere,
  'site-removal-unsupported': ({ id, api }) => siteRemovalUnsupported({ category: `category ${id}`, api }),
  'compile-needs-site': compileNeedsSite,
  'site-stored-as-another': ({ id, site }) =>
    sitesStoredAsOthers({ list: `category ${id}`, count: 1, sites: site }),
  'sites-miscounted': sitesMiscounted,

  'directory-not-running': ({ state, failed }) =>
    directoryNotRunning({
      state,
      happened:
        'is' in failed
          ? withoutFullStop(messageOf(failed))
          : `${failed.emptyAnswerTo} returned an answer as if nothing existed`,
    }),
  'directory-wait-interrupted': directoryWaitInterrupted,
  'directory-wait-too-long': ({ last, ...facts }) =>
    directoryWaitTooLong({
      ...facts,
      last:
        typeof last === 'string'
          ? `the appliance last reported it as ${last}`
          : `the last answer was: ${withoutFullStop(messageOf(last))}`,
    }),
  'member-creation-refused': ({ failure, ...facts }) =>
    memberCreationRefused({ ...facts, reason: messageOf(failure) }),
  'organization-missing': ({ failure, ...facts }) =>
    organizationMissing({ ...facts, failure: messageOf(failure) }),
  'group-not-listed': ({ unread, ...facts }) =>
    groupNotListed({ ...facts, unread: unread && messageOf(unread) }),
  'membership-impossible': membershipImpossible,
  'membership-not-listed': membershipNotListed,

  'certificate-order-refused': ({ failure, order }) =>
    certificateOrderRefused({ order, reason: messageOf(failure) }),
  'record-database-missing': ({ failure, ...facts }) =>
    recordDatabaseMissing({ ...facts, failure: messageOf(failure) }),
  'record-answer-unclear': recordAnswerUnclear,
  'record-network-listed': recordNetworkListed,
}

const adviceIfAbsent = {
  site: 'If it does not, ask for a site that a category contains first: with depends_on, a data source is read after another one.',
  member:
    'If it was deleted, remove its resource from the state (terraform state rm) and apply: the apply creates the member again.',
} as const

function messageOf(incident: Incident): string {
  return wordsFor(incident).message
}

/** What happened, and what to do about it. */
export function sentencesOf(incident: Incident): string {
  const { message, advice } = wordsFor(incident)
  return `${message} ${advice}`
}
