import { categoryRoutes } from '@webfilter/appliance-client'
import * as absence from '@webfilter/appliance-declarations/diagnostics/absence'
import * as answers from '@webfilter/appliance-declarations/diagnostics/answers'
import { categoryNotChecked } from '@webfilter/appliance-declarations/diagnostics/categories'
import * as connection from '@webfilter/appliance-declarations/diagnostics/connection'
import * as expectation from '@webfilter/appliance-declarations/diagnostics/expectation'
import { sentencesOf, wordsFor } from '@webfilter/appliance-declarations/diagnostics/incidents'
import * as settings from '@webfilter/appliance-declarations/diagnostics/settings'
import * as ssh from '@webfilter/appliance-declarations/diagnostics/ssh'
import type { Diagnostic } from '@webfilter/terraform-plugin'

// Messages about requests and about the settings that they are sent with, as a user of an appliance at proxy.example.org may get them.

const listing = 'GET https://proxy.example.org:9503/categories/list'
const member = 'GET http://localhost/openldap/members/bob.stone'
const address = { name: 'base_url', value: 'https://proxy.example.org' }
const directory = {
  name: 'endpoints.directory.url',
  value: 'ssh://admin@proxy.example.org/run/directory.sock',
}
const interfaces = 'GET https://proxy.example.org/system/network/interfaces'
const { method, path, release, withoutIt } = categoryRoutes.create.older
const answered = { request: listing, status: 200, words: '' }

const refusedConnection = {
  is: 'appliance-unreachable',
  request: listing,
  reason: 'connect ECONNREFUSED 192.0.2.1:9503',
  address,
  cause: 'listener',
  area: 'categories',
} as const

const overSsh = (said: string) => ({
  request: member,
  said,
  address: directory,
  program: 'ssh',
  host: 'proxy.example.org',
  port: undefined,
  user: 'admin',
})

export const messagesAboutRequests: readonly Diagnostic[] = [
  absence.absenceUndetermined({
    thing: 'member',
    answers: [
      { request: member, status: 404, words: '' },
      { request: member, status: 200, words: 'UNKNOWN' },
    ],
    route: undefined,
  }),
  absence.answerUnrelated({ request: member, status: 200, words: 'LDAP_BUSY' }),
  answers.answeredElsewhere({
    request: listing,
    status: 404,
    words: 'Not Found',
    evidence: 'comparison',
  }),
  answers.callerRefusedAgain({ listener: 'https://proxy.example.org:9503' }),
  answers.callerRefused({
    ...answered,
    status: 401,
    words: 'Unauthorized',
    cause: 'token',
    area: 'categories',
    listener: 'https://proxy.example.org:9503',
    token: { setting: { name: 'token' }, headers: ['X-API-KEY'] },
  }),
  answers.proxyRefused({ ...answered, status: 407, words: 'Proxy Authentication Required' }),
  answers.pathValueUnusable({ route: 'GET /openldap/members/[uid]', parameter: 'uid', value: 'ann/lee' }),
  answers.routeMissing({
    ...answered,
    request: 'PUT https://proxy.example.org:9503/categories/create',
    status: 404,
    words: 'Not Found',
    route: `${method} ${path}`,
    release,
    withoutIt,
  }),
  answers.requestRedirected({ ...answered, status: 302, area: 'categories' }),
  answers.applianceOverloaded({ ...answered, status: 503, words: 'Service Unavailable' }),
  answers.serverError({ ...answered, status: 500, words: 'Internal Server Error' }),
  answers.requestRefused({ ...answered, status: 405, words: 'Method Not Allowed', area: 'categories' }),
  answers.answerCutShort({ ...answered, words: '{"Status": true, "Categ…' }),
  answers.failureReported({ ...answered, words: 'DISK_FULL' }),
  answers.serviceDisabled({ ...answered, words: 'REST service is disabled' }),
  answers.answerMisencoded({
    what: 'the name of category 250',
    shown: 'Werbung f\uFFFDr alle',
    wanted: 'Werbung für alle',
    encoding: 'most likely ISO-8859-1',
  }),
  answers.entriesUnreadable({
    list: 'categories',
    count: 1,
    quoted: ['{"category_id":null,"category_name":"ads"}'],
  }),
  answers.textsIllegible({
    shown: ['Werbung f\uFFFDr alle'],
    count: 1,
    encoding: 'most likely ISO-8859-1',
  }),
  wordsFor(refusedConnection),
  connection.socketUnreachable({
    request: member,
    reason: 'connect ENOENT /run/directory.sock',
    address: { name: 'endpoints.directory.url', value: 'unix:///run/directory.sock' },
    cause: 'missing',
  }),
  connection.tlsCertificateNotTrusted({
    request: listing,
    reason: 'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    cause: 'authority',
  }),
  connection.tlsCertificateOfAnotherName({
    request: listing,
    reason:
      "Host: proxy.example.org. is not in the cert's altnames: DNS:appliance (ERR_TLS_CERT_ALTNAME_INVALID)",
  }),
  connection.tlsFailed({ request: listing, reason: 'EPROTO', address }),
  connection.checkNotPossible(categoryNotChecked({ name: 'ads', failure: sentencesOf(refusedConnection) })),
  connection.connectionBroken({ request: listing, reason: 'read ECONNRESET', isSecure: true }),
  connection.noAnswerInTime({ request: listing, seconds: 30, attempt: 3 }),
  connection.requestCancelledMidway(),
  settings.addressMissing({ area: 'directory' }),
  settings.addressUnusable({
    setting: { name: 'base_url', value: 'proxy', variable: 'APPLIANCE_BASE_URL' },
    problem: { is: 'not http' },
  }),
  settings.variableMisspelled({ variable: 'APPLIANCE_TOKENN', nearest: 'APPLIANCE_TOKEN' }),
  settings.tlsInsecure(),
  expectation.applianceNotExpectedAgain({ address: 'https://proxy.example.org' }),
  expectation.applianceNotExpected({
    address: 'https://proxy.example.org',
    different: [
      { name: 'eth0', expected: '00:0c:29:4f:8e:35', found: '00:0c:29:a1:07:5e', owner: undefined },
    ],
  }),
  wordsFor({
    is: 'appliance-not-identified',
    failure: { is: 'no-answer-in-time', request: interfaces, seconds: 30, attempt: 1 },
  }),
  wordsFor({
    is: 'appliance-not-identifiable',
    failure: { is: 'answer-not-json', request: interfaces, words: '<html>' },
  }),
  expectation.areaNotCheckable({
    area: 'directory',
    address: 'unix:///run/directory.sock',
    because: { networkAt: 'https://proxy.example.org' },
  }),
  ssh.sshProgramMissing(overSsh('spawn ssh ENOENT')),
  ssh.sshHostUnknown(overSsh('Host key verification failed')),
  ssh.sshHostKeyChanged(overSsh('REMOTE HOST IDENTIFICATION HAS CHANGED')),
  ssh.sshPermissionDenied(overSsh('admin@proxy.example.org: Permission denied (publickey)')),
  ssh.sshForwardRefused(overSsh('channel 2: open failed: connect failed: open failed')),
  ssh.sshFailed(
    overSsh('Could not resolve hostname proxy.example.org: Temporary failure in name resolution'),
  ),
  ssh.sshEnded(overSsh('client_loop: send disconnect: Broken pipe')),
]
