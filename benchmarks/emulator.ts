import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { request } from 'undici'
import { alternate, Side } from './alternation'
import type { Benchmark } from './benchmark'
import { withEmulator } from './emulator-process'
import { end, processorSeconds } from './processes'

const sites = Array.from({ length: 1_000 }, (_, index) => `site-${String(index).padStart(4, '0')}.example`)
const queriesPerRun = 40_000

/** Whether the emulator is fast enough for rehearsals of large configurations. */
export const emulator: Benchmark = {
  name: 'emulator',
  summary: 'queries that the emulator answers per second of one core, against a bare web server',
  usualRuns: 7,

  run: (options) =>
    withEmulator(async (emulating) => {
      await fillCategory(emulating.url)
      const { body } = await request(`${emulating.url}${queries[0]}`)
      return await withBareServer(await body.text(), async (bare) => {
        const emulated = new Side(() => queriesPerCoreSecond(emulating))
        const baseline = new Side(() => queriesPerCoreSecond(bare))
        await alternate([baseline, emulated], options)
        return {
          title: 'emulator: queries of sites',
          explanation:
            `GET /categories/query/… for the ${sites.length.toLocaleString('en-US')} sites of a category in turn, over ` +
            '64 connections from a separate process, divided by the processor time that the server used. The baseline ' +
            'is a `node:http` server that returns the same bytes for every request.',
          unit: 'queries/s of a core',
          comparisons: [
            {
              baseline: { label: 'node:http', samples: baseline.samples },
              others: [{ label: 'emulator', samples: emulated.samples, goal: { atLeast: 10_000 } }],
            },
          ],
        }
      })
    }),
}

const queries = sites.map((site) => `/categories/query/${site}`)

/** Makes a category with all the sites. */
async function fillCategory(url: string): Promise<void> {
  await put(`${url}/categories/create`, { name: 'bench', description: '' })
  await put(`${url}/categories/quick/250`, { items: sites.join(',') })
}

async function put(url: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(fields).toString()
  const answer = await request(url, { method: 'PUT', headers, body })
  const text = await answer.body.text()
  if (!/"Status":\s*true/.test(text)) throw new Error(`The emulator refuses PUT ${url}: ${text}`)
}

interface Server {
  readonly child: ChildProcess
  readonly url: string
}

async function withBareServer<Result>(
  answer: string,
  work: (server: Server) => Promise<Result>,
): Promise<Result> {
  const child = fork(join(__dirname, 'bare-server.ts'), [answer])
  try {
    const [url] = await once(child, 'message')
    return await work({ child, url: String(url) })
  } finally {
    await end(child)
  }
}

async function queriesPerCoreSecond({ child, url }: Server): Promise<number> {
  const before = await processorSeconds(child)
  const load = fork(join(__dirname, 'load.ts'), [url, String(queriesPerRun), ...queries])
  const [exitCode] = await once(load, 'exit')
  if (exitCode !== 0) throw new Error('The load has failed: see above.')
  return queriesPerRun / ((await processorSeconds(child)) - before)
}
