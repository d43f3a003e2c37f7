import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RunningCommand } from './command-line'
import { get, send } from './requests'

const folder = mkdtempSync(join(tmpdir(), 'appliance-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function startOn(file: string) {
  const ports = ['--port', '0', '--legacy-port', '0', '--control-port', '0']
  const running = new RunningCommand(['emulator', '--data', file, '--quiet', ...ports])
  const output = await running.printed('Stop with Ctrl-C.')
  return { running, output, categories: urlOf('categories', output), control: urlOf('control', output) }
}

function urlOf(listener: string, output: string): string {
  const url = new RegExp(`${listener} +(http://\\S+)`).exec(output)?.[1]
  if (url === undefined) throw new Error(`no url of ${listener} in ${output}`)
  return url
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
