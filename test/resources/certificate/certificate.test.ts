import { IncompleteChange } from '@webfilter/terraform-plugin'
import { connect } from '../../../src/appliance/appliance'
import { certificate } from '../../../src/resources/certificate/certificate'
import { serve } from '../../appliance/server'

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
      const context = { plan: ordered(commonName), appliance, signal }
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
      message: expect.stringContaining('cancelled before it was sent'),
    })
    first.abort()
    expect(await sent).toBeInstanceOf(IncompleteChange)
    expect(server.received).toHaveLength(1)
  } finally {
    await appliance.close()
    await server.close()
  }
})
