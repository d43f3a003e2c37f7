import { analysisRoute, databasesRoute, interfacesRoute, recordsRoute } from '@webfilter/appliance-client'
import { selfSignedRoute, serverRoute, signingRequestRoute } from '../../packages/client/src/certificates'
import { hostnameRoute } from '../../packages/client/src/network'
import { compileRoute, deleteRoute } from '../../packages/client/src/records/records'
import { type ClientCall, invention, needsYes, omission, order } from './client-call'
import { fieldsNamed, type ReadAnswer } from './read-answer'
import { analysis, databases, interfaces, listedRecords, noRecords, twoRecords } from './usual-answers'

const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
const subject = {
  commonName: 'www.example.org',
  nodeId: 0,
  alternativeNames: [],
  countryName: null,
  stateOrProvinceName: null,
  localityName: null,
  organizationName: null,
  organizationalUnit: null,
  emailAddress: null,
  maxDays: 365,
  extraFields: {},
}

/** The methods of the areas of certificates, network, analysis and record databases. */
export const otherCalls: readonly ClientCall[] = [
  order({
    method: 'certificates.orderSigningRequest',
    route: signingRequestRoute,
    call: (of, signal) => of.certificates.orderSigningRequest(subject, signal),
  }),
  order({
    method: 'certificates.createSelfSigned',
    route: selfSignedRoute,
    call: (of, signal) =>
      of.certificates.createSelfSigned({ ...subject, certificateName: 'www', keySize: 2048 }, signal),
  }),
  order({
    method: 'certificates.createServer',
    route: serverRoute,
    call: (of, signal) => of.certificates.createServer({ ...subject, certificateId: 7 }, signal),
  }),

  {
    method: 'network.interfaces',
    route: interfacesRoute,
    valid: [interfaces, { ...interfaces, Status: true }],
    call: (of, signal) => of.network.interfaces(signal),
    problem: (value, reading) =>
      unlessItSaysNo(reading) ??
      omission(value as unknown[], reading, 'interfaces') ??
      invention(value, reading, ['ipv4', 'ipv6']),
  },
  order({
    method: 'network.setHostname',
    route: hostnameRoute,
    call: (of, signal) => of.network.setHostname('proxy.example.org', signal),
  }),

  {
    method: 'analysis.website',
    route: analysisRoute,
    valid: [analysis],
    call: (of, signal) => of.analysis.website('www.example.org', signal),
    problem: ofAnalysis,
  },

  {
    method: 'records.databases',
    route: databasesRoute,
    valid: [databases, { Status: true, Databases: {} }],
    call: (of, signal) => of.records.databases(signal),
    problem: (value, reading) =>
      needsYes(value, reading) ??
      omission(value as unknown[], reading, 'databases') ??
      invention(value, reading),
  },
  {
    method: 'records.listed',
    route: recordsRoute,
    valid: [...listedRecords, noRecords],
    call: (of, signal) => of.records.listed('1270002', addresses, signal),
    problem: ofListed,
  },
  {
    method: 'records.delist',
    route: recordsRoute,
    valid: [...listedRecords, noRecords],
    call: (of, signal) => of.records.delist('1270002', addresses, signal),
    problem: (value, reading) => {
      const { deleted, unlisted } = Object(value)
      return deleted.length + unlisted.length > 0 ? ofListed(deleted, reading) : undefined
    },
  },
  order({
    method: 'records.delist',
    route: deleteRoute,
    usual: { 'GET /database/records/[ID]/[addresses]': twoRecords },
    call: (of, signal) => of.records.delist('1270002', addresses, signal),
    problem: (value, reading) => (Object(value).deleted.length > 0 ? needsYes(value, reading) : undefined),
  }),
  {
    method: 'records.stillListed',
    route: recordsRoute,
    valid: [noRecords],
    call: (of, signal) => of.records.stillListed('1270002', addresses, signal),
    problem: ofListed,
  },
  order({
    method: 'records.compile',
    route: compileRoute,
    call: (of, signal) => of.records.compile(signal),
  }),
]

/**
 * Answers without an envelope (docs/appliance, "List network interfaces" and "Analyze a website") need none, but must not say no in one.
 */
function unlessItSaysNo({ status, says, content }: ReadAnswer): string | undefined {
  if (status < 200 || status > 299) return `it read an answer of status ${status}`
  const isWrapped = fieldsNamed(content, 'status').length > 0
  return isWrapped && says !== 'yes' ? 'it took the answer for a success' : undefined
}

function ofAnalysis(value: unknown, reading: ReadAnswer): string | undefined {
  if (reading.status < 200 || reading.status > 299) return `it read an answer of status ${reading.status}`
  const documented = Object.keys(analysis)
  const isOne = documented.some((name) => fieldsNamed(reading.content, name).length > 0)
  if (!isOne) return 'it read an analysis where there is none'
  const keys = Object.keys(Object(value))
  return keys.length === documented.length ? invention(value, reading) : `it has the fields ${keys}`
}

/** What is listed must be read from a success; words and failures, alike for every address, show nothing. */
function ofListed(value: unknown, reading: ReadAnswer): string | undefined {
  const listed = value as readonly unknown[]
  if (reading.says !== 'yes') return 'it took the answer for a success'
  return invention(listed, reading)
}
