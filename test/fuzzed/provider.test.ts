import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  categoryRoutes,
  databasesRoute,
  directoryRoutes,
  interfacesRoute,
  type Route,
  recordsRoute,
} from '@webfilter/appliance-client'
import { providerAttributes } from '@webfilter/appliance-declarations/provider-settings'
import { type Attributes, type ObjectValue, providerServer, unknown } from '@webfilter/terraform-plugin'
import { type Call, definitionsOf, type Value } from '@webfilter/terraform-plugin/testing'
import { hostnameRoute } from '../../packages/client/src/network'
import { compileRoute } from '../../packages/client/src/records/records'
import { pack, silentLogger, unpack } from '../../packages/terraform-plugin/test/provider/pretend-terraform'
import { provider } from '../../src/provider'
import { mayMeanAbsence } from './client-call'
import { bytesOf, type OddAnswer, oddAnswerTo, plainAnswer, secrets } from './odd-answers'
import { type ReadAnswer, readAnswer } from './read-answer'
import { Scenarios, scenarioHeader, type Usual } from './scenarios'
import { assertSideBySide } from './side-by-side'
import {
  databases,
  done,
  groups,
  heldByAds,
  interfaces,
  lastBackup,
  listedRecords,
  member,
  noRecords,
  olderList,
  running,
} from './usual-answers'
import { pieceOf } from './verdict'

const call: Call = { signal: new AbortController().signal, whenAnswered: setImmediate }
const folder = mkdtempSync(join(tmpdir(), 'odd-'))
let scenarios: Scenarios

beforeAll(async () => {
  scenarios = await Scenarios.open(join(folder, 'directory.sock'))
})

afterAll(async () => {
  await scenarios.close()
  rmSync(folder, { recursive: true })
})

/** One procedure of the provider, and one route that it asks, whose answer is to be odd. */
interface Procedure {
  readonly name: 'ReadDataSource' | 'ReadResource' | 'ApplyResourceChange'
  readonly typeName: string
  readonly route: Route
  readonly valid: readonly unknown[]
  /** The configuration of a data source or a creation, or the state of a resource. */
  readonly values: ObjectValue
  readonly usual?: Usual
  /** Whether the answer is one after which there may be no error; unless given, one whose Status is true. */
  isSuccess?(reading: ReadAnswer): boolean
}

const saysYes = ({ says }: ReadAnswer) => says === 'yes'
const saysYesOrAbsent = (reading: ReadAnswer) => saysYes(reading) || mayMeanAbsence(reading)
const delisting = { database: '1270002', addresses: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] }
const group = { name: 'staff', organization: 'acme', on_existing: 'adopt', gid: 5001, id: 'acme/5001' }

const procedures: readonly Procedure[] = [
  {
    name: 'ReadDataSource',
    typeName: 'appliance_site',
    route: categoryRoutes.query.older,
    valid: [heldByAds],
    values: { domain: 'a.example' },
  },
  {
    name: 'ReadDataSource',
    typeName: 'appliance_category',
    route: categoryRoutes.list.older,
    valid: [olderList],
    values: { name: 'ads' },
  },
  {
    name: 'ReadDataSource',
    typeName: 'appliance_interfaces',
    route: interfacesRoute,
    valid: [interfaces],
    values: {},
    isSuccess: ({ status, content }) => status < 300 && 'interfaces' in lowerCased(content),
  },
  {
    name: 'ReadDataSource',
    typeName: 'appliance_rbl_databases',
    route: databasesRoute,
    valid: [databases],
    values: {},
  },
  {
    name: 'ReadDataSource',
    typeName: 'appliance_ldap_backup',
    route: directoryRoutes.lastBackup,
    valid: [lastBackup],
    values: {},
    isSuccess: saysYesOrAbsent,
  },
  {
    name: 'ReadDataSource',
    typeName: 'appliance_ldap_member',
    route: directoryRoutes.member,
    valid: [member],
    values: { uid: 'ann.lee' },
  },
  {
    name: 'ReadDataSource',
    typeName: 'appliance_ldap_service',
    route: directoryRoutes.status,
    valid: [running],
    values: {},
  },
  {
    name: 'ReadResource',
    typeName: 'appliance_ldap_group',
    route: directoryRoutes.groups,
    valid: [groups],
    values: group,
  },
  {
    name: 'ReadResource',
    typeName: 'appliance_rbl_delisting',
    route: recordsRoute,
    valid: [...listedRecords, noRecords],
    values: { ...delisting, id: delisting.database, compiled: true },
  },
  {
    name: 'ApplyResourceChange',
    typeName: 'appliance_hostname',
    route: hostnameRoute,
    valid: [done],
    values: { hostname: 'proxy.example.org' },
  },
  {
    name: 'ApplyResourceChange',
    typeName: 'appliance_rbl_delisting',
    route: compileRoute,
    valid: [done],
    values: delisting,
  },
  {
    name: 'ApplyResourceChange',
    typeName: 'appliance_ldap_group',
    route: directoryRoutes.groups,
    valid: [groups],
    values: { name: 'staff', organization: 'acme', on_existing: 'adopt' },
  },
  {
    name: 'ApplyResourceChange',
    typeName: 'appliance_ldap_group_membership',
    route: directoryRoutes.link,
    valid: [done],
    values: { uid: 'ann.lee', gid: 5001 },
    // Whatever is answered, the link is looked up, and the usual answers show it.
    isSuccess: () => true,
  },
]

