import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spreadShares } from '../../../../test/acceptance/moments'
import { isAlive } from '../../../../test/acceptance/process-group'
import { seed } from '../../../../test/lanes/extent'
import type { HostStage } from './dying-host'
import { pluginFixture } from './plugin-fixture'

const plugins = pluginFixture()
const executable = resolve(__dirname, '../../../../dist/provider/terraform-provider-appliance')

/** Milliseconds after a stage in which a host dies: until the next one is sure to be reached, on a machine that is not busy. */
const spans: Readonly<Record<HostStage, number>> = {
  started: 150,
  told: 30,
  dialled: 60,
  secured: 10,
  called: 60,
}
const stages = Object.keys(spans) as HostStage[]
const hostsPerStage = 12

/** Milliseconds that a provider may outlive its host. */
const limit = 100_000

interface Death {
  readonly stage: HostStage
  readonly after: number
}

it(
  'sixty hosts that are killed around the handshake are not outlived by their providers, which leave nothing behind',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tf-'))
    try {
      const deaths = stages.flatMap((stage) =>
        spreadShares(hostsPerStage, stage).map((share) => ({ stage, after: share * spans[stage] })),
      )
      const providers = await providersOf(deaths, folder)
      expect(providers.size).toBe(60)
      const killed = performance.now()
      let outliving = [...providers]
      while (outliving.length > 0 && performance.now() - killed < limit) {
        await delay(100)
        outliving = outliving.filter(([pid]) => isAlive(pid))
      }
      for (const [pid] of outliving) process.kill(pid, 'SIGKILL')
      const left = { outliving: outliving.map(([, death]) => death), inFolder: readdirSync(folder), seed }
      expect(left).toEqual({ outliving: [], inFolder: [], seed })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  2 * limit,
)

/** The numbers of the providers whose hosts have died these deaths, four at a time. */
async function providersOf(deaths: readonly Death[], folder: string): Promise<ReadonlyMap<number, Death>> {
  const providers = new Map<number, Death>()
  const waiting = [...deaths]
  const lane = async () => {
    for (let death = waiting.shift(); death; death = waiting.shift()) {
      providers.set(await providerOf(death, folder), death)
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
  return providers
}

async function providerOf({ stage, after }: Death, folder: string): Promise<number> {
  const host = spawn(process.execPath, [plugins.dyingHostExecutable, executable, stage, String(after)], {
    env: { TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  host.stdout.on('data', (chunk) => {
    told += chunk
  })
  const signal = await new Promise((ended) => host.on('close', (_, killedBy) => ended(killedBy)))
  expect(signal).toBe('SIGKILL')
  return Number(told)
}
