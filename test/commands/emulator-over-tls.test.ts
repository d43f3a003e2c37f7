import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { get, startNameServer, startProxy, startSecureWebsite } from '@webfilter/appliance-emulator/testing'

import { selfSigned } from '../self-signed'
import { placesIn, RunningCommand } from './running-command'

const folder = mkdtempSync(join(tmpdir(), 'appliance-analysis-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Analyzes a website over TLS with the command, which trusts the certificate only where it is told to. */
async function analysisOfSecureWebsite(trusted: boolean): Promise<{ analysis: unknown; requests: string[] }> {
  const material = await selfSigned()
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, material.cert)
  const names = await startNameServer({ localhost: ['127.0.0.1'] })
  const website = await startSecureWebsite(material)
  const proxy = await startProxy()
  const ways = ['--proxy', `http://127.0.0.1:${proxy.port}`, '--dns-server', names.address]
  const emulator = new RunningCommand(
    ['emulator', ...placesIn(folder), ...ways],
    trusted ? { NODE_EXTRA_CA_CERTS: authority } : {},
  )
  const greeting = await emulator.printed('Stop with Ctrl-C.')
  const url = /APPLIANCE_ANALYSIS_URL=(\S+)/.exec(greeting)?.[1]
  const { json } = await get(`${url}/analyze/website/direct/localhost:${website.port}`)
  await emulator.stop('SIGTERM')
  await Promise.all([names, website, proxy].map((each) => each.close()))
  expect(proxy.requests).toEqual([`CONNECT localhost:${website.port}`])
  return { analysis: json, requests: proxy.requests }
}

test('a website with a trusted certificate is requested directly and through a tunnel', async () => {
  const { analysis, requests } = await analysisOfSecureWebsite(true)
  const authority = requests[0]?.split(' ')[1]
  const headers = expect.arrayContaining([`x-asked-for: GET ${authority}/`])
  expect(analysis).toMatchObject({
    proto: 'https',
    telnet: true,
    direct_http: true,
    direct_http_err_code: 204,
    direct_http_response_headers: headers,
    proxy_error: false,
    proxy_response_code: 204,
    proxy_response_headers: headers,
  })
})

test('a certificate that nobody trusts is the error of both requests, and not of the connection', async () => {
  const { analysis } = await analysisOfSecureWebsite(false)
  expect(analysis).toMatchObject({
    telnet: true,
    telnet_error: '',
    direct_http: false,
    direct_http_error: expect.stringContaining('self-signed certificate'),
    proxy_error: false,
    proxy_error_str: expect.stringContaining('self-signed certificate'),
  })
})
