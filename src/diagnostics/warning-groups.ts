import { answeredElsewhere } from './absence'
import {
  accessCheckFailed,
  answerCutShort,
  applianceOverloaded,
  proxyRefused,
  requestRedirected,
  serverError,
} from './answers'
import type { CatalogueEntry } from './catalogue'
import {
  applianceUnreachable,
  connectionBroken,
  noAnswerInTime,
  noConnectionInTime,
  requestCancelled,
  requestNotSent,
  socketUnreachable,
  tlsCertificateNotTrusted,
  tlsCertificateOfAnotherName,
  tlsFailed,
} from './connection'
import { directoryNotRead } from './directory'
import { sitesFileLinesSkipped, sitesStoredAsOthersSkipped } from './site-files'
import { unseen } from './unseen'

/**
 * Codes by which a plan says that it could not ask the appliance: it did not check whether what it creates exists, or did not read what
 * a resource, or the data source of a `check` block, needs. What the appliance cannot report at all is not among them.
 */
export const notReached: ReadonlySet<string> = new Set([
  ...unseen,
  ...codesOf(
    directoryNotRead,
    applianceUnreachable,
    noConnectionInTime,
    socketUnreachable,
    tlsCertificateNotTrusted,
    tlsCertificateOfAnotherName,
    tlsFailed,
    connectionBroken,
    noAnswerInTime,
    requestCancelled,
    requestNotSent,
    proxyRefused,
    requestRedirected,
    answeredElsewhere,
    applianceOverloaded,
    accessCheckFailed,
    serverError,
    answerCutShort,
  ),
])

/** Codes by which a plan says that it left out lines of a list, or sites in them. */
export const linesSkipped: ReadonlySet<string> = new Set(
  codesOf(sitesFileLinesSkipped, sitesStoredAsOthersSkipped),
)

function codesOf(...entries: readonly CatalogueEntry[]): readonly string[] {
  return entries.map(({ code }) => code)
}
