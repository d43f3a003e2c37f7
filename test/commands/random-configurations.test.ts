import fc from 'fast-check'
import { describeWithEngine } from '../acceptance/workspace'
import { isFull, seed } from '../lanes/extent'
import { problemsWith } from './random/judgement'
import { Lives, lives } from './random/life'

const runs = Number(process.env.APPLIANCE_TEST_RUNS ?? (isFull ? 300 : 6))
// A life takes seconds, nearly all of them for the processes of the engine.
jest.setTimeout(120_000 + runs * 60_000)

describeWithEngine(
  'random configurations of all types of resources, with changes by others and earlier failures',
  () => {
    let world: Lives

    beforeAll(async () => {
      world = await Lives.open()
    })

    afterAll(async () => {
      await world.close()
    })

    it('do what their reviews say, and nothing else; drift is found if there is any; and the second plan is empty', async () => {
      const wrong: string[] = []
      for (let run = 0; run < runs; run += 1) {
        // A seed of its own, with which this one alone is tried again.
        const own = (Number(seed) + run) % 2 ** 31
        const [life] = fc.sample(lives, { seed: own, numRuns: 1 })
        if (life === undefined) throw new Error('There is no life.')
        const problems = problemsWith(life, await world.live(life))
        if (problems.length > 0)
          wrong.push(`APPLIANCE_TEST_SEED=${own} APPLIANCE_TEST_RUNS=1\n  ${problems.join('\n  ')}`)
      }
      expect(wrong).toEqual([])
    })
  },
)
