import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { get, send } from '@webfilter/appliance-emulator/testing'
import { placesIn, RunningCommand, urlOf } from './running-command'

const folder = mkdtempSync(join(tmpdir(), 'appliance-command-'))

// Each has ended as it should have, also where it took over the socket of a killed one.
afterEach(() => expect(readdirSync(folder).filter((name) => !name.endsWith('.data'))).toEqual([]))
afterAll(() => rmSync(folder, { recursive: true }))

async function startOn(file: string, words: readonly string[] = []) {
  const places = [...placesIn(folder), '--control-port', '0', '--socket', `${file}.sock`]
  const running = new RunningCommand(['emulator', '--data', file, '--quiet', ...places, ...words])
  const output = await running.printed('Stop with Ctrl-C.')
  return { running, output, categories: urlOf('categories', output), control: urlOf('control', output) }
}

test('an emulator that is killed comes back with what it had acknowledged', async () => {
  const file = join(folder, 'killed.data')
  const first = await startOn(file)
  await send('PUT', `${first.categories}/categories/create`, { form: { name: 'ads' } })
  await send('PUT', `${first.categories}/categories/quick/250`, { form: { items: 'a.com,b.com' } })
  await get(`${first.categories}/categories/delete/250/a.com`)
  await send('POST', `${first.categories}/categories/250/add`, { form: { sites: 'c.com' } })
  const before = (await get(`${first.control}/state/250`)).json
  expect(await first.running.stop('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })

  const second = await startOn(file)
  expect(second.output).toContain(`${file} (1 category)`)
  expect((await get(`${second.control}/state/250`)).json).toEqual(before)
  expect(before).toMatchObject({ sites: ['b.com', 'c.com'], compiledSites: ['a.com', 'b.com'], dirty: true })
  await second.running.stop('SIGTERM')
})

test('a second emulator on the same file is refused, and the first one goes on', async () => {
  const file = join(folder, 'shared.data')
  const first = await startOn(file)
  const second = new RunningCommand(['emulator', '--data', file, '--quiet', ...placesIn(folder)])
  const { code, stderr } = await second.ended
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /shared\.data is in use by the emulator with process number \d+\. Stop that one, or choose another file with --data\./,
  )
  await send('PUT', `${first.categories}/categories/create`, { form: { name: 'ads' } })
  await first.running.stop('SIGTERM')
  const third = await startOn(file)
  expect(third.output).toContain(`${file} (1 category)`)
  await third.running.stop('SIGTERM')
})

test('every area comes back with what it had acknowledged', async () => {
  const file = join(folder, 'areas.data')
  const first = await startOn(file)
  const base = urlOf('base', first.output)
  const records = urlOf('records', first.output)
  const mail = { CertificateName: 'Mail', CommonName: 'mail.example.org' }
  const form = { ...mail, subjectAltName: 'mail.example.org', subjectAltName1: 'smtp.example.org' }
  await send('POST', `${base}/certificate/selfsigned`, { form })
  await get(`${base}/certificate/csr/mail.example.org/0`)
  await send('POST', `${base}/certificate/server/create`, {
    form: { certid: '1', CommonName: 'www.example.org' },
  })
  await get(`${base}/system/network/hostname/proxy.example.org`)
  await get(`${records}/database/compile`)
  const socketPath = urlOf('directory', first.output).slice('unix://'.length)
  await send('POST', 'http://localhost/openldap/groups', {
    socketPath,
    body: JSON.stringify({ name: 'editors', ou: 'Library' }),
    headers: { 'content-type': 'application/json' },
  })
  const before = (await get(`${first.control}/state`)).json
  await first.running.stop('SIGKILL')

  const second = await startOn(file)
  expect((await get(`${second.control}/state`)).json).toEqual(before)
  expect(before).toMatchObject({
    certificates: [
      { kind: 'self-signed', signingRequests: 1 },
      { kind: 'server', derivedFrom: 1 },
    ],
    network: { hostname: 'proxy.example.org' },
    databases: [{ index: '1270002', compilations: 1 }, { compilations: 1 }],
    directory: { service: 'running', groups: [{ name: 'editors', organization: 'Library' }] },
  })
  await second.running.stop('SIGTERM')
})

test('a category that it is told to have is made once, and keeps its sites', async () => {
  const file = join(folder, 'categories.data')
  const words = ['--generation', 'autonomous', '--category', 'ads']
  const first = await startOn(file, words)
  expect(first.output).toContain(`${file} (1 category)`)
  await send('POST', `${first.categories}/categories/250/add`, { form: { sites: 'a.com' } })
  await first.running.stop('SIGTERM')

  const second = await startOn(file, [...words, '--category', 'news'])
  expect((await get(`${second.control}/state`)).json).toMatchObject({
    categories: [
      { id: 250, name: 'ads', items: 1 },
      { id: 251, name: 'news', items: 0 },
    ],
  })
  await second.running.stop('SIGTERM')
})

test('generated records are generated once, and those that were deleted stay away', async () => {
  const file = join(folder, 'generated.data')
  const words = ['--generate-records', '127.0.0.2=1000', '--generate-records', '127.0.0.5=20']
  const first = await startOn(file, words)
  await get(`${urlOf('records', first.output)}/database/delete/1270002/10.0.0.7`)
  const before = (await get(`${first.control}/state`)).json
  await first.running.stop('SIGTERM')

  const second = await startOn(file, words)
  expect((await get(`${second.control}/state`)).json).toEqual(before)
  expect(before).toMatchObject({
    databases: [{ index: '1270002', items: 999 }, { index: '1270005', items: 20 }, { items: 0 }],
  })
  expect((await get(`${second.control}/state/records/1270002`)).json).toMatchObject({
    records: expect.arrayContaining([expect.objectContaining({ address: '10.0.3.231' })]),
  })
  await second.running.stop('SIGTERM')
})

test('every add that was answered is there, although the process was killed in the middle of others', async () => {
  const file = join(folder, 'middle.data')
  const first = await startOn(file)
  await send('PUT', `${first.categories}/categories/create`, { form: { name: 'ads' } })
  const acknowledged: string[] = []
  const adding = Array.from({ length: 8 }, async (_, lane) => {
    for (let number = 0; number < 1000; number += 1) {
      const site = `site-${lane}-${number}.com`
      const sent = send('POST', `${first.categories}/categories/250/add`, { form: { sites: site } })
      const answer = await sent.catch(() => undefined)
      if (answer === undefined) return
      acknowledged.push(site)
      if (acknowledged.length === 200) void first.running.stop('SIGKILL')
    }
  })
  await Promise.all(adding)
  await first.running.ended
  expect(acknowledged.length).toBeGreaterThanOrEqual(200)
  appendFileSync(file, '{"area":"categories","change":"add-sites","id":250,"sites":["torn.com"')

  const second = await startOn(file)
  const answers = await Promise.all(
    acknowledged.map((site) => get(`${second.categories}/categories/query/${site}`)),
  )
  expect(answers.map(({ json }) => json)).toEqual(
    acknowledged.map(() => expect.objectContaining({ Status: true })),
  )
  expect((await get(`${second.categories}/categories/query/torn.com`)).json).toMatchObject({ Status: false })
  await second.running.stop('SIGTERM')
})
