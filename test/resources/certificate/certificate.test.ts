import { connect } from '@webfilter/appliance-client'
import { Diagnostics, IncompleteChange } from '@webfilter/terraform-plugin'
import { ManagedObject } from '@webfilter/terraform-plugin/testing'
import { type Answerer, json, serve } from '../../../packages/client/test/server'
import { certificate } from '../../../src/resources/certificate/certificate'
import { Run } from '../../../src/run/run'

const object = () => new ManagedObject({ typeName: 'appliance_certificate', role: 'new', token: undefined })

const ordered = (commonName: string) => ({
  signing_request: { common_name: commonName, node_id: 0 },
  self_signed: null,
  server: null,
})

it('a certificate is in no state where Ctrl-C comes before its order is sent, and tainted where it comes after', async () => {
  const server = await serve(() => {})
  const appliance = connect({ endpoints: { certificates: { url: server.url } }, maxConcurrentRequests: 1 })
  const outcomeOf = async (commonName: string, signal: AbortSignal): Promise<unknown> => {
    try {
      // Of what resources can reach, this one takes no more.
      const context = { plan: ordered(commonName), object: object(), appliance, run: new Run(), signal }
      return await certificate.create(context as unknown as Parameters<typeof certificate.create>[0])
    } catch (error) {
      return error
    }
  }
  try {
    const [first, second] = [new AbortController(), new AbortController()]
    const sent = outcomeOf('a.example', first.signal)
    while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const waiting = outcomeOf('b.example', second.signal)
    second.abort()
    expect(await waiting).toMatchObject({
      kind: 'cancelled',
      incident: { is: 'request-not-sent' },
    })
    first.abort()
    expect(await sent).toBeInstanceOf(IncompleteChange)
    expect(server.received).toHaveLength(1)
  } finally {
    await appliance.close()
    await server.close()
  }
})

describe('an order that is repeated because the answer to the first one was lost', () => {
  const order = {
    certificate_name: 'Proxy',
    key_size: 2048,
    common_name: 'proxy.example.org',
    node_id: 0,
    alternative_names: ['a.example.org'],
    country_name: null,
    state_or_province_name: null,
    locality_name: null,
    organization_name: null,
    organizational_unit: null,
    email_address: null,
    certificate_max_days: 90,
    extra_fields: null,
  }
  const selfSigned = (details: object = {}) => ({
    signing_request: null,
    server: null,
    self_signed: { ...order, ...details },
    on_existing: 'fail',
    id: 'self_signed/0/proxy.example.org',
  })
  const lost = { ...selfSigned(), outcome_unknown: true }
  const exists: Answerer = (_, response) => json(response, { Status: false, Error: 'CERTIFICATE_EXISTS' })
  const overloaded: Answerer = (_, response) => json(response, { Status: false, Error: 'NO_SPACE' })
  const silent: Answerer = (_, response) => void response.destroy()

  /** Deletes a state, and creates what is planned in the same run. Of what resources can reach, these take no more. */
  async function replace({
    prior = lost as object,
    noted = undefined as unknown,
    plan = selfSigned(),
    answer = exists,
  }) {
    const server = await serve(answer)
    const appliance = connect({ endpoints: { certificates: { url: server.url } }, retries: 0 })
    const [run, diagnostics, { signal }] = [new Run(), new Diagnostics(), new AbortController()]
    const context = { run, object: object(), appliance, diagnostics, signal }
    try {
      await certificate.delete({ ...context, state: prior, noted } as never)
      const state = await certificate.create({ ...context, plan } as never).catch((error: unknown) => error)
      return { state, codes: diagnostics.all.map(({ code }) => code) }
    } finally {
      await appliance.close()
      await server.close()
    }
  }

  it('is carried out if the appliance has it', async () => {
    const { state, codes } = await replace({})
    expect(state).toEqual({ ...selfSigned(), outcome_unknown: null })
    expect(codes).toEqual(['certificate-unverified'])
  })

  it.each([
    ['whose answer was not lost', { prior: { ...selfSigned(), outcome_unknown: null } }],
    ['of which a release that knew no outcome has a state', { prior: selfSigned() }],
    ['with another detail', { plan: selfSigned({ organization_name: 'Other' }) }],
    ['for another node', { plan: selfSigned({ node_id: 1 }) }],
    ['that is replaced on purpose, no longer tainted', { noted: 'replaced on purpose' }],
  ])('is refused if it exists as one %s', async (_, parts) => {
    const { state } = await replace(parts)
    expect(state).toMatchObject({ diagnostic: { code: 'already-exists' } })
  })

  it.each([
    ['is refused for another reason', overloaded, { incident: { is: 'certificate-order-refused' } }],
    ['loses its answer again', silent, { diagnostic: { code: 'outcome-unknown' } }],
  ])('keeps its outcome unknown if it %s', async (_, answer, cause) => {
    const { state } = await replace({ answer })
    expect(state).toBeInstanceOf(IncompleteChange)
    expect(state).toMatchObject({ state: { outcome_unknown: true }, cause })
  })
})