describe('whatever an appliance answers, the provider reports it in diagnostics, and keeps no wrong state', () => {
  const rows = procedures.map((each, row): [string, number, Procedure] => [titleOf(each), row, each])

  test.each(rows)('%s, of a plain answer', async (_, __, procedure) => {
    expect(await judge(procedure, plainAnswer(procedure.valid[0]))).toBe(false)
  })

  test.each(rows)('%s', async (_, row, procedure) => {
    await assertSideBySide(row, oddAnswerTo(procedure.valid), (odd) => judge(procedure, odd))
  })
})

/** What is left of a creation that was sent, and that no list shows: it has no number. */
function isUnlisted(state: unknown): boolean {
  const { id, gid } = Object(state)
  return id === '' || gid === 0 || gid === '0'
}

function titleOf({ name, typeName }: Procedure): string {
  return `${name} of ${typeName}`
}

/** Throws where the provider does anything wrong with the answer. Returns whether it tells of an error. */
async function judge(procedure: Procedure, odd: OddAnswer): Promise<boolean> {
  const { route, usual = {}, isSuccess = saysYes } = procedure
  const server = providerServer(provider, silentLogger)
  try {
    const config = pack(providerAttributes, configurationFor(scenarios.begin({ route, usual, odd })))
    const configured = await server.service.ConfigureProvider(
      { terraformVersion: '1.11.4', config, clientCapabilities: undefined },
      call,
    )
    check(configured.diagnostics)
    const { state, diagnostics } = await ask(server.service, procedure)
    const failed = check(diagnostics)
    const reading = readAnswer(odd.status, bytesOf(odd).toString('utf8'), !odd.breaks)
    if (!failed && !isSuccess(reading)) throw new Error(`no error, and the state ${JSON.stringify(state)}`)
    if (failed && procedure.name !== 'ReadResource' && state !== null && !isUnlisted(state))
      throw new Error('an error, and a state')
    if (failed && procedure.name === 'ReadResource' && state === null)
      throw new Error('an error, and it is gone')
    return failed
  } finally {
    await server.end()
  }
}

type Service = ReturnType<typeof providerServer>['service']

async function ask(service: Service, { name, typeName, values }: Procedure) {
  const definitions = await (name === 'ReadDataSource'
    ? definitionsOf(provider.dataSources)
    : definitionsOf(provider.resources))
  const attributes: Attributes | undefined = definitions.find(
    (each) => `appliance_${each.name}` === typeName,
  )?.attributes
  if (!attributes) throw new Error(`there is no ${typeName}`)
  const config = pack(attributes, complete(attributes, values, null))
  const nothing = { providerMeta: undefined, clientCapabilities: undefined }
  if (name === 'ReadDataSource') {
    const { state, diagnostics } = await service.ReadDataSource({ typeName, config, ...nothing }, call)
    return { state: unpack(attributes, state), diagnostics }
  }
  const noPrivateData = Buffer.alloc(0)
  if (name === 'ReadResource') {
    const { newState, diagnostics } = await service.ReadResource(
      { typeName, currentState: config, private: noPrivateData, currentIdentity: undefined, ...nothing },
      call,
    )
    return { state: unpack(attributes, newState), diagnostics }
  }
  const { newState, diagnostics } = await service.ApplyResourceChange(
    {
      typeName,
      priorState: pack(attributes, null),
      plannedState: pack(attributes, complete(attributes, values, unknown)),
      config,
      plannedPrivate: noPrivateData,
      plannedIdentity: undefined,
      ...nothing,
    },
    call,
  )
  return { state: unpack(attributes, newState), diagnostics }
}

/** Values for every attribute: those of a creation that are computed are not known before. */
function complete(attributes: Attributes, values: ObjectValue, computed: Value): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { presence }]) => [
      name,
      values[name] ?? (presence.includes('computed') ? computed : null),
    ]),
  )
}

function configurationFor(scenario: string): ObjectValue {
  const endpoints = Object.entries(scenarios.endpoints()).map(([area, { url }]) => [
    area,
    { url, token: null, token_header: null, ...(area === 'directory' && { ssh: null }) },
  ])
  return complete(
    providerAttributes,
    {
      token: secrets.token,
      headers: { 'x-key': secrets.key, [scenarioHeader]: scenario },
      endpoints: Object.fromEntries(endpoints),
      retries: 0,
    },
    null,
  )
}

/** Throws for a diagnostic that nobody should be shown. Returns whether there is an error. */
function check(diagnostics: readonly object[] = []): boolean {
  for (const diagnostic of diagnostics) {
    const text = JSON.stringify(diagnostic)
    if (text.includes('[appliance:provider-bug]')) throw new Error(text)
    if (text.length > 5_000) throw new Error(`a diagnostic of ${text.length} characters`)
    const piece = pieceOf(Object.values(secrets), text)
    if (piece !== undefined) throw new Error(`${piece} of a secret stands in ${text}`)
  }
  return diagnostics.some((diagnostic) => 'severity' in diagnostic && diagnostic.severity === 'error')
}

function lowerCased(content: unknown): object {
  return Object.fromEntries(Object.keys(Object(content)).map((key) => [key.toLowerCase(), true]))
}
